'use strict';
// What drawings have in common: their elements, and how figures are written.
const drawing = (function () {
  const SVG = 'http://www.w3.org/2000/svg';

  function svg(name, attributes) {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    return made;
  }

  const whole = value => Math.round(value).toString().replace(/\B(?=(\d{3})+$)/g, '\u202f');
  const trimmed = (value, digits = 2) => value.toFixed(digits).replace(/\.?0+$/, '');
  const millis = value => value >= 100 ? whole(value) : value >= 10 ? trimmed(value, 1) : trimmed(value);

  return { svg, whole, trimmed, millis };
})();
