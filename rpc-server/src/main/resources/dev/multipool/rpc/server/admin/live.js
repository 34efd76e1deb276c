'use strict';
// Shows what the stream tells, and sends what people change. All text goes in as text nodes, never as markup.
(function () {
  const KEPT = 620;
  const ADVICE_EVERY_MILLIS = 10000;
  const AGAIN_MILLIS = 5000;
  const SILENCE_MILLIS = 4000;

  const { element } = chart;
  const byId = id => document.getElementById(id);
  const { whole, trimmed, millis } = drawing;
  const some = value => value === 0 ? '0' : value < 0.005 ? '<0.01' : value < 10 ? trimmed(value) : whole(value);
  const known = value => value !== null && value !== undefined;

  let settings = { changes: false, token: false, advice: false, percentile: 99, objectiveMillis: null };
  let settingsText = '';
  let paused = false;
  let lastHeard = 0;
  const cards = new Map();
  const tp = () => 'TP' + settings.percentile;

  // --- one pool

  const blocked = by => by.cpu === null ? by.join + by.io + by.lock : by.join + by.io + by.lock + by.other;

  function chartsOf(first) {
    const cpuKnown = first.threadsBy.cpu !== null;
    const threads = chart.make({
      title: 'Threads', unit: 'threads', least: 1, format: some,
      series: [
        { look: 'cpu', label: cpuKnown ? 'CPU' : 'running', stacked: true,
          of: s => cpuKnown ? s.threadsBy.cpu : s.threadsBy.running },
        { look: 'blocked', label: 'blocked', stacked: true, of: s => blocked(s.threadsBy) },
        { look: 'idle', label: 'idle', stacked: true, of: s => s.threadsBy.idle }
      ]
    });
    const queue = chart.make({
      title: 'Queue', unit: 'tasks', least: 1, format: some,
      series: [
        { look: 'waiting', label: 'waiting', stacked: true, of: s => s.queueDepth },
        { look: 'limit', label: 'bound', limit: true, none: 'unbounded', of: s => s.queueCapacity }
      ]
    });
    const times = [
      { look: 'first', label: 'queued', of: s => s.queueTimeMillis },
      { look: 'second', label: 'in service', of: s => s.serviceTimeMillis },
      { look: 'third', label: 'both, at most', of: s => s.bothAtMostMillis }
    ];
    if (known(settings.objectiveMillis)) {
      times.push({ look: 'limit', label: 'objective', limit: true, of: () => settings.objectiveMillis });
    }
    const time = chart.make({ title: tp(), unit: 'ms', least: 0.1, format: millis, series: times });
    const rates = chart.make({
      title: 'Tasks', unit: 'tasks/s', least: 1, format: some,
      series: [
        { look: 'third', label: 'arrived', of: s => s.arrivalRatePerSecond },
        { look: 'first', label: 'completed', of: s => s.throughputPerSecond },
        { look: 'bad', label: 'rejected', of: s => s.rejectedPerSecond }
      ]
    });
    return [threads, queue, time, rates];
  }

  function verdictOf(sample) {
    const parts = [];
    let look = '';
    if (known(settings.objectiveMillis)) {
      const objective = millis(settings.objectiveMillis) + ' ms';
      if (!known(sample.bothAtMostMillis)) {
        parts.push('nothing ran in the last second');
      } else if (sample.bothAtMostMillis < settings.objectiveMillis) {
        look = 'keeps';
        parts.push('✓ ' + tp() + ' of queue and service is below ' + objective);
      } else if (Math.max(sample.queueTimeMillis, sample.serviceTimeMillis) >= settings.objectiveMillis) {
        look = 'misses';
        parts.push('✗ ' + tp() + ' of queue and service is not below ' + objective);
      } else {
        parts.push('≈ ' + tp() + ' of queue and service is near ' + objective);
      }
    }
    if (sample.rejectedPerSecond > 0) {
      look = 'misses';
      parts.push('rejects ' + some(sample.rejectedPerSecond) + ' tasks/s');
    }
    return { look, words: parts.join('; ') };
  }

  function fieldsOf(kind) {
    if (kind === 'cached') return [['core', 'coreThreads', 0], ['max', 'maxThreads', 1]];
    if (kind === 'eager') return [['core', 'coreThreads', 0], ['max', 'maxThreads', 1], ['queue', 'queueCapacity', 0]];
    if (kind === 'direct') return [['threads', 'maxThreads', 1]];
    return [['threads', 'maxThreads', 1], ['queue', 'queueCapacity', 0]];
  }

  const WORDS = { core: 'Core threads', max: 'Most threads', threads: 'Threads', queue: 'Queue bound, tasks' };

  function sizesOf(first) {
    const form = element('form', undefined, 'sizes');
    form.setAttribute('aria-label', 'Sizes of pool ' + first.name);
    const result = element('p', '', 'result');
    result.setAttribute('role', 'status');
    const apply = element('button', 'Apply', 'main');
    const undo = element('button', 'Undo');
    apply.type = 'submit';
    undo.type = 'button';
    const inputs = fieldsOf(first.kind).map(([parameter, figure, least]) => {
      const label = element('label', WORDS[parameter]);
      const input = element('input');
      Object.assign(input, { type: 'number', name: parameter, min: least, step: 1, inputMode: 'numeric' });
      input.required = known(first[figure]);
      if (!input.required) input.placeholder = 'unbounded';
      label.append(input);
      form.append(label);
      return { input, parameter, figure };
    });
    form.append(apply, undo);
    let now = first;
    const textOf = figure => known(now[figure]) ? String(now[figure]) : '';
    const changed = ({ input, figure }) => input.value !== textOf(figure);

    function look() {
      inputs.forEach(each => each.input.classList.toggle('changed', changed(each)));
      const any = inputs.some(changed);
      apply.disabled = !any || !form.checkValidity();
      undo.disabled = !any;
    }

    function reset() {
      inputs.forEach(({ input, figure }) => { input.value = textOf(figure); });
      look();
    }

    function say(words, good) {
      result.textContent = words;
      result.className = 'result ' + (good ? 'good' : 'bad');
    }

    async function send() {
      const headers = {};
      if (settings.token) {
        if (byId('token').value === '') {
          say('type the admin token first', false);
          byId('token').focus();
          return;
        }
        headers.Authorization = 'Bearer ' + byId('token').value;
      }
      const query = inputs.filter(changed).map(({ input, parameter }) => parameter + '=' + input.value).join('&');
      try {
        const response = await fetch('pools/' + encodeURIComponent(now.name) + '?' + query, { method: 'PUT', headers });
        const answer = await response.json();
        if (response.ok) {
          say(now.spec + ' → ' + answer.spec, true);
          now = Object.assign({}, now, { spec: answer.spec });
          inputs.forEach(({ input, figure }) => { now[figure] = Number(input.value); });
          look();
        } else {
          say(answer.error, false);
        }
      } catch (failure) {
        say('not sent: ' + failure.message, false);
      }
    }

    form.addEventListener('input', look);
    form.addEventListener('submit', event => { event.preventDefault(); send(); });
    undo.addEventListener('click', () => { reset(); say('', true); });
    reset();
    return {
      parts: [form, result],
      /** What nobody is changing follows the server. */
      follow(sample) {
        const untouched = inputs.filter(each => !changed(each));
        now = sample;
        untouched.forEach(({ input, figure }) => { input.value = textOf(figure); });
        look();
      },
      suggest(threads) {
        const most = inputs.find(each => each.figure === 'maxThreads');
        const core = inputs.find(each => each.figure === 'coreThreads');
        most.input.value = threads;
        if (core && Number(core.input.value) > threads) core.input.value = threads;
        look();
        most.input.focus();
      }
    };
  }

  function cardOf(first) {
    const card = element('section', undefined, 'pool');
    card.dataset.pool = first.name;
    const title = element('div', undefined, 'title');
    const spec = element('code');
    title.append(element('h2', first.name), spec);
    const verdict = element('p', '', 'verdict');
    const charts = chartsOf(first);
    const waits = element('p', '', 'more');
    const lost = element('p', '', 'more');
    charts[0].figure.append(waits);
    charts[3].figure.append(lost);
    const grid = element('div', undefined, 'charts');
    grid.append(...charts.map(each => each.figure));
    card.append(title, verdict, grid);
    const sizes = settings.changes ? sizesOf(first) : null;
    if (sizes) card.append(...sizes.parts);
    const advice = element('p', '', 'advice');
    const why = element('details');
    const reasons = element('ul', undefined, 'reasons');
    why.append(element('summary', 'Why'), reasons);
    why.hidden = true;
    card.append(advice, why);
    byId('pools').append(card);
    const samples = [];

    function words(sample) {
      const by = sample.threadsBy;
      const causes = [['join', by.join], ['I/O', by.io], ['lock', by.lock], ['other', by.other]]
        .filter(([, threads]) => threads > 0.005).map(([cause, threads]) => cause + ' ' + some(threads));
      waits.textContent = causes.length > 0 ? 'blocked: ' + causes.join(', ') : '';
      lost.textContent = whole(sample.rejected) + ' rejected since the start'
        + (sample.failuresPerSecond > 0 ? '; ' + some(sample.failuresPerSecond) + ' failed/s' : '');
      spec.textContent = sample.spec;
      const { look, words: text } = verdictOf(sample);
      verdict.textContent = text;
      verdict.className = 'verdict ' + look;
    }

    return {
      add(sample) {
        samples.push(sample);
        if (samples.length > KEPT) samples.shift();
        if (!sample.gap && sizes) sizes.follow(sample);
      },
      draw(now, span) {
        const last = samples[samples.length - 1];
        if (last && !last.gap) words(last);
        charts.forEach(each => each.draw(samples, now, span));
      },
      advise(told) {
        advice.textContent = told.threads === told.threadsNow
          ? 'Advice: keep ' + told.threadsNow + ' threads'
          : 'Advice: ' + told.threads + ' threads instead of ' + told.threadsNow;
        if (sizes && told.threads !== told.threadsNow) {
          const take = element('button', 'Put it in');
          take.type = 'button';
          take.setAttribute('aria-label', 'Put the advice for pool ' + first.name + ' in its field');
          take.addEventListener('click', () => sizes.suggest(told.threads));
          advice.append(take);
        }
        why.hidden = false;
        reasons.replaceChildren(...told.reasons.map(reason => element('li', reason)),
          ...Object.entries(told.formulas).map(([name, text]) => element('li', name + ': ' + text)));
      }
    };
  }

  // --- the server

  function tile(figure, words) {
    const made = element('div', undefined, 'tile');
    made.append(element('b', figure), element('span', words));
    return made;
  }

  function drawProcess(told) {
    byId('server').replaceChildren(
      tile(told.state.toLowerCase(), 'process ' + told.pid),
      tile(known(told.coresUsed) ? some(told.coresUsed) : '–', 'cores in use, of ' + told.cores),
      tile(whole(told.pools.length), 'pools'));
  }

  function drawServer(told) {
    if (told.methods === undefined) {
      drawProcess(told);
      return;
    }
    const answers = told.methods.reduce((sum, method) => sum + method.answersPerSecond, 0);
    byId('server').replaceChildren(
      tile(told.state.toLowerCase(), 'server'),
      tile(some(answers), 'answers/s'),
      tile(whole(told.callsInFlight), known(told.callLimit)
        ? 'calls in flight, adaptive limit ' + whole(told.callLimit) : 'calls in flight'),
      tile(some(told.rejectedPerSecond), 'calls rejected/s; ' + whole(told.rejected) + ' since the start'),
      tile(whole(told.connections), 'connections'));
    const used = told.methods.filter(method => method.method !== 'unknown' || method.answersPerSecond > 0);
    byId('calls').hidden = used.length === 0;
    byId('methods').replaceChildren(...used.map(method => {
      const row = element('tr');
      row.append(element('td', method.method), element('td', some(method.answersPerSecond)),
        element('td', some(method.failuresPerSecond)),
        element('td', known(method.meanResponseMillis) ? millis(method.meanResponseMillis) : '–'));
      return row;
    }));
  }

  // --- who waits for whom

  const KINDS = { submits: '', declared: '', borrows: ' (borrows)', holds: ' (while it is held)' };

  function drawGraph(told) {
    const shown = known(told) && told.edges.length > 0;
    byId('waits').hidden = !shown;
    if (!shown) return;
    byId('cycles').replaceChildren(...told.cycles.map(cycle => {
      const line = element('p', (cycle.stuck ? '✗ Deadlock: ' : '⚠ ') + cycle.words, 'verdict misses');
      line.dataset.stuck = cycle.stuck;
      return line;
    }));
    const samples = new Map(latest.pools.map(sample => [sample.name, sample]));
    byId('graph').replaceChildren(graph.draw(told, samples, byId('graph').clientWidth));
    const counted = told.edges.filter(edge => edge.kind !== 'declared');
    byId('edges').hidden = counted.length === 0;
    byId('edge-rows').replaceChildren(...counted.map(edge => {
      const row = element('tr', undefined, told.cycles.some(cycle => graph.isIn(cycle, edge)) ? 'cycle' : '');
      const cells = [edge.from + ' → ' + edge.to + KINDS[edge.kind],
        known(edge.perCall) ? trimmed(edge.perCall) : '–',
        known(edge.waitingShare) ? whole(100 * edge.waitingShare) + ' %' : '–',
        known(edge.waitMillis) ? millis(edge.waitMillis) : '–',
        known(edge.holdMillis) ? millis(edge.holdMillis) : '–'];
      row.append(...cells.map(cell => element('td', cell)));
      return row;
    }));
  }

  let latest = null;

  function draw() {
    if (paused || document.hidden || latest === null) return;
    drawServer(latest);
    drawGraph(latest.graph);
    cards.forEach(card => card.draw(latest.time, Number(byId('span').value) * 1000));
  }

  function second(told) {
    const time = Date.now();
    lastHeard = time;
    told.time = time;
    latest = told;
    told.pools.forEach(sample => {
      sample.time = time;
      if (!cards.has(sample.name)) cards.set(sample.name, cardOf(sample));
      cards.get(sample.name).add(sample);
    });
    draw();
    link('told every second', false);
  }

  function link(words, lost) {
    const status = byId('link');
    if (status.textContent !== words) status.textContent = words;
    status.classList.toggle('lost', lost);
  }

  function gap() {
    cards.forEach(card => card.add({ time: Date.now(), gap: true }));
  }

  function listen() {
    const stream = new EventSource('live/events');
    stream.addEventListener('settings', event => {
      // another server than the one that this page was made for
      if (settingsText !== '' && event.data !== settingsText) location.reload();
      settingsText = event.data;
      settings = JSON.parse(event.data);
      byId('token-field').hidden = !(settings.changes && settings.token);
    });
    stream.addEventListener('second', event => second(JSON.parse(event.data)));
    stream.addEventListener('error', () => {
      gap();
      if (stream.readyState === EventSource.CLOSED) {
        link('not served: too many look already, or it is no longer there; trying again', true);
        setTimeout(listen, AGAIN_MILLIS);
      } else {
        link('no connection; trying again', true);
      }
    });
  }

  async function advise() {
    if (settings.advice && !paused && !document.hidden && Date.now() - lastHeard < 3000) {
      try {
        const response = await fetch('advice', { headers: { Accept: 'application/json' } });
        if (response.ok) {
          (await response.json()).forEach(told => {
            if (cards.has(told.pool)) cards.get(told.pool).advise(told);
          });
        }
      } catch (failure) {
        // the stream's own line says that there is no connection
      }
    }
    setTimeout(advise, ADVICE_EVERY_MILLIS);
  }

  byId('pause').addEventListener('click', () => {
    paused = !paused;
    byId('pause').setAttribute('aria-pressed', String(paused));
    byId('pause').textContent = paused ? 'Go on' : 'Pause';
    draw();
  });
  byId('span').addEventListener('change', draw);
  document.addEventListener('visibilitychange', draw);
  window.addEventListener('resize', draw);
  setInterval(() => {
    if (lastHeard > 0 && Date.now() - lastHeard > SILENCE_MILLIS && !byId('link').classList.contains('lost')) {
      link('nothing heard for some seconds', true);
    }
  }, 1000);
  listen();
  setTimeout(advise, 2000);
})();
