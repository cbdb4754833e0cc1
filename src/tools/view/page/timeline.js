// The list of steps. Only the rows that are seen exist.
'use strict';
View.timeline = (() => {
  const { trace, describe, say } = View;
  const box = document.getElementById('steps'), rows = document.getElementById('rows'), height = document.getElementById('height');
  let shown = null; // numbers of the steps that the filter leaves, or null: all
  let selected = 0, drawn = '';

  // On the thread engine lanes may be shown side by side: a row has the first step of each lane, the next one the second, and so on.
  let sideBySide = false;
  const mostSteps = Math.max(0, ...trace.stepsOfLane.map(steps => steps.length));

  const size = () => sideBySide ? mostSteps : shown ? shown.length : trace.length;
  const stepAt = index => {
    if (!sideBySide) return shown ? shown[index] : index;
    const own = trace.stepsOfLane[trace.laneOf(selected)][index];
    return own ?? trace.stepsOfLane.find(steps => steps.length > index)[index];
  };
  // The first index whose step is not before this one.
  const indexOf = step => {
    if (sideBySide) return trace.inLane(step);
    if (!shown) return step;
    let low = 0, high = shown.length;
    while (low < high) { const middle = (low + high) >> 1; if (shown[middle] < step) low = middle + 1; else high = middle; }
    return low;
  };
  const rowHeight = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row'));

  const rowOfLanes = (index, isSelected) => {
    const steps = trace.stepsOfLane.map(all => all[index]), lines = steps.map(step => step === undefined ? null : trace.siteOf(step).line);
    const different = [...new Set(lines.filter(line => line !== null))];
    const cells = lines.map((line, lane) => line === null ? '<i class="x"></i>' : `<i class="l${line % 6}${steps[lane] === selected ? ' own' : ''}" data-step="${steps[lane]}">${line}</i>`).join('');
    const label = `${say('step')} ${index + 1}: ` + lines.map((line, lane) => line === null ? '' : `${say('lane')} ${lane} ${say('line')} ${line}`).filter(Boolean).join(', ');
    const step = stepAt(index);
    return `<div class="row" id="step-${step}" role="option" data-step="${step}" aria-selected="${isSelected}" aria-setsize="${size()}" aria-posinset="${index + 1}" aria-label="${describe.escape(label)}">`
      + `<span class="number">${index + 1}</span><span class="at">${different.length === 1 ? different[0] : ''}</span><span class="lanes">${cells}</span><span class="what">${say('linesAtOnce', different.length)}</span></div>`;
  };

  const rowOf = (index, isSelected) => {
    if (sideBySide) return rowOfLanes(index, isSelected);
    const step = stepAt(index), records = trace.recordsOf(step), change = trace.changeAt(step);
    const cells = describe.cells(step, records).map(([kind, text]) => `<i class="${kind}">${text}</i>`).join('');
    return `<div class="row${change < 0 ? ' part' : change > 0 ? ' meet' : ''}" id="step-${step}" role="option" data-step="${step}" aria-selected="${isSelected}" aria-setsize="${size()}" aria-posinset="${index + 1}" aria-label="${describe.escape(describe.sentence(step, records))}">`
      + `<span class="number">${step + 1}</span><span class="at">${records[0].site.line || ''}</span><span class="lanes">${cells}</span><span class="what">${describe.short(records, step)}</span></div>`;
  };

  const draw = (again = false) => {
    const high = rowHeight(), first = Math.max(0, Math.floor(box.scrollTop / high) - 6), last = Math.min(size(), first + Math.ceil(box.clientHeight / high) + 12);
    const key = [first, last, selected, View.language, View.hex, size(), high, sideBySide].join();
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
    height.style.height = size() * high + 'px'; // before it is scrolled: a list that has not been drawn yet has no height
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
  const setSideBySide = on => { sideBySide = on; select(selected); };
  return { draw, select, setSideBySide, stepAt, indexOf, size, setShown: steps => { shown = steps; }, rowsSeen: () => Math.max(1, Math.floor(box.clientHeight / rowHeight()) - 1), box };
})();
