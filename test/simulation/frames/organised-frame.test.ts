import { describe, expect, it } from 'vitest';
import { createPointBatch, optionalArray } from '../../../src/cloud/point-batch.js';
import { OrganisedFrame, type OrganisedPart } from '../../../src/simulation/frames/organised-frame.js';
import { ringNumbers } from '../../../src/simulation/frames/ring-numbers.js';
import { scatterPoints } from '../../../src/simulation/frames/scatter-points.js';
import { ONE_LASER } from '../../support/scan.js';

describe('rings of lasers', () => {
  it('go by elevation, then azimuth, then number', () => {
    const channels = [
      [0.2, 0],
      [-0.1, 0],
      [0, 0.3],
      [0, -0.3],
      [0, 0.3],
    ].map(([elevation, azimuthOffset]) => ({ ...ONE_LASER, elevation, azimuthOffset }));
    expect([...ringNumbers(channels)]).toEqual([4, 0, 2, 1, 3]);
  });
});

describe('points that go to other places', () => {
  it('take all attributes along that both batches have', () => {
    const [from, to] = [createPointBatch(3), createPointBatch(4)];
    from.x.set([1, 2, 3]);
    from.returnNumber.set([4, 5, 6]);
    from.intensity.set([7, 8, 9]);
    from.instance.set([10, 11, 12]);
    from.normal.set([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    optionalArray(from, 'rgb').set([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    optionalArray(from, 'ring').fill(9);
    optionalArray(to, 'rgb');
    optionalArray(to, 'azimuth').fill(0.5);
    scatterPoints(from, Uint32Array.of(2, 0), to, Uint32Array.of(0, 3));
    expect([...to.x]).toEqual([3, 0, 0, 1]);
    expect([...to.returnNumber]).toEqual([6, 0, 0, 4]);
    expect([...to.intensity]).toEqual([9, 0, 0, 7]);
    expect([...to.instance]).toEqual([12, 0, 0, 10]);
    expect([...to.normal]).toEqual([7, 8, 9, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
    expect([...(to.rgb ?? [])]).toEqual([7, 8, 9, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
    expect([...(to.azimuth ?? [])]).toEqual([0.5, 0.5, 0.5, 0.5]);
    expect(to.ring).toBeUndefined();
    expect(to.count).toBe(4);
  });
});

/** Two lasers, the second one in the upper row; five shots, the frame begins with shot 2. */
const frame = () =>
  new OrganisedFrame({
    grid: { width: 3, height: 2 },
    optional: ['ring', 'azimuth', 'frameTime', 'scanner', 'truePosition'],
    channels: [1, 0],
    pointSourceId: 7,
    instrument: 3,
    startTime: 1000,
    legStart: 990.5,
  });

/** Returns of pulses: number, energy and x each. */
function partOf(first: number, end: number, returns: [pulse: number, energy: number, x: number][]): OrganisedPart {
  const points = createPointBatch(returns.length);
  returns.forEach(([pulse, energy, x], k) => {
    points.gpsTime[k] = 1000 + (pulse - 4) / 4;
    points.energy[k] = energy;
    points.x[k] = x;
    points.returnNumber[k] = 1;
  });
  const numbers = Array.from({ length: end - first }, (_, k) => first + k);
  return {
    first,
    end,
    points,
    pulses: Uint32Array.from(returns, ([pulse]) => pulse),
    azimuths: Float32Array.from(numbers, (number) => number / 8),
    frameTimes: Float32Array.from(numbers, (number) => (number - 4) / 4),
    times: Float64Array.from(numbers, (number) => 9.5 + (number - 4) / 4),
  };
}

describe('a frame with a place for every pulse', () => {
  it('has no coordinates before anything comes back, but rows, lasers and ids', () => {
    const { points } = frame();
    expect([...points.channel]).toEqual([1, 1, 1, 0, 0, 0]);
    expect([...(points.ring ?? [])]).toEqual([0, 0, 0, 1, 1, 1]);
    expect([...(points.scanner ?? [])]).toEqual([3, 3, 3, 3, 3, 3]);
    expect([...points.pointSourceId]).toEqual([7, 7, 7, 7, 7, 7]);
    for (const array of [
      points.x,
      points.y,
      points.z,
      points.normal,
      points.range,
      points.incidenceAngle,
      points.azimuth,
    ])
      expect([...(array ?? [])].every(Number.isNaN)).toBe(true);
    expect([...(points.truePosition ?? [])].every(Number.isNaN)).toBe(true);
    expect([...points.returnNumber]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('puts the strongest return of each pulse, the first of equals, where its shot and its laser have it', () => {
    const { points, ...organised } = frame();
    const target = frame();
    // Pulses 4 … 9 are shots 2 to 4 of lasers 0 and 1; laser 1 has row 0.
    const rowOf = Uint16Array.of(1, 0);
    target.add(partOf(4, 7, [[4, 1, 10], [4, 5, 11], [4, 5, 12], [6, 2, 13], [6, 1, 14]]), rowOf, 2); // biome-ignore format: returns
    target.add(partOf(7, 10, [[7, 1, 15], [9, 3, 16]]), rowOf, 2); // biome-ignore format: returns
    expect([...target.points.x]).toEqual([Number.NaN, 15, 16, 11, 13, Number.NaN]);
    expect([...target.points.returnNumber]).toEqual([0, 1, 1, 1, 1, 0]);
    // Of pulses that gave nothing, too.
    expect([...(target.points.azimuth ?? [])]).toEqual([5, 7, 9, 4, 6, 8].map((number) => number / 8));
    expect([...(target.points.frameTime ?? [])]).toEqual([1, 3, 5, 0, 2, 4].map((number) => number / 4));
    expect([...target.points.gpsTime]).toEqual([1, 3, 5, 0, 2, 4].map((number) => 1000 + number / 4));
    expect([points.count, organised.grid]).toEqual([6, { width: 3, height: 2 }]);
  });
});
