// Pictures of a step: arrows between lanes, bits, sectors, banks, warps at a barrier.
'use strict';
View.drawings = (() => {
  const { say, describe, trace, values } = View;
  const kStep = 22, kLeft = 60, kWidth = kLeft + 32 * kStep + 10;
  const x = lane => kLeft + lane * kStep + kStep / 2;
  const svg = (height, label, body) => `<div class="scrolls" tabindex="0"><svg viewBox="0 0 ${kWidth} ${height}" role="img" aria-label="${describe.escape(label)}">${body}</svg></div>`;
  const laneRow = (y, mask, text, label) => `<text x="4" y="${y + 12}" class="soft">${label}</text>` + Array.from({ length: 32 }, (_, lane) => {
    const on = mask >>> lane & 1;
    return `<rect x="${x(lane) - 9}" y="${y}" width="18" height="17" rx="3" class="${on ? 'on' : 'off'}"/><text x="${x(lane)}" y="${y + 12}" text-anchor="middle" class="${on ? 'inside' : 'soft'}">${text(lane)}</text>`;
  }).join('');
  const bitRow = (y, bits, label) => laneRow(y, bits, lane => bits >>> lane & 1, label);

  // Lanes that belong together, as brackets above them.
  const brackets = (y, groups) => groups.map(mask => {
    const lanes = [...Array(32).keys()].filter(lane => mask >>> lane & 1);
    if (!lanes.length) return '';
    return `<path class="bracket" d="M${x(lanes[0]) - 8} ${y + 6} V${y} H${x(lanes.at(-1)) + 8} V${y + 6}"/>` + lanes.slice(1, -1).map(lane => `<path class="bracket" d="M${x(lane)} ${y} v4"/>`).join('');
  }).join('');
  const tiles = width => width < 32 ? Array.from({ length: 32 / width }, (_, i) => ((2 ** width - 1) << (i * width)) >>> 0) : [];

  // Lanes whose values a shuffle may read. On the thread engine others come to it when they run: those that its mask names.
  const partnersOf = (record, step) => {
    if (View.facts.lanes === 32) return record.lanes;
    return record.values[0].reduce((all, mask) => mask === null ? all : all | Number(mask & 0xffffffffn), 0) & ~trace.absent & ~trace.leftBefore(step);
  };

  const shuffle = (record, records, step) => {
    const partners = partnersOf(record, step);
    const sources = describe.sourcesOf(record), width = describe.widthOf(record), groups = width < 32 ? tiles(width) : describe.groupsOf(record);
    const absent = lane => sources[lane] >= 0 && !(partners >>> sources[lane] & 1);
    const arrows = sources.map((source, lane) => source === null ? '' : source < 0 || source === lane
      ? `<path class="own" d="M${x(lane)} 42 V98" marker-end="url(#tip)"/>`
      : `<path class="${absent(lane) ? 'bad' : ''}" d="M${x(source)} 42 C${x(source)} 70 ${x(lane)} 70 ${x(lane)} 98" marker-end="url(#tip)"/>`).join('');
    const tip = '<defs><marker id="tip" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0 L6 3 L0 6 z" style="fill:currentColor;stroke:none"/></marker></defs>';
    const label = sources.map((source, lane) => source === null ? '' : `${lane} ← ${source < 0 ? lane : source}`).filter(Boolean).join(', ');
    return svg(130, `${record.site.name}: ${label}`, tip + brackets(8, groups) + laneRow(22, partners, lane => lane, say('value')) + arrows + laneRow(100, record.lanes, lane => lane, say('result')))
      + (sources.some((_, lane) => absent(lane)) ? `<p class="bad">${say('readsAbsent')}</p>` : '');
  };

  const vote = (record, records) => {
    let bits = 0;
    record.values[1].forEach((value, lane) => { if (value !== null && value & 0xffffffffn) bits |= 1 << lane; });
    const result = describe.resultOf(records);
    const lane = record.values[0].findIndex(value => value !== null);
    const answer = result ? Number(result.values[0][lane] & 0xffffffffn) : 0;
    return svg(86, `${record.site.name}: ${values.hexOf(BigInt(bits >>> 0))}`, brackets(6, describe.groupsOf(record)) + bitRow(18, Number(record.values[0][lane] & 0xffffffffn), say('mask')) + bitRow(40, bits, say('condition'))
      + `<text x="${kLeft}" y="78">${describe.escape(record.site.name)} = ${/ballot/.test(record.site.name) ? values.hexOf(BigInt(answer >>> 0)) : answer}</text>`);
  };

  const masks = (record, records) => {
    const result = describe.resultOf(records), of = result && /match|activemask/.test(record.site.name) ? result : record;
    const groups = of.values.length ? describe.groupsOf(of) : [record.lanes >>> 0];
    return svg(28 + groups.length * 20, `${say('group')}: ${groups.map(describe.ranges).join('; ')}`, brackets(6, groups) + groups.slice(0, 32).map((mask, i) => bitRow(18 + i * 20, mask, values.hexOf(BigInt(mask >>> 0)).slice(0, 10))).join(''));
  };

  const sectors = access => {
    const all = [...access.sectors.entries()].sort((a, b) => a[0] < b[0] ? -1 : 1), shown = all.slice(0, 64), across = 16;
    const boxes = shown.map(([sector, lanes], i) => {
      const left = 4 + (i % across) * 46, top = 20 + Math.floor(i / across) * 40;
      return `<rect x="${left}" y="${top}" width="43" height="34" rx="3" class="${access.count > access.needed ? 'bad' : 'yes'}"/><text x="${left + 21}" y="${top + 14}" text-anchor="middle" class="inside">…${(sector << 5n).toString(16).slice(-4)}</text><text x="${left + 21}" y="${top + 27}" text-anchor="middle" class="inside">${lanes.length > 2 ? lanes[0] + '–' + lanes.at(-1) : lanes.join(',')}</text>`;
    }).join('');
    return svg(24 + Math.ceil(shown.length / across) * 40, `${access.count} ${say('sectors')}`, `<text x="4" y="12" class="soft">${say('sectorMap')}: ${access.count} (${access.needed} ${say('needed')})</text>` + boxes);
  };

  const banks = access => {
    const most = Math.max(1, ...access.demands), height = 60;
    const bars = access.demands.map((demand, i) => {
      const high = demand / most * height;
      return `<rect x="${x(i) - 9}" y="${20 + height - high}" width="18" height="${high}" class="${demand > 1 && access.conflicting.size ? 'bad' : 'yes'}"/><text x="${x(i)}" y="${34 + height}" text-anchor="middle" class="soft">${i}</text>` + (demand ? `<text x="${x(i)}" y="${17 + height - high}" text-anchor="middle">${demand}</text>` : '');
    }).join('');
    return svg(height + 44, `${access.wavefronts} ${say('wavefronts')}`, `<text x="4" y="8" class="soft">${say(access.isAtomic ? 'updateMap' : 'bankMap')}; ${access.wavefronts} ${say('wavefronts')} (${access.ideal} ${say('needed')})</text>` + bars);
  };

  const barrier = records => {
    const others = records.filter(trace.isOther), names = which => others.filter(which).map(other => other.warp).join(', ');
    const before = names(trace.cameBefore), after = names(other => !trace.cameBefore(other));
    if (!others.length) return `<p>${say('alone')}</p>`;
    return `<p>${before ? `${say('warp')} ${before}: ${say('cameBefore')}. ` : ''}${after ? `${say('warp')} ${after}: ${say('cameAfter')}.` : ''}</p>`;
  };

  const of = (records, step) => {
    const record = records[0], site = record.site;
    if (site.kind === 'barrier') return barrier(records);
    if (site.kind === 'branch') {
      let bits = 0;
      record.values[0].forEach((value, lane) => { if (value) bits |= 1 << lane; });
      return svg(50, say('branch'), bitRow(4, record.lanes, say('mask')) + bitRow(26, bits, say('condition')));
    }
    if (site.form === 'shuffle') return shuffle(record, records, step);
    if (site.form === 'vote') return vote(record, records);
    if (site.kind === 'operation') return masks(record, records);
    if (site.kind === 'load' || site.kind === 'store' || site.kind === 'atomic') {
      const access = values.accessOf(record);
      return !access ? '' : access.space === 'shared' ? banks(access) : sectors(access);
    }
    return '';
  };
  return { of };
})();
