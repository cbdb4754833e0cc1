// The tracks, as they are seen from `from` to `to` microseconds.
'use strict';
Timeline.drawing = (tracks, length) => {
  const kRow = 20, kLeast = 1.5; // pixels; slices that are narrower are drawn together
  const view = { from: 0, to: length };
  const box = document.getElementById('tracks');
  const colours = {};
  const readColours = () => {
    const style = getComputedStyle(document.documentElement);
    for (const name of ['kernel', 'memcpy', 'memset', 'host-function', 'compilation', 'cuda', 'nvtx', 'on', 'text', 'soft', 'line', 'chosen', 'found'])
      colours[name] = style.getPropertyValue('--' + name).trim();
  };
  const colourOf = kind => colours[kind.replace(' ', '-')] ?? colours.cuda;

  const canvases = tracks.map(track => {
    const row = document.createElement('div'), label = document.createElement('span'), canvas = document.createElement('canvas');
    row.className = 'track';
    label.textContent = track.name;
    canvas.dataset.track = tracks.indexOf(track);
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${track.name}: ${track.slices.length} events`);
    row.append(label, canvas);
    box.append(row);
    return canvas;
  });
  const axis = document.getElementById('axis');

  // A canvas in device pixels, with its context in CSS pixels.
  const prepared = (canvas, height) => {
    const width = canvas.clientWidth, scale = window.devicePixelRatio || 1;
    canvas.style.height = height + 'px';
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    return { context, width };
  };
  const xOf = (time, width) => (time - view.from) / (view.to - view.from) * width;

  const drawAxis = () => {
    const { context, width } = prepared(axis, 22), span = view.to - view.from;
    const rough = span / Math.max(2, width / 110), power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(factor => factor * power >= rough);
    context.fillStyle = colours.soft;
    for (let tick = Math.ceil(view.from / step); tick * step <= view.to; ++tick) {
      const x = xOf(tick * step, width);
      context.fillRect(x, 14, 1, 8);
      context.fillText(Timeline.duration(tick * step), x + 4, 9);
    }
  };

  // The first slice of a row that ends after a time.
  const firstAfter = (row, time) => {
    let low = 0, high = row.length;
    while (low < high) { const middle = (low + high) >> 1; if (row[middle].begin + row[middle].length < time) low = middle + 1; else high = middle; }
    return low;
  };

  const drawSlice = (context, slice, x, wide, state) => {
    const y = slice.row * kRow + 1;
    context.fillStyle = colourOf(slice.kind);
    if (slice.isMark) {
      context.beginPath();
      context.moveTo(x - 4, y); context.lineTo(x + 4, y); context.lineTo(x, y + kRow - 3);
      context.fill();
    } else {
      context.fillRect(x, y, Math.max(wide, kLeast), kRow - 2);
    }
    if (state.found?.has(slice)) { context.fillStyle = colours.found; context.fillRect(x, y + kRow - 5, Math.max(wide, 3), 3); }
    if (slice === state.chosen) { context.strokeStyle = colours.chosen; context.lineWidth = 2; context.strokeRect(x, y, Math.max(wide, 3), kRow - 2); }
    if (wide > 24 && !slice.isMark) {
      context.save();
      context.beginPath(); context.rect(x, y, wide - 2, kRow); context.clip();
      context.fillStyle = colours.on;
      context.fillText(slice.name, Math.max(x, 0) + 4, y + kRow / 2 - 1);
      context.restore();
    }
  };

  const drawTrack = (track, canvas, state) => {
    const { context, width } = prepared(canvas, track.rows.length * kRow + 2);
    canvas.parentElement.classList.toggle('here', state.chosen?.track === tracks.indexOf(track));
    for (const row of track.rows) {
      let drawn = -Infinity; // where the last one has ended, in pixels
      for (let i = firstAfter(row, view.from); i < row.length && row[i].begin <= view.to; ++i) {
        const slice = row[i], x = xOf(slice.begin, width), wide = slice.length / (view.to - view.from) * width;
        const isSpecial = slice === state.chosen || state.found?.has(slice);
        if (x + wide < drawn + 1 && !isSpecial) continue;
        drawSlice(context, slice, x, wide, state);
        drawn = Math.max(drawn, x + Math.max(wide, kLeast));
      }
    }
  };

  const draw = state => {
    readColours();
    drawAxis();
    tracks.forEach((track, index) => drawTrack(track, canvases[index], state));
  };

  // Both keep to what there is.
  const show = (from, to) => {
    const span = Math.min(length * 1.02, Math.max(to - from, 0.01));
    view.from = Math.max(-length * 0.01, Math.min(from, length * 1.01 - span));
    view.to = view.from + span;
  };
  const zoom = (factor, at = (view.from + view.to) / 2) => show(at - (at - view.from) * factor, at + (view.to - at) * factor);

  const timeAt = (canvas, clientX) => {
    const place = canvas.getBoundingClientRect();
    return view.from + (clientX - place.left) / place.width * (view.to - view.from);
  };
  const sliceAt = (canvas, event) => {
    const track = tracks[Number(canvas.dataset.track)], place = canvas.getBoundingClientRect();
    const row = track?.rows[Math.floor((event.clientY - place.top) / kRow)];
    if (!row) return null;
    const time = timeAt(canvas, event.clientX), near = 3 / place.width * (view.to - view.from);
    const first = row[firstAfter(row, time - near)];
    return first && first.begin <= time + near ? first : null;
  };
  show(0, length);
  return { view, draw, show, zoom, timeAt, sliceAt, colourOf, box };
};
