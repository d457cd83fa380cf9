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

  it('does not count what is not fired: neither for the middle nor for the width', () => {
    const pulses = towards([[45, 0], [180, 0], [-45, 0], [180, 0]]); // biome-ignore format: a row
    pulses.silent.set([0, 1, 0, 1]);
    const nowhere = [Number.NaN, Number.NaN];
    expect(placesOf(seen(RISLEY, pulses))).toEqual([[1, 0], nowhere, [-1, 0], nowhere]);
  });

  it('is a plane up to 72° from the middle beam, in whatever direction', () => {
    const pair = (middle: number, away: number) => towards([[middle - away, 0], [middle + away, 0]]); // biome-ignore format: a row
    for (const middle of [0, 100, -170]) {
      const width = Math.tan(71.9 * DEGREE);
      expect(placesOf(seen(RISLEY, pair(middle, 71.9)))).toEqual([[round(-width), 0], [round(width), 0]]); // biome-ignore format: a row
      expect(seen(RISLEY, pair(middle, 72.1)).xAxis.scale).toBe('degrees');
    }
  });

  it('goes all round if beams have no middle', () => {
    expect(seen(RISLEY, towards([[0, 0], [180, 0]])).xAxis.title).toBe('azimuth'); // biome-ignore format: a row
    // A thousandth of their number is what their sum has to exceed.
    const almost = (angle: number) => seen(RISLEY, towards([[angle, 0], [180, 0]])); // biome-ignore format: a row
    expect(almost(1).xAxis.title).toBe('azimuth');
    expect(seen(RISLEY, towards([])).xAxis.title).toBe('azimuth');
  });

  it('has up upwards and the right to the right, whatever the elevation of the middle beam', () => {
    for (const elevation of [-60, 0, 60]) {
      const cross = towards([[0, elevation], [0, elevation + 20], [0, elevation - 20]]); // biome-ignore format: a row
      const up = round(Math.tan(20 * DEGREE));
      expect(placesOf(seen(RISLEY, cross))).toEqual([[0, 0], [0, up], [0, -up]]); // biome-ignore format: a row
      const [, left, right] = placesOf(seen(RISLEY, towards([[0, elevation], [-20, elevation], [20, elevation]]))); // biome-ignore format: a row
      expect([left[0] < 0, right[0] > 0, round(left[0] + right[0])]).toEqual([true, true, 0]);
    }
    // Straight up and down, forward is the way up in the picture: 0.99 is the sine of 81.9°.
    for (const [side, elevation] of [
      [1, -90],
      [-1, 90],
    ]) {
      const view = seen(RISLEY, towards([[0, elevation], [0, elevation + 10 * side], [180, elevation + 10 * side], [90, elevation + 10 * side], [-90, elevation + 10 * side]])); // biome-ignore format: a row
      const part = round(Math.tan(10 * DEGREE));
      expect(placesOf(view)).toEqual([[0, 0], [0, part], [0, -part], [side * part, 0], [-side * part, 0]]); // biome-ignore format: a row
    }
    const steep = (elevation: number) => placesOf(seen(RISLEY, towards([[30, elevation], [30, elevation - 5], [30, elevation + 5]]))); // biome-ignore format: a row
    expect(steep(-81).map(([x]) => x)).toEqual([0, 0, 0]);
    expect(Math.abs(steep(-83)[1][0])).toBeGreaterThan(0.01);
  });

  it('narrow, straight down', () => {
    const view = seen(RISLEY, towards([[0, -45], [90, -45], [180, -45], [270, -45]])); // biome-ignore format: a row
    expect(placesOf(view).map(([x, y]) => round(Math.hypot(x, y)))).toEqual([1, 1, 1, 1]);
  });

  it('has azimuth and elevation all round, and no place for pulses that are not fired', () => {
    const pulses = towards([[0, 10], [90, 0], [180, -10], [-90, 0]]); // biome-ignore format: a row
    pulses.silent[1] = 1;
    const view = seen(SPINNING, pulses);
    expect(placesOf(view)).toEqual([[0, 10], [Number.NaN, Number.NaN], [180, -10], [-90, 0]]); // biome-ignore format: a row
    expect(view.yAxis).toEqual({ title: 'elevation', scale: 'degrees' });
  });

  it('shows lines of a moving platform with positive elevations to the left, time upwards', () => {
    const view = seen(LINES, towards([[0, 45], [0, 0], [0, -45], [0, 0]])); // biome-ignore format: a row
    // The swath is 2 wide, the platform moves by a quarter of that from pulse to pulse.
    expect(placesOf(view)).toEqual([[-1, -1], [0, -0.5], [1, 0], [0, 0.5]]); // biome-ignore format: a row
  });

  it('shows lines all round by angle and time', () => {
    const window = { kind: 'polygon', pulseRate: 1000, elevationMin: -180, elevationMax: 180, lineRate: 10 };
    const view = seen(window, towards([[180, 0], [0, -90], [0, 0], [0, 90]])); // biome-ignore format: a row
    expect(placesOf(view).map(([angle, time]) => [Math.abs(angle), time])).toEqual([[180, 0], [90, 1], [0, 2], [90, 3]]); // biome-ignore format: a row
    expect(placesOf(view)[3][0]).toBe(90);
  });

  it('runs lines of several lasers across the mean of their axes', () => {
    const channels = [{ azimuth: 30 }, { azimuth: -10 }];
    // The mean axis is that of a laser at 10°: lines in the vertical plane there.
    const view = seen({ ...LINES, channels }, towards([[10, 45], [10, 0], [10, -45], [10, 0]])); // biome-ignore format: a row
    expect(placesOf(view)).toEqual([[-1, -1], [0, -0.5], [1, 0], [0, 0.5]]); // biome-ignore format: a row
    const rolled = seen({ ...LINES, channels: [{ roll: 90 }] }, towards([[45, 0], [0, 0], [-45, 0], [0, 0]])); // biome-ignore format: a row
    expect(placesOf(rolled).map(([x]) => Math.abs(x))).toEqual([1, 0, 1, 0]);
  });

  it('draws closed curves of a moving platform as lines; areas, and patterns that turn by themselves, as they stand', () => {
    const ring = towards([[20, 0], [0, 20], [-20, 0], [0, -20]]); // biome-ignore format: a row
    const [cone, turning] = [
      { kind: 'conic', pulseRate: 1000, rotationRate: 10, halfAngle: 20 },
      { kind: 'polygon', pulseRate: 1000, elevationMin: -30, elevationMax: 30, verticalStep: 1, horizontalStep: 1 },
    ];
    expect(seen(cone, ring).xAxis.title).toBe('across');
    expect(seen({ ...turning, horizontalStep: undefined }, ring).xAxis.title).toBe('across');
    expect(seen(turning, ring).xAxis.title).toBe('right');
    expect(seen(RISLEY, ring).xAxis.title).toBe('right');
    expect(seen(SPINNING, ring).xAxis.title).toBe('right');
  });

  it('sees lines of a laser that looks aside from that laser', () => {
    const window = { kind: 'polygon', pulseRate: 1000, elevationMin: -180, elevationMax: 180, lineRate: 10 };
    const aside = { ...window, channels: [{ azimuth: 90 }] };
    const view = seen(aside, towards([[90, 0], [90, 90], [-90, 0], [90, -90]])); // biome-ignore format: a row
    expect(placesOf(view).map(([angle, time]) => [angle === -180 ? 180 : angle, time])).toEqual([[0, 0], [90, 1], [180, 2], [-90, 3]]); // biome-ignore format: a row
  });

  it('needs no moving platform for a head that turns', () => {
    const pulses = towards([[0, 0], [120, 0], [240, 0]]); // biome-ignore format: a row
    expect(seen(LINES, pulses, { head: { rate: 90 } }).xAxis.title).toBe('azimuth');
  });
});

describe('every array of a list of pulses', () => {
  const list = {
    ...towards([[0, 0], [10, 0], [20, 0]]), // biome-ignore format: a row
    origins: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9),
    silent: Uint8Array.of(1, 0, 1),
  };

  it('is thinned and joined alike', () => {
    const thinned = thin(list, 2);
    expect(thinned).toEqual({
      count: 2,
      origins: Float64Array.of(1, 2, 3, 7, 8, 9),
      directions: Float32Array.of(...list.directions.subarray(0, 3), ...list.directions.subarray(6)),
      times: Float64Array.of(0, 2e-3),
      channels: Uint32Array.of(0, 2),
      silent: Uint8Array.of(1, 1),
    });
    expect(thin(list, 1)).toEqual(list);
    expect(joinLists([thinned, list])).toEqual({
      count: 5,
      origins: Float64Array.of(1, 2, 3, 7, 8, 9, ...list.origins),
      directions: Float32Array.of(...thinned.directions, ...list.directions),
      times: Float64Array.of(0, 2e-3, ...list.times),
      channels: Uint32Array.of(0, 2, 0, 1, 2),
      silent: Uint8Array.of(1, 1, 1, 0, 1),
    });
    expect(joinLists([]).count).toBe(0);
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
