import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import { inLong } from '../support/long-run.js';
import { outliers } from '../support/outliers.js';
import {
  column,
  type OpenScene,
  openCpuWithoutThreads,
  openScene,
  scan,
  station,
  testScanner,
} from '../support/scan.js';
import { meshOf, rectangle, sceneOf, sphere, wall } from '../support/scenes.js';

const ONE_RAY = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;

/** The scene, opened before the tests of a block and closed after them: an engine takes longer to open than a scan. */
function openedFor(scene: Scene): Pick<OpenScene, 'scan'> {
  let stage: OpenScene;
  beforeAll(async () => {
    stage = await openScene(scene, openCpuWithoutThreads);
  });
  afterAll(() => stage?.close());
  return { scan: (legs, options) => stage.scan(legs, options) };
}

describe('energy', () => {
  /** E = ρ cos θ / R² for 1 J, D = 2 m, η = 1. */
  const expected = (range: number, angle: number) => (0.5 * Math.cos(angle)) / range ** 2;

  const stage = openedFor(sceneOf([meshOf(wall(100, 100))]));
  const facing = station([0, 0, 0]);

  it('sums over all subrays to that of the beam', async () => {
    for (const subrays of [1, 7, 19, 37, 62])
      for (const weights of ['gaussian', 'uniform'] as const) {
        const result = await stage.scan([facing], {
          footprint: { pattern: 'rings', subrays, weights },
        });
        expect(column(result, 'energy')[0] / expected(100, 0)).toBeCloseTo(1, 5);
        expect(column(result, 'hitSubrays')).toEqual([subrays]);
      }
  });

  it('is weakened by the atmosphere there and back', async () => {
    const extinction = 1e-3;
    const result = await scan(sceneOf([meshOf(wall(500, 100))]), [station([0, 0, 0])], {
      footprint: ONE_RAY,
      extinction,
    });
    expect(column(result, 'energy')[0] / (expected(500, 0) * Math.exp(-2 * extinction * 500))).toBeCloseTo(1, 5);
  });

  it('makes no return below the detection limit', async () => {
    const strong = testScanner({ detection: { minEnergy: expected(100, 0) * 0.999 } });
    const weak = testScanner({ detection: { minEnergy: expected(100, 0) * 1.001 } });
    const returnsOf = async (scanner: Scanner) => column(await stage.scan([facing], { scanner }), 'returnCount');
    expect(await returnsOf(strong)).toEqual([1]);
    expect(await returnsOf(weak)).toEqual([]);
  });
});

describe('returns', () => {
  const beam = testScanner({ divergence: roundBeam(1e-2) });
  const disc = { pattern: 'disc', subrays: 4000, weights: 'uniform' } as const;

  it('are two for a footprint on an edge, with energies in the ratio of the areas', async () => {
    // The near plate covers what lies right of a line a quarter of the radius left of the axis.
    const near = rectangle([-0.25, 100, -5], [10, 0, 0], [0, 0, 10]);
    const scene = sceneOf([meshOf([...near, ...wall(110, 100)], [0, 0, 1, 1])]);
    const pulses = 16;
    const legs = Array.from({ length: pulses }, () => station([0, 0, 0]));
    const result = await scan(scene, legs, { scanner: beam, footprint: disc });
    const h = 0.25;
    const shareLeft = (Math.acos(h) - h * Math.sqrt(1 - h * h)) / Math.PI;
    const ofEach = (...values: number[]) => Array.from({ length: pulses }, () => values).flat();
    expect(column(result, 'returnNumber')).toEqual(ofEach(1, 2));
    expect(column(result, 'returnCount')).toEqual(ofEach(2, 2));
    expect(column(result, 'instance')).toEqual(ofEach(1, 2));
    const energy = column(result, 'energy');
    const shareOf = (pulse: number) => energy[2 * pulse] / (energy[2 * pulse] + energy[2 * pulse + 1] * 1.1 ** 2);
    const shares = Array.from({ length: pulses }, (_, pulse) => shareOf(pulse));
    const mean = shares.reduce((sum, share) => sum + share) / pulses;
    // 4000 subrays: σ of a share is 0.0075, of the mean of 16 a quarter of that.
    expect(Math.abs(mean - (1 - shareLeft))).toBeLessThan(0.006);
    expect(Math.abs(column(result, 'range')[1] - 110)).toBeLessThan(0.01);
  });

  /** From one set of grids to the next: no level beam meets two. */
  const STOREY = 64;

  it('layered grids give one for each layer that lets part through', async () => {
    const grids = [1, 2, 3, 5, 8];
    const meshes = grids.map((layers, storey) => {
      const triangles: number[] = [];
      const groups: number[] = [];
      for (let layer = 0; layer < layers; layer++)
        for (let bar = 0; bar < 40; bar++) {
          // Bars of 1/10 of the pitch, each layer shifted, so that none hides behind another.
          const x = -2 + bar * 0.1 + layer * 0.0113;
          triangles.push(...rectangle([x, 100 + 5 * layer, storey * STOREY - 5], [0.01, 0, 0], [0, 0, 10]));
          groups.push(layer, layer);
        }
      return meshOf(triangles, groups);
    });
    const legs = grids.map((_, storey) => station([0, 0, storey * STOREY]));
    const result = await scan(sceneOf(meshes), legs, { scanner: beam, footprint: disc });
    const numbers = grids.flatMap((layers) => Array.from({ length: layers }, (_, k) => k + 1));
    expect(column(result, 'returnNumber')).toEqual(numbers);
    expect(column(result, 'returnCount')).toEqual(grids.flatMap((layers) => new Array(layers).fill(layers)));
    expect(column(result, 'instance')).toEqual(numbers.map((_, k) => k + 1));
  });

  it('are one cluster for two surfaces nearer than the range resolution, with a wider echo between them', async () => {
    const detection = { method: 'clusters', rangeResolution: 0.75 } as const;
    const scanner = testScanner({ divergence: roundBeam(1e-2), detection });
    for (const [gap, count] of [
      [0.7, 1],
      [0.8, 2],
    ]) {
      const near = rectangle([0, 100, -5], [10, 0, 0], [0, 0, 10]);
      const result = await scan(sceneOf([meshOf([...near, ...wall(100 + gap, 100)])]), [station([0, 0, 0])], {
        scanner,
        footprint: disc,
      });
      expect(column(result, 'returnNumber').length).toBe(count);
      if (count === 1) {
        expect(column(result, 'range')[0]).toBeGreaterThan(100.2);
        expect(column(result, 'echoWidth')[0]).toBeGreaterThan(5.5e-9);
      }
    }
  });

  it('stop at the number that the instrument stores', async () => {
    const scanner = testScanner({ divergence: roundBeam(1e-2), detection: { maxReturns: 2 } });
    const half = (k: number) => rectangle([-0.6 + 0.3 * k, 100 + 10 * k, -5], [0.3, 0, 0], [0, 0, 10]);
    const scene = sceneOf([meshOf([0, 1, 2, 3].flatMap(half))]);
    const result = await scan(scene, [station([0, 0, 0])], { scanner, footprint: disc });
    expect(column(result, 'returnCount')).toEqual([2, 2]);
    expect(column(result, 'range').map(Math.round)).toEqual([100, 110]);
  });

  it('are hidden behind a surface nearer than the smallest range', async () => {
    const scanner = testScanner({ detection: { rangeMin: 2 } });
    const scene = sceneOf([meshOf([...wall(1, 10), ...wall(100, 100)])]);
    expect((await scan(scene, [station([0, 0, 0])], { scanner })).counters.returns).toBe(0);
  });

  it('lie on the axis of the beam at their range, or on request where their hits are', async () => {
    const plate = rectangle([0.3, 100, -5], [10, 0, 0], [0, 0, 10]);
    const options = { scanner: beam, footprint: disc };
    const found = await scan(sceneOf([meshOf(plate)]), [station([0, 0, 0])], options);
    const [[x], [y], [z], [range]] = (['x', 'y', 'z', 'range'] as const).map((key) => column(found, key));
    expect([x, z]).toEqual([0, 0]);
    expect(y).toBe(range);
    const physics = { points: 'surface' } as const;
    const onSurface = await scan(sceneOf([meshOf(plate)]), [station([0, 0, 0])], { ...options, physics });
    expect(column(onSurface, 'x')[0]).toBeGreaterThan(0.3);
    expect(column(onSurface, 'range')).toEqual([range]);
  });
});

