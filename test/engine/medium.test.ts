import { describe, expect, it } from 'vitest';
import { type Affine, compose, rotation, scaling, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { Leg } from '../../src/platform/leg.js';
import { ONE_SUBRAY } from '../../src/scanner/footprint.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Scene } from '../../src/scene/scene.js';
import { ENGINES } from '../support/engines.js';
import { inLong } from '../support/long-run.js';
import { RAY_SCANNER, raysAlong, sceneWith, type VoxelBoxes, voxels } from '../support/media.js';
import { deviations, outliers } from '../support/outliers.js';
import { column, openScene, type Scan } from '../support/scan.js';
import { lambert, meshOf, wall } from '../support/scenes.js';
import { mean } from '../support/statistics.js';

const scanner = RAY_SCANNER;

const WALL = 100;
const back = meshOf(wall(WALL, 400));
/** Numbers of objects: the wall, then the first medium. */
const [ON_WALL, ON_LEAF] = [1, 2];

/** Four standard deviations of a share of so many. */
const fourSigma = (share: number, count: number) => 4 * Math.sqrt((share * (1 - share)) / count);

describe.each(ENGINES)('foliage as a medium on the %s', (engine, there, open) => {
  /** Of one ray each; a software GPU, which test/parity/medium.test.ts holds against the CPU, takes fewer. */
  const PULSES = engine === 'CPU' ? 20_000 : 1000;
  const along = (position: Vec3, pulses = PULSES, heading = 0): Leg => raysAlong(position, pulses, heading);

  async function scanned(scene: Scene, leg: Leg = along([0, 0, 0]), seed = 7): Promise<Scan> {
    const stage = await openScene(scene, open);
    try {
      return await stage.scan([leg], { scanner, footprint: ONE_SUBRAY, seed });
    } finally {
      await stage.close();
    }
  }

  /** Ranges of the hits on leaves, and the share of all pulses that passes. */
  async function passing(scene: Scene, leg?: Leg) {
    const result = await scanned(scene, leg);
    const [ranges, instances] = [column(result, 'range'), column(result, 'instance')];
    expect(ranges.length).toBe(PULSES);
    return {
      leaves: ranges.filter((_, k) => instances[k] !== ON_WALL),
      passed: instances.filter((instance) => instance === ON_WALL).length / PULSES,
    };
  }

  /** The share that passes an optical depth. */
  async function expectPassing(optical: number, media: Parameters<typeof sceneWith>[1], leg?: Leg) {
    const { passed, leaves } = await passing(sceneWith([back], media), leg);
    const share = Math.exp(-optical);
    expect(Math.abs(passed - share)).toBeLessThanOrEqual(fourSigma(share, PULSES));
    return leaves;
  }

  /** Twelve voxels along y from y = 20 on, of 0.5 m. */
  const slab: VoxelBoxes = { min: [-1, 20, -1], size: 0.5, counts: [4, 12, 4] };

  it.skipIf(!there)('lets exp(−σL) pass, and is met after the mean free path', async () => {
    const [sigma, depth] = [0.3, 6];
    const leaves = await expectPassing(sigma * depth, [{ medium: voxels(slab, sigma) }]);
    const paths = leaves.map((range) => range - 20);
    expect(Math.min(...paths)).toBeGreaterThanOrEqual(-1e-4);
    expect(Math.max(...paths)).toBeLessThanOrEqual(depth + 1e-4);
    // The exponential law, cut off at the depth: 1/σ − L / (e^σL − 1); its standard deviation is below 1/σ.
    const expected = 1 / sigma - depth / (Math.exp(sigma * depth) - 1);
    expect(Math.abs(mean(paths) - expected)).toBeLessThan(4 / sigma / Math.sqrt(paths.length));
  });

  it.skipIf(!there)('meets leaves in voxels that have some only', async () => {
    const densities = Array.from({ length: 4 * 12 * 4 }, (_, k) => (Math.floor(k / 4) % 12 === 7 ? 2 : 0));
    const leaves = await expectPassing(2 * 0.5, [{ medium: voxels(slab, densities) }]);
    expect(outliers(leaves, (range) => Math.abs(range - 23.75) <= 0.25 + 1e-4)).toEqual([]);
  });

  it.skipIf(!there)('adds up over media that overlap', async () => {
    const other = { ...slab, min: [-1, 22, -1] as const, size: 0.25, counts: [8, 8, 8] as const };
    await expectPassing(0.1 * 6 + 0.4 * 2, [{ medium: voxels(slab, 0.1) }, { medium: voxels(other, 0.4) }]);
  });

  it.skipIf(!there)('goes from corner to corner of voxels', async () => {
    // The diagonal of the plane through corners and edges of voxels: 6 of 2 √2.
    const grid = { min: [-2, 20, -4], size: 2, counts: [2, 6, 2] } as const;
    const leg = along([0, 10, 0], PULSES, Math.PI / 4);
    const { leaves, passed } = await passing(
      sceneWith([meshOf(wall(WALL, 4000))], [{ medium: voxels({ ...grid, min: [10, 20, -2] }, 0.2) }]),
      leg,
    );
    expect(Math.abs(passed - Math.exp(-0.2 * 4 * Math.SQRT2))).toBeLessThanOrEqual(fourSigma(passed, PULSES));
    expect(outliers(leaves, (range) => Math.abs(range - 12 * Math.SQRT2) <= 2 * Math.SQRT2 + 1e-3)).toEqual([]);
  });

  it.skipIf(!there)('goes along the planes between voxels, and passes beside them', async () => {
    const one = { ...slab, min: [0, 20, 0] as const };
    await expectPassing(0.3 * 6, [{ medium: voxels(one, 0.3) }]);
    await expectPassing(0, [{ medium: voxels({ ...slab, min: [0.001, 20, -1] }, 50) }]);
    await expectPassing(0, [{ medium: voxels({ ...slab, min: [-1, -20, -1] }, 50) }]);
  });

  it.skipIf(!there)('is seen from within', async () => {
    await expectPassing(0.3 * 2, [{ medium: voxels(slab, 0.3) }], along([0, 24, 0]));
  });

  const turned: Affine = compose(translation([0, 40, 0]), rotation([0, 0, 1], Math.PI / 4));
  it.skipIf(!there).each<[string, number, Affine]>([
    ['turned', 2 * Math.SQRT2 * 0.5, turned],
    ['twice as large and half as dense', 2 * 0.5, compose(translation([0, 40, 0]), scaling([2, 2, 2]))],
    ['mirrored', 2 * 0.5, compose(translation([0, 40, 0]), scaling([1, -1, 1]))],
  ])('is met where it is placed: %s', async (_, optical, transform) => {
    const cube = { min: [-1, -1, -1], size: 0.25, counts: [8, 8, 8] } as const;
    await expectPassing(optical, [{ medium: voxels(cube, 0.5), transform }]);
  });

  it.skipIf(!there)('follows the projection of leaves along the ray', async () => {
    // G = 0.2 along the axis of the voxels, 0.8 across it, linear in the angle between.
    const projections = Float64Array.from([0.2, 0.8, 0.2]);
    const level = { medium: voxels(slab, 0.5, { projections }) };
    await expectPassing(0.5 * 0.8 * 6, [level]);
    const upright = compose(
      translation([0, 23, 0]),
      compose(rotation([1, 0, 0], Math.PI / 2), translation([0, -23, 0])),
    );
    const cube = { min: [-1, 22, -1], size: 1, counts: [2, 2, 2] } as const;
    await expectPassing(0.5 * 0.2 * 2, [{ medium: voxels(cube, 0.5, { projections }), transform: upright }]);
  });

  it.skipIf(!there)('goes through voxels that are no cubes, whose leaves stand as their axes do', async () => {
    const projections = Float64Array.from([0.2, 0.8, 0.2]);
    const upright = compose(
      translation([0, 23, 0]),
      compose(rotation([1, 0, 0], Math.PI / 2), translation([0, -23, 0])),
    );
    const boxes = { min: [-1, 22, -2], size: [0.25, 0.5, 2], counts: [8, 4, 2] } as const;
    // Across the voxels 2 m of G = 0.8; along their height, of which every other layer has leaves, 2 m of G = 0.2.
    await expectPassing(0.5 * 0.8 * 2, [{ medium: voxels(boxes, 0.5, { projections }) }]);
    const upper = Array.from({ length: 8 * 4 * 2 }, (_, k) => (k < 8 * 4 ? 0 : 2));
    await expectPassing(2 * 0.2 * 2, [{ medium: voxels(boxes, upper, { projections }), transform: upright }]);
  });

  it.skipIf(!there)('ends where a surface comes before', async () => {
    const inside = meshOf(wall(23, 400));
    const result = await scanned(sceneWith([inside], [{ medium: voxels(slab, 0.3) }]));
    const ranges = column(result, 'range');
    const share = Math.exp(-0.3 * 3);
    const passed = column(result, 'instance').filter((instance) => instance === ON_WALL).length / PULSES;
    expect(Math.abs(passed - share)).toBeLessThanOrEqual(fourSigma(share, PULSES));
    expect(Math.max(...ranges)).toBeLessThanOrEqual(23.001);
  });

  it.skipIf(!there)('is met at a range alone: a leaf nearer than the least range blocks', async () => {
    const stage = await openScene(sceneWith([back], [{ medium: voxels(slab, 0.3) }]), open);
    const blind = { ...scanner, detection: { ...scanner.detection, rangeMin: 50 } };
    const result = await stage.scan([along([0, 0, 0])], { scanner: blind, footprint: ONE_SUBRAY, seed: 7 });
    await stage.close();
    const share = Math.exp(-0.3 * 6);
    expect(new Set(column(result, 'instance'))).toEqual(new Set([ON_WALL]));
    expect(Math.abs(column(result, 'range').length / PULSES - share)).toBeLessThanOrEqual(fourSigma(share, PULSES));
  });

  it.skipIf(!there)('reflects two thirds of a plate: leaves are turned in all directions', async () => {
    const medium = voxels({ ...slab, counts: [4, 1, 4], size: 1, min: [-2, 20, -2] }, 1e4);
    const result = await scanned(sceneWith([back], [{ medium }], { scatterings: [lambert(0.5)] }));
    const share = column(result, 'energy').map((energy) => (energy * 20 ** 2) / 0.5);
    // 2 cos θ is the distribution: the mean of cos θ is 2/3, its variance 1/2 − 4/9.
    expect(Math.abs(mean(share) - 2 / 3)).toBeLessThan(4 * Math.sqrt(1 / 18 / PULSES));
    expect(Math.abs(mean(share.map((x) => x * x)) - 1 / 2)).toBeLessThan(4 * Math.sqrt(1 / 12 / PULSES));
    const normals = column(result, 'normal');
    for (const axis of [0, 2])
      expect(Math.abs(mean(normals.filter((_, k) => k % 3 === axis)))).toBeLessThan(4 * Math.sqrt(1 / 4 / PULSES));
  });

  it.skipIf(!there)('has leaves that lie as the nearest face of their voxel, where they do', async () => {
    // The ray goes 0.1 beside the plane x = −1 of a voxel of 1 m, so that x or y is the nearest.
    const medium = voxels({ min: [-0.9, 20, -0.5], size: 1, counts: [2, 6, 1] }, 1, { faces: true });
    const transform = compose(translation([0, 23, 0]), compose(rotation([0, 0, 1], 0.1), translation([0, -23, 0])));
    const result = await scanned(sceneWith([back], [{ medium, transform }]), along([0, 0, 0]));
    const [normals, instances, places] = [column(result, 'normal'), column(result, 'instance'), column(result, 'y')];
    const [x, y] = [
      [Math.cos(0.1), Math.sin(0.1)],
      [-Math.sin(0.1), Math.cos(0.1)],
    ];
    const wanted = Float32Array.from(normals);
    let met = 0;
    for (const [k, instance] of instances.entries()) {
      if (instance === ON_WALL) continue;
      const from = [0, places[k] - 23];
      const [u, v] = [from[0] * x[0] + from[1] * x[1] + 0.9, from[0] * y[0] + from[1] * y[1] + 3];
      const [toX, toY] = [u, v].map((place) => Math.abs(place - Math.round(place)));
      if (Math.abs(toX - toY) < 1e-3) continue;
      met += toX < toY ? 1 : 0;
      wanted.set(toX < toY ? [-x[0], -x[1]] : [-y[0], -y[1]], 3 * k);
    }
    expect(deviations(normals, wanted, 5e-6)).toEqual([]);
    expect(met).toBeGreaterThan(100);
  });

  it.skipIf(!there)('sends several returns of a pulse from single leaves', async () => {
    const medium = voxels(slab, 0.3, { leafSize: 1e-6 });
    const stage = await openScene(sceneWith([back], [{ medium }]), open);
    const footprint = { pattern: 'rings', subrays: 62, weights: 'uniform' } as const;
    const result = await stage.scan([along([0, 0, 0], 20)], { scanner, footprint, seed: 3 });
    await stage.close();
    const returns = column(result, 'returnCount').filter((_, k) => column(result, 'returnNumber')[k] === 1);
    expect(Math.min(...returns)).toBeGreaterThan(2);
    expect(column(result, 'instance').filter((instance) => instance === ON_LEAF).length).toBeGreaterThan(40);
    expect(column(result, 'instance').filter((instance) => instance === ON_WALL).length).toBe(20);
  });

  it.skipIf(!there)('shows leaves of their size to the subrays of a beam', async () => {
    // The beam is a fifth of a metre wide there.
    const wide = { ...scanner, divergence: roundBeam(0.1 / 23) };
    const pulses = engine === 'CPU' ? inLong(2000, 400) : 200;
    const through = Math.exp(-0.3 * 6);
    const scanWith = async (leafSize: number) => {
      const stage = await openScene(sceneWith([back], [{ medium: voxels(slab, 0.3, { leafSize }) }]), open);
      const footprint = { pattern: 'rings', subrays: 19, weights: 'gaussian' } as const;
      const result = await stage.scan([along([0, 0, 0], pulses)], { scanner: wide, footprint, seed: 3 });
      await stage.close();
      const energy = column(result, 'energy').reduce(
        (sum, value, k) => sum + (column(result, 'instance')[k] === ON_WALL ? value : 0),
        0,
      );
      return { returns: column(result, 'range').length / pulses, energy: energy / pulses };
    };
    const [large, small] = [await scanWith(20), await scanWith(0.02)];
    // A leaf that hides the whole beam, or a gap that shows all of it: one return; the edge of a leaf is rarely in it.
    expect(large.returns).toBeGreaterThan(0.99);
    expect(large.returns).toBeLessThan(1.05);
    expect(small.returns).toBeGreaterThan(2.5);
    // The same light passes in the mean.
    const bound = (1.1 * fourSigma(through, pulses)) / through;
    expect(Math.abs(large.energy / small.energy - 1)).toBeLessThan(bound);
  });

  it.skipIf(!there)('has other leaves with other seeds', async () => {
    const scene = sceneWith([back], [{ medium: voxels(slab, 0.3) }]);
    const ranges = async (seed: number) => column(await scanned(scene, along([0, 0, 0], 50), seed), 'range');
    expect(await ranges(1)).toEqual(await ranges(1));
    expect(await ranges(1)).not.toEqual(await ranges(2));
  });
});
