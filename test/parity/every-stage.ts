import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CpuStages, type StageOutputs } from '../../src/bench/cpu-stages.js';
import { GpuStages } from '../../src/bench/gpu-stages.js';
import { Hit, Point, Pulse, Reading, Totals } from '../../src/device/records.generated.js';
import { sharedAdapter } from '../support/software-adapter.js';
import type { Example } from './example.js';
import {
  COUNTS_BYTES,
  comparePoints,
  denseReturns,
  field,
  floats,
  largest,
  sparseReturns,
  wordField,
  words,
} from './records.js';

/** Pulses of a chunk. */
const COUNT = 200;
/** Bytes of a true place. */
const PLACE_BYTES = 16;
/** f32 rounds to 2⁻²⁴ of a number; stages that only round differently stay within a few of these. */
const ROUNDING = 2 ** -24;

/**
 * Tests of every stage of the GPU, each given the output of the CPU's stage before it, for the example that `find`
 * returns.
 */
export function compareStages(find: () => Example): void {
  describe('every stage gives what its twin gives', () => {
    let example: Example;
    let gpu: GpuStages;
    let cpu: StageOutputs;
    let rays: number;
    let maxReturns: number;

    beforeAll(async () => {
      example = find();
      const program = example.programs[0];
      const first = Math.floor(program.pulseCount / 3);
      cpu = (await CpuStages.open(example, program)).run(first, COUNT);
      gpu = await GpuStages.open(sharedAdapter!, example, example.programs, COUNT);
      gpu.load(program, first, COUNT);
      rays = COUNT * example.settings.hitCount;
      maxReturns = example.settings.maxReturns;
    });
    afterAll(() => gpu?.close());

    it('pulse: the same bits', async () => {
      gpu.run('pulse');
      expect(words(await gpu.read('pulses', COUNT * Pulse.SIZE))).toEqual(words(cpu.pulse.pulses));
    });

    it('misalign: the same bits', async () => {
      gpu.write('pulses', cpu.pulse.pulses);
      gpu.run('misalign');
      expect(words(await gpu.read('pulses', COUNT * Pulse.SIZE))).toEqual(words(cpu.misalign.pulses));
      const has = example.settings.features.includes('systematicErrors');
      // The stage has an effect if it is there.
      const before = words(cpu.pulse.pulses);
      expect(words(cpu.misalign.pulses).some((word, k) => word !== before[k])).toBe(has);
      if (has) expect(words(await gpu.read('readings', COUNT * Reading.SIZE))).toEqual(words(cpu.misalign.readings));
    });

    it('jitter: the same bits', async () => {
      gpu.write('pulses', cpu.misalign.pulses);
      gpu.run('jitter');
      const found = words(await gpu.read('pulses', COUNT * Pulse.SIZE));
      expect(found).toEqual(words(cpu.jitter.pulses));
      // The stage has an effect if it is there.
      const before = words(cpu.misalign.pulses);
      expect(found.some((word, k) => word !== before[k])).toBe(example.settings.features.includes('jitter'));
    });

    it('subray: the same bits', async () => {
      gpu.write('pulses', cpu.jitter.pulses);
      gpu.run('subray');
      expect(floats(await gpu.read('directions', rays * 16))).toEqual(floats(cpu.subray.directions));
    });

    it('traverse: the same surfaces, distances and normals', async () => {
      gpu.write('pulses', cpu.jitter.pulses);
      gpu.write('directions', cpu.subray.directions);
      gpu.runStage('traverse');
      const hits = await gpu.read('hits', rays * Hit.SIZE);
      const hitOnCpu = field(cpu.traverse.hits, Hit.SIZE, Hit.distance).map((distance) => Number(distance >= 0));
      expect(hitOnCpu.filter(Boolean).length).toBeGreaterThan(rays / 4);
      for (const offset of [Hit.instance, Hit.surface]) {
        const masked = (buffer: ArrayBuffer) =>
          wordField(buffer, Hit.SIZE, offset).map((word, k) => word * hitOnCpu[k]);
        expect(masked(hits)).toEqual(masked(cpu.traverse.hits));
      }
      const distances = field(cpu.traverse.hits, Hit.SIZE, Hit.distance);
      expect(
        largest(
          field(hits, Hit.SIZE, Hit.distance),
          distances,
          distances.map((distance) => distance || 1),
        ),
      ).toBeLessThan(2 * ROUNDING);
      for (const offset of [Hit.normalX, Hit.normalY, Hit.normalZ]) {
        const masked = (buffer: ArrayBuffer) => field(buffer, Hit.SIZE, offset).map((value, k) => value * hitOnCpu[k]);
        expect(largest(masked(hits), masked(cpu.traverse.hits))).toBeLessThan(2 * ROUNDING);
      }
    });

    it('orient: the same normals', async () => {
      gpu.write('pulses', cpu.jitter.pulses);
      gpu.write('directions', cpu.subray.directions);
      gpu.write('hits', cpu.traverse.hits);
      gpu.run('orient');
      const hits = await gpu.read('hits', rays * Hit.SIZE);
      const isHit = field(hits, Hit.SIZE, Hit.distance).map((distance) => Number(distance >= 0));
      const normals = (buffer: ArrayBuffer) =>
        Float32Array.from(
          [Hit.normalX, Hit.normalY, Hit.normalZ].flatMap((offset) =>
            Array.from(field(buffer, Hit.SIZE, offset), (value, k) => (isHit[k] ? value : 0)),
          ),
        );
      expect(largest(normals(hits), normals(cpu.orient.hits))).toBeLessThan(2 * ROUNDING);
      // The stage has an effect if it is there.
      const before = normals(cpu.traverse.hits);
      const after = normals(cpu.orient.hits);
      expect(after.some((value, k) => value !== before[k])).toBe(example.settings.features.includes('normals'));
    });

    it('medium: the same hits', async () => {
      gpu.write('pulses', cpu.jitter.pulses);
      gpu.write('directions', cpu.subray.directions);
      gpu.write('hits', cpu.orient.hits);
      gpu.run('medium');
      const hits = await gpu.read('hits', rays * Hit.SIZE);
      for (const offset of [Hit.distance, Hit.surface])
        expect(wordField(hits, Hit.SIZE, offset)).toEqual(wordField(cpu.medium.hits, Hit.SIZE, offset));
      const isHit = field(hits, Hit.SIZE, Hit.distance).map((distance) => Number(distance >= 0));
      for (const offset of [Hit.normalX, Hit.normalY, Hit.normalZ]) {
        const masked = (buffer: ArrayBuffer) =>
          field(buffer, Hit.SIZE, offset).map((value, k) => (isHit[k] ? value : 0));
        expect(largest(masked(hits), masked(cpu.medium.hits))).toBeLessThan(2 * ROUNDING);
      }
      // The stage has an effect if it is there.
      const before = wordField(cpu.orient.hits, Hit.SIZE, Hit.distance);
      const after = wordField(cpu.medium.hits, Hit.SIZE, Hit.distance);
      expect(after.some((word, k) => word !== before[k])).toBe(example.settings.features.includes('medium'));
    });

    it('turbid: the same slices, and the same light behind them', async () => {
      if (!example.settings.features.includes('turbid')) return;
      gpu.write('pulses', cpu.jitter.pulses);
      gpu.write('directions', cpu.subray.directions);
      gpu.write('hits', cpu.medium.hits);
      gpu.run('turbid');
      const hits = await gpu.read('hits', rays * Hit.SIZE);
      const distances = field(cpu.turbid.hits, Hit.SIZE, Hit.distance);
      expect(largest(field(hits, Hit.SIZE, Hit.distance), distances, distances.map(Math.abs))).toBeLessThan(
        32 * ROUNDING,
      );
      const isSlice = (k: number) => k % example.settings.hitCount >= example.settings.subrayCount && distances[k] >= 0;
      expect(distances.filter((_, k) => isSlice(k)).length).toBeGreaterThan(100);
      const surfaces = (buffer: ArrayBuffer) =>
        wordField(buffer, Hit.SIZE, Hit.surface).filter((_, k) => distances[k] >= 0);
      expect(surfaces(hits)).toEqual(surfaces(cpu.turbid.hits));
      const shares = (buffer: ArrayBuffer) => floats(buffer).filter((_, k) => k % 4 === 3 && distances[k >> 2] >= 0);
      const found = shares(await gpu.read('directions', rays * 16));
      expect(largest(found, shares(cpu.turbid.directions))).toBeLessThan(32 * ROUNDING);
      // The stage takes some light from what is behind.
      const before = floats(cpu.subray.directions)[3];
      expect(found.some((share) => share < before / 2)).toBe(true);
    });

    it('reflect: the same energies', async () => {
      gpu.write('directions', beforeEcho().directions);
      gpu.write('hits', beforeEcho().hits);
      gpu.run('reflect');
      const energies = field(cpu.reflect.hits, Hit.SIZE, Hit.energy);
      const found = field(await gpu.read('hits', rays * Hit.SIZE), Hit.SIZE, Hit.energy);
      const hit = (_: number, k: number) => energies[k] > 0;
      expect(largest(found.filter(hit), energies.filter(hit), energies.filter(hit))).toBeLessThan(32 * ROUNDING);
    });

    it('echo: the same returns', async () => {
      gpu.write('pulses', cpu.jitter.pulses);
      gpu.write('directions', beforeEcho().directions);
      gpu.write('hits', cpu.reflect.hits);
      gpu.run('echo');
      const dense = denseReturns(
        await gpu.read('returns', COUNT * maxReturns * Point.SIZE),
        await gpu.read('counts', COUNT * COUNTS_BYTES),
        maxReturns,
      );
      expect(dense.byteLength).toBe(cpu.echo.returns.byteLength);
      const comparison = compare(dense, cpu.echo.returns);
      expect(comparison.differing).toEqual([]);
      expect(comparison.range).toBeLessThan(1e-4);
      expect(comparison.energyShare).toBeLessThan(32 * ROUNDING);
    });

    it('shade: the same bits', async () => {
      const { sparse, counts } = sparseReturns(cpu.echo.returns, cpu.jitter.pulses, COUNT, maxReturns);
      gpu.write('pulses', cpu.jitter.pulses);
      gpu.write('directions', beforeEcho().directions);
      gpu.write('hits', cpu.reflect.hits);
      gpu.write('returns', sparse);
      gpu.write('counts', counts);
      gpu.run('shade');
      const dense = denseReturns(await gpu.read('returns', COUNT * maxReturns * Point.SIZE), counts, maxReturns);
      expect(words(dense)).toEqual(words(cpu.shade.returns));
      // The stage has an effect if it is there.
      expect(compare(cpu.echo.returns, cpu.shade.returns).differing.length > 0).toBe(
        example.settings.features.includes('colors'),
      );
    });

    it('locate: the same places', async () => {
      const { sparse, counts } = sparseReturns(cpu.shade.returns, cpu.jitter.pulses, COUNT, maxReturns);
      gpu.write('pulses', cpu.jitter.pulses);
      gpu.write('returns', sparse);
      gpu.write('counts', counts);
      gpu.run('locate');
      const dense = denseReturns(await gpu.read('returns', COUNT * maxReturns * Point.SIZE), counts, maxReturns);
      expect(compare(dense, cpu.locate.returns).differing).toEqual([]);
      expect(compare(dense, cpu.locate.returns).position).toBeLessThan(1e-3);
      const isAsked = example.settings.features.includes('truePlaces');
      // The stage has an effect if it is there.
      expect(Buffer.compare(Buffer.from(cpu.shade.returns), Buffer.from(cpu.locate.returns)) !== 0).toBe(isAsked);
      if (!isAsked) return;
      const places = floats(await gpu.read('hitPlaces', COUNT * maxReturns * PLACE_BYTES));
      const found = Array.from({ length: COUNT }, (_, p) => {
        const from = p * maxReturns * 4;
        return [...places.subarray(from, from + 4 * words(counts)[4 * p])];
      }).flat();
      const expected = floats(cpu.locate.hitPlaces);
      expect(found.length).toBe(expected.length);
      // Points on the axis leave a copy behind; others have been moved back.
      const isCopy = compare(cpu.shade.returns, cpu.locate.returns).position > 0;
      const off = found.map((value, k) => (k % 4 < 3 ? Math.abs(value - expected[k]) : 0));
      expect(Math.max(...off)).toBeLessThanOrEqual(isCopy ? 0 : 1e-4);
    });

    it('perturb: the same ranges', async () => {
      const { sparse, counts } = sparseReturns(cpu.locate.returns, cpu.jitter.pulses, COUNT, maxReturns);
      gpu.write('pulses', cpu.jitter.pulses);
      gpu.write('returns', sparse);
      gpu.write('counts', counts);
      gpu.run('perturb');
      const dense = denseReturns(await gpu.read('returns', COUNT * maxReturns * Point.SIZE), counts, maxReturns);
      const comparison = compare(dense, cpu.perturb.returns);
      expect(comparison.differing).toEqual([]);
      expect(comparison.range).toBeLessThan(1e-5);
      // The noise is there: without the stage they would differ.
      expect(compare(cpu.echo.returns, cpu.perturb.returns).range).toBeGreaterThan(1e-3);
    });

    it('misread: the same bits', async () => {
      const { sparse, counts } = sparseReturns(cpu.perturb.returns, cpu.pulse.pulses, COUNT, maxReturns);
      gpu.write('pulses', cpu.jitter.pulses);
      if (example.settings.features.includes('systematicErrors')) gpu.write('readings', cpu.misalign.readings);
      gpu.write('returns', sparse);
      gpu.write('counts', counts);
      gpu.run('misread');
      const dense = denseReturns(await gpu.read('returns', COUNT * maxReturns * Point.SIZE), counts, maxReturns);
      expect(words(dense)).toEqual(words(cpu.misread.returns));
      const moved = compare(cpu.perturb.returns, cpu.misread.returns).range;
      expect(moved > 1e-3).toBe(example.settings.features.includes('systematicErrors'));
    });

    it('pack: the same order', async () => {
      const { sparse, counts } = sparseReturns(cpu.misread.returns, cpu.jitter.pulses, COUNT, maxReturns);
      gpu.write('returns', sparse);
      gpu.write('counts', counts);
      gpu.run('placeInBlock', 'placeBlocks', 'pack');
      expect(words(await gpu.read('points', cpu.pack.points.byteLength))).toEqual(words(cpu.pack.points));
      const totals = words(await gpu.read('totals', Totals.SIZE));
      expect(totals[Totals.returns / 4]).toBe(cpu.pack.points.byteLength / Point.SIZE);
    });

    it('packPlaces: the same order', async () => {
      if (!example.settings.features.includes('truePlaces')) return;
      const { counts } = sparseReturns(cpu.misread.returns, cpu.jitter.pulses, COUNT, maxReturns);
      const sparse = new Float32Array(COUNT * maxReturns * 4);
      let at = 0;
      for (let p = 0; p < COUNT; p++)
        for (let r = 0; r < words(counts)[4 * p]; r++, at += 4)
          sparse.set(floats(cpu.locate.hitPlaces).subarray(at, at + 4), (p * maxReturns + r) * 4);
      gpu.write('hitPlaces', sparse.buffer);
      gpu.write('counts', counts);
      gpu.run('placeInBlock', 'placeBlocks', 'packPlaces');
      const places = cpu.packPlaces.truePlaces;
      expect(words(await gpu.read('truePlaces', places.byteLength))).toEqual(words(places));
      const totals = words(await gpu.read('totals', Totals.SIZE));
      expect(totals[Totals.placed / 4]).toBe(places.byteLength / PLACE_BYTES);
    });

    /** Directions with their shares, and hits, before `reflect`. */
    const beforeEcho = () =>
      example.settings.features.includes('turbid')
        ? { directions: cpu.turbid.directions, hits: cpu.turbid.hits }
        : { directions: cpu.subray.directions, hits: cpu.medium.hits };

    const compare = (a: ArrayBuffer, b: ArrayBuffer) => comparePoints(a, b, example.labels);
  });
}
