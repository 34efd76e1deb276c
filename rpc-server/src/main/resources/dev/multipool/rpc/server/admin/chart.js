'use strict';
// Small charts over time, drawn by hand: areas that are stacked, and lines. A value that is null leaves a gap.
const chart = (function () {
  const WIDTH = 600;
  const HEIGHT = 100;
  const LEAST_SPAN_MILLIS = 30000;

  const { svg } = drawing;

  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  /** 1, 2 or 5 times a power of ten, so that the scale seldom moves. */
  function ceiling(value, least) {
    const wanted = Math.max(value, least);
    const power = Math.pow(10, Math.floor(Math.log10(wanted)));
    const step = [1, 2, 5, 10].find(factor => factor * power >= wanted * 0.9999);
    return step * power;
  }

  const length = millis => millis < 119500 ? Math.round(millis / 1000) + ' s' : Math.round(millis / 60000) + ' min';

  function key(series) {
    const made = svg('svg', { viewBox: '0 0 18 10', 'aria-hidden': 'true' });
    made.append(series.stacked
      ? svg('rect', { width: 18, height: 10, class: 'area ' + series.look })
      : svg('line', { x1: 0, y1: 5, x2: 18, y2: 5, class: 'line ' + series.look }));
    return made;
  }

  /** Runs of neighbouring points that have a value. */
  function runs(points) {
    const found = [];
    let run = [];
    points.forEach(point => {
      if (point === null) {
        if (run.length > 0) found.push(run);
        run = [];
      } else {
        run.push(point);
      }
    });
    if (run.length > 0) found.push(run);
    return found;
  }

  const at = (x, y) => x.toFixed(1) + ' ' + y.toFixed(2);
  const linePath = points => runs(points)
    .map(run => 'M' + run.map(point => at(point.x, point.y)).join('L')).join('');
  const areaPath = points => runs(points)
    .map(run => 'M' + run.map(point => at(point.x, point.y)).join('L')
      + 'L' + run.slice().reverse().map(point => at(point.x, point.base)).join('L') + 'Z').join('');

  /**
   * title; unit; least: the lowest top of the scale; format: number -> text;
   * series: { look, label, of: sample -> number or null, stacked, limit: a line that needs no place on the scale, none: the word for null }
   */
  function make({ title, unit, least, format, series }) {
    const figure = element('figure');
    const caption = element('figcaption', title);
    const scale = element('span');
    const plot = svg('svg', { viewBox: '0 0 ' + WIDTH + ' ' + HEIGHT, preserveAspectRatio: 'none', role: 'img', class: 'plot' });
    plot.append(svg('line', { x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2, class: 'half' }));
    const legend = element('ul', undefined, 'legend');
    const drawn = series.map(each => {
      const path = svg('path', { class: (each.stacked ? 'area ' : 'line ') + each.look });
      plot.append(path);
      const entry = element('li');
      const figureNow = element('b');
      entry.append(key(each), each.label + ' ', figureNow);
      legend.append(entry);
      return { path, figureNow, each };
    });
    caption.append(scale);
    figure.append(caption, plot, legend);

    /** samples: oldest first, { time, gap, ... }; times in milliseconds. A chart that is young begins where they do. */
    function draw(samples, now, most) {
      const span = Math.min(most, Math.max(LEAST_SPAN_MILLIS, now - samples[0].time));
      const seen = samples.filter(sample => sample.time >= now - span - 2000);
      const x = sample => WIDTH * (1 - (now - sample.time) / span);
      const bases = seen.map(() => 0);
      let top = 0;
      const tops = drawn.map(({ each }) => seen.map((sample, i) => {
        const value = sample.gap ? null : each.of(sample);
        if (value === null || value === undefined) return null;
        const base = each.stacked ? bases[i] : 0;
        if (each.stacked) bases[i] += value;
        if (!each.limit) top = Math.max(top, base + value);
        return { base, value: base + value };
      }));
      const highest = ceiling(top, least);
      const y = value => HEIGHT * (1 - Math.min(value / highest, 1.2));
      const words = [];
      drawn.forEach(({ path, figureNow, each }, s) => {
        const points = tops[s].map((point, i) =>
          point === null ? null : { x: x(seen[i]), y: y(point.value), base: y(point.base) });
        path.setAttribute('d', each.stacked ? areaPath(points) : linePath(points));
        const told = seen.length > 0 && !seen[seen.length - 1].gap;
        const last = told ? each.of(seen[seen.length - 1]) : null;
        const text = last === null || last === undefined ? told && each.none || '–' : format(last);
        figureNow.textContent = text;
        words.push(each.label + ' ' + text);
      });
      scale.textContent = '0 to ' + format(highest) + ' ' + unit + ', ' + length(span);
      plot.setAttribute('aria-label', title + ' in ' + unit + ', now: ' + words.join(', '));
    }
    return { figure, draw };
  }

  return { make, element };
})();
