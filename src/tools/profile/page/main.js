// Moving through the timeline.
'use strict';
(() => {
  const byId = id => document.getElementById(id);
  const facts = JSON.parse(byId('timeline-facts').textContent);
  const { tracks, all, length, kinds } = Timeline.read(JSON.parse(byId('timeline-events').textContent));
  const drawing = Timeline.drawing(tracks, length);
  const state = { chosen: null, found: null };
  const say = Timeline.duration;

  let waits = false;
  const redraw = () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; drawing.draw(state); });
  };

  // ---- the event that is chosen
  const describe = slice => `${slice.name}: ${kindOf(slice)}, ${slice.isMark ? 'a mark' : say(slice.length)} at ${say(slice.begin)}, ${tracks[slice.track].name}`;
  const kindOf = slice => (kinds.find(([kind]) => kind === slice.kind) ?? [slice.kind, slice.kind])[1];
  const showFacts = slice => {
    const rows = [['kind', kindOf(slice)], ['where', tracks[slice.track].name], ['begins at', say(slice.begin)]];
    if (!slice.isMark) rows.push(['takes', say(slice.length)], ['ends at', say(slice.begin + slice.length)]);
    for (const [name, value] of Object.entries(slice.facts)) rows.push([name.replace(/_/g, ' '), Array.isArray(value) ? value.join(' × ') : String(value)]);
    byId('detail').replaceChildren(...rows.flatMap(([name, value]) => {
      const term = document.createElement('dt'), text = document.createElement('dd');
      term.textContent = name;
      text.textContent = value;
      return [term, text];
    }));
  };
  const choose = (slice, tell = true) => {
    if (!slice) return;
    state.chosen = slice;
    byId('event').textContent = slice.name;
    showFacts(slice);
    const { from, to } = drawing.view, span = to - from;
    if (slice.begin + slice.length < from || slice.begin > to) drawing.show(slice.begin - span / 3, slice.begin + span * 2 / 3);
    if (tell) byId('live').textContent = describe(slice);
    redraw();
  };
  const row = () => tracks[state.chosen.track].rows[state.chosen.row];
  const move = by => {
    if (!state.chosen) return choose(all[0]);
    choose(row()[row().indexOf(state.chosen) + by]);
  };
  // To the slice of the next row that is nearest in time.
  const moveRow = by => {
    if (!state.chosen) return choose(all[0]);
    const rows = tracks.flatMap(track => track.rows), next = rows[rows.indexOf(row()) + by];
    if (!next) return;
    const middle = state.chosen.begin + state.chosen.length / 2;
    const distance = slice => Math.max(slice.begin - middle, middle - slice.begin - slice.length, 0);
    choose(next.reduce((best, slice) => distance(slice) < distance(best) ? slice : best));
  };
  const fit = () => {
    if (!state.chosen) return;
    const around = Math.max(state.chosen.length, 0.01) * 0.15;
    drawing.show(state.chosen.begin - around, state.chosen.begin + state.chosen.length + around);
    redraw();
  };
  const zoom = factor => {
    const { from, to } = drawing.view, chosen = state.chosen;
    const isSeen = chosen && chosen.begin <= to && chosen.begin + chosen.length >= from;
    drawing.zoom(factor, isSeen ? Math.max(from, Math.min(to, chosen.begin + chosen.length / 2)) : undefined);
    redraw();
  };
  const pan = part => { const { from, to } = drawing.view, by = (to - from) * part; drawing.show(from + by, to + by); redraw(); };
  const whole = () => { drawing.show(0, length); redraw(); };

  // ---- what is looked for
  const find = text => {
    const wanted = text.trim().toLowerCase();
    const found = wanted ? all.filter(slice => slice.name.toLowerCase().includes(wanted)) : null;
    state.found = found && new Set(found);
    byId('live').textContent = found ? `${found.length} events are found` : '';
    redraw();
  };
  const moveFound = by => {
    const found = state.found ? [...state.found] : all;
    if (!found.length) return;
    const at = found.indexOf(state.chosen);
    if (at >= 0) return choose(found[(at + by + found.length) % found.length]);
    const time = state.chosen?.begin ?? -1, after = found.findIndex(slice => slice.begin > time);
    choose(found[by > 0 ? Math.max(after, 0) : (after < 0 ? found.length : after) - 1] ?? found[0]);
  };

  // ---- the table
  const sums = () => {
    const table = byId('sums'), head = ['what', 'part', 'total', 'count', 'average', 'least', 'most'];
    const cells = (tag, texts) => texts.map(text => { const cell = document.createElement(tag); cell.append(text); return cell; });
    const rowOf = nodes => { const tr = document.createElement('tr'); tr.append(...nodes); return tr; };
    const body = document.createElement('tbody'), first = document.createElement('thead');
    first.append(rowOf(cells('th', head)));
    for (const [kind, title] of kinds) {
      const byName = new Map();
      for (const slice of all)
        if (slice.kind === kind && !slice.isMark) (byName.get(slice.name) ?? byName.set(slice.name, []).get(slice.name)).push(slice);
      if (!byName.size) continue;
      const rows = [...byName].map(([name, slices]) => ({ name, slices, total: slices.reduce((sum, slice) => sum + slice.length, 0) })).sort((a, b) => b.total - a.total);
      const sum = rows.reduce((total, each) => total + each.total, 0), heading = document.createElement('th');
      heading.colSpan = head.length;
      heading.scope = 'rowgroup';
      heading.textContent = title;
      body.append(rowOf([heading]));
      for (const { name, slices, total } of rows) {
        const lengths = slices.map(slice => slice.length), button = document.createElement('button');
        button.textContent = name;
        button.addEventListener('click', () => { byId('find').value = name; find(name); choose(slices.reduce((a, b) => b.length > a.length ? b : a)); byId('tracks').scrollIntoView({ block: 'nearest' }); });
        const least = lengths.reduce((a, b) => Math.min(a, b)), most = lengths.reduce((a, b) => Math.max(a, b));
        body.append(rowOf(cells('td', [button, `${(sum ? 100 * total / sum : 0).toFixed(1)} %`, say(total), String(slices.length), say(total / slices.length), say(least), say(most)])));
      }
    }
    table.append(first, body);
  };

  // ---- what people do
  const onClick = (id, act) => byId(id).addEventListener('click', act);
  onClick('in', () => zoom(0.5));
  onClick('out', () => zoom(2));
  onClick('whole', whole);
  onClick('before', () => move(-1));
  onClick('after', () => move(1));
  onClick('fit', fit);
  onClick('again', () => moveFound(1));
  byId('find').addEventListener('input', () => find(byId('find').value));
  byId('find').addEventListener('keydown', event => { if (event.key === 'Enter') moveFound(event.shiftKey ? -1 : 1); });

  const box = drawing.box, pointers = new Map();
  let dragged = 0;
  box.addEventListener('wheel', event => {
    if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (event.ctrlKey) { drawing.zoom(1.0015 ** event.deltaY, drawing.timeAt(byId('axis'), event.clientX)); redraw(); } else pan((event.deltaX || event.deltaY) / 1000);
  }, { passive: false });
  box.addEventListener('pointerdown', event => { pointers.set(event.pointerId, event.clientX); dragged = 0; });
  box.addEventListener('pointermove', event => {
    if (!pointers.has(event.pointerId)) return;
    const before = [...pointers.values()], wide = byId('axis').clientWidth;
    pointers.set(event.pointerId, event.clientX);
    const now = [...pointers.values()];
    if (now.length === 2) {
      const apart = Math.max(1, Math.abs(now[0] - now[1])), wasApart = Math.max(1, Math.abs(before[0] - before[1]));
      drawing.zoom(wasApart / apart, drawing.timeAt(byId('axis'), (now[0] + now[1]) / 2));
      redraw();
    } else {
      const by = before[0] - now[0];
      dragged += Math.abs(by);
      if (dragged > 3) { box.setPointerCapture(event.pointerId); pan(by / wide); }
    }
  });
  for (const end of ['pointerup', 'pointercancel']) box.addEventListener(end, event => pointers.delete(event.pointerId));
  box.addEventListener('click', event => { if (event.target.tagName === 'CANVAS' && dragged <= 3) choose(drawing.sliceAt(event.target, event)); });
  box.addEventListener('dblclick', fit);

  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === 'INPUT') {
      if (event.key === 'Escape') event.target.blur();
      return;
    }
    const isOnButton = event.target.tagName === 'BUTTON' && event.key === 'Enter';
    const scrolls = event.target.classList.contains('scrolls') && /Arrow|Home|End/.test(event.key);
    const keys = {
      ArrowRight: () => move(1), ArrowLeft: () => move(-1), ArrowDown: () => moveRow(1), ArrowUp: () => moveRow(-1), Home: () => choose(all[0]), End: () => choose(all.at(-1)),
      '+': () => zoom(0.5), '=': () => zoom(0.5), w: () => zoom(0.5), '-': () => zoom(2), s: () => zoom(2), a: () => pan(-0.25), d: () => pan(0.25), 0: whole,
      Enter: fit, '/': () => byId('find').focus(), n: () => moveFound(1), p: () => moveFound(-1),
    };
    if (!keys[event.key] || isOnButton || scrolls) return;
    event.preventDefault();
    keys[event.key]();
  });

  const wants = matchMedia('(prefers-color-scheme: dark)');
  const setTheme = theme => { document.documentElement.dataset.theme = theme; redraw(); };
  onClick('theme', () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
  wants.addEventListener('change', () => setTheme(wants.matches ? 'dark' : 'light'));
  setTheme(wants.matches ? 'dark' : 'light');
  new ResizeObserver(redraw).observe(box);

  byId('facts').textContent = `${all.length} events in ${say(all.length ? length : 0)}`;
  byId('notice').hidden = !facts.left_out;
  byId('notice').textContent = `The first ${facts.kept} events are here; ${facts.left_out} after them were left out. --timeline NAME.json has all of them.`;
  byId('legend').innerHTML = kinds.filter(([kind]) => all.some(slice => slice.kind === kind)).map(([kind, title]) => `<span><i style="background:var(--${kind.replace(' ', '-')})"></i>${title}</span>`).join('');
  sums();
  Timeline.shown = { tracks, all, length, drawing, state };
})();
