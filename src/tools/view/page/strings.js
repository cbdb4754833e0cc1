// What the page says, in both languages.
'use strict';
const View = {};
View.language = 'en';
View.strings = {
  en: {
    toolbar: 'Steps', first: 'First step (Home)', back: 'Step back (↑)', play: 'Play or pause (space)', play_: 'Play', pause: 'Pause', next: 'Next step (↓)',
    last: 'Last step (End)', nextDivergence: 'Next divergence', line: 'Line', show: 'Show', lane: 'Lane', find: 'Find', hex: 'Hex',
    theme: 'Light / dark', source: 'Source', file: 'File', timeline: 'Lanes over time', steps: 'Steps of the warp', detail: 'The step',
    variables: 'Variables', choose: 'Shown for each lane', all: 'everything', branches: 'branches', memory: 'memory', operations: 'warp operations',
    barriers: 'barriers', assignments: 'variables', anyLane: 'any',
    keys: 'Keys: ↑ ↓ step, space plays, n and p: next and previous divergence, l: line, / : find, enter and shift + enter in it: next and previous hit, Home and End. A click on a line goes to its next step.',
    begin: 'the kernel begins', exit: 'lanes leave the kernel', branch: 'branch', load: 'load', store: 'store', atomic: 'atomic', fence: 'fence',
    print: 'prints', barrier: 'barrier', of: 'of', step: 'Step', lanesWord: 'lanes', sectors: 'sectors', needed: 'needed', wavefronts: 'wavefronts', conflict: 'bank conflict', repeated: n => n === 1 ? '1 lane updates the word of another' : `${n} lanes update the word of another`,
    noneTrue: 'all false', allTrue: 'all true', diverges: 'diverges', parts: 'lanes part', meets: 'lanes meet again', address: 'address',
    value: 'value', written: 'written', result: 'result', mask: 'mask', condition: 'condition', old: 'old value', source_: 'from lane', group: 'group', notThere: 'no thread', left: 'has left',
    idle: 'waits', cameBefore: 'came before it on this CPU', cameAfter: 'came after it', alone: 'no other warp of the block came to it', warp: 'warp', compare: 'compared with', index: 'index', operand: 'operand',
    keptAll: n => `All ${n} steps of the warp are here.`,
    keptSome: (n, skipped, lost) => `${n} steps are here; ${skipped ? skipped + ' records before them were skipped' : ''}${skipped && lost ? ', and ' : ''}${lost ? lost + ' records after them did not fit (--steps keeps more)' : ''}.`,
    facts: f => `launch ${f.launch}, grid ${f.grid}, block ${f.ofBlock} of ${f.block} threads, warp ${f.ofWarp} of ${f.warps}; ` + (f.lanes === 32 ? 'warp engine: lanes run together' : 'thread engine: lanes run independently, each row is one lane'),
    reason: 'because', noSteps: 'No step is shown by this filter.', sectorMap: 'Sectors of 32 bytes', bankMap: 'Banks of shared memory: different words in each', updateMap: 'Banks of shared memory: updates in each', unknownSource: 'The source is not there.',
    beside: 'Lanes side by side', linesAtOnce: n => n === 1 ? 'all at one line' : `at ${n} lines`,
    readsAbsent: 'reads a lane that does not take part',
    hits: (at, n) => `${at} of ${n}`, linesFound: n => n === 0 ? 'nothing is found' : n === 1 ? 'no step, but 1 line' : `no step, but ${n} lines`,
  },
  zh: {
    toolbar: '步骤', first: '第一步（Home）', back: '上一步（↑）', play: '播放或暂停（空格）', play_: '播放', pause: '暂停', next: '下一步（↓）', last: '最后一步（End）',
    nextDivergence: '下一个分支发散', line: '行', show: '显示', lane: '线程 lane', find: '查找', hex: '十六进制', theme: '浅色 / 深色', source: '源代码', file: '文件',
    timeline: '各 lane 随时间的变化', steps: '线程束的步骤', detail: '当前步骤', variables: '变量', choose: '逐 lane 显示', all: '全部', branches: '分支', memory: '内存', operations: '线程束操作',
    barriers: '屏障', assignments: '变量', anyLane: '任意',
    keys: '按键：↑ ↓ 单步，空格播放，n 与 p 跳到下一个、上一个分支发散，l 跳到某行，/ 查找，其中 Enter 与 Shift + Enter：下一个、上一个，Home 与 End。点击某行转到它的下一步。',
    begin: '核函数开始', exit: '线程离开核函数', branch: '分支', load: '读', store: '写', atomic: '原子操作', fence: '内存栅栏', print: '打印', barrier: '屏障', of: '/', step: '步骤', lanesWord: '个 lane',
    sectors: '个扇区', needed: '个就够', wavefronts: '次波前', conflict: 'bank 冲突', repeated: n => `${n} 个 lane 更新其他 lane 的字`, noneTrue: '全为假', allTrue: '全为真', diverges: '发散', parts: '线程分开', meets: '线程重新会合',
    address: '地址', value: '值', written: '写入', result: '结果', mask: '掩码', condition: '条件', old: '旧值', source_: '来自 lane', group: '组', notThere: '没有线程', left: '已离开', idle: '闲置',
    cameBefore: '在本 CPU 上先到', cameAfter: '后到', alone: '块内没有其他线程束到达', warp: '线程束', compare: '比较值', index: '下标', operand: '操作数',
    keptAll: n => `线程束的全部 ${n} 步都在这里。`,
    keptSome: (n, skipped, lost) => `这里有 ${n} 步；${skipped ? '之前跳过 ' + skipped + ' 条记录' : ''}${skipped && lost ? '，' : ''}${lost ? '之后 ' + lost + ' 条记录没有保留（--steps 可保留更多）' : ''}。`,
    facts: f => `第 ${f.launch} 次启动，网格 ${f.grid}，线程块 ${f.ofBlock}（${f.block} 个线程），线程束 ${f.ofWarp} / ${f.warps}；` + (f.lanes === 32 ? 'warp 引擎：各 lane 一起运行' : '线程引擎：各 lane 独立运行，每行是一个 lane'),
    reason: '原因', noSteps: '过滤后没有步骤。', sectorMap: '32 字节的扇区', bankMap: '共享内存的 bank：各有多少不同的字', updateMap: '共享内存的 bank：各有多少次更新', unknownSource: '找不到源代码。',
    beside: '各 lane 并排', linesAtOnce: n => n === 1 ? '都在同一行' : `在 ${n} 行`,
    readsAbsent: '读取了没有参与的 lane',
    hits: (at, n) => `第 ${at} 个，共 ${n} 个`, linesFound: n => n === 0 ? '没有找到' : `没有步骤，但有 ${n} 行`,
  },
};
View.say = (key, ...values) => {
  const text = View.strings[View.language][key] ?? key;
  return typeof text === 'function' ? text(...values) : text;
};
