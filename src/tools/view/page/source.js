// The source, with the lines that have steps.
'use strict';
View.source = (() => {
  const { describe, say, facts } = View;
  const list = document.getElementById('source'), choice = document.getElementById('file');
  let shown = -1, wanted = '', found = [], at = -1;

  const show = file => {
    if (file === shown || file < 0) return;
    shown = file;
    const lines = facts.files[file].lines, has = new Set(facts.sites.filter(site => site.file === file).map(site => site.line));
    list.innerHTML = lines.length
      ? lines.map((text, i) => `<li value="${i + 1}"${has.has(i + 1) ? ' class="has"' : ''}>${describe.escape(text) || ' '}</li>`).join('')
      : `<li value="1">${say('unknownSource')}</li>`;
    choice.value = file;
    markFound();
  };

  // ---- lines with the words that are looked for
  const markFound = () => {
    found = [];
    for (const line of list.children) {
      const isFound = wanted !== '' && line.textContent.toLowerCase().includes(wanted);
      line.classList.toggle('found', isFound);
      if (isFound) found.push(line);
    }
  };
  const find = text => { wanted = text; at = -1; markFound(); return found.length; };
  const moveFound = by => {
    if (!found.length) return;
    at = (Math.max(at, by > 0 ? -1 : 0) + by + found.length) % found.length;
    list.scrollTop = found[at].offsetTop - list.offsetTop - list.clientHeight / 2;
  };

  const mark = site => {
    show(site.file);
    for (const line of list.querySelectorAll('.here')) { line.classList.remove('here'); line.removeAttribute('aria-current'); }
    const line = list.children[site.line - 1];
    if (!line) return;
    line.classList.add('here');
    line.setAttribute('aria-current', 'step');
    const top = line.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  };

  choice.hidden = facts.files.length < 2;
  choice.innerHTML = facts.files.map((file, i) => `<option value="${i}">${describe.escape(file.name)}</option>`).join('');
  choice.addEventListener('change', () => show(Number(choice.value)));
  const onLine = go => list.addEventListener('click', event => {
    const line = event.target.closest('li.has');
    if (line) go(shown, line.value);
  });
  return { mark, onLine, find, moveFound, current: () => shown, redraw: () => { const file = shown; shown = -1; show(file); } };
})();
