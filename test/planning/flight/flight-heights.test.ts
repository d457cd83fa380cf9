import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/base/vec3.js';
import {
  expectedDepths,
  flightGround,
  flightHeights,
  pointsAlong,
} from '../../../src/planning/flight/flight-heights.js';
import type { FlightLine } from '../../../src/planning/flight/flight-lines.js';
import { cellCentre, type HeightRaster } from '../../../src/planning/height-raster.js';
import type { FlightRequest } from '../../../src/planning/plan-request.js';
import type { SceneProbe } from '../../../src/planning/scene-probe.js';

type Height = (x: number, y: number) => number;

/** A scene by the heights of its ground and of its upper side. */
function probeOf(ground: Height, top: Height = ground): SceneProbe {
  const filled = (raster: HeightRaster, height: Height): HeightRaster => ({
    ...raster,
    heights: raster.heights.map((_, cell) => height(...cellCentre(raster, cell))),
  });
  const probe = {
    ground: (raster: HeightRaster) => filled(raster, ground),
    top: (raster: HeightRaster) => filled(raster, top),
  };
  return probe as unknown as SceneProbe;
}

/** 400 by 100 m in cells of 1 m. */
const AREA = { min: [0, 0], max: [400, 100] } as const;
const LINES: FlightLine[] = [
  { from: [-10, 25], to: [410, 25], length: 420 },
  { from: [410, 75], to: [-10, 75], length: 420 },
];

const heightsOf = (probe: SceneProbe, request: Partial<FlightRequest> = {}, speed = 10) =>
  flightHeights(flightGround(probe, AREA), { kind: 'als', scene: '', height: 50, ...request }, { lines: LINES, speed });

/** 10 m high in the west, 30 m in the quarter to the east, and a tower of 60 m there. */
const GROUND: Height = (x) => (x < 300 ? 10 : 30);
const TOP: Height = (x, y) => (x > 350 && x < 360 && y < 50 ? 60 : GROUND(x, y));

