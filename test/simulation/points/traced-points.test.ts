import { expect, it } from 'vitest';
import { createPointBatch } from '../../../src/cloud/point-batch.js';
import { keepPoints, markInstrument, type TracedPoints } from '../../../src/simulation/points/traced-points.js';

it('keepPoints keeps points with their pulses and times, and all else', () => {
  const points = createPointBatch(3);
  points.x.set([10, 11, 12]);
  const traced = {
    leg: 4,
    first: 5,
    end: 9,
    points,
    pulses: Uint32Array.of(5, 5, 8),
    times: Float64Array.of(0.5, 0.5, 0.8),
  } as unknown as TracedPoints;
  const kept = keepPoints(traced, Uint32Array.of(2, 0));
  expect(kept).toMatchObject({ leg: 4, first: 5, end: 9 });
  expect([...kept.points.x]).toEqual([12, 10]);
  expect(kept.pulses).toEqual(Uint32Array.of(8, 5));
  expect(kept.times).toEqual(Float64Array.of(0.8, 0.5));
});

it('markInstrument marks all points with a number, and none without', () => {
  const [one, other] = [createPointBatch(2), createPointBatch(2)];
  markInstrument(one, 3);
  markInstrument(other, undefined);
  expect([one.scanner, other.scanner]).toEqual([Uint8Array.of(3, 3), undefined]);
});
