// Values, addresses and what they mean to memory.
'use strict';
View.hex = false;
View.values = (() => {
  const buffer = new DataView(new ArrayBuffer(8));
  const hexOf = value => '0x' + value.toString(16);

  const half = bits => {
    const sign = bits >> 15 ? -1 : 1, exponent = bits >> 10 & 31, fraction = bits & 1023;
    return sign * (exponent === 0 ? fraction * 2 ** -24 : exponent === 31 ? (fraction ? NaN : Infinity) : (1 + fraction / 1024) * 2 ** (exponent - 15));
  };

  const floatText = (number, single) => {
    if (!Number.isFinite(number)) return String(number);
    return single ? String(Number(number.toPrecision(7))) : String(number);
  };

  const text = (value, type) => {
    if (value === null || value === undefined) return '';
    if (type === 'text') return value;
    if (View.hex || type === 'ptr') return hexOf(value);
    if (type === 'i1') return value & 1n ? 'true' : 'false';
    buffer.setBigUint64(0, value, true);
    if (type === 'f32') return floatText(buffer.getFloat32(0, true), true);
    if (type === 'f64') return floatText(buffer.getFloat64(0, true), false);
    if (type === 'f16') return floatText(half(Number(value & 0xffffn)), true);
    if (type === 'b16') { buffer.setUint32(0, Number(value & 0xffffn) * 65536, true); return floatText(buffer.getFloat32(0, true), true); }
    if (type && type[0] === 'i') return BigInt.asIntN(Number(type.slice(1)), value).toString();
    return '';
  };

  const shared = BigInt(View.facts.shared), sharedBytes = BigInt(View.facts.sharedBytes);
  const isShared = (site, address) => site.space === 3 || (address >= shared && address < shared + sharedBytes);

  // {space, lanes: [...], sectors, needed, sectorOf} or {..., wavefronts, ideal, banks, demands}. In both, lanes that wait for others are
  // `conflicting`; `repeated` is how many lanes update an address that an earlier lane updates, too.
  const accessOf = record => {
    const addresses = record.values[0], bytes = record.site.bytes, active = addresses.map((a, lane) => a === null ? -1 : lane).filter(lane => lane >= 0);
    if (active.length === 0) return null;
    const isAtomic = record.site.kind === 'atomic', byAddress = new Map();
    for (const lane of active) byAddress.set(addresses[lane], [...byAddress.get(addresses[lane]) ?? [], lane]);
    const access = isShared(record.site, addresses[active[0]]) ? sharedAccess(addresses, bytes, active, isAtomic) : globalAccess(addresses, bytes, active);
    if (isAtomic)
      for (const lanes of byAddress.values()) if (lanes.length > 1) lanes.forEach(lane => access.conflicting.add(lane));
    return { ...access, repeated: isAtomic ? active.length - byAddress.size : 0 };
  };

  const globalAccess = (addresses, bytes, active) => {
    const sectors = new Map(), touched = new Set();
    for (const lane of active) {
      for (let at = addresses[lane] >> 5n, end = (addresses[lane] + BigInt(bytes) - 1n) >> 5n; at <= end && sectors.size < 4096; ++at) {
        if (!sectors.has(at)) sectors.set(at, []);
        sectors.get(at).push(lane);
      }
      touched.add(addresses[lane]);
    }
    const needed = Math.ceil(touched.size * bytes / 32);
    return { space: 'global', active, sectors, count: sectors.size, needed: Math.min(needed, sectors.size), conflicting: new Set(), offset: lane => addresses[lane] };
  };

  // Up to 4 bytes for each lane a warp accesses at once, 8 bytes a half, 16 bytes a quarter of it. A bank gives one word at a time to all lanes
  // that want it, and makes updates one by one.
  const sharedAccess = (addresses, bytes, active, isAtomic) => {
    const demandOf = bank => isAtomic ? [...bank.values()].reduce((sum, lanes) => sum + lanes.size, 0) : bank.size;
    const together = 32 / Math.max(1, Math.min(4, bytes / 4)), words = Math.max(1, Math.ceil(bytes / 4));
    const banks = Array.from({ length: 32 }, () => new Map()), conflicting = new Set();
    let wavefronts = 0, ideal = 0;
    for (let first = 0; first < 32; first += together) {
      const used = Array.from({ length: 32 }, () => new Map());
      for (const lane of active) {
        if (lane < first || lane >= first + together) continue;
        for (let i = 0; i < words; ++i) {
          const word = ((addresses[lane] - shared) >> 2n) + BigInt(i), bank = Number(((word % 32n) + 32n) % 32n);
          for (const each of [used[bank], banks[bank]]) { if (!each.has(word)) each.set(word, new Set()); each.get(word).add(lane); }
        }
      }
      const most = Math.max(...used.map(demandOf));
      wavefronts += most;
      if (most > 0) ++ideal;
      for (const bank of used) if (demandOf(bank) > 1) for (const lanes of bank.values()) for (const lane of lanes) conflicting.add(lane);
    }
    return { space: 'shared', active, demands: banks.map(demandOf), isAtomic, wavefronts, ideal, conflicting, offset: lane => addresses[lane] - shared };
  };

  return { text, accessOf, hexOf };
})();