describe('the heights of a flight', () => {
  it('are constant above the highest ground for an aircraft', () => {
    const plan = heightsOf(probeOf(GROUND, TOP));
    expect(plan).toMatchObject({ reference: 'highest', altitude: [80, 80], depth: 70, nearest: 20, notes: [] });
    expect(plan.range).toEqual({ low: 10, mean: 15, high: 30 });
    expect(plan.paths).toEqual([
      [[-10, 25, 80], [410, 25, 80]],
      [[410, 75, 80], [-10, 75, 80]],
    ]); // biome-ignore format: paths
    expect(plan.ground).toMatchObject({ columns: 400, rows: 100 });
  });

  it('are expected before there are lines', () => {
    const below = flightGround(probeOf(GROUND, TOP), AREA);
    const depths = (request: Partial<FlightRequest>) =>
      expectedDepths(below, { kind: 'als', scene: '', height: 50, ...request });
    expect(depths({})).toEqual({ nearest: 20, depth: 70 });
    expect(depths({ above: 'mean' })).toEqual({ nearest: 5, depth: 55 });
    expect(depths({ terrain: 'following' })).toEqual({ nearest: 20, depth: 50 });
  });

  it('are above the mean ground if that is asked for', () => {
    const plan = heightsOf(probeOf(GROUND, TOP), { above: 'mean', terrain: 'constant', kind: 'uav' });
    expect(plan).toMatchObject({ reference: 'mean', altitude: [65, 65], depth: 55, nearest: 5 });
  });

  it('follow the terrain for a drone: no lower than asked for, measured where it flies', () => {
    const plan = heightsOf(probeOf(GROUND, TOP), { kind: 'uav' });
    expect(plan.reference).toBe('terrain');
    // It climbs by 3 m in a second of 10 m: 20 m in 66.7 m, before x = 300 in both directions.
    expect(plan.altitude[0]).toBeCloseTo(60, 9);
    expect(plan.altitude[1]).toBeCloseTo(80, 9);
    expect(plan.paths[0][0]).toEqual([-10, 25, 60]);
    expect(plan.paths[1][0]).toEqual([410, 75, 80]);
    // 70 m above the ground just before the step; over the tower 80 − 60.
    expect(Math.abs(plan.depth - 70)).toBeLessThan(1);
    expect(plan.nearest).toBeCloseTo(20, 6);
    expect(plan.notes).toEqual([
      expect.stringMatching(/^the path is up to (19|20)\.\d m higher above ground than required/),
    ]);
  });

  it('climb no steeper than asked for, and say nothing where that is enough', () => {
    const ramp: Height = (x) => 0.2 * x;
    const easy = heightsOf(probeOf(ramp), { kind: 'uav', climb: 2 });
    expect(easy.notes).toEqual([]);
    expect(Math.abs(easy.depth - 50)).toBeLessThan(1.1);
    expect(Math.abs(easy.nearest - 50)).toBeLessThan(0.6);
    const steep = heightsOf(probeOf(ramp), { kind: 'als', terrain: 'following', climb: 1 });
    // Half as steep: 0.1 · 400 m too high at the low end.
    expect(Math.abs(steep.depth - 90)).toBeLessThan(1.5);
    expect(steep.notes).toHaveLength(1);
    const fast = heightsOf(probeOf(ramp), { kind: 'uav', climb: 2 }, 20);
    expect(Math.abs(fast.depth - 90)).toBeLessThan(1.5);
  });

  it('count where there is something below: gaps of the ground are filled', () => {
    const holed = probeOf((x) => (x > 100 && x < 200 ? Number.NaN : 10));
    const plan = heightsOf(holed, { kind: 'uav' });
    expect(plan).toMatchObject({ depth: 50, nearest: 50 });
    expect(plan.ground.heights.some(Number.isNaN)).toBe(false);
    expect(plan.range).toEqual({ low: 10, mean: 10, high: 10 });
    const open = probeOf(() => 10, () => Number.NaN); // biome-ignore format: a scene
    expect(heightsOf(open, { kind: 'uav' })).toMatchObject({ depth: 50, nearest: 50 });
    expect(heightsOf(open)).toMatchObject({ depth: 50, nearest: 50 });
  });

  it('must lie above the scene', () => {
    const low = (request: Partial<FlightRequest>) => () => heightsOf(probeOf(GROUND, TOP), request);
    expect(low({ height: 30 })).toThrow('--height: found 30, expected more than 30.0 (m): the scene is higher');
    expect(low({ height: 25 })).toThrow('found 25, expected more than 30.0 (m)');
    expect(low({ height: 25, kind: 'uav' })).toThrow('found 25, expected more than 30.0 (m)');
    expect(low({ height: 30.5 })).not.toThrow();
  });

  it('need ground', () => {
    expect(() => heightsOf(probeOf(() => Number.NaN))).toThrow('--area: there is no ground below it');
  });
});

describe('pointsAlong', () => {
  it('divides a path into equal parts no longer than the step, corners included', () => {
    const path: Vec3[] = [[0, 0, 0], [2.5, 0, 5], [2.5, 1, 5]]; // biome-ignore format: a path
    const near = (point: readonly number[]) => point.map((value) => expect.closeTo(value, 12));
    expect([...pointsAlong(path, 1)]).toEqual(
      [
        [0, 0, 0],
        [2.5 / 3, 0, 5 / 3],
        [5 / 3, 0, 10 / 3],
        [2.5, 0, 5],
        [2.5, 1, 5],
      ].map(near),
    );
    expect([...pointsAlong([[1, 2, 3], [1, 2, 9]], 1)]).toEqual([[1, 2, 3], [1, 2, 9]]); // biome-ignore format: points
    expect([...pointsAlong([[0, 0, 0], [0, 3, 0]], 1)]).toHaveLength(4); // biome-ignore format: points
  });
});
