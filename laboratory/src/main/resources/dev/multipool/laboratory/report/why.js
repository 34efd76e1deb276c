'use strict';
// Why the figures are as they are: the load curves, the heat map of two pools, and one run in detail.
(function () {
  const { number, millis, twoDecimals, plural, element, link, show, table, section, behindAClick, chart, plainMark, tooltip,
    valueAxis, gridLeft, axisEnd } = lab;
  const result = JSON.parse(document.getElementById('result').textContent);
  const answer = result.answer;
  const limit = answer.limitMillis;
  const percent = share => (100 * share).toFixed(Math.abs(share) < 0.0995 && share !== 0 ? 1 : 0);
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const runName = run => 'run ' + run.number + ': ' + run.settings.variant.name + ', ' + demand(run);
  function demand(run) {
    const asked = run.settings.load.demand;
    return asked.model === 'closed' ? plural(asked.users, 'user') : number(asked.ratePerSecond) + ' calls/s';
  }
  const counts = run => run.invalidReasons.length === 0;
  const isOfAnswer = run => answer.outcome !== 'none' && counts(run) && same(run.settings.variant.server, answer.settings);
  const best = runs => runs.reduce((one, other) =>
    !one || other.figures.throughputPerSecond > one.figures.throughputPerSecond ? other : one, undefined);
  // the run of the answer whose throughput is the answer's, else the fastest that counts
  const ofAnswer = result.runs.filter(isOfAnswer);
  const chosen = ofAnswer.reduce((one, other) => {
    const off = run => Math.abs(run.figures.throughputPerSecond - answer.throughputPerSecond);
    return !one || off(other) < off(one) ? other : one;
  }, undefined) || best(result.runs.filter(counts)) || result.runs[0];

  // ---- throughput and TP99 against users
  const closed = result.points.filter(point => point.figures && point.settings.load.demand.model === 'closed');
  const usersOf = point => point.settings.load.demand.users;
  // the same server and the same calls: another weight of a call would be another curve
  const kindOf = point => JSON.stringify([point.settings.variant, point.settings.load.mix, point.settings.load.items]);
  const families = [...new Set(closed.map(kindOf))].map(kind => {
    const byUsers = new Map();
    const own = closed.filter(point => kindOf(point) === kind);
    own.forEach(point => byUsers.set(usersOf(point), point));
    return { name: own[0].settings.variant.name, points: [...byUsers.values()].sort((one, other) => usersOf(one) - usersOf(other)) };
  }).filter(family => family.points.length > 1);
  // the most users up to which every point keeps the limit
  families.forEach(family => {
    const broken = family.points.findIndex(point => point.figures.p99Millis.median >= limit);
    family.knee = family.points[broken < 0 ? family.points.length - 1 : broken - 1];
    family.open = broken < 0;
  });
  const symbols = ['circle', 'diamond', 'triangle', 'rect', 'roundRect', 'pin', 'arrow'];
  const dashes = ['solid', [7, 4], [2, 3], [10, 4, 2, 4]];

  function usersOption(c, place) {
    const lines = families.map((family, i) => ({ family, colour: c.series[i % c.series.length],
      symbol: symbols[i % symbols.length], dash: dashes[i % dashes.length] }));
    const tops = lines.flatMap(({ family }) => family.points.map(point => point.figures.throughputPerSecond.median));
    const times = lines.flatMap(({ family }) => family.points.map(point => point.figures.p99Millis.median));
    const users = lines.flatMap(({ family }) => family.points.map(usersOf));
    const [tpsStep, tpsTop] = axisEnd(Math.max(1, ...tops), 1.15);
    const logarithmic = Math.max(...times) > 8 * limit;
    const [step, top] = axisEnd(Math.max(limit, ...times), 1.12);
    const narrow = place.clientWidth < 520;
    const legendRows = Math.ceil(lines.length / (narrow ? 2 : 5));
    const above = 34 + 22 * legendRows;
    // few users and many on one axis: where the limit breaks is among the few
    const [fewest, most] = [Math.min(...users), Math.max(...users)];
    const wide = most >= 16 * fewest;
    const usersScale = wide
      ? { type: 'log', logBase: 2, min: 2 ** Math.floor(Math.log2(fewest)), max: 2 ** Math.ceil(Math.log2(most)) }
      : { type: 'value', min: 0, max: most };
    const x = (index, more) => Object.assign({}, usersScale, { gridIndex: index,
      axisLabel: { color: c.text }, axisLine: { lineStyle: { color: c.gray } }, splitLine: { show: false } }, more);
    const line = (which, pick, { family, colour, symbol, dash }) => ({
      name: family.name, type: 'line', xAxisIndex: which, yAxisIndex: which, symbol, symbolSize: 9,
      itemStyle: { color: colour }, lineStyle: { color: colour, width: 2.5, type: dash },
      data: family.points.map(point => [usersOf(point), pick(point)]),
      markPoint: family.knee ? {
        silent: true, animation: false, symbol: 'circle', symbolSize: 22,
        itemStyle: { color: 'transparent', borderColor: c.text, borderWidth: 2 },
        data: [{ coord: [usersOf(family.knee), pick(family.knee)] }],
        label: { show: which === 0 && lines.length < 5, position: 'top', color: c.text, textBorderColor: c.page,
          textBorderWidth: 3, formatter: usersOf(family.knee) + (family.open ? ' users or more' : ' users') },
      } : undefined,
    });
    const marked = lines.map(each => line(1, point => point.figures.p99Millis.median, each));
    marked[0].markLine = Object.assign({}, plainMark, { data: [{ yAxis: limit,
      lineStyle: { color: c.text, type: 'dashed', width: 1.5 },
      label: { show: true, position: 'insideStartTop', color: c.text, textBorderColor: c.page, textBorderWidth: 3,
        formatter: 'limit ' + limit + ' ms' } }] });
    return {
      animation: false,
      tooltip: Object.assign(tooltip(c), { axisPointer: { type: 'line' }, valueFormatter: v => millis(v) }),
      legend: { top: 0, left: 0, right: 0, itemWidth: 30, textStyle: { color: c.text, fontSize: narrow ? 10 : 12 } },
      grid: [{ left: gridLeft, right: 24, top: above, height: 200 }, { left: gridLeft, right: 24, top: above + 262, height: 180 }],
      xAxis: [x(0), x(1, { name: wide ? 'users, logarithmic' : 'users', nameLocation: 'middle', nameGap: 28, nameTextStyle: { color: c.quiet } })],
      yAxis: [
        valueAxis(c, 'throughput, calls per second', { gridIndex: 0, max: tpsTop, interval: tpsStep }),
        valueAxis(c, 'TP99, ms', Object.assign({ gridIndex: 1 }, logarithmic
          ? { type: 'log', min: lab.roundFloor(Math.min(limit, ...times)) } : { max: top, interval: step })),
      ],
      series: lines.map(each => line(0, point => point.figures.throughputPerSecond.median, each)).concat(marked),
    };
  }
  if (families.length) {
    const words = 'Throughput and TP99 against users';
    const part = section(words, 'Closed loop; medians over the runs of a point. The ring is the knee: the most users up to'
      + ' which every point that was tried keeps TP99 below ' + limit + ' ms. Kinds without a ring broke the limit from the'
      + ' start.');
    const place = chart(words, true);
    place.classList.add('users');
    part.append(place, behindAClick('The numbers of this chart', table([
      ['server', row => row.family.name], ['users', row => String(usersOf(row.point))],
      ['TPS', row => number(row.point.figures.throughputPerSecond.median)],
      ['TP99 ms', row => millis(row.point.figures.p99Millis.median)],
      ['', row => row.point === row.family.knee ? 'knee' : row.point.figures.p99Millis.median < limit ? '' : 'breaks the limit'],
    ], families.flatMap(family => family.points.map(point => ({ family, point }))))));
    document.getElementById('curves').append(part);
    lab.addChart(place, colours => usersOption(colours, place));
  }

  // ---- heat map of two sizes that vary: a table in colours, so that its numbers are there without a click
  const sizesOf = point => Object.assign({}, point.settings.variant.threads, numericSettings(point.settings.variant.server));
  // settings of a described service are its knobs' values; those of ours are in its pools' own notation
  function numericSettings(server) {
    return Object.fromEntries(Object.entries(server).map(([key, text]) => [key, Number(text)]).filter(([, value]) => Number.isFinite(value)));
  }
  const distinct = values => [...new Set(values)];
  // one map for each stage in which just two sizes vary
  distinct(result.points.map(point => point.settings.place.stage)).forEach(stage => {
    const cells = result.points.filter(point => point.figures && point.settings.place.stage === stage);
    const axis = size => distinct(cells.map(point => sizesOf(point)[size]).filter(value => value !== undefined))
      .sort((one, other) => one - other);
    const varying = distinct(cells.flatMap(point => Object.keys(sizesOf(point)))).sort().filter(size => axis(size).length > 1);
    if (varying.length !== 2 || cells.length < 3) return;
    const [down, across] = varying;
    const top = Math.max(...cells.map(point => point.figures.throughputPerSecond.median));
    const part = section('Sizes of ' + down + ' and ' + across + ': ' + stage, 'Throughput, the stronger the colour the larger, and TP99. Pairs that'
      + ' keep TP99 below ' + limit + ' ms have a full frame; the others are dashed and say so. Empty: not tried.');
    const map = element('table', undefined, 'heat');
    const head = element('tr');
    head.append(element('th', across + ' \u2192\u00a0 ' + down + ' \u2193'), ...axis(across).map(size => element('th', String(size))));
    map.append(element('thead'), element('tbody'));
    map.tHead.append(head);
    axis(down).forEach(one => {
      const row = element('tr');
      row.append(element('th', String(one)));
      axis(across).forEach(other => {
        const point = bestCell(cells.filter(each => sizesOf(each)[down] === one && sizesOf(each)[across] === other));
        const cell = element('td');
        if (point) {
          const share = point.figures.throughputPerSecond.median / top;
          const keeps = point.figures.p99Millis.median < limit;
          const heat = 8 + 84 * Math.pow(share, 3);
          cell.className = (keeps ? 'keeps' : 'breaks') + (heat > 62 ? ' dark' : '');
          cell.style.setProperty('--heat', heat.toFixed(0) + '%');
          cell.append(element('b', number(point.figures.throughputPerSecond.median)),
            element('span', 'TP99 ' + millis(point.figures.p99Millis.median) + ' ms' + (keeps ? '' : ', over')));
        }
        row.append(cell);
      });
      map.tBodies[0].append(row);
    });
    const scroll = element('div', undefined, 'scroll');
    scroll.append(map);
    part.append(scroll);
    document.getElementById('curves').append(part);
  });
  // of several loads: the most calls within the limit, else the lowest TP99
  function bestCell(points) {
    const kept = points.filter(point => point.figures.p99Millis.median < limit);
    return kept.length ? kept.reduce((one, other) => one.figures.throughputPerSecond.median >= other.figures.throughputPerSecond.median ? one : other)
      : points.length ? points.reduce((one, other) => one.figures.p99Millis.median <= other.figures.p99Millis.median ? one : other) : undefined;
  }

  // ---- who waits for whom
  const waits = result.poolGraph;
  if (waits.length) {
    const part = section('Who waits for whom', 'By the agent, in the last window that counts and tells of it. A call is a task of'
      + ' the first pool. An arrow with dashes is something lent, such as a connection. A box tells how many threads were busy.');
    const place = element('div', undefined, 'flow');
    const edges = waits.map(wait => ({ ...wait, kind: wait.kind.toLowerCase() }));
    const told = result.runs.filter(run => counts(run) && run.edges && run.edges.length).pop();
    const busy = new Map(told.pools.map(pool => [pool.pool, {
      active: Math.round(10 * pool.threads.busySeconds / pool.seconds) / 10,
      maxThreads: Math.round((pool.threads.busySeconds + pool.threads.idleSeconds) / pool.seconds),
    }]).filter(([, sample]) => sample.maxThreads > 0));
    const scroll = element('div', undefined, 'scroll');
    scroll.append(table([
      ['from', wait => wait.from], ['to', wait => wait.to], ['what', wait => wait.kind === 'SUBMITS' ? 'tasks' : 'leases'],
      ['per call', wait => wait.perCall.toFixed(2)], ['wait ms', wait => millis(wait.waitMillis)],
      ['hold ms', wait => wait.holdMillis === null ? '' : millis(wait.holdMillis)],
    ], waits));
    part.append(place, scroll);
    show('flow', part);
    const draw = () => place.replaceChildren(graph.draw({ edges, cycles: [] }, busy, place.clientWidth));
    addEventListener('resize', draw);
    draw();
  }

  // ---- published against ours, drawn where a table has both in columns of the same name
  result.tables.forEach((data, index) => {
    const pairs = data.columns.flatMap((column, ours) => {
      const theirs = data.columns.findIndex(other => other.origin === 'PUBLISHED' && other.name === column.name);
      return column.origin === 'OURS' && theirs >= 0 ? [{ name: column.name, ours, theirs }] : [];
    }).filter(pair => data.rows.some(row => row[pair.ours].number !== undefined && row[pair.theirs].number !== undefined));
    const place = document.querySelectorAll('#tables > section')[index];
    if (!pairs.length || !place) return;
    const shown = pairs.slice(0, 2);
    const keys = data.columns.map((column, i) => i).filter(i => data.columns[i].origin === 'KEY');
    const names = data.rows.map(row => keys.map(i => row[i].text).join(', '));
    const drawing = chart(data.title, false);
    drawing.classList.add('published');
    place.insertBefore(drawing, place.querySelector('.scroll'));
    lab.addChart(drawing, c => ({
      animation: false, tooltip: Object.assign(tooltip(c), { valueFormatter: v => v === '-' ? v : millis(v) }),
      legend: { top: 0, right: 0, itemWidth: 30, textStyle: { color: c.text } },
      grid: shown.map((pair, i) => ({ left: gridLeft, right: 16, top: 62 + i * 170, height: 96 })),
      xAxis: shown.map((pair, i) => lab.sizeAxis(c, names, { gridIndex: i,
        axisLabel: { color: c.text, interval: 0, fontSize: 10, width: Math.max(40, drawing.clientWidth / (names.length + 1)), overflow: 'break' } })),
      yAxis: shown.map((pair, i) => valueAxis(c, pair.name, { gridIndex: i, splitNumber: 3 })),
      series: shown.flatMap((pair, i) => [['ours', pair.ours, c.chosen], ['published', pair.theirs, c.gray]].map(
        ([name, column, colour]) => ({ name, type: 'bar', xAxisIndex: i, yAxisIndex: i, barMaxWidth: 26,
          itemStyle: { color: colour, borderColor: c.text, borderWidth: name === 'published' ? 1 : 0,
            borderType: name === 'published' ? 'dashed' : 'solid' },
          data: data.rows.map(row => row[column].number === undefined ? '-' : row[column].number) }))),
    }));
    drawing.style.height = (62 + shown.length * 170) + 'px';
  });

  if (!chosen) return; // nothing could be measured

  // ---- one run in detail
  const allStates = [
    ['onCpu', 'on CPU'], ['ready', 'ready, no core'], ['queue', 'queue operations'], ['redis', 'waits for Redis'],
    ['otherIo', 'waits for other I/O'], ['lock', 'waits for a lock'], ['join', 'join wait (latch)'], ['other', 'other'],
    ['idle', 'idle (getTask)'],
  ];
  /** The counters do not tell Redis from other I/O, nor queue operations; what they do not know is other. */
  function counted(pool) {
    const time = pool.threads;
    const all = time.busySeconds + time.idleSeconds;
    const share = seconds => all > 0 ? seconds / all : 0;
    return { onCpu: share(time.cpuSeconds || 0), ready: 0, queue: 0, redis: 0, otherIo: share(time.ioWaitSeconds),
      lock: share(time.lockWaitSeconds), join: share(time.joinWaitSeconds), idle: share(time.idleSeconds),
      other: share(time.otherWaitSeconds + (time.cpuSeconds === null
        ? time.busySeconds - time.ioWaitSeconds - time.lockWaitSeconds - time.joinWaitSeconds - time.otherWaitSeconds : 0)) };
  }
  const worked = pool => pool.completions + pool.failures > 0;
  function rowsOf(run) {
    const sampled = run.details.profile ? run.details.profile.pools : [];
    return run.pools.filter(worked).flatMap(pool => {
      const seen = sampled.find(each => each.pool === pool.pool);
      const threads = Math.round((pool.threads.busySeconds + pool.threads.idleSeconds) / pool.seconds);
      const rows = [{ pool: pool.pool, threads, how: 'counted', share: counted(pool) }];
      return seen ? [{ pool: pool.pool, threads, how: 'sampled', share: seen.states }, ...rows] : rows;
    }).concat(sampled.filter(each => !run.pools.some(pool => pool.pool === each.pool))
      .map(each => ({ pool: each.pool, threads: each.threads, how: 'sampled', share: each.states })));
  }
  // a described service may have a Redis of its own, or none
  const states = allStates.filter(([key]) => key !== 'redis' || result.setup.redis !== null
    || result.runs.some(run => rowsOf(run).some(row => row.share.redis > 0)));
  function ledgerOption(run, c, place) {
    const rows = rowsOf(run);
    const narrow = place.clientWidth < 520;
    return {
      animation: false,
      tooltip: { trigger: 'item', confine: true, backgroundColor: c.page, borderColor: c.line, textStyle: { color: c.text },
        formatter: item => [element('div', item.name), element('div', item.seriesName + ': ' + item.value.toFixed(1) + ' %')] },
      legend: { top: 0, left: 0, itemWidth: 16, textStyle: { color: c.text, fontSize: narrow ? 10 : 12 } },
      grid: { left: narrow ? 104 : 190, right: 20, top: narrow ? 104 : 56, bottom: 30 },
      xAxis: { type: 'value', min: 0, max: 100, axisLabel: { color: c.quiet, formatter: '{value} %' }, splitLine: { lineStyle: { color: c.line } } },
      yAxis: { type: 'category', inverse: true, axisTick: { show: false }, axisLine: { lineStyle: { color: c.gray } },
        data: rows.map(row => row.pool + (narrow ? '\n' : ', ' + plural(row.threads, 'thread') + ', ') + row.how),
        axisLabel: { color: c.text, lineHeight: 14, fontSize: narrow ? 10 : 12, width: narrow ? 96 : 180, overflow: 'break' } },
      series: states.map(([key, name]) => ({
        name, type: 'bar', stack: 'time', barMaxWidth: 28, itemStyle: { color: c.states[key][0], borderColor: c.page, borderWidth: 1 },
        data: rows.map(row => 100 * row.share[key]),
        label: { show: true, color: c.states[key][1], fontSize: 11,
          formatter: item => item.value >= (narrow ? 14 : 6) ? item.value.toFixed(0) + ' %' : '' },
      })),
    };
  }

  /** HdrHistogram's axis: each step to the right is a tenth of the calls that are slower. */
  const nines = percentile => Math.log10(100 / Math.max(1e-4, 100 - percentile));
  function curveOption(run, c) {
    const others = result.runs.filter(each => each !== run && counts(each) && each.figures.responseCurve.length
      && each.settings.place.stage === run.settings.place.stage).slice(0, 12);
    const data = each => each.figures.responseCurve.map(point => [nines(point.percentile), point.millis]);
    const most = Math.max(1, ...run.figures.responseCurve.filter(point => point.percentile < 100).map(point => nines(point.percentile)));
    const end = Math.min(5, Math.ceil(most));
    const inside = points => points.filter(([x]) => x <= end);
    const all = [run, ...others].flatMap(each => inside(data(each)).map(point => point[1])).filter(value => value > 0);
    const names = { 0: '0', 1: '90', 2: '99', 3: '99.9', 4: '99.99', 5: '99.999' };
    return {
      animation: false,
      tooltip: { trigger: 'axis', confine: true, backgroundColor: c.page, borderColor: c.line, textStyle: { color: c.text },
        formatter: items => items.slice(-1).map(item => element('div', (100 - 100 / Math.pow(10, item.value[0])).toFixed(3)
          + ' % of the calls: at most ' + millis(item.value[1]) + ' ms')) },
      grid: { left: gridLeft, right: 24, top: 44, bottom: 56 },
      xAxis: { type: 'value', min: 0, max: end, interval: 1, name: 'percentile', nameLocation: 'middle', nameGap: 30,
        nameTextStyle: { color: c.quiet }, axisLabel: { color: c.text, formatter: value => names[value] || '' },
        splitLine: { lineStyle: { color: c.line } } },
      yAxis: valueAxis(c, 'response time, ms', { type: 'log', min: lab.roundFloor(Math.min(limit, ...all)),
        axisLabel: { color: c.quiet, formatter: value => Number(value.toPrecision(2)) } }),
      series: others.map(each => ({ name: runName(each), type: 'line', showSymbol: false, silent: true, z: 1,
        lineStyle: { color: c.gray, width: 1, opacity: 0.6 }, data: inside(data(each)) })).concat([{
        name: runName(run), type: 'line', showSymbol: false, z: 3, lineStyle: { color: c.chosen, width: 3 }, itemStyle: { color: c.chosen },
        data: inside(data(run)),
        markLine: Object.assign({}, plainMark, { data: [{ yAxis: limit, lineStyle: { color: c.text, type: 'dashed', width: 1.5 },
          label: { show: true, position: 'insideEndTop', color: c.text, textBorderColor: c.page, textBorderWidth: 3,
            formatter: 'limit ' + limit + ' ms' } }] }),
      }]),
    };
  }

  const detail = section('One run in detail', 'What limited it, what the threads of its server did, and how long its calls took.');
  const picker = element('select');
  picker.setAttribute('aria-label', 'run');
  // a run whose generator ended early has nothing to tell
  const told = result.runs.filter(run => run.figures.responseCurve.length && (run.pools.some(worked) || run.details.profile));
  told.forEach((run, i) => {
    const option = element('option', runName(run) + (counts(run) ? '' : ' (discarded)'));
    option.value = String(i);
    picker.append(option);
  });
  const like = told.find(run => run.settings.variant.name === chosen.settings.variant.name);
  let shown = told.includes(chosen) ? chosen : like || told[0];
  picker.value = String(told.indexOf(shown));
  const name = element('p', '', 'on-paper');
  const words = element('ul', undefined, 'notes');
  const ledger = chart('Time of the threads of each pool', false);
  const ledgerNumbers = element('div');
  const curve = chart('Response-time percentiles', false);
  const curveNumbers = element('div');
  const scheduler = element('div');
  const flames = element('div');

  function fill() {
    const run = shown;
    name.textContent = picker.selectedOptions[0].textContent;
    words.replaceChildren(...run.details.diagnosis.flatMap(verdict => verdict.text).map(sentence => element('li', sentence)));
    const rows = rowsOf(run);
    ledger.style.height = (110 + 46 * Math.max(1, rows.length)) + 'px';
    const differences = run.details.profile ? run.details.profile.pools.flatMap(pool =>
      pool.differences.map(each => Object.assign({ pool: pool.pool }, each))) : [];
    const numbers = element('div');
    numbers.append(table([['pool', row => row.pool], ['threads', row => String(row.threads)], ['by', row => row.how]]
      .concat(states.map(([key, name]) => [name + ' %', row => percent(row.share[key])])), rows));
    if (differences.length) {
      numbers.append(element('p', 'Sampling beside the pools\u2019 own counters, in percent of all thread time. A thread that'
        + ' was woken and waits for a core counts here as what it waited for, as the counters see it.', 'caption'),
      table([['pool', row => row.pool], ['state', row => row.state], ['sampled %', row => percent(row.sampled)],
        ['counted %', row => percent(row.counted)], ['difference, points', row => row.points.toFixed(1)]], differences));
    }
    ledgerNumbers.replaceChildren(behindAClick('The numbers of this chart', numbers));
    curveNumbers.replaceChildren(behindAClick('The numbers of this chart', table([
      ['percentile', point => point.percentile.toFixed(3)], ['ms', point => millis(point.millis)]], run.figures.responseCurve)));
    const calls = Math.max(1, run.figures.calls + Object.values(run.figures.errors).reduce((one, other) => one + other, 0));
    scheduler.replaceChildren(run.details.threads.length ? behindAClick('Context switches and run-queue delay, from /proc', table([
      ['threads of', row => row.group], ['threads', row => String(row.threads)], ['CPU s', row => row.cpuSeconds.toFixed(2)],
      ['run queue s', row => row.runQueueSeconds.toFixed(2)],
      ['run queue us per call', row => number(1e6 * row.runQueueSeconds / calls)],
      ['switches per call', row => ((row.voluntarySwitches + row.involuntarySwitches) / calls).toFixed(2)],
      ['of these unwilling %', row => percent(row.involuntarySwitches / Math.max(1, row.voluntarySwitches + row.involuntarySwitches))],
    ], run.details.threads)) : '');
    flames.replaceChildren();
    if (run.details.profile) {
      const list = element('ul', undefined, 'links');
      run.details.profile.flames.forEach(flame => {
        const item = element('li');
        item.append(link(flame.title, flame.file));
        list.append(item);
      });
      const item = element('li');
      item.append(link('the recording itself (JFR)', run.details.profile.jfr));
      list.append(item);
      flames.append(element('h3', 'Flame graphs'), element('p', 'Taken with async-profiler (CPU samples: '
        + run.details.profile.cpuEvent + ') in the ' + run.details.profile.seconds.toFixed(1) + ' s of the measured window.'
        + ' The files lie beside this page.', 'caption'), list);
      if (run.details.profile.notDrawn.length) {
        const missing = element('ul');
        run.details.profile.notDrawn.forEach(reason => missing.append(element('li', reason)));
        flames.append(element('p', 'Not drawn:', 'caption'), missing);
      }
    }
  }
  const bar = element('p');
  bar.append(picker);
  detail.append(bar, name, words, element('h3', 'Time of the threads of each pool'), ledger, ledgerNumbers, scheduler,
    element('h3', 'Response-time percentiles'),
    element('p', 'On the axis of HdrHistogram. Thin lines: the other runs of the same stage.', 'caption'), curve, curveNumbers, flames);
  if (shown) {
    fill();
    document.getElementById('detail').append(detail);
    lab.addChart(ledger, colours => ledgerOption(shown, colours, ledger));
    lab.addChart(curve, colours => curveOption(shown, colours));
  }
  picker.addEventListener('change', () => {
    shown = told[Number(picker.value)];
    fill();
    lab.drawAll();
  });

  // ---- the diagnosis of the answer's run, on top
  // a service without ledgers is diagnosed by the profiled run of the same settings
  const diagnosed = chosen.details.diagnosis.length || !like ? chosen : like;
  if (diagnosed.details.diagnosis.length) {
    const part = section('What limits it', 'From ' + runName(diagnosed) + (isOfAnswer(diagnosed) ? ', a run of the answer.'
      : diagnosed !== chosen ? ', which had a profiler in it.' : answer.outcome !== 'none' ? '.' : ', the fastest that counts.'));
    const list = element('ul', undefined, 'notes');
    list.append(...diagnosed.details.diagnosis.flatMap(verdict => verdict.text).map(sentence => element('li', sentence)));
    part.append(list);
    show('why', part);
  }
  lab.drawAll();
})();
