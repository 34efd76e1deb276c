'use strict';
// What the pages of the laboratory have in common. All text goes in as text nodes, never as markup.
const lab = (function () {
  const number = value => Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
  const millis = value => value === null ? '\u2013' : value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2);
  const twoDecimals = value => value === null ? 'unknown' : value.toFixed(2);
  const plural = (count, word) => count + ' ' + word + (count === 1 ? '' : 's');
  const when = instant => instant.slice(0, 16).replace('T', ' ') + ' UTC';
  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }
  /** A link, or only its text where it leads neither to a file beside the page nor to http or https. */
  function link(text, target) {
    let href;
    try {
      href = encodeURI(target);
      const { protocol, host } = new URL(href, 'https://beside.invalid/page');
      if (!/^https?:/i.test(href) && (protocol !== 'https:' || host !== 'beside.invalid')) href = undefined;
    } catch (noAddress) {
      href = undefined;
    }
    const made = element(href === undefined ? 'span' : 'a', text);
    if (href !== undefined) made.href = href;
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
  function section(title, caption) {
    const made = element('section');
    made.append(element('h2', title), element('p', caption, 'caption'));
    return made;
  }
  function behindAClick(summary, content) {
    const details = element('details');
    const scroll = element('div', undefined, 'scroll');
    scroll.append(content);
    details.append(element('summary', summary), scroll);
    return details;
  }
  function chart(words, tall) {
    const made = element('div', undefined, tall ? 'chart tall' : 'chart');
    made.setAttribute('role', 'img');
    made.setAttribute('aria-label', words + '; the numbers are in the table below');
    return made;
  }

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
      series: night ? ['#56b4e9', '#e69f00', '#2fbf8f', '#e3a3c6', '#f0e442', '#ff8a50', '#c8d0d8']
        : ['#0072b2', '#d55e00', '#009e73', '#b3568f', '#7a6a00', '#e69f00', '#57606a'],
      // fill and text of each state of a thread
      states: {
        onCpu: ['#009e73', '#ffffff'], ready: ['#e69f00', '#1b1f24'], queue: ['#f0e442', '#1b1f24'],
        redis: ['#0072b2', '#ffffff'], otherIo: ['#56b4e9', '#10141a'], lock: ['#d55e00', '#ffffff'],
        join: ['#cc79a7', '#10141a'], other: night ? ['#6b747d', '#ffffff'] : ['#8c959f', '#10141a'],
        idle: night ? ['#2a3037', '#e6e9ec'] : ['#e4e8ec', '#1b1f24'],
      },
    };
  }
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


  const drawn = [];
  /** option: colours -> the chart library's option */
  function addChart(place, option) { drawn.push([echarts.init(place, null, { renderer: 'svg' }), option]); }
  function drawAll() {
    drawn.forEach(([chart, option]) => { chart.resize(); chart.setOption(option(palette()), true); });
  }
  addEventListener('resize', drawAll);
  dark.addEventListener('change', drawAll);
  let unfolded = [];
  /** As wide as paper, everything unfolded, no tooltip left open. */
  addEventListener('beforeprint', () => {
    printing = true;
    document.documentElement.classList.add('printing');
    unfolded = [...document.querySelectorAll('details:not([open])')];
    unfolded.forEach(details => { details.open = true; });
    drawAll();
    drawn.forEach(([chart]) => chart.dispatchAction({ type: 'hideTip' }));
  });
  addEventListener('afterprint', () => {
    printing = false;
    document.documentElement.classList.remove('printing');
    unfolded.forEach(details => { details.open = false; });
    drawAll();
  });

  return { number, millis, twoDecimals, plural, when, element, link, show, tile, table, section, behindAClick, chart, plainMark,
    tooltip, valueAxis, sizeAxis, gridLeft, roundFloor, axisEnd, addChart, drawAll };
})();
