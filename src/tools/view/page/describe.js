// What happens in a step, in words, and what each lane's cell shows.
'use strict';
View.describe = (() => {
  const { say } = View, { trace, values } = View;

  const ranges = mask => {
    const parts = [];
    for (let lane = 0; lane < 32; ++lane) {
      if (!(mask >>> lane & 1)) continue;
      let end = lane;
      while (end < 31 && mask >>> (end + 1) & 1) ++end;
      parts.push(end > lane ? `${lane}–${end}` : `${lane}`);
      lane = end;
    }
    return parts.length ? parts.join(', ') : '–';
  };

  const resultOf = records => records.find(record => record.site.kind === 'result' && record.values.length);
  const assignsOf = records => records.filter(record => record.site.kind === 'assign');

  // The lane that each lane's shuffle reads: -1 where it keeps its own value.
  const sourcesOf = record => {
    const clamp = record.values[3], from = record.values[2];
    return from.map((operand, lane) => {
      if (operand === null) return null;
      const c = Number(clamp[lane] & 0xffffffffn), b = Number(operand & 31n), segment = c >> 8 & 31, limit = c & 31;
      const low = lane & segment, high = low | (limit & ~segment);
      const name = record.site.name;
      if (name.includes('up')) return lane - b >= high ? lane - b : -1;
      if (name.includes('down')) return lane + b <= high ? lane + b : -1;
      if (name.includes('xor')) return (lane ^ b) <= high ? lane ^ b : -1;
      const source = low | (b & ~segment);
      return source <= high ? source : -1;
    });
  };
  const widthOf = record => { const lane = record.values[3].findIndex(value => value !== null); return 32 - (Number(record.values[3][lane]) >> 8 & 31); };

  // Different masks are different groups.
  const groupsOf = record => [...new Set(record.values[0].filter(mask => mask !== null).map(mask => Number(mask & 0xffffffffn)))];

  // LLVM's names, in CUDA's words.
  const operationName = name => ({ uinc_wrap: 'inc', udec_wrap: 'dec', fadd: 'add', fsub: 'sub', umin: 'min', umax: 'max', xchg: 'exch' }[name] ?? name);
  const shared = text => text ? text + '[ ]' : '*';
  const accessText = record => {
    const access = values.accessOf(record);
    if (!access) return '';
    const repeated = access.repeated ? `, <span class="bad">${say('repeated', access.repeated)}</span>` : '';
    if (access.space === 'shared') {
      const extra = access.wavefronts - access.ideal;
      return `${access.wavefronts} ${say('wavefronts')}` + (extra > 0 ? ` <span class="bad">${say('conflict')}</span>` : '') + repeated;
    }
    return `${access.count} ${say('sectors')}` + (access.count > access.needed ? ` <span class="bad">(${access.needed} ${say('needed')})</span>` : '') + repeated;
  };

  const escape = text => String(text).replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }[c]));
  const uniform = (vector, type) => {
    const all = vector.filter(value => value !== null);
    return all.length && all.every(value => value === all[0]) ? values.text(all[0], type) : null;
  };
  // "a[3]", or "a[…]" where lanes assign different elements.
  const nameOf = record => {
    const lanes = record.values[0].map((value, lane) => value === null ? -1 : lane).filter(lane => lane >= 0);
    const names = new Set(lanes.map(lane => trace.partName(record, lane)));
    return names.size === 1 ? [...names][0] : record.site.name.replace(/\$/g, '…');
  };
  const assignText = record => {
    const one = uniform(record.values[0], trace.typeOf(record.site.name, record.site.types[0]));
    return `${escape(nameOf(record))} = ${one === null ? '…' : one}`;
  };

  const short = (records, step) => {
    const record = records[0], site = record.site, assigned = assignsOf(records).map(assignText).join(', ');
    const then = assigned ? ` <span class="tag">→ ${assigned}</span>` : '';
    switch (site.kind) {
    case 'assign': return assignText(record);
    case 'load': case 'store': return `${say(site.kind)} ${escape(shared(site.name))} <span class="tag">${accessText(record)}</span>${then}`;
    case 'atomic': return `${say('atomic')} ${escape(operationName(site.operation ?? ''))} ${escape(shared(site.name))} <span class="tag">${accessText(record)}</span>${then}`;
    case 'branch': {
      const yes = record.values[0].filter(value => value !== null && value !== 0n).length, all = trace.count(record.lanes);
      return `${say('branch')} <span class="tag">${yes === 0 ? say('noneTrue') : yes === all && site.types[0] === 'i1' ? say('allTrue') : `${yes} ${say('of')} ${all}`}</span>` + (trace.dividesAt(step) ? ` <b>${say('diverges')}</b>` : '');
    }
    case 'operation': {
      const result = resultOf(records), one = result && site.form !== 'shuffle' ? uniform(result.values[0], 'i32') : null;
      const shown = one !== null && trace.givesMask(site) ? ' = ' + values.hexOf(BigInt.asUintN(32, BigInt(result.values[0].find(value => value !== null)))) : one !== null ? ' = ' + one : '';
      return `${escape(site.name)}${shown}${then}`;
    }
    case 'barrier': return `${escape(site.name)}`;
    case 'print': return say('print');
    default: return say(site.kind);
    }
  };

  const sentence = (step, records = trace.recordsOf(step)) => {
    const site = records[0].site, mask = trace.maskOf(step);
    const text = short(records, step).replace(/<[^>]*>/g, '').replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&').replace(/&quot;/g, '"');
    const change = trace.changeAt(step);
    return `${say('step')} ${step + 1}, ${say('line')} ${site.line}: ${text}; ${trace.count(mask)} ${say('lanesWord')}: ${ranges(mask)}` + (change < 0 ? `; ${say('parts')}` : change > 0 ? `; ${say('meets')}` : '');
  };

  // [class, character] of each lane.
  const cells = (step, records) => {
    const record = records[0], site = record.site, mask = trace.maskOf(step), gone = trace.leftBefore(step);
    const sources = site.form === 'shuffle' ? sourcesOf(record) : null;
    const access = site.kind === 'load' || site.kind === 'store' || site.kind === 'atomic' ? values.accessOf(record) : null;
    const order = access && access.space === 'global' ? [...access.sectors.keys()].sort((a, b) => a < b ? -1 : 1) : null;
    return Array.from({ length: 32 }, (_, lane) => {
      if (trace.absent >>> lane & 1) return ['n', ''];
      if (!(mask >>> lane & 1)) return gone >>> lane & 1 ? ['x', ''] : ['i', ''];
      if (site.kind === 'branch') { const value = record.values[0][lane]; return [value ? 't' : 'f', value ? '1' : '0']; }
      if (site.form === 'vote') { const value = record.values[1][lane]; return [value & 0xffffffffn ? 't' : 'f', value & 0xffffffffn ? '1' : '0']; }
      if (sources) return ['a', sources[lane] < 0 || sources[lane] === lane ? '·' : sources[lane] > lane ? '‹' : '›'];
      if (access && access.space === 'shared') return access.conflicting.has(lane) ? ['c', ''] : ['a', ''];
      if (order) { const sector = order.findIndex(each => access.sectors.get(each).includes(lane)); return [access.conflicting.has(lane) || access.count > access.needed && access.count > access.active.length / 2 && access.active.length > 2 ? 'c' : 'a', String.fromCharCode(97 + sector % 26)]; }
      return ['a', ''];
    });
  };

  return { ranges, resultOf, assignsOf, sourcesOf, widthOf, groupsOf, nameOf, short, sentence, cells, escape };
})();
