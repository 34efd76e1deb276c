'use strict';
// Draws the page from the data block. All text goes in as text nodes, never as markup.
(function () {
  const { number, millis, twoDecimals, plural, when, element, show, tile, table, section, behindAClick, chart, plainMark,
    tooltip, valueAxis, sizeAxis, gridLeft, roundFloor, axisEnd } = lab;
  const result = JSON.parse(document.getElementById('result').textContent);
  const answer = result.answer;
  const cores = result.setup.cores;
  // what a file describes; null for our own service
  const service = result.setup.service;
  const subject = service === null ? result.experiment : service.name;
  const limit = answer.limitMillis;
  const points = result.points;
  const stageNames = [...new Set(points.map(point => point.settings.place.stage))];

  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  // where no run counts, an answer may rest on those that only the machine disturbed
  const throughputOf = point => {
    const figures = point.figures || point.disturbedFigures;
    return figures === null ? undefined : figures.throughputPerSecond.median;
  };
  const recommends = point => method => method.pools !== null && point.settings.variant.name === method.pools.name
      && throughputOf(point) === method.pools.throughputPerSecond;
  const isOfTheAnswer = point => same(point.settings.variant.server, answer.settings)
      && throughputOf(point) === answer.throughputPerSecond;
  /** answer or provisional; undefined for a point that is not recommended */
  const outcomeOf = point => {
    const method = answer.methods.find(recommends(point));
    return method ? method.outcome : answer.outcome !== 'none' && isOfTheAnswer(point) ? answer.outcome : undefined;
  };
  const isAnswer = point => outcomeOf(point) !== undefined;
  const labelOf = point => point.settings.place.label;
  /** When calls are sent, and by which program where it is not our generator. */
  const loadOf = load => demandOf(load.demand) + (load.engine ? '; ' + load.engine.text : '');
  const demandOf = demand => demand.model === 'closed' ? plural(demand.users, 'user')
      : number(demand.ratePerSecond) + ' calls/s, ' + demand.arrivals.toLowerCase() + ' arrivals';

  // ---- the answer: one card for each method of a search, one in all for another experiment
  const first = result.runs[0]; // undefined where a search had to leave out every setting
  const describe = pool => pool.kind + ' pool of ' + (pool.kind === 'fixed' ? '' : 'at most ') + plural(pool.threads, 'thread');
  const capital = text => text[0].toUpperCase() + text.slice(1);
  const objective = 'TP99 < ' + limit + ' ms';
  const chosen = points.find(isAnswer);
  const severalStages = stageNames.length > 1;
  const range = (spread, format) => format(spread.min) === format(spread.max) ? format(spread.min)
      : format(spread.min) + '\u2013' + format(spread.max);
  const badges = { answer: 'answer', provisional: 'provisional', none: 'no answer' };

  /** That of an experiment in the shape of a method's. */
  function onlyAnswer() {
    const watched = !chosen ? [] : result.runs.filter(run => same(run.settings, chosen.settings) && run.details.diagnosis.length);
    return {
      method: subject, outcome: answer.outcome, missing: answer.missing, whyNone: answer.whyNone,
      pools: answer.outcome === 'none' ? null : {
        name: chosen && (severalStages || !answer.pool) ? chosen.settings.variant.name : describe(answer.pool),
        threads: Object.fromEntries(result.toUse.map(use => [use.knob, use.value])),
        load: chosen ? loadOf(chosen.settings.load) : '',
        throughputPerSecond: answer.throughputPerSecond, p99Millis: answer.p99Millis, evidence: answer.evidence,
        sustainable: answer.sustainable,
      },
      hints: watched.length ? { limit: watched[watched.length - 1].details.diagnosis[0], next: null } : null,
      elsewhere: null, noPrediction: null,
    };
  }

  /** A figure with half of its confidence interval, unless that is so wide that it tells nothing. */
  function within(value, interval, format, unit) {
    const telling = interval !== null && interval.mean > 0 && interval.halfWidth <= 0.5 * interval.mean;
    const made = element('b', format(value));
    made.append(element('small', (telling ? ' \u00b1 ' + format(interval.halfWidth) : '') + unit));
    return made;
  }

  function figureOf(value, words) {
    const made = element('div', undefined, 'figure');
    made.append(value, element('span', words));
    return made;
  }

  function facts(rows) {
    const made = element('dl');
    rows.forEach(([name, text, kind]) => made.append(element('dt', name, kind), element('dd', text, kind)));
    return made;
  }

  /** What independent callers can have: it stands first, before what a closed loop got. */
  function sustainableOf(found) {
    // older results do not tell
    return found.sustainable === undefined ? null : found.sustainable;
  }

  function figuresOfTheRate(sustainable) {
    const made = element('div', undefined, 'figures paired');
    const rate = sustainable.rate;
    const perSecond = element('b', number(rate.perSecond));
    perSecond.append(element('small', ' calls/s'));
    made.append(
      figureOf(perSecond, 'sustainable rate' + (sustainable.outcome === 'answer' ? '' : ', provisional')),
      figureOf(rate.p99Millis === null ? element('b', '\u2013') : within(rate.p99Millis, rate.evidence.p99Millis, millis, ' ms'),
        'TP99 at it, limit ' + limit + ' ms'));
    return made;
  }

  function rowsOfTheRate(sustainable) {
    const rows = [[sustainable.rate === null ? 'no sustainable rate' : 'sustainable', sustainable.text + '.']];
    sustainable.missing.forEach(each => rows.push(['', each.text, 'missing']));
    return rows;
  }

  function windowsOf(evidence) {
    return evidence.windows + ' kept, ' + (evidence.discarded === null ? 0 : evidence.discarded.windows) + ' discarded';
  }

  function card(method) {
    const made = element('article', undefined, 'card ' + method.outcome);
    const head = element('div', undefined, 'head');
    head.append(element('h2', method.method), element('span', badges[method.outcome], 'badge'));
    made.append(head);
    const rows = service === null ? [] : toUse().concat(askedRows());
    if (method.whyNone !== null) {
      rows.push(['reason', method.whyNone.reason + '.'], ['what to do', method.whyNone.advice + '.']);
    }
    const found = method.pools;
    if (found !== null) {
      const chips = element('p', undefined, 'chips');
      const names = Object.entries(found.threads).map(([pool, threads]) => pool + ' ' + threads);
      chips.append(...(names.length ? names : [found.name]).map(name => element('span', name, 'chip')));
      const evidence = found.evidence;
      const sustainable = sustainableOf(found);
      const hasRate = sustainable !== null && sustainable.rate !== null;
      const figures = element('div', undefined, hasRate ? 'figures paired beside' : 'figures');
      figures.append(
        figureOf(within(found.throughputPerSecond, evidence.throughputPerSecond, number, ''),
          'TPS, ' + (hasRate ? 'closed loop of ' : '') + (found.load === undefined ? plural(found.users, 'user') : found.load)),
        figureOf(within(found.p99Millis, evidence.p99Millis, millis, ' ms'), 'TP99, limit ' + limit + ' ms'));
      made.append(chips, ...(hasRate ? [figuresOfTheRate(sustainable)] : []), figures);
      if (sustainable !== null) rows.unshift(...rowsOfTheRate(sustainable));
      method.missing.forEach((each, i) => rows.push([i ? '' : 'missing', each.text, 'missing']));
      if (method.hints !== null) {
        rows.push(['limited by', method.hints.limit === null ? 'Not known: the server was not watched.' : method.hints.limit.text[0]]);
        if (method.hints.next !== null) rows.push(['try next', method.hints.next.text]);
      }
      const discarded = evidence.discarded;
      rows.push(['windows', hasRate ? windowsOf(sustainable.rate.evidence) + '; closed loop: ' + windowsOf(evidence) : windowsOf(evidence)]);
      if (discarded !== null) {
        rows.push(['discarded', range(discarded.throughputPerSecond, number) + ' TPS, TP99 '
          + range(discarded.p99Millis, millis) + ' ms']);
      }
    }
    const there = method.elsewhere;
    if (there !== null) {
      rows.push([plural(there.cores, 'core') + ', predicted', there.name + '; ' + plural(there.users, 'user') + '; '
        + number(there.throughputPerSecond) + ' TPS (' + number(there.low) + '\u2013' + number(there.high) + ')', 'predicted']);
    }
    if (method.noPrediction !== null) rows.push(['no prediction', capital(method.noPrediction.text)]);
    made.append(facts(rows));
    return made;
  }

  // ---- a described service in its own words
  const protocols = { HTTP_1_1: 'HTTP/1.1', HTTP_2: 'HTTP/2', GRPC: 'gRPC', BAIDU_STD: 'baidu_std' };
  /** As a shell wants it. */
  const words = command => command.map(word => word === word.replace(/[^\w./:=,@{}%+-]/g, '') && word !== '' ? word
      : "'" + word.replaceAll("'", "'\\''") + "'").join(' ');
  /** The same row goes on without its name. */
  const under = (name, texts) => texts.map((text, i) => [i ? '' : name, text]);
  function toUse() {
    return under('to use it', result.toUse.map(use => (result.toUse.length > 1 ? use.knob + ': ' : '') + use.text));
  }
  function askedRows() {
    const asked = service.asked;
    if (asked.program !== null) return [['asked by', words(asked.command)]];
    const share = request => asked.requests.length > 1 ? ', ' + Math.round(1000 * request.share) / 10 + ' %' : '';
    return under('asked', asked.requests.map(request => request.name + share(request))).concat([
      ['protocol', protocols[asked.protocol] + (asked.tls ? ' by TLS' : ', without TLS')]]);
  }

  const methods = answer.methods.length ? answer.methods : [onlyAnswer()];
  const asks = answer.whyNone === null || answer.whyNone.cause !== 'NOTHING_TO_RECOMMEND';
  const what = answer.methods.length ? 'best pools of ' + plural(methods.length, 'method') : 'best setting';
  document.getElementById('overline').textContent =
      ['multipool laboratory', result.experiment].concat(service === null ? [] : [service.name])
        .concat([when(result.setup.startedAt)]).join(' \u00b7 ');
  document.getElementById('headline').textContent = {
    answer: 'Answer: the ' + what,
    provisional: 'Provisional answer: the best known' + (answer.methods.length ? ' pools' : ' setting'),
    none: asks ? 'No answer' : 'No setting is recommended',
  }[answer.outcome];
  const wanted = service === null || service.toCarryPerSecond === null ? 'most throughput'
      : 'smallest sizes that carry ' + number(service.toCarryPerSecond) + ' calls/s';
  document.getElementById('lead').textContent = (answer.outcome === 'none' ? 'Asked for: ' + wanted : capital(wanted)) + ' with '
      + objective + ', ' + (answer.measured ? 'measured on ' : 'predicted for ') + plural(answer.cores, 'core')
      + (!cores.shared ? '.' : service === null ? ', shared with generator and Redis.' : ', shared with the generator.');
  show('answers', ...methods.map(card));

  const notes = [];
  if (result.speed !== null && result.speed.movedMuch) {
    notes.push('The cores\u2019 speed moved by ' + Math.round(100 * result.speed.movedBy)
        + ' % within this job. Throughput is compared at equal speed.');
  }
  if (result.speed !== null && result.speed.memoryTaken) {
    notes.push('The hypervisor took memory away: to touch it again took ' + Math.round(result.speed.touchNanos.min / 1000) + ' to '
        + Math.round(result.speed.touchNanos.max / 1000) + ' \u00b5s. Throughput is compared as if that had not changed.');
  }
  if (result.speed !== null && result.speed.distanceChanged) {
    notes.push('The distance of the cores changed: from one to another and back took ' + Math.round(result.speed.distanceNanos.min) + ' to '
        + Math.round(result.speed.distanceNanos.max) + ' ns. Throughput is compared as if it had not.');
  }
  const discardedRuns = result.runs.filter(run => run.invalidReasons.length);
  if (discardedRuns.length) {
    notes.push(plural(discardedRuns.length, 'run') + ' of ' + result.runs.length
        + ' discarded; the reasons stand at each run below.');
  }
  const empty = points.filter(point => !point.figures);
  if (answer.outcome !== 'none' && empty.length) {
    notes.push(plural(empty.length, 'setting') + ' of ' + points.length + ' had no run that counts.');
  }
  show('notes', ...notes.map(text => element('li', text, 'warn')));
  if (result.findings.length) {
    const list = element('ul', undefined, 'notes');
    list.append(...result.findings.map(finding => element('li', finding.text)));
    const part = section('What else was found', '');
    part.append(answer.methods.length ? behindAClick('How the search went, step by step', list) : list);
    show('findings', part);
  }

  // ---- tables
  const figure = (pick, format) => point => point.figures ? format(pick(point.figures)) : 'discarded';
  const percentiles = [['TP50', 'p50Millis'], ['TP90', 'p90Millis'], ['TP99', 'p99Millis'], ['TP99.9', 'p999Millis']]
      // other programs do not tell all of them
      .filter(([, key]) => points.every(point => !point.figures || point.figures[key] !== null));
  const answerClass = point => isAnswer(point) ? 'answer' : '';

  /** A table that the experiment made: published and predicted columns look different, the former stand apart. */
  function made(data) {
    const part = section(data.title, data.caption);
    part.append(tableOf(data));
    return part;
  }

  function tableOf(data) {
    const tableMade = table(data.columns.map((column, i) => [
      ({PUBLISHED: 'published: ', PREDICTED: 'predicted: '}[column.origin] || '') + column.name, row => row[i].text,
    ]), data.rows);
    data.columns.forEach((column, i) => {
      const words = data.rows.some(row => row[i].text.length > 24);
      const edge = i > 0 && data.columns[i - 1].origin !== 'PUBLISHED';
      for (const line of tableMade.rows) {
        const cell = line.cells[i];
        if (column.origin === 'KEY') cell.classList.add('first');
        if (column.origin === 'PREDICTED') cell.classList.add('predicted');
        if (column.origin === 'PUBLISHED') cell.classList.add('published', ...(edge ? ['edge'] : []));
        if (words) cell.classList.add('words');
      }
    });
    const scroll = element('div', undefined, 'scroll');
    scroll.append(tableMade);
    return scroll;
  }
  show('tables', ...result.tables.map(made));

  /** The sections of a stage; what is drawn into them comes later, when they are on the page. */
  function stage(name) {
    const all = points.filter(point => point.settings.place.stage === name);
    // rates are tried up and down
    const rateOf = point => point.settings.load.demand.ratePerSecond;
    if (all.every(point => rateOf(point) !== undefined)) all.sort((one, other) => rateOf(one) - rateOf(other));
    const axis = all[0].settings.place.axis;
    const demands = [...new Set(all.map(point => loadOf(point.settings.load)))];
    const repeats = Math.max(...all.map(point => point.runs));
    const failures = all.some(point => point.figures && point.figures.failedPerSecond.max > 0);
    const corrected = all.some(point => point.figures && point.figures.correctedP99Millis !== null);
    const what = severalStages ? capital(name) + ': throughput and TP99' : 'Throughput and TP99 by ' + axis;
    // without a figure there is nothing to draw but an empty frame
    const drawn = all.filter(point => point.figures);
    const main = section(what, (drawn.length ? 'Bars and points: median of ' + plural(repeats, 'run')
        + ' (of TP99, with an even number, the larger of the middle two). Thin lines: smallest to largest run. '
        + 'Filled points keep the limit, hollow ones break it.' : 'Nothing is drawn, since no run of '
        + (all.length === 1 ? 'this point' : 'these ' + all.length + ' points') + ' counts. The reasons stand at each run below.')
        + (demands.length === 1 ? ' Load: ' + demands[0] + '.' : ''));
    const mainChart = drawn.length ? chart(what, true) : '';
    main.append(mainChart, behindAClick(drawn.length ? 'The numbers of this chart' : 'What was measured', table([
      [axis, labelOf],
      ['TPS', figure(f => f.throughputPerSecond.median, number)],
      ['min\u2013max', figure(f => f.throughputPerSecond, s => range(s, number))],
      ['TP99 ms', figure(f => f.p99Millis.median, millis)],
      ['min\u2013max', figure(f => f.p99Millis, s => range(s, millis))],
    ].concat(failures ? [
      ['goodput/s', figure(f => f.goodputPerSecond.median, number)],
      ['failed/s', figure(f => f.failedPerSecond.median, number)],
    ] : []).concat(corrected ? [
      ['corrected TP99 ms', figure(f => f.correctedP99Millis && f.correctedP99Millis.median, v => v === null ? '' : millis(v))],
    ] : []).concat([
      ['server CPU, cores', figure(f => f.serverCpuCores, twoDecimals)],
      ['runs', point => point.validRuns + ' of ' + point.runs + ' kept'],
    ]), all, answerClass)));
    const times = section(severalStages ? capital(name) + ': response time' : 'Response time by ' + axis, '');
    const timesChart = chart('Percentiles of response time', false);
    times.append(timesChart, behindAClick('The numbers of this chart', table(
        [[axis, labelOf]].concat(percentiles.flatMap(([title, key]) => [
          [title + ' ms', figure(f => f[key].median, millis)],
          ['min\u2013max', figure(f => f[key], s => range(s, millis))],
        ])), all, answerClass)));
    document.getElementById('stages').append(main);
    if (drawn.length) document.getElementById('stages').append(times);
    return { axis, all, drawn, mainChart, timesChart,
      caption: times.querySelector('.caption') };
  }
  const stages = stageNames.map(stage);
  // with one stage its charts are the result and tables come after; with several the tables sum them up
  if (!severalStages) document.getElementById('stages').after(document.getElementById('tables'));
  document.getElementById('runs-caption').textContent = !first ? 'There is none: each setting that was tried was left out.'
      : service !== null ? 'In the order in which they were made. Runs of the search keep a service as long as its knobs can be set'
        + ' while it runs; each run of the finals, and each that confirms a rate, has a service of its own.'
        : 'In the order in which they were made: forwards, then backwards, so that a drift of the machine cancels. Each run has a server process of its own.';
  if (first) show('runs-table', table([
    ['run', run => String(run.number)],
  ].concat(severalStages ? [['stage', run => run.settings.place.stage]] : []).concat([
    [severalStages ? 'point' : first.settings.place.axis, run => run.settings.place.label],
    ['TPS', run => number(run.figures.throughputPerSecond)],
    ['TP50 ms', run => millis(run.figures.responseTime.p50Millis)],
    ['TP90 ms', run => millis(run.figures.responseTime.p90Millis)],
    ['TP99 ms', run => millis(run.figures.responseTime.p99Millis)],
    ['TP99.9 ms', run => millis(run.figures.responseTime.p999Millis)],
    ['max ms', run => millis(run.figures.responseTime.maxMillis)],
    ['corrected TP99 ms', run => run.figures.corrected === null ? '' : millis(run.figures.corrected.percentiles.p99Millis)],
    ['send delay TP99 ms', run => run.figures.sending === null ? '' : millis(run.figures.sending.sendDelay.p99Millis)],
    ['goodput/s', run => number(run.figures.outcome.goodputPerSecond)],
    ['rejected', run => String(run.figures.outcome.rejected)],
    ['errors', run => String(Object.values(run.figures.errors).reduce((a, b) => a + b, 0))],
    ['server CPU', run => twoDecimals(run.figures.serverCpuCores)],
    ['generator CPU', run => twoDecimals(run.figures.generatorCpuCores)],
    ['foreign CPU', run => twoDecimals(run.figures.resources.foreignCores)],
    ['stolen CPU', run => twoDecimals(run.figures.resources.stealCores)],
    ['server GC ms', run => run.figures.resources.serverGc === null ? '' : millis(run.figures.resources.serverGc.totalMillis)],
  ]), result.runs, run => run.invalidReasons.length ? 'discarded' : '',
  run => run.invalidReasons.map(reason => 'discarded: ' + reason.text).join('; ')));

  // ---- how it was measured
  const onCores = cpus => cpus === null ? 'not pinned' : 'CPU ' + cpus;
  show('cores', tile(onCores(cores.serverCpus), service === null ? 'server' : 'service'), tile(onCores(cores.generatorCpus), 'load generator'),
      ...(result.setup.redis === null ? [] : [tile(onCores(cores.redisCpus), 'Redis')]));
  const closedRuns = result.runs.map(run => run.settings.load.demand).filter(demand => demand.model === 'closed');
  const common = first ? Object.entries(first.settings.variant.server)
      .filter(([key, text]) => result.runs.every(run => run.settings.variant.server[key] === text)) : [];
  const inOne = settings => settings.map(([key, text]) => key + '=' + text).join(' ');
  const date = ['date', when(result.setup.startedAt) + ', ' + Math.round(result.setup.elapsedSeconds / 6) / 10 + ' minutes'];
  const backOff = closedRuns.length ? 'a user of a closed loop pauses for ' + closedRuns[0].rejectBackoffSeconds * 1000
      + ' ms after a call that was rejected or failed' : 'none: no closed loop';
  const coresRow = ['cores', capital(cores.sentence) + '. The machine has ' + plural(cores.machineCores, 'core') + '.'];

  function setupOfOurs() {
    const load = first.settings.load;
    const e = first.environment;
    return [['question', result.question]].concat(
      answer.outcome !== 'none' ? [['to use it', inOne(Object.entries(answer.settings))]] : []).concat([
      coresRow,
      ['load', [...new Set(result.runs.map(run => run.settings.load.demand.model + ' loop of '
          + loadOf(run.settings.load)))].join('; ') + '; on ' + plural(load.connections, 'connection') + '; '
          + load.warmupSeconds + ' s warm-up, then ' + load.durationSeconds + ' s measured; deadline '
          + load.timeoutSeconds + ' s; ' + number(load.usersSeeded) + ' users in Redis'],
      ['back-off', backOff],
      ['every server', common.length ? inOne(common) : 'nothing in common'],
      ['Redis', result.setup.redis.description],
      ['CPU', e.cpuModel], ['kernel', e.kernel], ['JDK', e.jdk],
      ['JVM flags', e.jvmFlags.length ? e.jvmFlags.join(' ') : 'none'],
      ['revision', e.gitRevision === null ? 'unknown' : e.gitRevision],
      date,
    ]);
  }

  /** Of the figures of all runs: one, or the smallest and the largest. */
  function span(figures) {
    const [least, most] = [Math.min(...figures), Math.max(...figures)];
    return least === most ? String(least) : least + '\u2013' + most;
  }

  /** A search varies the load; what the laboratory's own processes ran on is told apart from the service. */
  function setupOfAService() {
    const rows = [['question', result.question], ['service', service.name], ['started by',
      service.start.length ? words(service.start) : 'nobody here: it ran before, as process ' + service.pid]]
      .concat(toUse(), askedRows(), [coresRow]);
    if (!first) return rows.concat([date]);
    const loads = result.runs.map(run => run.settings.load);
    const open = loads[0].demand.model === 'open';
    const rates = result.runs.map(run => run.settings.load.demand).filter(demand => demand.model === 'open');
    const made = loads[0].engine;
    const e = first.environment;
    const users = span(closedRuns.map(demand => demand.users));
    return rows.concat([
      ['load', (open ? 'open loop of ' + demandOf(loads[0].demand) : 'closed loop of ' + users + (users === '1' ? ' user' : ' users')
            + (rates.length ? ', then ' + rates[0].arrivals.toLowerCase() + ' arrivals of '
              + span(rates.map(demand => demand.ratePerSecond)) + ' calls/s' : ''))
          + (made ? '; ' + made.text : '; on ' + span(loads.map(load => load.connections)) + ' connections') + '; '
          + span(loads.map(load => load.warmupSeconds)) + ' s warm-up, then ' + span(loads.map(load => load.durationSeconds))
          + ' s measured' + (loads[0].timeoutSeconds === null ? '' : '; deadline ' + loads[0].timeoutSeconds + ' s')],
    ], made ? [] : [['back-off', backOff]], common.length ? [['the same in all', inOne(common)]] : [], [
      ['CPU', e.cpuModel], ['kernel', e.kernel], ['JDK of the laboratory', e.jdk],
      [made ? 'flags of its JVM' : 'flags of the generator\u2019s JVM', e.jvmFlags.length ? e.jvmFlags.join(' ') : 'none'],
      ['revision of the laboratory', e.gitRevision === null ? 'unknown' : e.gitRevision],
      date,
    ]);
  }
  const setup = service === null ? setupOfOurs() : setupOfAService();
  show('setup', ...setup.flatMap(([name, text]) => [element('dt', name), element('dd', text)]));
  const factNames = {
    awakeBy: 'cores kept awake by', awakeWhy: 'why', realTimeMeters: 'meters of stalls have real-time priority',
    stallThresholdMillis: 'stalls are told from, ms', helperApart: 'helper yields to other groups', groups: 'scheduling groups',
    missing: 'could not be had', autogroups: 'each session is a group', together: 'all processes share by thread',
    name: 'group', session: 'of session', nice: 'nice', members: 'with',
  };
  const inWords = key => factNames[key] || key;
  const factWords = { KERNEL_POLLING: 'the kernel (it polls on idle ones)', SPIN_LOOPS: 'spin loops', NOTHING: 'nothing: they may halt' };
  const plainly = value => value === null ? 'unknown' : value === true ? 'yes' : value === false ? 'no'
      : Array.isArray(value) ? value.map(plainly).join(', ')
      : typeof value === 'object' ? Object.entries(value).map(([key, part]) => inWords(key) + ' ' + plainly(part)).join(', ')
      : factWords[value] || String(value);
  if (result.setup.machine) {
    const scroll = element('div', undefined, 'scroll');
    scroll.append(table([['fact', ([key]) => capital(inWords(key))], ['value', ([, value]) => plainly(value)]],
        Object.entries(result.setup.machine), () => 'fact'));
    show('machine', element('h3', 'The machine'), scroll);
  }
  document.getElementById('command').textContent = result.setup.command;

  const spreads = (rows, pick, colour) => rows.filter(point => point.runs > 1).map(point => {
    const spread = pick(point.figures);
    const x = labelOf(point);
    return [{ coord: [x, spread.min], lineStyle: { color: colour, type: 'solid', width: 1.5 } }, { coord: [x, spread.max] }];
  });
  const nameOf = stage => name => (stage.drawn.some(point => labelOf(point) === name) ? name : name + '\ndiscarded');
  const broken = stage => ({ overflow: 'break', width: Math.max(40, stage.mainChart.clientWidth / (stage.all.length + 1)) });
  // the setting of a described service stands before its load
  const isOfKnobs = stage => service !== null && service.knobs.every(knob => stage.axis.includes(knob.name));
  const axisName = stage => isOfKnobs(stage) ? (service.knobs.length > 1 ? 'setting: ' : '') + stage.axis + ' / load'
      : stage.axis === 'threads' ? 'threads in the pool' : stage.axis;
  /** A search has points without end, with their loads as names: such names stand upright, and under the lower chart alone. */
  const isCrowded = stage => service !== null && stage.mainChart.clientWidth < 80 * stage.all.length;
  function makeRoom(place, upright) {
    const height = upright ? '700px' : '';
    if (place.style.height !== height) {
      place.style.height = height;
      echarts.getInstanceByDom(place).resize();
    }
  }
  function mainOption(stage, c) {
    const drawn = stage.drawn;
    const names = stage.all.map(labelOf);
    // both axes end above the largest single run, or its spread and the word above it would be cut off
    const [step, top] = axisEnd(Math.max(limit, ...drawn.map(point => point.figures.p99Millis.max)), 1.12);
    const [tpsStep, tpsTop] = axisEnd(Math.max(1, ...drawn.map(point => point.figures.throughputPerSecond.max)), 1.1);
    const narrow = stage.mainChart.clientWidth < 520;
    const upright = isCrowded(stage);
    makeRoom(stage.mainChart, upright);
    const lower = upright ? { rotate: 90, width: 150, overflow: 'truncate' } : broken(stage);
    return {
      animation: false, tooltip: tooltip(c), axisPointer: { link: [{ xAxisIndex: 'all' }] },
      grid: [{ left: gridLeft, right: 16, top: 44, height: 220 }, { left: gridLeft, right: 16, top: 334, height: 168 }],
      xAxis: [
        sizeAxis(c, names, { gridIndex: 0, axisLabel: { show: !upright, color: c.text, interval: 0, lineHeight: 14, fontSize: narrow ? 10 : 12, formatter: nameOf(stage), ...broken(stage) } }),
        sizeAxis(c, names, { gridIndex: 1, axisLabel: { color: c.text, interval: 0, lineHeight: 14, fontSize: narrow ? 10 : 12, formatter: nameOf(stage), ...lower },
          name: axisName(stage), ...(upright ? { nameGap: 170 } : {}) }),
      ],
      yAxis: [
        valueAxis(c, 'throughput, calls per second', { gridIndex: 0, max: tpsTop, interval: tpsStep }),
        valueAxis(c, 'TP99, ms', { gridIndex: 1, max: top, interval: step }),
      ],
      series: [{
        name: 'TPS', type: 'bar', barMaxWidth: 64, barCategoryGap: narrow ? '6%' : '35%', tooltip: { valueFormatter: v => v === undefined ? 'discarded' : number(v) },
        data: stage.all.map(point => point.figures ? {
          value: point.figures.throughputPerSecond.median,
          itemStyle: { color: isAnswer(point) ? c.chosen : c.bar },
          label: { color: isAnswer(point) ? c.chosenText : c.barText, fontWeight: isAnswer(point) ? 'bold' : 'normal' },
        } : '-'),
        label: { show: true, position: 'insideBottom', distance: 8, fontSize: narrow ? 10 : 12, formatter: point => number(point.value) },
        markPoint: {
          silent: true, animation: false, symbol: 'circle', symbolSize: 1,
          data: drawn.filter(isAnswer).map(point => ({
            coord: [labelOf(point), point.figures.throughputPerSecond.max],
            label: { show: true, position: 'top', distance: 6, formatter: outcomeOf(point), color: c.chosen, fontWeight: 'bold' },
          })),
        },
        markLine: Object.assign({}, plainMark, { data: spreads(drawn, f => f.throughputPerSecond, c.text) }),
      }, {
        name: 'TP99', type: 'line', xAxisIndex: 1, yAxisIndex: 1, symbol: 'diamond', symbolSize: 13,
        lineStyle: { color: c.tp99, width: 2.5 }, tooltip: { valueFormatter: v => v === undefined ? 'discarded' : millis(v) + ' ms' },
        data: stage.all.map(point => point.figures ? {
          value: point.figures.p99Millis.median,
          itemStyle: { color: point.figures.p99Millis.median < limit ? c.tp99 : c.page, borderColor: c.tp99, borderWidth: 2 },
          // away from the limit's line
          label: { position: point.figures.p99Millis.median < limit ? 'bottom' : 'top', fontWeight: isAnswer(point) ? 'bold' : 'normal' },
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

  function timesOption(stage, c) {
    const names = stage.all.map(labelOf);
    const drawn = stage.drawn;
    const all = drawn.flatMap(point => percentiles.flatMap(([, key]) => [point.figures[key].min, point.figures[key].max]));
    const logarithmic = all.length > 0 && Math.min(...all) > 0 && Math.max(...all) / Math.min(...all) > 20;
    stage.caption.textContent =
        'Median over the runs of a point; thin lines: smallest to largest run.' + (logarithmic ? ' The axis is logarithmic.' : '');
    const look = {
      TP50: ['circle', 'solid', c.tp50], TP90: ['triangle', [7, 4], c.tp90],
      TP99: ['diamond', 'solid', c.tp99], 'TP99.9': ['rect', [2, 3], c.tp999],
    };
    return {
      animation: false, tooltip: Object.assign(tooltip(c), { valueFormatter: v => v === undefined ? 'discarded' : millis(v) + ' ms' }),
      legend: { top: 0, right: 0, itemWidth: 34, textStyle: { color: c.text } },
      grid: { left: gridLeft, right: 16, top: 62, bottom: 60 },
      xAxis: sizeAxis(c, names, { name: axisName(stage) }),
      yAxis: valueAxis(c, 'response time, ms', logarithmic ? { type: 'log', min: roundFloor(Math.min(...all)), axisLabel: { color: c.quiet, formatter: v => Number(v.toPrecision(2)) } } : {}),
      series: percentiles.map(([name, key]) => {
        const [symbol, dash, colour] = look[name];
        return {
          name, type: 'line', symbol, symbolSize: 9, itemStyle: { color: colour }, lineStyle: { color: colour, type: dash, width: 2 },
          data: stage.all.map(point => point.figures ? point.figures[key].median : '-'),
          markLine: Object.assign({}, plainMark, { data: spreads(drawn, f => f[key], colour) }),
        };
      }),
    };
  }

  stages.filter(stage => stage.drawn.length).forEach(stage => {
    lab.addChart(stage.mainChart, colours => mainOption(stage, colours));
    lab.addChart(stage.timesChart, colours => timesOption(stage, colours));
  });
  lab.drawAll();
})();
