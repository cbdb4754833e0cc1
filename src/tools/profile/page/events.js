// What ran when: tracks of slices, each with its depth, from the events of the trace format.
'use strict';
const Timeline = {};
Timeline.read = (() => {
  const kKinds = [
    ['kernel', 'kernels'], ['memcpy', 'copies'], ['memset', 'fills'], ['host function', 'host functions of streams'],
    ['compilation', 'kernels compiled'], ['cuda', 'calls of CUDA'], ['nvtx', 'NVTX'],
  ];

  // A range that may overlap others is a slice like any; one that never ended is none.
  const slicesOf = events => {
    const open = new Map(), slices = [];
    for (const event of events) {
      const slice = { pid: event.pid, tid: event.tid, kind: event.cat, name: event.name, begin: event.ts, length: event.dur ?? 0, facts: event.args ?? {} };
      if (event.ph === 'X') slices.push(slice);
      else if (event.ph === 'i') slices.push({ ...slice, isMark: true });
      else if (event.ph === 'b') open.set(`${event.pid} ${event.id}`, { ...slice, isRange: true });
      else if (event.ph === 'e') {
        const range = open.get(`${event.pid} ${event.id}`);
        if (range) slices.push({ ...range, length: event.ts - range.begin });
      }
    }
    return slices;
  };

  // Slices that do not fit into each other stand in rows of their own: each in the first row where nothing is in the way.
  const layOut = slices => {
    slices.sort((a, b) => a.begin - b.begin || b.length - a.length);
    const ends = [], rows = [];
    for (const slice of slices) {
      let row = 0;
      while (row < ends.length && ends[row] > slice.begin) ++row;
      ends[row] = slice.begin + slice.length;
      slice.row = row;
      (rows[row] ??= []).push(slice);
    }
    return rows;
  };

  const names = events => {
    const processes = new Map(), threads = new Map();
    for (const event of events) {
      if (event.ph !== 'M') continue;
      if (event.name === 'process_name') processes.set(event.pid, event.args.name);
      if (event.name === 'thread_name') threads.set(`${event.pid} ${event.tid}`, event.args.name);
    }
    return { processes, threads };
  };

  return events => {
    const { processes, threads } = names(events), byTrack = new Map(), slices = slicesOf(events);
    let begin = slices.length ? slices[0].begin : 0, end = begin;
    for (const slice of slices) { begin = Math.min(begin, slice.begin); end = Math.max(end, slice.begin + slice.length); }
    for (const slice of slices) {
      slice.begin -= begin;
      // Ranges overlap the calls of their thread: they have a track beside it.
      const key = `${slice.pid} ${slice.tid}${slice.isRange ? ' ranges' : ''}`;
      if (!byTrack.has(key)) byTrack.set(key, { pid: slice.pid, isDevice: slice.pid >= 10000000, name: '', slices: [] });
      byTrack.get(key).slices.push(slice);
    }
    const tracks = [...byTrack].map(([key, track]) => {
      const [pid, tid, ranges] = key.split(' '), thread = threads.get(`${pid} ${tid}`) ?? `thread ${tid}`;
      return { ...track, name: `${processes.get(Number(pid)) ?? `process ${pid}`}, ${thread}${ranges ? ', ranges' : ''}`, rows: layOut(track.slices) };
    });
    tracks.sort((a, b) => b.isDevice - a.isDevice || a.pid - b.pid || a.slices[0].begin - b.slices[0].begin);
    tracks.forEach((track, index) => track.slices.forEach(slice => { slice.track = index; }));
    const all = tracks.flatMap(track => track.slices).sort((a, b) => a.begin - b.begin || a.track - b.track);
    return { tracks, all, length: Math.max(end - begin, 0.001) || 0.001, kinds: kKinds };
  };
})();

// Microseconds, as people read them.
Timeline.duration = time => {
  const of = (value, unit) => `${Number(value.toPrecision(4))} ${unit}`;
  return time < 1 ? of(time * 1000, 'ns') : time < 1000 ? of(time, 'µs') : time < 1e6 ? of(time / 1000, 'ms') : of(time / 1e6, 's');
};
