import type { Vec3 } from '../../../src/base/vec3.js';
import type { Footprint } from '../../../src/scanner/footprint.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import type { Scene } from '../../../src/scene/scene.js';
import { column, scan, station, testScanner } from '../../support/scan.js';
import { lambert, meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { farthest, once, type Stage, type Subject, type TracedPart } from '../row.js';

const DEGREE = Math.PI / 180;
const rings = (subrays: number): Footprint => ({ pattern: 'rings', subrays, weights: 'gaussian' });

/** A scanner with a beam of half angle `theta` and pulses of `duration` that looks along +y. */
const scannerWith = (theta: number, duration = 5e-9) =>
  testScanner({ divergence: roundBeam(theta), pulse: { energy: 1, duration } });

// ---- two half plates ------------------------------------------------------------------------------------------------

/** Storeys of one scene, far enough from one another that no beam meets two. */
const STOREY = 100;
const PLATES_AT = 1000;
const PLATES = { scanner: scannerWith(1e-3), footprint: rings(93) };
const at = (storey: number): Vec3 => [0, 0, storey * STOREY];

/** Two half plates, the left one `apart` metres nearer, in a storey. */
function halfPlates(apart: number, storey: number): number[] {
  const z = storey * STOREY - 20;
  const near = rectangle([-20, PLATES_AT, z], [20, 0, 0], [0, 0, 40]);
  return [...near, ...rectangle([-20, PLATES_AT + apart, z], [40, 0, 0], [0, 0, 40])];
}

/**
 * Energies of the far plate over the near one, the distances at which peaks separate, and the
 * peak's shift at 0.6 m (G7).
 */
const RATIOS = [
  { ratio: 1, separate: 0.6366, shift: 0.3 },
  { ratio: 0.5, separate: 0.8363, shift: 0.067 },
  { ratio: 0.1, separate: 1.0675, shift: 0.0107 },
] as const;
const SHIFTED = 0.6;
/** Distances to try, in units of the expected one. */
const TRIED = [0.985, 0.99, 0.995, 1, 1.005, 1.01, 1.015];
const STOREYS = RATIOS.flatMap(({ ratio, separate }) =>
  [...TRIED.map((factor) => factor * separate), SHIFTED].map((apart) => ({ ratio, apart })),
);

/** A scene of all plates; the reflectance of a far one makes up for the light that it gets and for its distance. */
async function platesScene(): Promise<Scene> {
  const apart = scan(sceneOf([meshOf(halfPlates(20, 0))]), [station(at(0))], PLATES);
  const [near, far] = column(await apart, 'energy').map((energy, k) => energy * (PLATES_AT + 20 * k) ** 2);
  const meshes = STOREYS.map(({ apart }, storey) => {
    const mesh = meshOf(halfPlates(apart, storey), [0, 0, 1, 1]);
    return { ...mesh, groups: mesh.groups.map((group, k) => ({ ...group, material: k === 0 ? 0 : storey + 1 })) };
  });
  const reflectances = STOREYS.map(
    ({ ratio, apart }) => 0.4 * ratio * (near / far) * ((PLATES_AT + apart) / PLATES_AT) ** 2,
  );
  return sceneOf(meshes, { scatterings: [0.4, ...reflectances].map(lambert) });
}

const rangesOfPlates = async (stage: Stage, storey: number) =>
  column(await stage.scan([station(at(storey))], PLATES), 'range');

const plates: TracedPart = {
  scene: platesScene,
  rows: RATIOS.flatMap(({ ratio, separate, shift }, k) => {
    const first = k * (TRIED.length + 1);
    return [
      {
        test: `g7-separation-${ratio}`,
        quantity: `G7: distance from which two plates of energies 1 to ${ratio} make two returns, 5 ns`,
        unit: 'm',
        source: ratio === 1 ? '2σ c/2' : 'two peaks of the sum of two Gaussians',
        expected: separate,
        tolerance: 0.015 * separate,
        basis: 'the steps tried are 0.5 %',
        decimals: 3,
        measure: async (stage: Stage) => {
          const counts = [];
          for (const step of TRIED.keys()) counts.push((await rangesOfPlates(stage, first + step)).length);
          const parted = counts.indexOf(2);
          return parted > 0 ? (separate * (TRIED[parted - 1] + TRIED[parted])) / 2 : Number.NaN;
        },
      },
      {
        test: `g7-shift-${ratio}`,
        quantity: `G7: range of the peak of two plates of energies 1 to ${ratio}, 0.6 m apart, behind the first`,
        unit: 'm',
        source: 'peak of the sum of two Gaussians',
        expected: shift,
        tolerance: 0.002,
        basis: 'obliqueness of the beam',
        decimals: 4,
        measure: async (stage: Stage) => (await rangesOfPlates(stage, first + TRIED.length))[0] - PLATES_AT,
      },
    ];
  }),
};

// ---- slopes ---------------------------------------------------------------------------------------------------------

/** A software GPU is asked for fewer, one by one. */
const PULSES = { CPU: 20, GPU: 10 };

/** The slope at `angle` (degrees) of incidence about the axis, `range` away, `reach` to all sides. */
function slopeScene(angle: number, range: number, reach: number): Scene {
  const [c, s] = [Math.cos(angle * DEGREE), Math.sin(angle * DEGREE)];
  const corner: Vec3 = [-reach, range - reach * s, -reach * c];
  return sceneOf([meshOf(rectangle(corner, [2 * reach, 0, 0], [0, 2 * reach * s, 2 * reach * c]))]);
}

/** Returns of a pulse and widths of echoes, ns, those that are farthest off one return of `expected`. */
async function echoesOf(stage: Stage, scanner: Scanner, subrays: number, expected: number) {
  const legs = Array.from({ length: PULSES[stage.engine] }, () => station([0, 0, 0]));
  const result = await stage.scan(legs, { scanner, footprint: rings(subrays) });
  const widths = column(result, 'echoWidth').map((width) => width * 1e9);
  return { count: farthest(column(result, 'returnCount'), 1), width: farthest(widths, expected) };
}

const STRETCHED = 99.4;
const flight = scannerWith(12.5 / 5000, 15.6e-9);

const fortyFive: TracedPart = {
  scene: () => slopeScene(45, 5000, 500),
  rows: [7, 19, 37, 93].flatMap((subrays) => {
    const measure = once((stage) => echoesOf(stage, flight, subrays, STRETCHED));
    const slow = subrays > 19 ? (['GPU'] as const) : [];
    const where = `a plane at 45° under a footprint of 25 m, 15.6 ns, ${subrays} subrays`;
    return [
      {
        test: `plane-45-returns-${subrays}`,
        quantity: `returns of a pulse on ${where}`,
        source: 'a slope is one surface',
        expected: 1,
        tolerance: 0,
        decimals: 0,
        slow,
        measure: async (stage: Stage) => (await measure(stage)).count,
      },
      {
        test: `plane-45-width-${subrays}`,
        quantity: `FWHM of its echo, the pulse that is farthest off, ${subrays} subrays`,
        unit: 'ns',
        source: 'as G6',
        expected: STRETCHED,
        tolerance: 0.005 * STRETCHED,
        basis: '0.5 %',
        decimals: 1,
        slow,
        measure: async (stage: Stage) => (await measure(stage)).width,
      },
    ];
  }),
};

const slopes = (
  [
    [60, 6.0472],
    [75, 8.872],
  ] as const
).map(
  ([angle, expected]): TracedPart => ({
    scene: () => slopeScene(angle, 1000, 10),
    rows: [
      {
        test: `g6-slope-${angle}-peak`,
        quantity: `G6: FWHM of the one return of a slope of ${angle}° at 1 km, w 0.25 m, 5 ns, 19 subrays, the pulse that is farthest off`,
        unit: 'ns',
        source: '√(τ² + (2.355 · (2/c) · ½ w tan θ)²)',
        expected,
        tolerance: 0.005 * expected,
        basis: '0.5 %',
        decimals: 3,
        measure: async (stage) => {
          const { count, width } = await echoesOf(stage, scannerWith(0.25e-3), 19, expected);
          return count === 1 ? width : Number.NaN;
        },
      },
    ],
  }),
);

const SCATTER = [
  [3000, 60, 7],
  [3000, 60, 19],
  [3000, 60, 93],
  [1000, 75, 19],
] as const;

/** Ranges of slopes over which light is spread by more than the pulse is long, without noise. */
const scatter = SCATTER.map(
  ([range, angle, subrays]): TracedPart => ({
    scene: () => slopeScene(angle, range, 30),
    rows: [
      {
        test: `slope-${angle}-${range}-scatter-${subrays}`,
        quantity: `range of a slope of ${angle}° at ${range} m, half angle 0.25 mrad, 5 ns, less that of its plane, ${subrays} subrays, the pulse that is farthest off`,
        unit: 'm',
        source: 'the echo of a Gaussian beam on a plane has one peak, at the plane',
        expected: 0,
        tolerance: 2e-3,
        basis: 'curvature of the ranges across the beam, and f32',
        decimals: 3,
        slow: subrays === 19 ? [] : ['GPU'],
        measure: async (stage) => {
          const legs = Array.from({ length: PULSES[stage.engine] }, () => station([0, 0, 0]));
          const result = await stage.scan(legs, { scanner: scannerWith(0.25e-3), footprint: rings(subrays) });
          return farthest(
            column(result, 'range').map((found) => found - range),
            0,
          );
        },
      },
    ],
  }),
);

export const RETURNS: Subject = {
  title: 'Waveform and returns',
  about: 'Peaks of the noise-free waveform of Gaussian pulses: plates that come close, and slopes.',
  traced: [plates, fortyFive, ...slopes, ...scatter],
};
