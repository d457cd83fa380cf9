import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/base/vec3.js';
import { FWHM_PER_SIGMA, LIGHT_SPEED } from '../../src/device/records.generated.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import type { DetectorKind } from '../../src/scanner/receiver/receiver.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import { ENGINES } from '../support/engines.js';
import { samplingReceiver } from '../support/sampling.js';
import { column, openScene, station, testScanner } from '../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../support/scenes.js';

// Slopes over which the beam is spread by more than its pulse is long. Without noise, what is left is the scatter of
// the subrays; a Gaussian beam on a plane sends back a Gaussian.

const HALF_ANGLE = 0.25e-3;
const SIGMA = (5e-9 / FWHM_PER_SIGMA) * (LIGHT_SPEED / 2);

/** A plane that the beam along +y meets at `range` under this angle, `from` … `to` upwards. */
function slope(range: number, degrees: number, [from, to] = [-8, 8]) {
  const tangent = Math.tan((degrees * Math.PI) / 180);
  const corner: Vec3 = [-8, range + tangent * from, from];
  return meshOf(rectangle(corner, [16, 0, 0], [0, tangent * (to - from), to - from]));
}

/** Standard deviation along range of the light on a slope. */
const spreadOf = (range: number, degrees: number) => (Math.tan((degrees * Math.PI) / 180) * HALF_ANGLE * range) / 2;

/** Peak of a wall's echo over the threshold of a leading edge. */
const MARGIN = 20;

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const rings = (subrays: number): Footprint => ({ pattern: 'rings', subrays, weights: 'gaussian' });

describe.each(ENGINES)('slopes on the %s', (engine, there, open) => {
  const pulses = engine === 'CPU' ? 40 : 10;

  /** Scans of meshes, once for each footprint. */
  async function scansOf(
    meshes: Parameters<typeof sceneOf>[0],
    footprints: Footprint[],
    sampling?: ReturnType<typeof samplingReceiver>,
  ) {
    const stage = await openScene(sceneOf(meshes, { scatterings: [lambert(0.5)] }), open);
    const scanner = testScanner({ divergence: roundBeam(HALF_ANGLE), sampling });
    const legs = Array.from({ length: pulses }, () => station([0, 0, 0]));
    const scans = [];
    for (const footprint of footprints) scans.push(await stage.scan(legs, { scanner, footprint }));
    await stage.close();
    return scans;
  }

  it.skipIf(!there).each([
    [3000, 60],
    [1000, 75],
    [1000, 60],
  ])('%i m away, at %i°, have one return in the plane, however many subrays see them', async (range, degrees) => {
    for (const result of await scansOf([slope(range, degrees)], [7, 19, 93].map(rings))) {
      const ranges = column(result, 'range');
      expect(ranges).toHaveLength(pulses);
      for (const found of ranges) expect(Math.abs(found - range)).toBeLessThan(2e-3);
      const widths = column(result, 'echoWidth').map((width) => width / 5e-9);
      const expected = Math.hypot(1, spreadOf(range, degrees) / SIGMA);
      for (const width of widths) expect(Math.abs(width / expected - 1)).toBeLessThan(0.005);
    }
  });

  it.skipIf(!there).each<[DetectorKind, number, number]>([
    ['leadingEdge', MARGIN, 75],
    ['constantFraction', 2, 75],
    ['constantFraction', 2, 60],
    // A pulse that is stretched by less than its own length.
    ['constantFraction', 2, 30],
    ['gaussian', 1, 30],
    ['peak', 1, 75],
    ['gaussian', 1, 75],
  ])('sampled by a receiver are those of the exact echo: %s, %d, %i°', async (kind, margin, degrees) => {
    const range = 1000;
    // Where an echo of this width and height crosses the level before its middle, in deviations of the pulse.
    const edge = (wide: number, high: number) => -wide * Math.sqrt(2 * Math.log(high));
    const wide = Math.hypot(1, spreadOf(range, degrees) / SIGMA);
    const high = kind === 'leadingEdge' ? (MARGIN * Math.cos((degrees * Math.PI) / 180)) / wide : margin;
    const expected = (edge(wide, high) - edge(1, margin)) * SIGMA;
    const wall = (0.5 * 2 ** 2) / 4 / range ** 2;
    const threshold = (wall * FWHM_PER_SIGMA) / 5e-9 / Math.sqrt(2 * Math.PI) / MARGIN;
    const zero = edge(1, margin) * SIGMA * (2 / LIGHT_SPEED);
    const sampling = samplingReceiver({ threshold, zero, detector: { kind, fraction: 0.5 } });
    const [result] = await scansOf([slope(range, degrees)], [rings(19)], sampling);
    const late = column(result, 'range').map((found) => found - range);
    expect(late).toHaveLength(pulses);
    // A threshold is crossed on a straight line between two samples.
    for (const found of late) expect(Math.abs(found - expected)).toBeLessThan(0.004);
    for (const width of column(result, 'echoWidth')) expect(Math.abs(width / 5e-9 / wide - 1)).toBeLessThan(0.005);
    // A fit has all of the energy, the others that of an echo of the pulse's width.
    const energy = (wall * Math.cos((degrees * Math.PI) / 180)) / (kind === 'gaussian' ? 1 : wide);
    for (const found of column(result, 'energy')) expect(Math.abs(found / energy - 1)).toBeLessThan(0.005);
  });

  it.skipIf(!there)('that end in the beam keep their range and their one return', async () => {
    // Where z < c w, light is left of a Gaussian of ranges: its peak is where a sum over 4000 places has it.
    const [range, degrees] = [1000, 75];
    const width = HALF_ANGLE * range;
    for (const [end, exact] of [
      [0, -0.306],
      [0.5, -0.0545],
      [1.6, 0],
    ]) {
      const [result] = await scansOf([slope(range, degrees, [-8, end * width])], [rings(93)]);
      const late = column(result, 'range').map((found) => found - range);
      expect(late).toHaveLength(pulses);
      expect(Math.abs(meanOf(late) - exact), `end at ${end} w`).toBeLessThan(0.015);
    }
  });
});

it.each([
  [60, 0.079],
  [75, 0.29],
])(
  'a constant fraction finds slopes at %i° this early, since their echo is longer than the pulse: %f m',
  (degrees, early) => {
    // (c/2)(σ₂ − σ)√(2 ln 2), the figures of docs/detectors.md.
    const wide = Math.hypot(SIGMA, spreadOf(1000, degrees));
    expect(Math.abs((wide - SIGMA) * Math.sqrt(2 * Math.LN2) - early)).toBeLessThan(0.0007);
  },
);
