// The step that is chosen: a picture, and the values of all lanes.
'use strict';
View.detail = (() => {
  const { trace, describe, say, values } = View;
  const chosen = new Set(trace.variables.slice(0, 4));

  // [name, values, type] of each of the step's values.
  const namedValues = records => {
    const record = records[0], site = record.site, named = [];
    const add = (name, vector, type) => { if (vector && vector.some(value => value !== null)) named.push([name, vector, type]); };
    const types = site.types ?? [];
    if (site.kind === 'branch') add(say('condition'), record.values[0], types[0]);
    if (site.kind === 'load' || site.kind === 'store' || site.kind === 'atomic') {
      add(say('address'), record.values[0], 'ptr');
      const names = site.operation === 'cas' ? ['compare', 'written'] : [site.kind === 'store' ? 'written' : 'operand'];
      record.values.slice(1).forEach((vector, i) => types[i + 1] && add(say(names[i]), vector, types[i + 1]));
    }
    if (site.kind === 'operation') {
      if (site.form !== 'activemask') add(say('mask'), record.values[0], 'ptr');
      if (site.form !== 'sync') add(say(site.form === 'vote' ? 'condition' : 'value'), record.values[1], types[1]);
      if (site.form === 'shuffle') add(say('source_'), describe.sourcesOf(record).map((source, lane) => source === null ? null : BigInt(source < 0 ? lane : source)), 'i32');
    }
    for (const other of records) {
      if (other.site.kind === 'result' && other.values.length)
        add(say(site.kind === 'atomic' ? 'old' : site.kind === 'load' ? 'value' : 'result'), other.values[0], trace.givesMask(site) ? 'ptr' : other.site.types[0]);
      if (other.site.kind === 'assign') {
        other.values.slice(1).forEach(vector => add(say('index'), vector, 'i64'));
        add(describe.nameOf(other), other.values[0], trace.typeOf(other.site.name, other.site.types[0]));
      }
    }
    return named;
  };

  const cards = (named, step) => {
    if (!named.length) return '';
    const access = step === null ? null : (() => { const records = trace.recordsOf(step), kind = records[0].site.kind; return /load|store|atomic/.test(kind) ? values.accessOf(records[0]) : null; })();
    return '<div class="cards" role="list">' + Array.from({ length: 32 }, (_, lane) => {
      const parts = named.filter(([, vector]) => vector[lane] !== null).map(([name, vector, type]) => `<b>${describe.escape(name)}</b> ${values.text(vector[lane], type)}`);
      const where = access && access.active.includes(lane) ? access.space === 'shared' ? `<b>bank</b> ${Number((access.offset(lane) >> 2n) % 32n)}` : '' : '';
      const off = trace.absent >>> lane & 1 ? say('notThere') : step !== null && trace.leftBefore(step) >>> lane & 1 ? say('left') : parts.length ? '' : step !== null ? say('idle') : '';
      return `<div role="listitem" class="${off ? 'off' : access?.conflicting?.has(lane) ? 'c' : ''}"><b>${say('lane')} ${lane}</b> ${off}${[...parts, where].filter(Boolean).map(part => '<br>' + part).join('')}</div>`;
    }).join('') + '</div>';
  };

  // Members come in the order in which the program's code names them first, which mostly is that of their declaration; elements by number.
  const pieces = part => part.match(/\w+/g) ?? [];
  const orderOf = name => {
    const members = trace.partNames(name).flatMap(pieces), rank = piece => /^\d/.test(piece) ? Number(piece) : members.indexOf(piece);
    return (a, b) => {
      const one = pieces(a), other = pieces(b), at = one.findIndex((piece, i) => piece !== other[i]);
      return at < 0 ? one.length - other.length : rank(one[at]) - rank(other[at] ?? '');
    };
  };
  // Of a structure or an array: "x 1, y 2" or "[0] 5, [1] 7"; null where nothing is known.
  const textOfParts = (parts, order) => {
    if (!parts.size) return null;
    return [...parts].sort(([a], [b]) => order(a, b)).map(([part, [value, type]]) => `${describe.escape(part.replace(/^\./, ''))} ${values.text(value, type)}`).join(', ');
  };

  const drawVariables = step => {
    const named = [...chosen].map(name => {
      const { values: vector, type, parts } = trace.variableAt(name, step);
      if (!parts) return [name, vector, type];
      const order = orderOf(name);
      return [name, parts.map(each => textOfParts(each, order)), 'text'];
    }).filter(([, vector]) => vector.some(value => value !== null));
    document.getElementById('variables').innerHTML = cards(named, null);
  };

  const show = step => {
    const records = trace.recordsOf(step), named = namedValues(records);
    document.getElementById('sentence').textContent = describe.sentence(step);
    document.getElementById('drawing').innerHTML = View.drawings.of(records, step);
    document.getElementById('values').innerHTML = cards(named, step);
    drawVariables(step);
  };

  const drawChoice = changed => {
    const box = document.getElementById('choice');
    box.querySelectorAll('label').forEach(label => label.remove());
    for (const name of trace.variables) {
      const label = document.createElement('label'), input = document.createElement('input');
      input.type = 'checkbox';
      input.checked = chosen.has(name);
      input.addEventListener('change', () => { if (input.checked) chosen.add(name); else chosen.delete(name); changed(); });
      label.append(input, ' ' + name);
      box.append(label);
    }
  };
  return { show, drawChoice };
})();
