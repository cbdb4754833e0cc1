// The list of steps. Only the rows that are seen exist.
'use strict';
View.timeline = (() => {
  const { trace, describe, say } = View;
  const box = document.getElementById('steps'), rows = document.getElementById('rows'), height = document.getElementById('height');
  let shown = null; // numbers of the steps that the filter leaves, or null: all
  let selected = 0, drawn = '';

  const size = () => shown ? shown.length : trace.length;
  const stepAt = index => shown ? shown[index] : index;
  // The first index whose step is not before this one.
  const indexOf = step => {
    if (!shown) return step;
    let low = 0, high = shown.length;
    while (low < high) { const middle = (low + high) >> 1; if (shown[middle] < step) low = middle + 1; else high = middle; }
    return low;
  };
  const rowHeight = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'));

  const rowOf = (index, isSelected) => {
    const step = stepAt(index), records = trace.recordsOf(step), change = trace.changeAt(step);
    const cells = describe.cells(step, records).map(([kind, text]) => `<i class="${kind}">${text}</i>`).join('');
    return `<div class="row${change < 0 ? ' part' : change > 0 ? ' meet' : ''}" id="step-${step}" role="option" data-step="${step}" aria-selected="${isSelected}" aria-setsize="${size()}" aria-posinset="${index + 1}" aria-label="${describe.escape(describe.sentence(step, records))}">`
      + `<span class="number">${step + 1}</span><span class="at">${records[0].site.line || ''}</span><span class="lanes">${cells}</span><span class="what">${describe.short(records, step)}</span></div>`;
  };

  const draw = (again = false) => {
    const high = rowHeight(), first = Math.max(0, Math.floor(box.scrollTop / high) - 6), last = Math.min(size(), first + Math.ceil(box.clientHeight / high) + 12);
    const key = [first, last, selected, View.language, View.hex, size(), high].join();
    if (key === drawn && !again) return;
    drawn = key;
    height.style.height = size() * high + 'px';
    rows.style.transform = `translateY(${first * high}px)`;
    let text = '';
    for (let index = first; index < last; ++index) text += rowOf(index, stepAt(index) === selected);
    rows.innerHTML = size() ? text : `<p>${say('noSteps')}</p>`;
    const row = document.getElementById('step-' + selected);
    if (row) box.setAttribute('aria-activedescendant', row.id); else box.removeAttribute('aria-activedescendant');
  };

  const select = step => {
    selected = step;
    const high = rowHeight(), top = indexOf(step) * high;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + high > box.scrollTop + box.clientHeight) box.scrollTop = top + high - box.clientHeight;
    draw(true);
  };

  let waits = false;
  box.addEventListener('scroll', () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; draw(); });
  });
  window.addEventListener('resize', () => draw(true));
  document.getElementById('scale').innerHTML = Array.from({ length: 32 }, (_, lane) => `<i>${lane % 4 ? '' : lane}</i>`).join('');
  return { draw, select, stepAt, indexOf, size, setShown: steps => { shown = steps; }, rowsSeen: () => Math.max(1, Math.floor(box.clientHeight / rowHeight()) - 1), box };
})();
