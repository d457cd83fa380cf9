import { findScanner } from '../../../src/scanner/catalogue.js';
import type { Footprint } from '../../../src/scanner/footprint.js';
import { resolveScanner } from '../../../src/scanner/resolve-scanner.js';
import {
  azimuthsOf,
  type Beam,
  COARSE,
  type ExperimentName,
  echoWidth,
  edgeErrors,
  energyBeyond,
  erf,
  FINE,
  FOOTPRINT_SCENE,
  GOLDEN_OFFSETS,
  PULSE,
  SQUARES,
  sectorOf,
  sum,
  THETA,
  turnAbout,
  wholeEnergy,
} from '../../support/footprints.js';
import { column } from '../../support/scan.js';
import { deviation } from '../../support/statistics.js';
import { farthest, once, type Stage, type Subject } from '../row.js';

const DEGREE = Math.PI / 180;
const rings = (subrays: number): Footprint => ({ pattern: 'rings', subrays, weights: 'gaussian' });
const disc = (subrays: number): Footprint => ({ pattern: 'disc', subrays, weights: 'gaussian' });

/** Degrees between two pulses: a software GPU is asked for fewer, as long as the same limits hold. */
const stepOf = ({ engine }: Stage) => (engine === 'CPU' ? FINE : COARSE);

const turn = (stage: Stage, around: ExperimentName, beam: Beam) =>
  turnAbout(stage, around, { stepDeg: stepOf(stage), ...beam });

/** Share of the energy of a turn's pulses that comes back. */
async function shareSeen(stage: Stage, around: ExperimentName, range: number, beam: Beam): Promise<number> {
  const { stepDeg = stepOf(stage), sectorDeg = 360 } = beam;
  const energies = column(await turn(stage, around, { ...beam, stepDeg, sectorDeg }), 'energy');
  return sum(energies) / wholeEnergy(range) / (sectorDeg / stepDeg);
}

/** Four standard deviations of a share of so many subrays that are drawn one by one. */
const fourSigma = (share: number, count: number) => 4 * Math.sqrt((share * (1 - share)) / count);

// ---- G4 ----------------------------------------------------------------------------------------------------------------------

const GOLDEN_SECTOR = GOLDEN_OFFSETS.length * sectorOf(GOLDEN_OFFSETS);

const goldenEdges = once(async (stage) => {
  const result = await turn(stage, 'golden edges 100', {
    footprint: rings(93),
    sectorDeg: GOLDEN_SECTOR,
    stepDeg: FINE,
  });
  return edgeErrors(result, 'golden edges 100', 100, FINE, GOLDEN_OFFSETS);
});

const edgeRows = GOLDEN_OFFSETS.map((offset, k) => ({
  test: `g4-edge-${offset}`,
  quantity: `G4: share of the energy beyond an edge at d = ${offset === 1 ? 'w' : 'w/2'}, 93 subrays in rings`,
  source: '½ erfc(√2 d/w)',
  expected: energyBeyond(offset),
  tolerance: 1e-3,
  decimals: 4,
  // Edges hide what is above them.
  measure: async (stage: Stage) => energyBeyond(offset) - (await goldenEdges(stage))[k].mean,
}));

// The share that each subray sees is its own: variances are those of the binomial.
const DRAWN = 19;
const edgeScatter = {
  test: 'edge-scatter-disc',
  quantity: `variance of the share beyond an edge at d = w/2, ${DRAWN} drawn subrays, in units of the binomial`,
  source: 'p(1 − p)/N',
  expected: 1,
  tolerance: 4 * Math.sqrt(2 / (sectorOf(GOLDEN_OFFSETS) / FINE)),
  basis: '4 σ of 600 pulses',
  decimals: 2,
  measure: async (stage: Stage) => {
    const beam = { footprint: disc(DRAWN), sectorDeg: GOLDEN_SECTOR, stepDeg: FINE };
    const [{ rms }] = edgeErrors(
      await turn(stage, 'golden edges 100', beam),
      'golden edges 100',
      100,
      FINE,
      GOLDEN_OFFSETS,
    );
    const p = energyBeyond(GOLDEN_OFFSETS[0]);
    return (rms ** 2 * DRAWN) / (p * (1 - p));
  },
};

