import { describe, expect, it } from 'vitest';
import { compose, rotation, translation } from '../../src/base/affine.js';
import { LIGHT_SPEED } from '../../src/device/records.generated.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { VoxelMedium } from '../../src/scene/voxel-medium.js';
import { ENGINES } from '../support/engines.js';
import { RAY_SCANNER, raysAlong, sceneWith, voxels } from '../support/media.js';
import { column, openScene, type Scan } from '../support/scan.js';
import { meshOf, wall } from '../support/scenes.js';

// A canopy as a turbid medium: what a pulse gets back is the law of Beer and Lambert, with the soil behind it.

const NEAR = 500;
const DEPTH = 10;
const SOIL = NEAR + DEPTH + 2;
/** Full width at half maximum, s, and the standard deviation in metres of range. */
const DURATION = 5e-9;
const SPREAD = (DURATION / 2.3548200450309493) * (LIGHT_SPEED / 2);
const PULSES = 10;

const scanner = {
  ...RAY_SCANNER,
  divergence: roundBeam(2.5e-4),
  pulse: { ...RAY_SCANNER.pulse, duration: DURATION },
  detection: { ...RAY_SCANNER.detection, rangeMax: 5000, maxReturns: 15, minEnergy: 1e-25, rangeNoise: 0 },
};

const canopy = (extinction: number, rest: Partial<VoxelMedium> = {}): VoxelMedium =>
  voxels({ min: [-5, NEAR, -5], size: 0.5, counts: [20, 2 * DEPTH, 20] }, extinction, rest);

/** Maxima of the waveform of leaves of this extinction and the soil, by range. */
function peaksOf(extinction: number): number[] {
  const step = 0.005;
  const bins = Math.round((SOIL - NEAR + 4) / step);
  const range = (k: number) => NEAR - 2 + k * step;
  const wave = new Float64Array(bins);
  const add = (at: number, energy: number) => {
    for (let k = 0; k < bins; k++) wave[k] += energy * Math.exp(-(((range(k) - at) / SPREAD) ** 2) / 2);
  };
  for (let x = step / 2; x < DEPTH; x += step)
    add(NEAR + x, ((2 / 3) * extinction * Math.exp(-extinction * x) * step) / (NEAR + x) ** 2);
  add(SOIL, Math.exp(-extinction * DEPTH) / SOIL ** 2);
  return [...wave.keys()].filter((k) => wave[k] > wave[k - 1] && wave[k] >= wave[k + 1]).map(range);
}

