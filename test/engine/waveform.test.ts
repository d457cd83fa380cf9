import { describe, expect, it } from 'vitest';
import { add, cross, normalize, scale, subtract, type Vec3 } from '../../src/base/vec3.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import { ENGINES } from '../support/engines.js';
import { testRandom } from '../support/random.js';
import { column, openScene, type Scan, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';

// Returns as peaks of the waveform against closed forms for Gaussian pulses. G6 and G7 are the names of these forms' golden numbers.

const DEGREE = Math.PI / 180;
const RINGS: Footprint = { pattern: 'rings', subrays: 93, weights: 'gaussian' };

/** A scanner with a beam of half angle `theta` and pulses of `duration` that looks along +y, once every sector of 1°. */
const scannerWith = (theta: number, duration = 5e-9, detection = {}) =>
  testScanner({ divergence: roundBeam(theta), pulse: { energy: 1, duration }, detection });

/** Storeys of one scene, far enough from one another that no beam meets two. */
const STOREY = 100;

/** Two half plates, the left one `apart` metres nearer, in a storey; materials 0 and `far`. */
function halfPlates(range: number, apart: number, storey: number): number[] {
  const z = storey * STOREY - 20;
  const near = rectangle([-20, range, z], [20, 0, 0], [0, 0, 40]);
  return [...near, ...rectangle([-20, range + apart, z], [40, 0, 0], [0, 0, 40])];
}

const at = (storey: number): Vec3 => [0, 0, storey * STOREY];
/** A canopy behind which there is soil, seen from `RANGE` metres: rows of pulses, so far apart. */
const RANGE = 500;
const DEPTH = 10;
const ROWS = 24;
const PITCH = 0.6;
const LEAF_AREA_INDEX = 3;

/** Leaves of 0.1 m, anywhere and turned anyhow, and the soil; from RANGE on along y. */
function canopy(): number[] {
  const random = testRandom(15);
  const side = (ROWS + 2) * PITCH;
  const edge = 0.1;
  const triangles = rectangle([-side, RANGE + DEPTH, -side], [2 * side, 0, 0], [0, 0, 2 * side]);
  for (let k = 0; k < (LEAF_AREA_INDEX * side * side) / edge ** 2; k++) {
    const middle: Vec3 = [(random() - 0.5) * side, RANGE + random() * DEPTH, (random() - 0.5) * side];
    const normal = turned(random);
    const u = scale(normalize(cross(normal, turned(random))), edge);
    const v = scale(normalize(cross(normal, u)), edge);
    triangles.push(...rectangle(subtract(middle, scale(add(u, v), 0.5)), u, v));
  }
  return triangles;
}

/** A direction, all equally likely. */
function turned(random: () => number): Vec3 {
  const z = 2 * random() - 1;
  const azimuth = 2 * Math.PI * random();
  return [Math.sqrt(1 - z * z) * Math.cos(azimuth), Math.sqrt(1 - z * z) * Math.sin(azimuth), z];
}

describe.each(ENGINES)('returns on the %s', (_, there, open) => {
  describe.skipIf(!there)('of two half plates', () => {
    const PLATES_AT = 1000;
    const scanner = scannerWith(1e-3);

    /** How many subrays of the first pulse meet the left half, and how many the right one. */
    async function counts(): Promise<[number, number]> {
      const stage = await openScene(sceneOf([meshOf(halfPlates(PLATES_AT, 20, 0))]), open);
      const result = await stage.scan([station(at(0))], { scanner, footprint: RINGS });
      await stage.close();
      const [near, far] = column(result, 'hitSubrays');
      return [near, far];
    }

    /** Returns of plates with this ratio of the far one's energy to the near one's, at these distances. */
    async function plates(ratio: number, distances: readonly number[]): Promise<Scan[]> {
      const [near, far] = await counts();
      const meshes = distances.map((apart, storey) => {
        const mesh = meshOf(halfPlates(PLATES_AT, apart, storey), [0, 0, 1, 1]);
        const groups = mesh.groups.map((group, k) => ({ ...group, material: k === 0 ? 0 : storey + 1 }));
        return { ...mesh, groups };
      });
      const reflectances = distances.map(
        (apart) => 0.4 * ratio * (near / far) * ((PLATES_AT + apart) / PLATES_AT) ** 2,
      );
      const scene = sceneOf(meshes, { scatterings: [0.4, ...reflectances].map(lambert) });
      const stage = await openScene(scene, open);
      const scans: Scan[] = [];
      for (const storey of distances.keys())
        scans.push(await stage.scan([station(at(storey))], { scanner, footprint: RINGS }));
      await stage.close();
      return scans;
    }

    it.each([
      [1, 0.6366],
      [0.5, 0.8363],
      [0.1, 1.0675],
    ])('G7: separates energies of 1 to %f beyond %f m', async (ratio, distance) => {
      const scans = await plates(ratio, [0.985 * distance, 1.015 * distance]);
      expect(scans.map((result) => column(result, 'range').length)).toEqual([1, 2]);
    });

    it.each([
      [1, 0.3],
      [0.5, 0.067],
      [0.1, 0.0107],
    ])('G7: puts the peak of energies of 1 to %f, 0.6 m apart, %f m behind the first', async (ratio, shift) => {
      const [result] = await plates(ratio, [0.6]);
      const [range] = column(result, 'range');
      // Of the beam's obliqueness: half of its angle squared, of 1000 m.
      expect(Math.abs(range - PLATES_AT - shift)).toBeLessThan(0.002);
    });
  });

  it.skipIf(!there)('leave out hits nearer than the least range, whatever lies behind', async () => {
    // Side by side, seen through a beam of 1 cm each way: 10 m, 12 m and 15 m away.
    const strips = [
      ...rectangle([-1, 10, -1], [0.996, 0, 0], [0, 0, 2]),
      ...rectangle([-0.004, 12, -1], [0.008, 0, 0], [0, 0, 2]),
      ...rectangle([-1, 15, -1], [2, 0, 0], [0, 0, 2]),
    ];
    const stage = await openScene(sceneOf([meshOf(strips)]), open);
    const scanFrom = (rangeMin: number) =>
      stage.scan([station([0, 0, 0])], { scanner: scannerWith(1e-3, 5e-9, { rangeMin }), footprint: RINGS });
    const all = await scanFrom(0);
    const some = await scanFrom(11);
    await stage.close();
    for (const name of ['range', 'energy', 'hitSubrays', 'echoWidth'] as const)
      expect(column(some, name), name).toEqual(column(all, name).slice(1));
    expect(column(all, 'range').map(Math.round)).toEqual([10, 12, 15]);
  });

  describe.skipIf(!there)('of a slope', () => {
    /** The slope at `angle` of incidence about the axis, and pulses on it. */
    async function slope(
      angle: number,
      range: number,
      theta: number,
      duration: number,
      footprint: Footprint,
      pulses: number,
    ) {
      const c = Math.cos(angle * DEGREE);
      const s = Math.sin(angle * DEGREE);
      const reach = 40 * range * theta;
      const corner: Vec3 = [-reach, range - reach * s, -reach * c];
      const scene = sceneOf([meshOf(rectangle(corner, [2 * reach, 0, 0], [0, 2 * reach * s, 2 * reach * c]))]);
      const stage = await openScene(scene, open);
      const legs = Array.from({ length: pulses }, () => station([0, 0, 0]));
      const result = await stage.scan(legs, { scanner: scannerWith(theta, duration), footprint });
      await stage.close();
      return result;
    }

    it.each([
      [7, 'rings'],
      [19, 'rings'],
      [37, 'rings'],
      [93, 'rings'],
    ] as const)(
      'are one of 99.4 ns on a plane at 45° under a footprint of 25 m, with %i subrays',
      async (subrays, pattern) => {
        const pulses = 40;
        const result = await slope(45, 5000, 12.5 / 5000, 15.6e-9, { pattern, subrays, weights: 'gaussian' }, pulses);
        expect(column(result, 'returnCount')).toEqual(new Array(pulses).fill(1));
        // The mean of seven subrays is off the axis by a seventh of that of the innermost one, from which the width is measured.
        const most = subrays === 7 ? 0.02 : 0.01;
        for (const width of column(result, 'echoWidth')) expect(Math.abs(width / 99.4e-9 - 1)).toBeLessThan(most);
      },
    );

    it.each([
      [60, 6.0472],
      [75, 8.872],
    ])('G6: are %i° of incidence %f ns long', async (angle, expected) => {
      const result = await slope(angle, 1000, 0.25e-3, 5e-9, { ...RINGS, subrays: 19 }, 40);
      expect(column(result, 'returnCount')).toEqual(new Array(40).fill(1));
      for (const width of column(result, 'echoWidth'))
        expect(Math.abs((width * 1e9) / expected - 1)).toBeLessThan(0.005);
    });
  });

  it.skipIf(!there)(
    'are as many of a canopy, and begin at its same height, whatever the number of subrays',
    async () => {
      const stage = await openScene(sceneOf([meshOf(canopy())]), open);
      const scanner = testScanner({
        divergence: roundBeam(0.25 / RANGE),
        detection: { minEnergy: (0.01 * 0.5) / RANGE ** 2 },
        deflector: { ...testScanner().deflector, horizontalStep: PITCH / RANGE } as Scanner['deflector'],
      });
      // A software GPU takes a minute for all rows.
      const rows = Array.from({ length: ROWS }, (_, row) =>
        station([(-ROWS / 2) * PITCH, 0, (row - ROWS / 2) * PITCH], { sectorDeg: (ROWS * PITCH) / RANGE / DEGREE }),
      );
      const legs = open === ENGINES[0][2] ? rows : rows.filter((_, row) => row % 2 === 0);
      const found: { returns: number; first: number }[] = [];
      for (const [pattern, subrays] of [
        ['rings', 37],
        ['rings', 93],
        ['disc', 400],
      ] as const) {
        const result = await stage.scan(legs, { scanner, footprint: { pattern, subrays, weights: 'gaussian' } });
        const ranges = column(result, 'range').filter((_, k) => column(result, 'returnNumber')[k] === 1);
        found.push({
          returns: column(result, 'range').length / ranges.length,
          first: ranges.reduce((sum, range) => sum + range, 0) / ranges.length,
        });
      }
      await stage.close();
      for (const { returns, first } of found) {
        expect(Math.abs(returns / found[2].returns - 1)).toBeLessThan(0.03);
        expect(Math.abs(first - found[2].first)).toBeLessThan(0.03);
      }
    },
  );
});