// ---- G5 ----------------------------------------------------------------------------------------------------------------------

const WIRE_RANGES = [20, 50, 100, 200, 400] as const;
const WIRE_SUBRAYS = 93;

const wireRow = (
  range: (typeof WIRE_RANGES)[number],
  footprint: Footprint,
  row: { name: string; how: string; stepDeg?: number },
) => {
  const expected = erf((Math.SQRT2 * 2e-3) / (THETA * range));
  return {
    test: `g5-wire-${range}-${row.name}`,
    quantity: `${range === 100 ? 'G5: ' : ''}share of the energy on a wire of 4 mm at ${range} m, ${WIRE_SUBRAYS} subrays ${row.how}`,
    source: 'erf(√2 b/2w)',
    expected,
    tolerance: 0.02 * expected,
    basis: '2 %',
    decimals: 3,
    measure: (stage: Stage) =>
      shareSeen(stage, `wire ${range}`, range, { footprint, stepDeg: row.stepDeg ?? stepOf(stage) }),
  };
};

const wireRows = [
  ...WIRE_RANGES.map((range) => wireRow(range, rings(WIRE_SUBRAYS), { name: 'rings', how: 'in rings' })),
  ...([100, 400] as const).map((range) => {
    const row = wireRow(range, disc(WIRE_SUBRAYS), { name: 'disc', how: 'drawn', stepDeg: COARSE });
    const tolerance = fourSigma(row.expected, (WIRE_SUBRAYS * 360) / COARSE);
    return { ...row, tolerance, basis: '4 σ of the binomial, 720 pulses' };
  }),
];

// 7 mm at the exit, 0.35 mrad (full).
const { divergence, exitRadius } = resolveScanner(findScanner('riegl-vz-400'));
const VZ_400 = { divergence, exitRadius };

const squareRow = (test: string, quantity: string, source: string, width: number, beam: Partial<Beam>) => ({
  test,
  quantity,
  source,
  expected: erf((Math.SQRT2 * 4e-3) / width) ** 2,
  tolerance: 0.02 * erf((Math.SQRT2 * 4e-3) / width) ** 2,
  basis: '2 %',
  decimals: 4,
  measure: (stage: Stage) =>
    shareSeen(stage, 'squares 50', 50, { ...beam, footprint: rings(93), sectorDeg: SQUARES * FINE, stepDeg: FINE }),
});

// ---- G6 ----------------------------------------------------------------------------------------------------------------------

const slopeRows = ([60, 75] as const).map((angle) => {
  const expected = 1e9 * echoWidth(PULSE, 0.5 * 1000 * THETA * Math.tan(angle * DEGREE));
  return {
    test: `g6-slope-${angle}-spread`,
    quantity: `G6: FWHM from the spread of 19 subrays on a slope of ${angle}° at 1 km, w 0.25 m, 5 ns, the pulse that is farthest off`,
    unit: 'ns',
    source: '√(τ² + (2.355 · (2/c) · ½ w tan θ)²)',
    expected,
    tolerance: 0.005 * expected,
    basis: '0.5 %',
    decimals: 3,
    measure: async (stage: Stage) => {
      const result = await turn(stage, `slope ${angle}`, { footprint: rings(19), sectorDeg: 60 });
      return farthest(
        column(result, 'echoWidth').map((width) => width * 1e9),
        expected,
      );
    },
  };
});

// ---- elliptical beams ----------------------------------------------------------------------------------------------------------

