import { describe, expect, it } from 'vitest';
import type { Physics } from '../../../src/scanner/physics.js';
import { PHYSICS } from '../../../src/scanner/physics.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import type { Detection } from '../../../src/scanner/scanner.js';
import type { InstrumentScan } from '../../../src/simulation/instrument-scan.js';
import { samplingReceiver } from '../../support/sampling.js';
import { testScanner } from '../../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { columnOf, LEVEL, legOf, pointsOf, scanOf } from '../instrument-scans.js';

/** A post that takes the right half of a beam, and a wall that another one meets askew. */
const HERE = [64, 128, 32] as const;
const [x, y, z] = HERE;
const scene = sceneOf([
  meshOf([
    ...rectangle([x, y + 10, z - 5], [0.2, 0, 0], [0, 0, 10]),
    ...rectangle([x - 30, y + 5, z - 5], [29, 50, 0], [0, 0, 10]),
  ]),
]);
/** A strong and a weak surface that form one return, whose peak lies beside its mean. */
const step = sceneOf([
  meshOf([
    ...rectangle([x - 0.03, y + 10, z - 5], [0.4, 0, 0], [0, 0, 10]),
    ...rectangle([x - 30, y + 10.4, z - 5], [60, 0, 0], [0, 0, 10]),
  ]),
]);
const PULSES = 400;

type SampledDetection = Partial<Detection> & { sampled?: boolean };

function scanWith(detection: Partial<Detection>, more: Partial<InstrumentScan> = {}, physics: Partial<Physics> = {}) {
  const scanner = testScanner({
    divergence: roundBeam(10e-3),
    detection,
    deflector: { kind: 'pattern', pulseRateHz: PULSES, directions: Float64Array.of(0, 1, 0, -0.6, 0.8, 0) },
  });
  const leg = legOf({ kind: 'station', position: [...HERE], attitude: LEVEL, duration: 1 });
  const footprint = { pattern: 'rings', subrays: 62, weights: 'gaussian' } as const;
  return scanOf(scanner, [leg], { footprint, physics: { ...PHYSICS.si, ...physics }, ...more });
}

const NOISY = { rangeNoise: 0.3, rayAngleNoise: 1e-3 };

describe('true positions', () => {
  it('change no other attribute', async () => {
    const [plain, asked] = [
      await pointsOf(scanWith(NOISY), scene),
      await pointsOf(scanWith(NOISY, { truePlaces: true }), scene),
    ];
    expect(plain[0].truePosition).toBeUndefined();
    for (const [name, array] of Object.entries(plain[0]))
      if (ArrayBuffer.isView(array)) expect([name, asked[0][name as 'x']]).toEqual([name, array]);
  });

  it('are those of the hits, not of the axis, without noise', async () => {
    const batches = await pointsOf(scanWith(NOISY, { truePlaces: true }), scene);
    const places = columnOf(batches, 'truePosition');
    const seen = columnOf(batches, 'x').length;
    expect(places.length).toBe(3 * seen);
    let onPost = 0;
    for (let k = 0; k < seen; k++) {
      const [px, py, pz] = [places[3 * k] - x, places[3 * k + 1] - y, places[3 * k + 2] - z];
      if (Math.abs(py - 10) < 1e-4) {
        onPost++;
        // The post takes the right half of the beam.
        expect(px).toBeGreaterThan(0.01);
        expect(px).toBeLessThan(0.1);
      } else {
        // On the wall through (−30, 5) and (−1, 55).
        expect(Math.abs((px + 30) * 50 - (py - 5) * 29) / Math.hypot(50, 29)).toBeLessThan(1e-3);
      }
      expect(Math.abs(pz)).toBeLessThan(0.02);
    }
    expect(onPost).toBe(PULSES / 2);
    expect(columnOf(batches, 'x').filter((value) => Math.abs(value - x) > 0.02).length).toBeGreaterThan(0);
  });

  it.each<[string, SampledDetection]>([
    ['peaks', {}],
    ['clusters', { method: 'clusters', rangeResolution: 0.5 }],
    ['a receiver that samples', { sampled: true }],
  ])('are the same wherever points are: %s', async (_, { sampled, ...detection }) => {
    const placesWith = async (points: Physics['points']) => {
      const asked = scanWith({ ...NOISY, ...detection }, { truePlaces: true }, { points });
      const scan = sampled ? { ...asked, scanner: { ...asked.scanner, sampling: samplingReceiver() } } : asked;
      const [batches, plain] = [await pointsOf(scan, step), await pointsOf({ ...scan, truePlaces: false }, step)];
      for (const [name, array] of Object.entries(plain[0]))
        if (ArrayBuffer.isView(array)) expect([name, batches[0][name as 'x']]).toEqual([name, array]);
      return { places: columnOf(batches, 'truePosition'), ranges: columnOf(batches, 'range') };
    };
    const [axis, surface] = [await placesWith('axis'), await placesWith('surface')];
    expect(axis.places.length).toBeGreaterThanOrEqual(3 * PULSES);
    expect(surface.ranges).toEqual(axis.ranges);
    expect(surface.places).toEqual(axis.places.map((value) => expect.closeTo(value, 4)));
  });

  it('stay where they are when artefacts move points, and are those of ghosts themselves', async () => {
    const artefacts = { timeWalk: { margin: 1e3 }, outliers: { probability: 0.2 } };
    const plain = await pointsOf(scanWith({ minEnergy: 1e-9 }, { truePlaces: true }), scene);
    const moved = await pointsOf(scanWith({ minEnergy: 1e-9, artefacts }, { truePlaces: true }), scene);
    const placesOf = (batches: typeof plain) => {
      const places = columnOf(batches, 'truePosition');
      return columnOf(batches, 'classification').map((code, k) => ({ code, place: places.slice(3 * k, 3 * k + 3) }));
    };
    const hits = (batches: typeof plain) => placesOf(batches).filter(({ code }) => code !== 7);
    expect(hits(moved)).toEqual(hits(plain));
    const ghosts = placesOf(moved).flatMap(({ code, place }, k) => (code === 7 ? [{ place, k }] : []));
    expect(ghosts.length).toBeGreaterThan(20);
    for (const { place, k } of ghosts)
      expect(place).toEqual((['x', 'y', 'z'] as const).map((key) => columnOf(moved, key)[k]));
  });
});
