import { expect, it } from 'vitest';
import { createPointBatch, optionalArray } from '../../../src/cloud/point-batch.js';
import { heliosPoints } from '../../../src/simulation/points/helios-points.js';

it('numbers shots through all legs, times them within the week, and scales the amplitude', () => {
  const points = createPointBatch(3);
  optionalArray(points, 'amplitude').set([0, 4e-4, 2e-3]);
  const start = 604_800 * 2000 + 5 - 1e9;
  const traced = { pulses: Uint32Array.of(0, 31, 32), times: Float64Array.of(0, 1e-9, 2) };
  const found = heliosPoints(points, traced, start, { channelCount: 16, shotsBefore: 100 });
  expect(found.pulse).toEqual(Uint32Array.of(100, 101, 102));
  expect(found.gpsTime).toEqual(Float64Array.of(5, 5 + 1e-9, 7));
  // 65535 is a milliwatt and more.
  expect(found.intensity).toEqual(Uint16Array.of(0, 26_214, 65_535));
  expect(points.gpsTime).toEqual(Float64Array.of(0, 0, 0));
});