describe('no hit is lost between adjoining triangles', () => {
  it('millions of rays inside a closed sphere of 80,000 triangles all hit', async () => {
    const scanner = testScanner({
      divergence: roundBeam(3e-3),
      deflector: {
        kind: 'polygon',
        pulseRateHz: 100_000,
        elevationMin: -Math.PI / 2,
        elevationMax: Math.PI / 2,
        verticalStep: Math.PI / inLong(725, 320),
        horizontalStep: (2 * Math.PI) / inLong(725, 320),
        lineRateMaxHz: 1000,
      },
    });
    const scene = sceneOf([meshOf(sphere(30, 200))]);
    const result = await scan(scene, [station([3, -7, 11], { sectorDeg: 360 })], { scanner, threads: 2 });
    expect(result.counters.subrays).toBeGreaterThan(inLong(10_000_000, 1_900_000));
    expect(result.counters.hits).toBe(result.counters.subrays);
  });
});

describe('one run is like the other', () => {
  const stage = openedFor(sceneOf([meshOf(wall(100, 10))]));

  it('with the same points for 1, 2 and 5 threads', async () => {
    const scanner = testScanner({
      divergence: roundBeam(2e-3),
      detection: { rangeNoise: 0.01 },
      deflector: {
        kind: 'polygon',
        pulseRateHz: 100_000,
        elevationMin: -1,
        elevationMax: 1,
        verticalStep: 0.01,
        horizontalStep: 0.02,
        lineRateMaxHz: 100,
      },
    });
    const scene = sceneOf([meshOf([...sphere(30, 60), ...sphere(5, 40, [8, 0, 0])])]);
    const legs = [station([0, 0, 0], { sectorDeg: 360 }), station([1, 1, 1], { sectorDeg: 180 })];
    const runs = await Promise.all(
      [1, 2, 5].map((threads) =>
        scan(scene, legs, { scanner, threads, footprint: { pattern: 'disc', subrays: 12, weights: 'gaussian' } }),
      ),
    );
    for (const key of ['x', 'y', 'z', 'gpsTime', 'energy', 'instance'] as const) {
      const [one, two, five] = runs.map((run) => column(run, key));
      expect(one.length).toBeGreaterThan(10_000);
      expect([two.length, five.length]).toEqual([one.length, one.length]);
      expect(outliers(two, (value, k) => Object.is(value, one[k]))).toEqual([]);
      expect(outliers(five, (value, k) => Object.is(value, one[k]))).toEqual([]);
    }
  });

  it('except for the noise of another seed', async () => {
    const scanner = testScanner({ detection: { rangeNoise: 0.01 } });
    const a = await stage.scan([station([0, 0, 0])], { scanner, seed: 1 });
    const b = await stage.scan([station([0, 0, 0])], { scanner, seed: 2 });
    expect(column(a, 'range')).not.toEqual(column(b, 'range'));
  });
});
