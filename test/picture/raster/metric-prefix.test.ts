import { expect, it } from 'vitest';
import { metricPrefix } from '../../../src/picture/raster/metric-prefix.js';

it.each([
  [5, '', 1],
  [1, '', 1],
  [0.99949, 'm', 1e3],
  [0.9996, '', 1],
  [3.4e-7, 'n', 1e9],
  [2e-12, 'p', 1e12],
  [1e-30, 'z', 1e21],
  [0, 'z', 1e21],
])('writes %f with a prefix that leaves one to three digits', (value, prefix, factor) => {
  expect(metricPrefix(value)).toEqual({ prefix, factor });
});
