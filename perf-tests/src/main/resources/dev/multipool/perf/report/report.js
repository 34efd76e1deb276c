'use strict';
// Draws the page from the two data blocks. All text goes in as text nodes, never as markup.
(function () {
  const result = JSON.parse(document.getElementById('result').textContent);
  const published = parseCsv(document.getElementById('published').textContent);
  const answer = result.answer;
  const cores = result.setup.cores;
  const limit = Number(/<([0-9.]+)ms/.exec(answer.objective)[1]);
  const sizes = result.sizes;
  const drawn = sizes.filter(size => size.figures);

  const number = value => Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
  const millis = value => value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2);
  const twoDecimals = value => value === null ? 'unknown' : value.toFixed(2);
  const plural = (count, word) => count + ' ' + word + (count === 1 ? '' : 's');
  const when = instant => instant.slice(0, 16).replace('T', ' ') + ' UTC';
  const isAnswer = pool => answer.pool !== null && pool.threads === answer.pool.threads;

  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }
  function show(id, ...children) { document.getElementById(id).replaceChildren(...children); }
  function tile(figure, words) {
    const made = element('div', undefined, 'tile');
    made.append(element('b', figure), element('span', words));
    return made;
  }
  /** columns: [heading, row -> text]; remarks of a row get a line of their own below it */
  function table(columns, rows, classOf, remarksOf) {
    const made = element('table');
    const head = element('tr');
    columns.forEach(([heading]) => head.append(element('th', heading)));
    made.append(element('thead'), element('tbody'));
    made.tHead.append(head);
    rows.forEach(row => {
      const line = element('tr', undefined, classOf ? classOf(row) : '');
      columns.forEach(([, cell]) => line.append(element('td', cell(row))));
      made.tBodies[0].append(line);
      const remarks = remarksOf ? remarksOf(row) : '';
      if (remarks) {
        const below = element('tr', undefined, 'remarks');
        below.append(element('td', remarks));
        below.cells[0].colSpan = columns.length;
        made.tBodies[0].append(below);
      }
    });
    return made;
  }
  function parseCsv(text) {
    const lines = text.split('\n').filter(line => line.trim());
    const rows = lines.filter(line => !line.startsWith('#')).map(line => line.split(','));
    return {
      remarks: lines.filter(line => line.startsWith('#')).map(line => line.slice(1).trim()),
      rows: rows.slice(1).map(cells => Object.fromEntries(rows[0].map((name, i) => [name, Number(cells[i])]))),
    };
  }

  // ---- the answer
  const first = result.runs[0];
  const describe = pool => pool.kind + ' pool of ' + plural(pool.threads, 'thread');
  const capital = text => text[0].toUpperCase() + text.slice(1);
  const objective = 'TP99 < ' + limit + ' ms';
  document.getElementById('overline').textContent =
      'multipool laboratory \u00b7 ' + result.experiment + ' \u00b7 ' + when(result.setup.startedAt);
  document.getElementById('headline').textContent = answer.met ? capital(describe(answer.pool)) : 'No size met ' + objective;
  document.getElementById('lead').textContent = answer.met
      ? 'The largest throughput with ' + objective + ', ' + (answer.measured ? 'measured' : 'predicted') + ' under '
          + plural(first.settings.users, 'concurrent user') + '.'
      : capital(answer.text) + '.';
  const coresTile = tile(String(answer.cores), (answer.cores === 1 ? 'core' : 'cores') + ' for the server'
      + (cores.shared ? ', shared with generator and Redis' : ', its own'));
  if (answer.met) {
    show('tiles', tile(number(answer.throughputPerSecond), 'calls per second (TPS)'),
        tile(millis(answer.p99Millis) + ' ms', 'TP99, limit ' + limit + ' ms'), coresTile);
  } else {
    show('tiles', coresTile);
  }

  const notes = [];
  const within = /\(the (smallest within 2 % of the best: [^)]*)\)/.exec(answer.text);
  if (within) notes.push(['', capital(within[1]) + '.']);
  if (cores.shared) notes.push(['warn', capital(cores.sentence) + '.']);
  const invalid = result.runs.filter(run => run.invalidReasons.length);
  const suspect = result.runs.filter(run => !run.invalidReasons.length && run.suspectReasons.length);
  if (invalid.length) {
    notes.push(['warn', plural(invalid.length, 'run') + ' of ' + result.runs.length
        + ' invalid and not counted; the reasons stand at each run below.']);
  }
  if (answer.met && drawn.length < sizes.length) {
    notes.push(['warn', 'No run counts with ' + sizes.filter(size => !size.figures).map(size => size.pool.threads).join(', ')
        + ' threads: the answer is the best of the other sizes only.']);
  }
  if (suspect.length) {
    notes.push(['warn', plural(suspect.length, 'run') + ' of ' + result.runs.length
        + ' suspect: other work used the cores meanwhile. The figures count, but measure again on a quiet machine.']);
  }
  show('notes', ...notes.map(([kind, text]) => element('li', text, kind)));

  // ---- tables
  const repeats = Math.max(...sizes.map(size => size.runs));
  const range = (spread, format) => format(spread.min) + '\u2013' + format(spread.max);
  const figure = (pick, format) => size => size.figures ? format(pick(size.figures)) : 'invalid';
  document.getElementById('sizes-caption').textContent =
      'Bars and points: median of ' + plural(repeats, 'run') + ' (of TP99, with an even number, the larger of the middle two). '
      + 'Thin lines: smallest to largest run. Filled points keep the limit, hollow ones break it.';
  show('sizes-table', table([
    ['threads', size => String(size.pool.threads)],
    ['TPS', figure(f => f.throughputPerSecond.median, number)],
    ['min\u2013max', figure(f => f.throughputPerSecond, s => range(s, number))],
    ['TP99 ms', figure(f => f.p99Millis.median, millis)],
    ['min\u2013max', figure(f => f.p99Millis, s => range(s, millis))],
    ['server CPU, cores', figure(f => f.serverCpuCores, twoDecimals)],
    ['runs', size => size.validRuns + ' of ' + size.runs + ' valid'],
  ], sizes, size => isAnswer(size.pool) ? 'answer' : ''));
  const percentiles = [['TP50', 'p50Millis'], ['TP90', 'p90Millis'], ['TP99', 'p99Millis'], ['TP99.9', 'p999Millis']];
  show('percentiles-table', table(
      [['threads', size => String(size.pool.threads)]].concat(percentiles.flatMap(([name, key]) => [
        [name + ' ms', figure(f => f[key].median, millis)],
        ['min\u2013max', figure(f => f[key], s => range(s, millis))],
      ])), sizes, size => isAnswer(size.pool) ? 'answer' : ''));
  document.getElementById('runs-caption').textContent =
      'In the order in which they were made: sizes up, then down, so that a drift of the machine cancels. Each run has a server process of its own.';
  show('runs-table', table([
    ['run', run => String(run.number)],
    ['threads', run => String(run.settings.pool.threads)],
    ['TPS', run => number(run.figures.throughputPerSecond)],
    ['TP50 ms', run => millis(run.figures.p50Millis)],
    ['TP90 ms', run => millis(run.figures.p90Millis)],
    ['TP99 ms', run => millis(run.figures.p99Millis)],
    ['TP99.9 ms', run => millis(run.figures.p999Millis)],
    ['max ms', run => millis(run.figures.maxMillis)],
    ['errors', run => String(Object.values(run.figures.errors).reduce((a, b) => a + b, 0))],
    ['server CPU', run => twoDecimals(run.figures.serverCpuCores)],
    ['generator CPU', run => twoDecimals(run.figures.generatorCpuCores)],
    ['foreign CPU', run => twoDecimals(run.figures.foreignCpuCores)],
  ], result.runs, run => run.invalidReasons.length ? 'invalid' : '',
  run => run.invalidReasons.map(r => 'invalid: ' + r).concat(run.suspectReasons.map(r => 'suspect: ' + r)).join('; ')));

  // ---- how it was measured
  const onCores = cpus => cpus === null ? 'not pinned' : (/[-,]/.test(cpus) ? 'cores ' : 'core ') + cpus;
  show('cores', tile(onCores(cores.serverCpus), 'server'), tile(onCores(cores.generatorCpus), 'load generator'),
      tile(onCores(cores.redisCpus), 'Redis'));
  const s = first.settings;
  const e = first.environment;
  const facts = (answer.met ? [['to use it', 'pools.' + answer.pool.name + '=' + answer.pool.spec]] : []).concat([
    ['cores', capital(cores.sentence) + '. The machine has ' + plural(cores.machineCores, 'core') + '.'],
    ['load', 'closed loop: ' + plural(s.users, 'user') + ' on ' + plural(s.connections, 'connection')
        + ', each sends its next call when the one before is answered; ' + s.warmupSeconds + ' s warm-up, then '
        + s.durationSeconds + ' s measured; ' + number(s.usersSeeded) + ' users in Redis'],
    ['server', 'pool ' + s.pool.name + ', ' + s.pool.kind + ', queue of ' + s.pool.queue + '; '
        + plural(s.eventLoops, 'event loop')],
    ['Redis', result.setup.redis.description.replace(/^redis: /, '')],
    ['CPU', e.cpuModel], ['kernel', e.kernel], ['JDK', e.jdk],
    ['JVM flags', e.jvmFlags.length ? e.jvmFlags.join(' ') : 'none'],
    ['revision', e.gitRevision === null ? 'unknown' : e.gitRevision],
    ['date', when(result.setup.startedAt) + ', ' + Math.round(result.setup.elapsedSeconds / 6) / 10 + ' minutes'],
  ]);
  show('setup', ...facts.flatMap(([name, text]) => [element('dt', name), element('dd', text)]));
  document.getElementById('command').textContent = result.setup.command;

  document.getElementById('published-caption').textContent = published.remarks.join(' ')
      + ' Not comparable number by number: other processor, framework and network, and another load at each size.';
  show('published-table', table([
    ['threads', row => String(row.threads)], ['users', row => String(row.max_users)], ['TPS', row => number(row.tps)],
    ['TP50 ms', row => String(row.tp50_ms)], ['TP90 ms', row => String(row.tp90_ms)],
    ['TP99 ms', row => String(row.tp99_ms)], ['TP99.9 ms', row => String(row.tp999_ms)],
    ['CPU %', row => String(row.cpu_percent)],
  ], published.rows));

  // ---- charts: colours of Okabe and Ito, which stay apart for the colour-blind; shape and dash say the same again
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let printing = false;
  function palette() {
    const night = dark.matches && !printing;
    return {
      text: night ? '#e6e9ec' : '#1b1f24', quiet: night ? '#a0a9b2' : '#57606a', line: night ? '#363c44' : '#d0d7de',
      page: night ? '#14171b' : '#ffffff', bar: night ? '#3f7fa6' : '#9fd3f2', chosen: night ? '#56b4e9' : '#0072b2',
      barText: night ? '#ffffff' : '#1b1f24', chosenText: night ? '#10141a' : '#ffffff',
      tp50: night ? '#56b4e9' : '#0072b2', tp90: '#009e73', tp99: '#d55e00', tp999: night ? '#e3a3c6' : '#b3568f',
      gray: night ? '#6b747d' : '#8c959f',
    };
  }
  const spreads = (rows, pick, colour) => rows.filter(size => size.runs > 1).map(size => {
    const spread = pick(size.figures);
    const x = String(size.pool.threads);
    return [{ coord: [x, spread.min], lineStyle: { color: colour, type: 'solid', width: 1.5 } }, { coord: [x, spread.max] }];
  });
  const plainMark = { silent: true, animation: false, symbol: ['none', 'none'], label: { show: false } };
  const tooltip = c => ({
    trigger: 'axis', confine: true, backgroundColor: c.page, borderColor: c.line, textStyle: { color: c.text },
    axisPointer: { type: 'shadow' },
  });
  const valueAxis = (c, name, more) => Object.assign({
    type: 'value', name, nameLocation: 'end', nameTextStyle: { color: c.text, align: 'left', fontWeight: 'bold' },
    nameGap: 14, axisLabel: { color: c.quiet }, splitLine: { lineStyle: { color: c.line } }, min: 0,
  }, more);
  const sizeAxis = (c, names, more) => Object.assign({
    type: 'category', data: names, axisLabel: { color: c.text }, axisLine: { lineStyle: { color: c.gray } },
    axisTick: { show: false }, nameLocation: 'middle', nameGap: 42, nameTextStyle: { color: c.quiet },
  }, more);
  const names = sizes.map(size => String(size.pool.threads));
  const nameOf = name => drawn.some(size => String(size.pool.threads) === name) ? name : name + '\ninvalid';
  // the empty part of a value axis's name has to start at the left edge, not at the axis line
  const gridLeft = 56;

  function roundFloor(value) {
    const power = Math.pow(10, Math.floor(Math.log10(value)));
    return Number((power * [5, 2, 1].find(factor => factor * power <= value)).toPrecision(1));
  }

  /** The next of 1, 2, 5, 10, ... that is at least the given step: the chart library's own choice would leave out the limit. */
  function roundStep(atLeast) {
    const power = Math.pow(10, Math.floor(Math.log10(atLeast)));
    return power * [1, 2, 5, 10].find(factor => factor * power >= atLeast);
  }

  /** Step and end of an axis that leaves room above a value. */
  function axisEnd(value, room) {
    const step = roundStep(value * room / 5);
    return [step, step * Math.ceil(value * room / step)];
  }

  function sizesOption(c) {
    // both axes end above the largest single run, or its spread and the word above it would be cut off
    const [step, top] = axisEnd(Math.max(limit, ...drawn.map(size => size.figures.p99Millis.max)), 1.12);
    const [tpsStep, tpsTop] = axisEnd(Math.max(1, ...drawn.map(size => size.figures.throughputPerSecond.max)), 1.1);
    const narrow = document.getElementById('sizes-chart').clientWidth < 520;
    return {
      animation: false, tooltip: tooltip(c), axisPointer: { link: [{ xAxisIndex: 'all' }] },
      grid: [{ left: gridLeft, right: 16, top: 44, height: 220 }, { left: gridLeft, right: 16, top: 334, height: 168 }],
      xAxis: [
        sizeAxis(c, names, { gridIndex: 0, axisLabel: { color: c.text, interval: 0, lineHeight: 14, fontSize: narrow ? 10 : 12, formatter: nameOf } }),
        sizeAxis(c, names, { gridIndex: 1, axisLabel: { color: c.text, interval: 0, lineHeight: 14, fontSize: narrow ? 10 : 12, formatter: nameOf }, name: 'threads in the pool' }),
      ],
      yAxis: [
        valueAxis(c, 'throughput, calls per second', { gridIndex: 0, max: tpsTop, interval: tpsStep }),
        valueAxis(c, 'TP99, ms', { gridIndex: 1, max: top, interval: step }),
      ],
      series: [{
        name: 'TPS', type: 'bar', barMaxWidth: 64, barCategoryGap: narrow ? '6%' : '35%', tooltip: { valueFormatter: v => v === undefined ? 'invalid' : number(v) },
        data: sizes.map(size => size.figures ? {
          value: size.figures.throughputPerSecond.median,
          itemStyle: { color: isAnswer(size.pool) ? c.chosen : c.bar },
          label: { color: isAnswer(size.pool) ? c.chosenText : c.barText, fontWeight: isAnswer(size.pool) ? 'bold' : 'normal' },
        } : '-'),
        label: { show: true, position: 'insideBottom', distance: 8, fontSize: narrow ? 10 : 12, formatter: point => number(point.value) },
        markPoint: {
          silent: true, animation: false, symbol: 'circle', symbolSize: 1,
          data: drawn.filter(size => isAnswer(size.pool)).map(size => ({
            coord: [String(size.pool.threads), size.figures.throughputPerSecond.max],
            label: { show: true, position: 'top', distance: 6, formatter: 'answer', color: c.chosen, fontWeight: 'bold' },
          })),
        },
        markLine: Object.assign({}, plainMark, { data: spreads(drawn, f => f.throughputPerSecond, c.text) }),
      }, {
        name: 'TP99', type: 'line', xAxisIndex: 1, yAxisIndex: 1, symbol: 'diamond', symbolSize: 13,
        lineStyle: { color: c.tp99, width: 2.5 }, tooltip: { valueFormatter: v => v === undefined ? 'invalid' : millis(v) + ' ms' },
        data: sizes.map(size => size.figures ? {
          value: size.figures.p99Millis.median,
          itemStyle: { color: size.figures.p99Millis.median < limit ? c.tp99 : c.page, borderColor: c.tp99, borderWidth: 2 },
          // away from the limit's line
          label: { position: size.figures.p99Millis.median < limit ? 'bottom' : 'top', fontWeight: isAnswer(size.pool) ? 'bold' : 'normal' },
        } : '-'),
        label: { show: true, distance: 8, color: c.text, textBorderColor: c.page, textBorderWidth: 3,
          formatter: point => millis(point.value) },
        markLine: Object.assign({}, plainMark, {
          data: spreads(drawn, f => f.p99Millis, c.tp99).concat([{
            yAxis: limit, lineStyle: { color: c.text, type: 'dashed', width: 1.5 },
            label: { show: true, position: 'insideEndTop', color: c.text, textBorderColor: c.page, textBorderWidth: 3, formatter: 'limit ' + limit + ' ms' },
          }]),
        }),
      }],
    };
  }

  function percentilesOption(c) {
    const all = drawn.flatMap(size => percentiles.flatMap(([, key]) => [size.figures[key].min, size.figures[key].max]));
    const logarithmic = all.length > 0 && Math.min(...all) > 0 && Math.max(...all) / Math.min(...all) > 20;
    document.getElementById('percentiles-caption').textContent =
        'Median over the runs of a size; thin lines: smallest to largest run.' + (logarithmic ? ' The axis is logarithmic.' : '');
    const look = {
      TP50: ['circle', 'solid', c.tp50], TP90: ['triangle', [7, 4], c.tp90],
      TP99: ['diamond', 'solid', c.tp99], 'TP99.9': ['rect', [2, 3], c.tp999],
    };
    return {
      animation: false, tooltip: Object.assign(tooltip(c), { valueFormatter: v => v === undefined ? 'invalid' : millis(v) + ' ms' }),
      legend: { top: 0, right: 0, itemWidth: 34, textStyle: { color: c.text } },
      grid: { left: gridLeft, right: 16, top: 62, bottom: 60 },
      xAxis: sizeAxis(c, names, { name: 'threads in the pool' }),
      yAxis: valueAxis(c, 'response time, ms', logarithmic ? { type: 'log', min: roundFloor(Math.min(...all)), axisLabel: { color: c.quiet, formatter: v => Number(v.toPrecision(2)) } } : {}),
      series: percentiles.map(([name, key]) => {
        const [symbol, dash, colour] = look[name];
        return {
          name, type: 'line', symbol, symbolSize: 9, itemStyle: { color: colour }, lineStyle: { color: colour, type: dash, width: 2 },
          data: sizes.map(size => size.figures ? size.figures[key].median : '-'),
          markLine: Object.assign({}, plainMark, { data: spreads(drawn, f => f[key], colour) }),
        };
      }),
    };
  }

  function publishedOption(c) {
    const threads = published.rows.map(row => String(row.threads));
    return {
      animation: false, tooltip: tooltip(c), legend: { top: 0, right: 0, textStyle: { color: c.text } },
      grid: { left: gridLeft, right: 48, top: 62, bottom: 60 },
      xAxis: sizeAxis(c, threads, { name: 'threads in the pool' }),
      yAxis: [
        valueAxis(c, 'TPS'),
        valueAxis(c, 'TP99, ms', { splitLine: { show: false }, max: 15, nameTextStyle: { color: c.text, align: 'right', fontWeight: 'bold' } }),
      ],
      series: [
        { name: 'TPS', type: 'bar', barMaxWidth: 40, itemStyle: { color: c.gray }, data: published.rows.map(row => row.tps) },
        { name: 'TP99', type: 'line', yAxisIndex: 1, symbol: 'diamond', symbolSize: 11, itemStyle: { color: c.tp99 },
          lineStyle: { color: c.tp99, width: 2 }, data: published.rows.map(row => row.tp99_ms) },
      ],
    };
  }

  const charts = [['sizes-chart', sizesOption], ['percentiles-chart', percentilesOption], ['published-chart', publishedOption]]
      .map(([id, option]) => [echarts.init(document.getElementById(id), null, { renderer: 'svg' }), option]);
  const draw = () => charts.forEach(([chart, option]) => { chart.resize(); chart.setOption(option(palette()), true); });
  draw();
  addEventListener('resize', draw);
  dark.addEventListener('change', draw);
  addEventListener('beforeprint', () => {
    printing = true;
    document.querySelectorAll('details').forEach(details => { details.open = true; });
    draw();
  });
  addEventListener('afterprint', () => { printing = false; draw(); });
})();