describe.each(ENGINES)('a turbid canopy on the %s', (engine, there, open) => {
  async function scanned(
    media: Parameters<typeof sceneWith>[1],
    footprint: Footprint,
    pulses = PULSES,
    by = scanner,
  ): Promise<Scan> {
    const stage = await openScene(sceneWith([meshOf(wall(SOIL, 400))], media), open);
    try {
      return await stage.scan([raysAlong([0, 0, 0], pulses)], { scanner: by, footprint, seed: 3 });
    } finally {
      await stage.close();
    }
  }
  const rings = (subrays: number): Footprint => ({ pattern: 'rings', subrays, weights: 'gaussian' });
  const counts = engine === 'CPU' ? [7, 19, 93, 410] : [19];
  const cases = [0.05, 0.15, 0.3].flatMap((extinction) => counts.map((subrays) => [extinction, subrays] as const));

  it.skipIf(!there).each(cases)(
    'of extinction %d has the peaks of its waveform with %d subrays',
    async (extinction, subrays) => {
      const result = await scanned([{ medium: canopy(extinction) }], rings(subrays));
      const expected = peaksOf(extinction);
      const ranges = column(result, 'range');
      expect(ranges.length).toBe(PULSES * expected.length);
      ranges.forEach((range, k) => {
        expect(Math.abs(range - expected[k % expected.length])).toBeLessThan(0.02);
      });
    },
  );

  /** Energies by the wall, which a bare one of reflectance 0.5 has in full. */
  const energies = (result: Scan, instance: number) =>
    column(result, 'energy').reduce(
      (sum, energy, k) => sum + (column(result, 'instance')[k] === instance ? energy : 0),
      0,
    );
  const [ON_WALL, ON_LEAVES] = [1, 2];

  it.skipIf(!there)('sends back what the law of Beer and Lambert lets through', async () => {
    const bare = energies(await scanned([], rings(7)), ON_WALL);
    for (const extinction of [0.15, 2]) {
      const result = await scanned([{ medium: canopy(extinction) }], rings(7));
      const soil = energies(result, ON_WALL) / bare;
      // Nothing is left behind an optical depth of 11.5.
      expect(soil).toBeCloseTo(extinction === 2 ? 0 : Math.exp(-extinction * DEPTH), 4);
      const step = 0.001;
      let leaves = 0;
      for (let x = step / 2; x < DEPTH; x += step)
        leaves += ((2 / 3) * extinction * Math.exp(-extinction * x) * step * SOIL ** 2) / (NEAR + x) ** 2;
      expect(energies(result, ON_LEAVES) / bare).toBeCloseTo(leaves, 3);
    }
  });

  it.skipIf(!there)('adds up over media that overlap', async () => {
    const bare = energies(await scanned([], rings(7)), ON_WALL);
    const other = voxels({ min: [-5, NEAR + 4, -5], size: 1, counts: [10, 3, 10] }, 0.2);
    const result = await scanned([{ medium: canopy(0.1) }, { medium: other }], rings(7));
    expect(energies(result, ON_WALL) / bare).toBeCloseTo(Math.exp(-0.1 * DEPTH - 0.2 * 3), 4);
    // All light is somewhere, but for the range: 1/R² of the soil against that of the leaves.
    const leaves = energies(result, ON_LEAVES) + energies(result, ON_LEAVES + 1);
    expect(leaves / bare / (2 / 3) / (1 - Math.exp(-1.6))).toBeCloseTo((SOIL / (NEAR + 4.2)) ** 2, 2);
  });

  it.skipIf(!there)('lies where a dense hedge begins', async () => {
    const hedge = voxels({ min: [-5, NEAR + 0.123, -5], size: 0.5, counts: [20, 4, 20] }, 40);
    const result = await scanned([{ medium: hedge }], rings(19));
    expect(column(result, 'range').length).toBe(PULSES);
    column(result, 'range').forEach((range) => {
      expect(Math.abs(range - (NEAR + 0.123 + 1 / 40))).toBeLessThan(0.002);
    });
  });

  it.skipIf(!there)('lets pass what of a beam goes beside it, and beside its denser part', async () => {
    const bare = energies(await scanned([], rings(19), 40), ON_WALL);
    // The beam is half a cell wide. Its middle lies on the face of a crown, or on that between two columns of cells.
    const beside = voxels({ min: [-5, NEAR, -5], size: 0.5, counts: [10, 2 * DEPTH, 20] }, 0.3);
    const halves = Array.from({ length: 20 * 2 * DEPTH * 20 }, (_, k) => (k % 20 < 10 ? 0.3 : 0.05));
    const inside = voxels({ min: [-5, NEAR, -5], size: 0.5, counts: [20, 2 * DEPTH, 20] }, halves);
    const left = [0, 0.05].map((extinction) => (Math.exp(-0.3 * DEPTH) + Math.exp(-extinction * DEPTH)) / 2);
    for (const [k, medium] of [beside, inside].entries()) {
      const result = await scanned([{ medium }], rings(19), 40);
      expect(Math.abs(energies(result, ON_WALL) / bare - left[k])).toBeLessThan(0.02);
      // In every pulse, not in the mean alone.
      const soil = column(result, 'energy').filter((_, point) => column(result, 'instance')[point] === ON_WALL);
      expect(Math.min(...soil) / (bare / 40)).toBeGreaterThan(left[k] - 0.2);
      expect(Math.max(...soil) / (bare / 40)).toBeLessThan(left[k] + 0.2);
    }
  });

  it.skipIf(!there)(
    'lets as much light pass slantwise through its columns as they do, with any number of subrays',
    async () => {
      // Every other column of 0.5 m is dense. Rays cross one column on their way, so that the part that passes
      // depends on where in its cell a ray is, and the beam, 2 m wide, covers many.
      const slant = Math.atan(0.5 / DEPTH);
      const dense = 3;
      const columns = Array.from({ length: 60 * 2 * DEPTH * 60 }, (_, k) => (k % 60) % 2) as readonly number[];
      const medium = voxels(
        { min: [-15, -DEPTH / 2, -15], size: 0.5, counts: [60, 2 * DEPTH, 60] },
        columns.map((odd) => odd * dense),
      );
      const transform = compose(translation([0, NEAR + DEPTH / 2, 0]), rotation([0, 0, 1], slant));
      const through = DEPTH / Math.cos(slant);
      const passed = (x: number) => {
        let inDense = 0;
        for (let k = 0; k < 200; k++)
          inDense += Number(Math.floor((x + 0.5 * ((k + 0.5) / 200)) / 0.5) % 2 === 1) * (through / 200);
        return Math.exp(-dense * inDense);
      };
      const right =
        Array.from({ length: 1000 }, (_, k) => passed(k / 1000)).reduce((sum, part) => sum + part, 0) / 1000;
      const wide = { ...scanner, divergence: roundBeam(2e-3) };
      const bare = energies(await scanned([], rings(19), 300, wide), ON_WALL);
      for (const subrays of engine === 'CPU' ? [7, 19, 93, 410] : [19]) {
        const result = await scanned([{ medium, transform }], rings(subrays), 300, wide);
        expect(Math.abs(energies(result, ON_WALL) / bare / right - 1), `${subrays} subrays`).toBeLessThan(0.08);
      }
    },
  );

  it.skipIf(!there)('around the scanner is seen from the least range on', async () => {
    // Leaves that begin 0.2 m away; those before the least range take light, and send none that is received.
    const around = voxels({ min: [-5, 0.2, -5], size: 0.5, counts: [20, 20, 20] }, 1.5);
    const step = 0.002;
    for (const rangeMin of [0.1, 0.3, 0.4, 0.5, 0.6, 0.77]) {
      const detection = { ...scanner.detection, rangeMin };
      const result = await scanned([{ medium: around }], rings(19), 4, { ...scanner, detection });
      const from = Math.max(rangeMin, 0.2);
      const seen = Array.from({ length: 5 / step }, (_, k) => from + (k + 0.5) * step);
      const wave = (at: number) =>
        seen.reduce(
          (sum, x) => sum + (Math.exp(-1.5 * (x - 0.2)) / x ** 2) * Math.exp(-(((at - x) / SPREAD) ** 2) / 2),
          0,
        );
      const places = Array.from({ length: 100 }, (_, k) => from + k * 0.01);
      const right = places.reduce((best, place) => (wave(place) > wave(best) ? place : best));
      const ranges = column(result, 'range').filter((_, point) => column(result, 'returnNumber')[point] === 1);
      expect(ranges.length, `least range ${rangeMin}`).toBe(4);
      ranges.forEach((range) => {
        expect(Math.abs(range - right), `least range ${rangeMin}, ${range} for ${right}`).toBeLessThan(0.05);
      });
    }
  });

  /** Crowns of 10 m, and how far the first return of each lies in it. */
  const depthsIn = async (nears: readonly number[], extinction = 0.15) => {
    const media = nears.map((near) => ({ medium: canopy(extinction, { min: [-5, near, -5] }) }));
    const ranges = column(await scanned(media, rings(7), 1), 'range');
    return nears.map((near, k) => ranges[k] - near);
  };

  it.skipIf(!there)('does not depend on how far the foliage reaches, nor on gaps in it', async () => {
    const right = peaksOf(0.15)[0] - NEAR;
    for (const nears of [[NEAR], [NEAR - 60, NEAR], [NEAR - 300, NEAR - 200, NEAR]])
      for (const depth of await depthsIn(nears)) expect(Math.abs(depth - right)).toBeLessThan(0.03);
    // Thirty metres in one.
    const deep = voxels({ min: [-5, NEAR - 20, -5], size: 0.5, counts: [20, 60, 20] }, 0.15);
    const ranges = column(await scanned([{ medium: deep }], rings(7), 1), 'range');
    expect(Math.abs(ranges[0] - (NEAR - 20) - right)).toBeLessThan(0.03);
    expect(ranges.length).toBe(2);
  });

  it.skipIf(!there)('is one cluster, and the soil another, by the older rule', async () => {
    const deep = voxels({ min: [-5, NEAR - 20, -5], size: 0.5, counts: [20, 60, 20] }, 0.1);
    for (const rangeResolution of [0.75, 0.01]) {
      const detection = { ...scanner.detection, method: 'clusters', rangeResolution } as const;
      const result = await scanned([{ medium: deep }], rings(7), 2, { ...scanner, detection });
      expect(column(result, 'instance')).toEqual([ON_LEAVES, ON_WALL, ON_LEAVES, ON_WALL]);
    }
  });
});
