// The recorded steps. Records lie one after the other in bytes (src/tools/view/encode.cpp); a step is a record with those that join
// it. What is asked for of all steps is known in arrays, the rest is read when a step is shown.
'use strict';
View.facts = JSON.parse(document.getElementById('trace-facts').textContent);
View.trace = (() => {
  const kJoins = 1, kOther = 2;
  const text = atob(document.getElementById('trace-steps').textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const data = new DataView(bytes.buffer);
  const widths = [0, 0, 1, 2, 4, 8];
  const count = lanes => { let n = 0; for (let left = lanes; left; left &= left - 1) ++n; return n; };

  const afterVector = (at, active) => {
    const tag = bytes[at];
    return at + (tag === 0 ? 9 : tag === 1 ? 17 : 9 + active * widths[tag]);
  };

  // One pass over all records.
  const starts = [], sites = [], masks = [], varies = [];
  for (let at = 0; at < bytes.length;) {
    const site = data.getUint32(at, true), lanes = data.getUint32(at + 4, true), flags = bytes[at + 8], vectors = bytes[at + 10];
    if (!(flags & kJoins)) { starts.push(at); sites.push(site); masks.push(lanes); varies.push(vectors > 0 && bytes[at + 11] !== 0); }
    const active = count(lanes);
    at += 11;
    for (let i = 0; i < vectors; ++i) at = afterVector(at, active);
  }

  const vectorAt = (at, lanes) => {
    const tag = bytes[at], values = new Array(32).fill(null), base = data.getBigInt64(at + 1, true);
    let n = 0;
    for (let lane = 0; lane < 32; ++lane) {
      if (!(lanes >>> lane & 1)) continue;
      if (tag === 0) values[lane] = base;
      else if (tag === 1) values[lane] = base + BigInt(lane) * data.getBigInt64(at + 9, true);
      else {
        const place = at + 9 + n * widths[tag];
        const more = tag === 2 ? BigInt(bytes[place]) : tag === 3 ? BigInt(data.getUint16(place, true)) : tag === 4 ? BigInt(data.getUint32(place, true)) : data.getBigUint64(place, true);
        values[lane] = BigInt.asUintN(64, base + more);
      }
      if (values[lane] !== null) values[lane] = BigInt.asUintN(64, values[lane]);
      ++n;
    }
    return values;
  };

  // All records of a step: {site, lanes, warp, flags, values}.
  const recordsOf = step => {
    const records = [], end = step + 1 < starts.length ? starts[step + 1] : bytes.length;
    for (let at = starts[step]; at < end;) {
      const lanes = data.getUint32(at + 4, true), vectors = bytes[at + 10];
      const record = { site: View.facts.sites[data.getUint32(at, true)], lanes, flags: bytes[at + 8], warp: bytes[at + 9], values: [] };
      const active = count(lanes);
      at += 11;
      for (let i = 0; i < vectors; ++i) { record.values.push(vectorAt(at, lanes)); at = afterVector(at, active); }
      records.push(record);
    }
    return records;
  };

  const length = starts.length, left = new Uint32Array(length), change = new Int8Array(length), divides = new Uint8Array(length);
  let gone = 0, before = 0;
  for (let step = 0; step < length; ++step) {
    const site = View.facts.sites[sites[step]], mask = masks[step];
    left[step] = gone;
    if (site.kind === 'exit') gone |= mask;
    if (View.facts.lanes !== 32) continue;
    const were = (before & ~left[step]) >>> 0;
    // Lanes that run while the others wait have neither parted nor met.
    if (step > 0 && mask !== were && (mask & were) !== 0) change[step] = (mask & ~were) === 0 ? -1 : 1;
    if (site.kind === 'branch' && varies[step]) divides[step] = 1;
    before = mask;
  }

  // On the thread engine: the steps of each lane, and which of its steps each is.
  const stepsOfLane = Array.from({ length: 32 }, () => []), inLane = new Uint32Array(View.facts.lanes === 32 ? 0 : length);
  for (let step = 0; step < inLane.length; ++step) {
    const lane = 31 - Math.clz32(masks[step]);
    inLane[step] = stepsOfLane[lane].length;
    stepsOfLane[lane].push(step);
  }

  // Steps in which a variable is assigned, by its name; those variables that hold masks, and those that consist of parts. `p.x` and
  // `a[$]` are parts of `p` and `a`; each $ stands for an index.
  const wholeOf = name => /^[^.[]*/.exec(name)[0];
  const assigned = new Map(), masksOfLanes = new Set(), partsOf = new Map();
  const givesMask = site => /ballot|match|activemask/.test(site.name ?? '') && site.kind === 'operation';
  for (const site of View.facts.sites)
    if (site.kind === 'assign' && wholeOf(site.name) !== site.name) partsOf.set(wholeOf(site.name), (partsOf.get(wholeOf(site.name)) ?? new Set()).add(site.name));
  for (let step = 0; step < length; ++step) {
    const end = step + 1 < length ? starts[step + 1] : bytes.length;
    for (let at = starts[step]; at < end;) {
      const site = View.facts.sites[data.getUint32(at, true)], active = count(data.getUint32(at + 4, true)), vectors = bytes[at + 10];
      if (site.kind === 'assign') {
        const name = wholeOf(site.name), steps = assigned.get(name) ?? assigned.set(name, []).get(name);
        if (steps.at(-1) !== step) steps.push(step);
        if (at > starts[step] && givesMask(View.facts.sites[sites[step]])) masksOfLanes.add(site.name);
      }
      at += 11;
      for (let i = 0; i < vectors; ++i) at = afterVector(at, active);
    }
  }

  // "a[3].x" for the part that a lane assigns.
  const partName = (record, lane) => { let index = 0; return record.site.name.replace(/\$/g, () => String(BigInt.asIntN(64, record.values[++index][lane]))); };

  // The assignments of a variable up to a step, the latest first, until `visit` says that it has enough.
  const forEachAssignment = (name, step, visit) => {
    const steps = assigned.get(name) ?? [];
    let low = 0, high = steps.length;
    while (low < high) { const middle = (low + high) >> 1; if (steps[middle] <= step) low = middle + 1; else high = middle; }
    for (let i = low - 1; i >= 0; --i)
      for (const record of recordsOf(steps[i]).reverse())
        if (record.site.kind === 'assign' && wholeOf(record.site.name) === name && visit(record)) return;
  };
  const typeOf = (name, type) => masksOfLanes.has(name) ? 'ptr' : type;

  // What a variable holds in each lane after a step: {values, type}, or {parts} by lane: of each part that is known, [value, type].
  const variableAt = (name, step) => {
    if (partsOf.has(name)) return { parts: partsAt(name, step) };
    const values = new Array(32).fill(null);
    let missing = 32, type = '';
    forEachAssignment(name, step, record => {
      record.values[0].forEach((value, lane) => {
        if (value !== null && values[lane] === null) { values[lane] = value; type ||= record.site.types[0]; --missing; }
      });
      return missing === 0;
    });
    return { values, type: typeOf(name, type) };
  };
  const kMostAssignments = 4096; // that are looked at; what was assigned earlier is not shown
  const partsAt = (name, step) => {
    const parts = Array.from({ length: 32 }, () => new Map());
    let looked = 0;
    forEachAssignment(name, step, record => {
      record.values[0].forEach((value, lane) => {
        if (value === null) return;
        const part = partName(record, lane).slice(name.length);
        if (!parts[lane].has(part)) parts[lane].set(part, [value, record.site.types[0]]);
      });
      return ++looked === kMostAssignments;
    });
    return parts;
  };

  const size = View.facts.threads - View.facts.ofWarp * 32;
  const absent = size >= 32 ? 0 : size <= 0 ? -1 : (-1 << size);
  return {
    length, recordsOf, variableAt, partName, partNames: name => [...partsOf.get(name) ?? []].map(part => part.slice(name.length)), count, absent, givesMask, typeOf, isOther: record => (record.flags & kOther) !== 0, cameBefore: record => (record.flags & 4) !== 0,
    siteOf: step => View.facts.sites[sites[step]], maskOf: step => masks[step] >>> 0, leftBefore: step => left[step], changeAt: step => change[step],
    stepsOfLane, laneOf: step => 31 - Math.clz32(masks[step]), inLane: step => inLane[step],
    dividesAt: step => divides[step] === 1, variables: [...assigned.keys()],
  };
})();
