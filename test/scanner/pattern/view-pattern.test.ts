import { describe, expect, it } from 'vitest';
import type { PulseList } from '../../../src/engine/cpu/pulse-lister.js';
import { joinLists, thin } from '../../../src/scanner/pattern/pulses.js';
import { type PatternView, viewPattern } from '../../../src/scanner/pattern/view-pattern.js';
import { readScanner } from '../../../src/scanner/read-scanner.js';
import { DEGREE, scannerOf } from '../describe-scanner.js';

/** Pulses towards azimuth and elevation in degrees, one a millisecond. */
function towards(angles: [azimuth: number, elevation: number][]): PulseList {
  const directions = angles.flatMap(([azimuth, elevation]) => [
    Math.cos(elevation * DEGREE) * Math.sin(azimuth * DEGREE),
    Math.cos(elevation * DEGREE) * Math.cos(azimuth * DEGREE),
    Math.sin(elevation * DEGREE),
  ]);
  return {
    count: angles.length,
    origins: new Float64Array(3 * angles.length),
    directions: Float32Array.from(directions),
    times: Float64Array.from(angles, (_, k) => k * 1e-3),
    channels: Uint32Array.from(angles, (_, k) => k),
    silent: new Uint8Array(angles.length),
  };
}

const seen = (deflector: Record<string, unknown>, pulses: PulseList, rest = {}) =>
  viewPattern(readScanner(scannerOf(deflector, rest)), { pulses, seconds: pulses.count * 1e-3 });

const placesOf = ({ x, y }: PatternView) => Array.from(x, (value, k) => [round(value), round(y[k])]);
const round = (value: number) => Math.round(value * 1e4) / 1e4 + 0;

const RISLEY = { kind: 'risley', pulseRate: 1000, prisms: [{ angle: 10, refractiveIndex: 1.5, rotationRate: 10 }] };
const SPINNING = { kind: 'spinning', rotationRate: 10, firingPeriod: 10, channels: [{ elevation: 0 }] };
const LINES = { kind: 'parallel', pulseRate: 1000, scanRate: 10, fieldOfView: 90 };

describe('view of a pattern', () => {
  it('narrow: on a plane ahead, right and up', () => {
    const view = seen(RISLEY, towards([[45, 0], [-45, 0], [0, 45], [0, -45]])); // biome-ignore format: a row
    expect(placesOf(view)).toEqual([[1, 0], [-1, 0], [0, 1], [0, -1]]); // biome-ignore format: a row
    expect(view).toMatchObject({ equal: true, xAxis: { scale: 'tangent' } });
  });

  it('narrow, straight down', () => {
    const view = seen(RISLEY, towards([[0, -45], [90, -45], [180, -45], [270, -45]])); // biome-ignore format: a row
    expect(placesOf(view).map(([x, y]) => round(Math.hypot(x, y)))).toEqual([1, 1, 1, 1]);
  });

  it('all round: azimuth and elevation; what is not fired has no place', () => {
    const pulses = towards([[0, 10], [90, 0], [180, -10], [-90, 0]]); // biome-ignore format: a row
    pulses.silent[1] = 1;
    const view = seen(SPINNING, pulses);
    expect(placesOf(view)).toEqual([[0, 10], [Number.NaN, Number.NaN], [180, -10], [-90, 0]]); // biome-ignore format: a row
    expect(view.yAxis).toEqual({ title: 'elevation', scale: 'degrees' });
  });

  it('lines of a moving platform: positive elevations to the left, time upwards', () => {
    const view = seen(LINES, towards([[0, 45], [0, 0], [0, -45], [0, 0]])); // biome-ignore format: a row
    // The swath is 2 wide, the platform moves by a quarter of that from pulse to pulse.
    expect(placesOf(view)).toEqual([[-1, -1], [0, -0.5], [1, 0], [0, 0.5]]); // biome-ignore format: a row
  });

  it('lines all round: angle and time', () => {
    const window = { kind: 'polygon', pulseRate: 1000, elevationMin: -180, elevationMax: 180, lineRate: 10 };
    const view = seen(window, towards([[180, 0], [0, -90], [0, 0], [0, 90]])); // biome-ignore format: a row
    expect(placesOf(view).map(([angle, time]) => [Math.abs(angle), time])).toEqual([[180, 0], [90, 1], [0, 2], [90, 3]]); // biome-ignore format: a row
    expect(placesOf(view)[3][0]).toBe(90);
  });

  it('a head that turns needs no moving platform', () => {
    const pulses = towards([[0, 0], [120, 0], [240, 0]]); // biome-ignore format: a row
    expect(seen(LINES, pulses, { head: { rate: 90 } }).xAxis.title).toBe('azimuth');
  });
});

describe('lists of pulses', () => {
  const list = towards([[0, 0], [10, 0], [20, 0], [30, 0], [40, 0]]); // biome-ignore format: a row

  it('are thinned from the first on', () => {
    const thinned = thin(list, 2);
    expect([...thinned.channels]).toEqual([0, 2, 4]);
    expect([...thinned.directions]).toEqual([0, 2, 4].flatMap((k) => [...list.directions.subarray(3 * k, 3 * k + 3)]));
  });

  it('are joined', () => {
    const joined = joinLists([thin(list, 4), list]);
    expect([...joined.channels]).toEqual([0, 4, 0, 1, 2, 3, 4]);
    expect(joined.times[1]).toBeCloseTo(4e-3, 12);
    expect(joined.count).toBe(7);
  });
});