const ellipse = once(async (stage) => {
  const result = await turn(stage, 'wall 100', {
    divergence: { horizontal: 1.5e-3, vertical: 0.05e-3 },
    footprint: disc(1),
    stepDeg: FINE,
  });
  // Azimuths count from half a step before the first pulse.
  const aside = azimuthsOf(result, 'wall 100').map((azimuth, k) => {
    const off = azimuth - ((k * FINE) % 360) - FINE / 2;
    return (((off + 540) % 360) - 180) * DEGREE * 100;
  });
  return { x: 1000 * deviation(aside), z: 1000 * deviation(column(result, 'z')) };
});

const ellipseRows = (
  [
    ['x', 'level', 75],
    ['z', 'upright', 2.5],
  ] as const
).map(([axis, way, expected]) => ({
  test: `ellipse-${way}`,
  quantity: `standard deviation of subrays of a beam of 3.0 × 0.1 mrad (full) at 100 m, ${way}`,
  unit: 'mm',
  source: '½ θ R',
  expected,
  tolerance: (4 * expected) / Math.sqrt((2 * 360) / FINE),
  basis: '4 σ of 3600 pulses',
  decimals: axis === 'x' ? 1 : 2,
  measure: async (stage: Stage) => (await ellipse(stage))[axis],
}));

// ---- G22 ---------------------------------------------------------------------------------------------------------------------

const EXIT_RANGES = [
  [10, 3.913],
  [50, 9.424],
  [100, 17.847],
] as const;
/** A pulse that is short beside the slope's own spread. */
const SHORT = 1e-11;

const exitRows = EXIT_RANGES.flatMap(([range, width]) => {
  const spread = 1e12 * echoWidth(SHORT, 0.5 * width * 1e-3 * Math.tan(75 * DEGREE));
  return [
    {
      test: `g22-width-${range}`,
      quantity: `G22: w of the VZ-400 at ${range} m, from the heights of drawn subrays`,
      unit: 'mm',
      source: '√(w₀² + (θR)²)',
      expected: width,
      tolerance: (4 * width) / Math.sqrt((2 * 360) / FINE),
      basis: '4 σ of 3600 pulses',
      decimals: 2,
      measure: async (stage: Stage) => {
        const result = await turn(stage, `wall ${range}`, { ...VZ_400, footprint: disc(1), stepDeg: FINE });
        return 2000 * deviation(column(result, 'z'));
      },
    },
    {
      test: `g22-slope-${range}`,
      quantity: `G22: FWHM of a pulse of 10 ps on a slope of 75° at ${range} m, VZ-400, 19 subrays, the pulse that is farthest off`,
      unit: 'ps',
      source: 'as G6, w by G22',
      expected: spread,
      tolerance: 0.005 * spread,
      basis: '0.5 %',
      decimals: 1,
      measure: async (stage: Stage) => {
        const result = await turn(stage, `slope ${range}`, {
          ...VZ_400,
          footprint: rings(19),
          duration: SHORT,
          sectorDeg: 60,
        });
        return farthest(
          column(result, 'echoWidth').map((seconds) => seconds * 1e12),
          spread,
        );
      },
    },
  ];
});

export const FOOTPRINT: Subject = {
  title: 'Footprint',
  about:
    'Gaussian beams of 1/e² radius w (0.25 mrad half angle unless stated) on edges, wires, squares and slopes. Rings are turned by a drawn angle for each pulse; drawn subrays are independent of each other.',
  traced: [
    {
      scene: () => FOOTPRINT_SCENE,
      rows: [
        ...edgeRows,
        edgeScatter,
        ...wireRows,
        squareRow(
          'g5-square',
          'G5: share of the energy on a square of 8 mm at 50 m, 93 subrays in rings',
          'erf²(√2 b/2w)',
          THETA * 50,
          {},
        ),
        ...slopeRows,
        ...ellipseRows,
        ...exitRows,
        squareRow('g22-square', 'G22: the same, VZ-400', 'erf²(√2 b/2w), w = 9.424 mm', 9.424e-3, VZ_400),
      ],
    },
  ],
};
