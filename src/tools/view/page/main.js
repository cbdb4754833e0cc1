// Moving through the steps.
'use strict';
(() => {
  const { trace, timeline, source, detail, describe, say, facts } = View;
  const byId = id => document.getElementById(id);
  let step = 0, timer = 0;

  const go = (to, tell = true) => {
    if (!trace.length) return;
    step = Math.max(0, Math.min(trace.length - 1, to));
    timeline.select(step);
    source.mark(trace.siteOf(step));
    detail.show(step);
    if (tell) byId('live').textContent = describe.sentence(step);
    history.replaceState(null, '', '#step=' + (step + 1));
  };
  const move = by => {
    const index = timeline.indexOf(step) + by;
    if (timeline.size()) go(timeline.stepAt(Math.max(0, Math.min(timeline.size() - 1, index))));
  };
  const isDivergence = at => trace.dividesAt(at) || trace.changeAt(at) < 0;
  const findStep = (test, from, by) => {
    for (let at = from; at >= 0 && at < trace.length; at += by) if (test(at)) return at;
    return -1;
  };
  const goDivergence = by => { const at = findStep(isDivergence, step + by, by); if (at >= 0) go(at); };
  const goLine = (file, line) => {
    const test = at => { const site = trace.siteOf(at); return site.line === line && (file < 0 || site.file === file); };
    let at = findStep(test, step + 1, 1);
    if (at < 0) at = findStep(test, 0, 1);
    if (at >= 0) go(at);
  };

  const play = on => {
    clearInterval(timer);
    timer = on ? setInterval(() => { if (timeline.indexOf(step) + 1 >= timeline.size()) play(false); else move(1); }, 450) : 0;
    byId('play').setAttribute('aria-pressed', String(on));
    byId('play').dataset.text = on ? 'pause' : 'play_';
    byId('play').textContent = say(byId('play').dataset.text);
  };

  // ---- filters
  const kinds = { all: () => true, branches: site => site.kind === 'branch', memory: site => /load|store|atomic|fence/.test(site.kind), operations: site => site.kind === 'operation', barriers: site => site.kind === 'barrier', assignments: site => site.kind === 'assign' };
  const filter = () => {
    const kind = kinds[byId('kind').value], lane = byId('lane').value, text = wantedText();
    if (byId('kind').value === 'all' && lane === '' && !text) {
      timeline.setShown(null);
    } else {
      const wanted = new Map(facts.sites.map(site => [site, kind(site) && (!text || [site.name, site.kind, site.by, site.fn, facts.files[site.file]?.lines[site.line - 1]].some(word => word && word.toLowerCase().includes(text)))]));
      const steps = [];
      for (let at = 0; at < trace.length; ++at)
        if (wanted.get(trace.siteOf(at)) && (lane === '' || trace.maskOf(at) >>> Number(lane) & 1)) steps.push(at);
      timeline.setShown(steps);
    }
    timeline.select(step);
  };

  // ---- what is looked for
  const wantedText = () => byId('find').value.trim().toLowerCase();
  const showHits = () => {
    const lines = source.find(wantedText()), index = timeline.indexOf(step);
    const isHit = timeline.size() > index && timeline.stepAt(index) === step;
    byId('hits').textContent = !wantedText() ? '' : timeline.size() ? say('hits', isHit ? index + 1 : '–', timeline.size()) : say('linesFound', lines);
  };
  // Where no step has the words, a line of the source may.
  const goHit = by => {
    const size = timeline.size();
    if (!size) return source.moveFound(by);
    const index = timeline.indexOf(step), isHit = index < size && timeline.stepAt(index) === step;
    go(timeline.stepAt((index + (isHit || by < 0 ? by : 0) + size) % size));
    showHits();
  };
  const find = () => {
    filter();
    showHits();
    const index = timeline.indexOf(step);
    if (wantedText() && !(index < timeline.size() && timeline.stepAt(index) === step)) goHit(1);
  };

  // ---- words
  const drawWords = () => {
    document.documentElement.lang = View.language;
    for (const element of document.querySelectorAll('[data-text]')) element.textContent = say(element.dataset.text);
    for (const element of document.querySelectorAll('[data-label]')) { element.setAttribute('aria-label', say(element.dataset.label)); if (element.tagName === 'BUTTON') element.title = say(element.dataset.label); }
    const story = facts.story;
    byId('title').textContent = story ? story[View.language].title : facts.kernel;
    byId('story').hidden = !story;
    if (story) byId('story').innerHTML = story[View.language].text.map(text => `<p>${describe.escape(text).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`).join('');
    byId('facts').textContent = (story ? facts.kernel + ': ' : '') + say('facts', facts) + (facts.reason ? `; ${say('reason')} ${facts.reason}` : '');
    byId('kept').textContent = facts.lost || facts.skipped ? say('keptSome', trace.length, facts.skipped, facts.lost) : say('keptAll', trace.length);
    byId('notice').hidden = !facts.notice;
    byId('notice').textContent = facts.notice;
    const keep = (id, options) => { const old = byId(id).value; byId(id).innerHTML = options.map(([value, text]) => `<option value="${value}">${text}</option>`).join(''); byId(id).value = old || options[0][0]; };
    keep('kind', Object.keys(kinds).map(kind => [kind, say(kind)]));
    keep('lane', [['', say('anyLane')], ...Array.from({ length: 32 }, (_, lane) => [lane, lane])]);
    byId('language').textContent = View.language === 'en' ? '中文' : 'English';
    byId('language').lang = View.language === 'en' ? 'zh' : 'en';
  };
  const redraw = () => { drawWords(); source.redraw(); timeline.draw(true); if (trace.length) go(step, false); };

  // ---- what people do
  const onClick = (id, act) => byId(id).addEventListener('click', act);
  onClick('first', () => move(-Infinity));
  onClick('back', () => move(-1));
  onClick('play', () => play(!timer));
  onClick('next', () => move(1));
  onClick('last', () => move(Infinity));
  onClick('parting', () => goDivergence(1));
  onClick('hex', () => { View.hex = !View.hex; byId('hex').setAttribute('aria-pressed', String(View.hex)); redraw(); });
  byId('beside').hidden = facts.lanes === 32;
  onClick('beside', () => {
    const on = byId('beside').getAttribute('aria-pressed') !== 'true';
    byId('beside').setAttribute('aria-pressed', String(on));
    timeline.setSideBySide(on);
  });
  onClick('language', () => { View.language = View.language === 'en' ? 'zh' : 'en'; redraw(); });
  const setTheme = theme => { document.documentElement.dataset.theme = theme; };
  onClick('theme', () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
  byId('line').addEventListener('change', () => goLine(source.current(), Number(byId('line').value)));
  for (const id of ['kind', 'lane']) byId(id).addEventListener('input', () => { filter(); showHits(); });
  byId('find').addEventListener('input', find);
  byId('find').addEventListener('keydown', event => { if (event.key === 'Enter' && wantedText()) { event.preventDefault(); goHit(event.shiftKey ? -1 : 1); } });
  timeline.box.addEventListener('click', event => { const row = event.target.closest('[data-step]'); if (row) go(Number(row.dataset.step)); });
  source.onLine(goLine);

  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const keys = {
      ArrowDown: () => move(1), ArrowUp: () => move(-1), j: () => move(1), k: () => move(-1), Home: () => move(-Infinity), End: () => move(Infinity),
      PageDown: () => move(timeline.rowsSeen()), PageUp: () => move(-timeline.rowsSeen()), n: () => goDivergence(1), p: () => goDivergence(-1),
      l: () => byId('line').focus(), '/': () => byId('find').focus(), ' ': () => play(!timer),
    };
    const isOnButton = event.target.tagName === 'BUTTON' && event.key === ' ';
    const scrollsSource = event.target.id === 'source' && /Arrow|Page|Home|End/.test(event.key);
    if (!keys[event.key] || isOnButton || scrollsSource) return;
    event.preventDefault();
    keys[event.key]();
  });

  const wants = matchMedia('(prefers-color-scheme: dark)');
  setTheme(wants.matches ? 'dark' : 'light');
  wants.addEventListener('change', () => setTheme(wants.matches ? 'dark' : 'light'));
  if (/^zh/.test(navigator.language)) View.language = 'zh';
  drawWords();
  detail.drawChoice(() => go(step, false));
  const asked = () => /^#step=(\d+)$/.exec(location.hash)?.[1];
  window.addEventListener('hashchange', () => { if (asked()) go(Number(asked()) - 1); });
  go(asked() ? Number(asked()) - 1 : facts.open, false);
  timeline.draw(true);
})();
