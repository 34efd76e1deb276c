'use strict';
// Draws results side by side from the data block.
(function () {
  const { number, millis, when, element, link, show, table, section, behindAClick, chart, plainMark, tooltip, valueAxis, sizeAxis,
    gridLeft, axisEnd } = lab;
  const { sides, rows, answers, flames } = JSON.parse(document.getElementById('comparison').textContent);
  const signed = share => (share < 0 ? '\u2212' : '+') + Math.abs(100 * share).toFixed(1) + ' %';
  const change = c => c === null ? '' : signed(c.share) + (c.beyondSpread ? '' : ', within the spread');
  const stages = [...new Set(rows.map(row => row.place.stage))];
  const label = row => row.place.label;

  const told = rows.flatMap(row => row.cells.flatMap((cell, i) => cell === null ? [] : [['throughput', cell.throughputChange],
    ['TP99', cell.p99Change]].filter(([, c]) => c !== null && c.beyondSpread).map(([what, c]) =>
    (stages.length > 1 ? row.place.stage + ', ' : '') + row.place.axis + ' ' + label(row) + ': ' + what + ' of ' + sides[i].name
      + ' is ' + Math.abs(100 * c.share).toFixed(1)
      + (c.share < 0 ? ' % lower than ' : ' % higher than ') + sides[0].name + '.')));
  document.getElementById('lead').textContent = told.length
    ? 'These differences are larger than the runs of a point differ among themselves:'
    : 'No difference is larger than what the runs of a point differ by among themselves, or there is only one run of each.';
  show('notes', ...told.map(text => element('li', text)));

  if (answers.length) {
    const part = section('The answers', 'Calls per second at one speed of the cores: the middle one of all windows of all sides.');
    const lines = answers.flatMap(answer => answer.sides.flatMap((side, i) => side === null ? [] : [{ answer, side, name: sides[i].name }]));
    const first = line => lines.find(each => each.answer === line.answer) === line;
    part.append(table([
      ['answer for', line => first(line) ? line.answer.method : ''],
      ['result', line => line.name],
      ['setting', line => line.side.setting],
      ['TPS it tells', line => number(line.side.toldPerSecond)],
      ['at one speed', line => number(line.side.throughputPerSecond)],
      ['most / least', line => first(line) ? line.answer.mostByLeast.toFixed(2) : ''],
    ], lines));
    document.getElementById('answers').append(part);
  }

  const styles = i => ({ dash: ['solid', [7, 4], [2, 3]][i % 3], symbol: ['circle', 'diamond', 'triangle', 'rect'][i % 4] });
  stages.forEach(stage => {
    const all = rows.filter(row => row.place.stage === stage);
    const part = section('Throughput and TP99 by ' + all[0].place.axis + (stages.length > 1 ? ': ' + stage : ''),
      'Medians over the runs of a point; thin lines: TP99 of the smallest to the largest run.');
    const place = chart(stage, true);
    part.append(place, behindAClick('The numbers of this chart', table([[all[0].place.axis, label]].concat(
      sides.flatMap((side, i) => [
        ['TPS ' + side.name, row => row.cells[i] === null ? '' : number(row.cells[i].throughputPerSecond.median)],
      ].concat(i ? [['change', row => row.cells[i] === null ? '' : change(row.cells[i].throughputChange)]] : []).concat([
        ['TP99 ms ' + side.name, row => row.cells[i] === null ? '' : millis(row.cells[i].p99Millis.median)],
      ]).concat(i ? [['change', row => row.cells[i] === null ? '' : change(row.cells[i].p99Change)]] : []))), all)));
    document.getElementById('stages').append(part);
    lab.addChart(place, c => {
      const cells = pick => all.flatMap(row => row.cells.filter(cell => cell !== null).map(cell => pick(cell).max));
      const [tpsStep, tpsTop] = axisEnd(Math.max(1, ...cells(cell => cell.throughputPerSecond)), 1.1);
      const [step, top] = axisEnd(Math.max(0.1, ...cells(cell => cell.p99Millis)), 1.1);
      const series = (grid, pick) => sides.map((side, i) => ({
        name: side.name, type: grid ? 'line' : 'bar', xAxisIndex: grid, yAxisIndex: grid, barMaxWidth: 40,
        symbol: styles(i).symbol, symbolSize: 10, itemStyle: { color: c.series[i % c.series.length] },
        lineStyle: { color: c.series[i % c.series.length], width: 2.5, type: styles(i).dash },
        data: all.map(row => row.cells[i] === null ? '-' : pick(row.cells[i]).median),
        markLine: grid ? Object.assign({}, plainMark, { data: all.filter(row => row.cells[i] !== null && row.cells[i].runs > 1)
          .map(row => [{ coord: [label(row), pick(row.cells[i]).min], lineStyle: { color: c.series[i % c.series.length], type: 'solid', width: 1.5 } },
            { coord: [label(row), pick(row.cells[i]).max] }]) }) : undefined,
      }));
      const names = all.map(label);
      return {
        animation: false, tooltip: tooltip(c), legend: { top: 0, right: 0, data: sides.map(side => side.name), textStyle: { color: c.text } },
        grid: [{ left: gridLeft, right: 16, top: 60, height: 200 }, { left: gridLeft, right: 16, top: 330, height: 168 }],
        xAxis: [sizeAxis(c, names, { gridIndex: 0 }), sizeAxis(c, names, { gridIndex: 1, name: all[0].place.axis, nameGap: 30 })],
        yAxis: [valueAxis(c, 'throughput, calls per second', { gridIndex: 0, max: tpsTop, interval: tpsStep }),
          valueAxis(c, 'TP99, ms', { gridIndex: 1, max: top, interval: step })],
        series: series(0, cell => cell.throughputPerSecond).concat(series(1, cell => cell.p99Millis)),
      };
    });
  });

  show('sides', ...sides.flatMap(side => {
    const list = element('dl');
    [['answer', side.answer], ['date', when(side.startedAt)], ['JDK', side.jdk], ['revision', side.revision || 'unknown'],
      ['CPU', side.cpu], ['cores', side.cores], ['to repeat it', side.command]].forEach(([name, text]) =>
      list.append(element('dt', name), element('dd', text)));
    return [element('h3', side.name), list];
  }));
  if (flames.length) {
    document.getElementById('flames').hidden = false;
    show('links', ...flames.map(([title, file]) => {
      const item = element('li');
      item.append(link(title, file));
      return item;
    }));
  }
  lab.drawAll();
})();
