'use strict';
// Draws pools as boxes in columns, each behind those that wait for it, and their waits as arrows; on a narrow page in rows.
const graph = (function () {
  const BOX = { width: 160, height: 48 };
  const LEAST_WIDTH = 84;
  const LETTER = 8.8;
  const NARROW = 640;
  const GAP = { wide: { along: 140, across: 26 }, narrow: { along: 40, across: 14 } };
  const MARGIN = { along: 30, across: 44 };

  const { svg, trimmed, millis } = drawing;
  const short = (name, width) => {
    const most = Math.floor(width / LETTER);
    return name.length > most ? name.slice(0, most - 1) + '…' : name;
  };
  const isIn = (cycle, edge) => cycle.pools.includes(edge.from) && cycle.pools.includes(edge.to);

  /** name -> how many waits lead to it at most, leaving out those that close a cycle. */
  function layers(names, edges) {
    const layer = new Map();
    const open = new Set();
    const targets = name => edges.filter(edge => edge.from === name).map(edge => edge.to);
    function visit(name, depth) {
      if (open.has(name) || depth <= (layer.has(name) ? layer.get(name) : -1)) return;
      layer.set(name, depth);
      open.add(name);
      targets(name).forEach(to => visit(to, depth + 1));
      open.delete(name);
    }
    const begins = names.filter(name => !edges.some(edge => edge.to === name && edge.from !== name));
    begins.forEach(name => visit(name, 0));
    names.filter(name => !layer.has(name)).forEach(name => { if (!layer.has(name)) visit(name, 0); });
    return layer;
  }

  /** name -> the middle of its box, and the size of the whole. */
  function layout(names, edges, room) {
    const narrow = room < NARROW;
    const layer = layers(names, edges);
    const rows = [];
    names.forEach(name => (rows[layer.get(name)] = rows[layer.get(name)] || []).push(name));
    const gap = narrow ? GAP.narrow : GAP.wide;
    const along = (narrow ? BOX.height : BOX.width) + gap.along;
    const widest = Math.max(...rows.map(row => row.length));
    const free = narrow ? (room - 2 * MARGIN.along - gap.across * (widest - 1)) / widest : BOX.width;
    const box = { width: Math.max(LEAST_WIDTH, Math.min(BOX.width, free)), height: BOX.height };
    const across = (narrow ? box.width : box.height) + gap.across;
    const width = narrow
      ? Math.max(room, 2 * MARGIN.along + widest * across - gap.across)
      : 2 * MARGIN.along + rows.length * along - gap.along;
    const at = new Map();
    const place = new Map();
    rows.forEach((row, depth) => {
      const wish = name => {
        const before = edges.filter(edge => edge.to === name && place.has(edge.from)).map(edge => place.get(edge.from));
        return before.length === 0 ? 0 : before.reduce((sum, each) => sum + each, 0) / before.length;
      };
      row.map(name => [wish(name), name]).sort((a, b) => a[0] - b[0]).forEach(([, name], i) => {
        const side = (i - (row.length - 1) / 2) * across;
        place.set(name, side);
        at.set(name, narrow
          ? { x: width / 2 + side, y: MARGIN.along + BOX.height / 2 + depth * along }
          : { x: MARGIN.along + BOX.width / 2 + depth * along, y: MARGIN.across + ((widest - 1) * across + box.height) / 2 + side });
      });
    });
    return {
      at, box, narrow, layer, width,
      height: narrow
        ? 2 * MARGIN.along + rows.length * along - gap.along
        : 2 * MARGIN.across + widest * across - gap.across
    };
  }

  /** From the edge of one box to that of another; a wait for an earlier pool, or for the own one, goes around. */
  function line(edge, plan) {
    const { at, box, narrow, layer } = plan;
    const from = at.get(edge.from);
    const to = at.get(edge.to);
    const w = box.width / 2;
    const h = box.height / 2;
    if (edge.from === edge.to) {
      return { path: `M${from.x + w - 34} ${from.y - h}c0 -26 24 -26 24 -4`, x: from.x + w - 22, y: from.y - h - 22 };
    }
    if (layer.get(edge.to) <= layer.get(edge.from)) {
      return narrow
        ? { path: `M${from.x + w} ${from.y + 8}C${from.x + w + 36} ${from.y} ${to.x + w + 36} ${to.y} ${to.x + w + 4} ${to.y + 8}`,
            x: from.x, y: (from.y + to.y) / 2 }
        : { path: `M${from.x} ${from.y + h}C${from.x} ${from.y + h + 34} ${to.x} ${to.y + h + 34} ${to.x} ${to.y + h + 4}`,
            x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + h + 40 };
    }
    if (narrow) {
      const a = from.y + h;
      const b = to.y - h - 4;
      const middle = (a + b) / 2;
      return { path: `M${from.x} ${a}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${b}`, x: (from.x + to.x) / 2, y: middle };
    }
    const a = from.x + w;
    const b = to.x - w - 4;
    const middle = (a + b) / 2;
    return { path: `M${a} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${b} ${to.y}`, x: middle, y: (from.y + to.y) / 2 - 5 };
  }

  function text(x, y, words, look) {
    const made = svg('text', { x, y, class: look, 'text-anchor': 'middle' });
    made.textContent = words;
    return made;
  }

  function node(name, plan, sample, inCycle) {
    const { x, y } = plan.at.get(name);
    const { width, height } = plan.box;
    const made = svg('g', { class: inCycle ? 'node cycle' : 'node', 'data-node': name });
    const title = svg('title', {});
    title.textContent = name;
    made.append(title, svg('rect', { x: x - width / 2, y: y - height / 2, width, height, rx: 6, class: 'box' }));
    if (sample) {
      const most = sample.maxThreads;
      const busy = Math.min(1, sample.active / most);
      const inner = width - 16;
      made.append(
        svg('rect', { x: x - inner / 2, y: y + height / 2 - 11, width: inner, height: 5, class: 'share' }),
        svg('rect', { x: x - inner / 2, y: y + height / 2 - 11, width: inner * busy, height: 5, class: 'share busy' }));
      const words = most >= 1 << 20 ? sample.active + ' busy' : sample.active + ' of ' + most + ' busy';
      made.append(text(x, y + 7, words, 'figure'));
    }
    made.append(text(x, y - 7, short(name, width), 'name'));
    return made;
  }

  /** What stands at an arrow. */
  function words(edge) {
    if (edge.kind === 'declared' || edge.kind === 'holds') return '';
    const parts = [trimmed(edge.perCall) + (edge.kind === 'borrows' ? ' lent' : edge.perCall === 1 ? ' task' : ' tasks')];
    if (edge.waitMillis > 0) parts.push(millis(edge.waitMillis) + ' ms');
    return parts.join(', ');
  }

  /**
   * told: { edges: { from, to, kind, ... }, cycles: { pools, stuck, words } }; samples: name -> { active, maxThreads };
   * room: pixels
   */
  function draw(told, samples, room) {
    const names = [...new Set(told.edges.flatMap(edge => [edge.from, edge.to]))].sort();
    // what is held while something is waited for closes cycles, and is no flow of its own
    const flow = told.edges.filter(edge => edge.kind !== 'holds');
    const plan = layout(names, flow, room);
    const plot = svg('svg', {
      viewBox: `0 0 ${plan.width} ${plan.height}`, width: plan.width, height: plan.height, role: 'img', class: 'graph',
      'aria-label': 'Who waits for whom; the table below says the same'
    });
    const marker = (id, look) => {
      const made = svg('marker', { id, viewBox: '0 0 8 8', refX: 4, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' });
      made.append(svg('path', { d: 'M0 0L8 4L0 8Z', class: look }));
      return made;
    };
    const heads = svg('defs', {});
    heads.append(marker('head', 'head'), marker('head-cycle', 'head cycle'));
    plot.append(heads);
    const labels = [];
    told.edges.forEach(edge => {
      const inCycle = told.cycles.some(cycle => isIn(cycle, edge));
      const { path, x, y } = line(edge, plan);
      plot.append(svg('path', {
        d: path, class: 'wait ' + edge.kind + (inCycle ? ' cycle' : ''), 'marker-end': inCycle ? 'url(#head-cycle)' : 'url(#head)'
      }));
      if (!plan.narrow && words(edge) !== '') labels.push(text(x, y, words(edge), 'label'));
    });
    names.forEach(name => plot.append(node(name, plan, samples.get(name), told.cycles.some(cycle => cycle.pools.includes(name)))));
    plot.append(...labels);
    return plot;
  }

  return { draw, isIn };
})();
