import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/base/vec3.js';
import { FWHM_PER_SIGMA, LIGHT_SPEED } from '../../src/device/records.generated.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import { ENGINES } from '../support/engines.js';
import { isLong } from '../support/long-run.js';
import { testRandom } from '../support/random.js';
import { samplingReceiver } from '../support/sampling.js';
import { column, openScene, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';

// Returns of a sampling receiver without noise. G6 is the name of a golden number; G8 is in test/validation.

const DEGREE = Math.PI / 180;
const RINGS: Footprint = { pattern: 'rings', subrays: 19, weights: 'gaussian' };
/** J that a wall of reflectance 0.5 at a range sends back to the receiver of `testScanner`. */
const wallEnergy = (range: number) => (0.5 * 2 ** 2) / 4 / range ** 2;
/** Peak power over energy of a Gaussian pulse, 1/s. */
const rateOf = (duration: number) => FWHM_PER_SIGMA / duration / Math.sqrt(2 * Math.PI);

/** A wall across the beam. */
const wall = (range: number) => meshOf(rectangle([-20, range, -20], [40, 0, 0], [0, 0, 40]));

describe.each(ENGINES)('a sampling receiver on the %s', (engine, there, open) => {
  /** Scans of meshes by these scanners. */
  async function scansOf(meshes: Parameters<typeof sceneOf>[0], scanners: Partial<Scanner>[], legs = 1, subrays = 19) {
    const stage = await openScene(sceneOf(meshes, { scatterings: [0.5, 0.25].map(lambert) }), open);
    const scans = [];
    for (const scanner of scanners)
      scans.push(
        await stage.scan(
          Array.from({ length: legs }, () => station([0, 0, 0])),
          { scanner: testScanner(scanner), footprint: { ...RINGS, subrays } },
        ),
      );
    await stage.close();
    return scans;
  }

  it.skipIf(!there)('finds the peaks that echo finds', async () => {
    const offsets = [0, 0.037, 0.074, 0.11];
    for (const offset of offsets) {
      const meshes = [
        meshOf(rectangle([-20, 50 + offset, -20], [20, 0, 0], [0, 0, 40])),
        meshOf(rectangle([-20, 52.5 + offset, -20], [40, 0, 0], [0, 0, 40])),
      ];
      const [plain, sampled] = await scansOf(meshes, [{}, { sampling: samplingReceiver() }]);
      expect(column(sampled, 'returnCount')).toEqual([2, 2]);
      for (const k of [0, 1]) {
        expect(Math.abs(column(sampled, 'range')[k] - column(plain, 'range')[k])).toBeLessThan(1e-3);
        expect(Math.abs(column(sampled, 'energy')[k] / column(plain, 'energy')[k] - 1)).toBeLessThan(1e-3);
        expect(Math.abs(column(sampled, 'echoWidth')[k] / column(plain, 'echoWidth')[k] - 1)).toBeLessThan(5e-3);
        for (const name of ['x', 'y', 'z'] as const)
          expect(Math.abs(column(sampled, name)[k] - column(plain, name)[k])).toBeLessThan(1e-3);
      }
      for (const name of ['hitSubrays', 'material', 'instance', 'returnNumber'] as const)
        expect(column(sampled, name)).toEqual(column(plain, name));
    }
  });

  it.skipIf(!there || (engine !== 'CPU' && !isLong))('finds as many returns of leaves as echo does', async () => {
    const random = testRandom(15);
    const leaves = Array.from({ length: 4000 }, () => {
      const corner: Vec3 = [6 * (random() - 0.5), 500 + 10 * random(), 6 * (random() - 0.5)];
      return rectangle(corner, [0.1, 0.1 * (random() - 0.5), 0], [0, 0.1 * (random() - 0.5), 0.1]);
    });
    const ground = rectangle([-10, 510, -10], [20, 0, 0], [0, 0, 20]);
    const stage = await openScene(
      sceneOf([meshOf([...leaves.flat(), ...ground])], { scatterings: [lambert(0.5)] }),
      open,
    );
    const deflector = { ...testScanner().deflector, horizontalStep: 0.05 / 500 } as Scanner['deflector'];
    const minEnergy = 0.01 * wallEnergy(500);
    const legs = [station([-2, 0, 0], { sectorDeg: 4 / 500 / DEGREE })];
    const footprint: Footprint = { ...RINGS, subrays: 93 };
    const ranges = [];
    for (const sampling of [undefined, samplingReceiver({ threshold: minEnergy * rateOf(5e-9) })]) {
      const scanner = testScanner({ divergence: roundBeam(0.25 / 500), detection: { minEnergy }, deflector, sampling });
      ranges.push(column(await stage.scan(legs, { scanner, footprint }), 'range'));
    }
    await stage.close();
    const [expected, found] = ranges;
    const off = found
      .map((range) => Math.min(...expected.map((other) => Math.abs(range - other))))
      .sort((a, b) => a - b);
    expect(expected.length).toBeGreaterThan(200);
    // Of merged peaks a parabola through three samples finds the place to a few millimetres.
    expect(Math.abs(found.length / expected.length - 1)).toBeLessThan(0.02);
    expect(off[off.length >> 1]).toBeLessThan(0.002);
    expect(off[Math.floor(0.99 * off.length)]).toBeLessThan(0.03);
  });

  it.skipIf(!there).each([
    [60, 6.0472],
    [75, 8.872],
  ])('G6: sees echoes of slopes at %i° that are %f ns long', async (angle, expected) => {
    const [c, s] = [Math.cos(angle * DEGREE), Math.sin(angle * DEGREE)];
    const reach = 10;
    const mesh = meshOf(
      rectangle([-reach, 1000 - reach * s, -reach * c], [2 * reach, 0, 0], [0, 2 * reach * s, 2 * reach * c]),
    );
    const sampling = samplingReceiver();
    const [result] = await scansOf([mesh], [{ divergence: roundBeam(0.25e-3), sampling }], 10, 93);
    expect(column(result, 'returnCount')).toEqual(new Array(10).fill(1));
    for (const width of column(result, 'echoWidth')) expect(Math.abs((width * 1e9) / expected - 1)).toBeLessThan(0.002);
  });

  it.skipIf(!there)('finds a fraction of the edge at one place, however strong the pulse is', async () => {
    const sampling = samplingReceiver({ detector: { kind: 'constantFraction', fraction: 0.5 } });
    const scans = await scansOf(
      [wall(50)],
      [1, 1e-3].map((energy) => ({ pulse: { energy, duration: 5e-9 }, sampling })),
    );
    const expected = 50 - ((LIGHT_SPEED / 2) * 5e-9) / 2;
    for (const result of scans) expect(Math.abs(column(result, 'range')[0] - expected)).toBeLessThan(0.003);
  });

  it.skipIf(!there)('believes no Gaussian that only clipped samples hold', async () => {
    const random = testRandom(23);
    const leaves = Array.from({ length: 600 }, () => {
      const corner: Vec3 = [4 * (random() - 0.5), 48 + 4 * random(), 4 * (random() - 0.5)];
      return meshOf(rectangle(corner, [0.1, 0.05 * (random() - 0.5), 0], [0, 0.05 * (random() - 0.5), 0.1]));
    });
    const beam = { divergence: roundBeam(8e-3) };
    const peak = wallEnergy(50) * rateOf(5e-9);
    const digitiser = { bits: 8, saturation: 0.1 * peak, baseline: 2, gainSteps: 0 };
    const sampling = samplingReceiver({ digitiser, threshold: 0.01 * peak, detector: { kind: 'gaussian' } });
    const legs = 40;
    const [clipped] = await scansOf([...leaves, wall(52)], [{ ...beam, sampling }], legs, 93);
    const energies = column(clipped, 'energy');
    expect(energies.length).toBeGreaterThan(legs);
    expect(Math.max(...energies)).toBeLessThan(3 * wallEnergy(48));
    for (const range of column(clipped, 'range')) expect(Math.abs(range - 50)).toBeLessThan(3);
  });

  it.skipIf(!there).each([0.8, 1])('takes pulses %f m apart into Gaussians', async (apart) => {
    const meshes = [
      meshOf(rectangle([-20, 50, -20], [20, 0, 0], [0, 0, 40])),
      meshOf(rectangle([-20, 50 + apart, -20], [40, 0, 0], [0, 0, 40])),
    ];
    const [peaks, fitted] = await scansOf(meshes, [
      { sampling: samplingReceiver() },
      { sampling: samplingReceiver({ detector: { kind: 'gaussian' } }) },
    ]);
    const off = (result: typeof peaks) =>
      column(result, 'range').map((range, k) => Math.abs(range - [50, 50 + apart][k]));
    expect(off(fitted)).toHaveLength(2);
    for (const k of [0, 1]) {
      expect(off(fitted)[k]).toBeLessThan(0.002);
      expect(off(peaks)[k]).toBeGreaterThan(0.005);
      expect(Math.abs(column(fitted, 'echoWidth')[k] / 5e-9 - 1)).toBeLessThan(0.02);
    }
    const energies = column(fitted, 'energy').reduce((sum, energy) => sum + energy, 0);
    expect(Math.abs(energies / wallEnergy(50.5) - 1)).toBeLessThan(0.03);
  });
});
