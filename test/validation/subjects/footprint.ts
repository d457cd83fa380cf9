import type { Footprint } from '../../../src/scanner/footprint.js';
import {
  type Beam,
  COARSE,
  type ExperimentName,
  edgeErrors,
  energyBeyond,
  erf,
  FINE,
  FOOTPRINT_SCENE,
  GOLDEN_OFFSETS,
  SQUARES,
  sectorOf,
  sum,
  THETA,
  wholeEnergy,
} from '../../support/footprints.js';
import { column } from '../../support/scan.js';
import { disc, rings, stepOf, turn, VZ_400 } from '../beams.js';
import { once, type Stage, type Subject } from '../row.js';

/** Share of the energy of a turn's pulses that comes back. */
async function shareSeen(stage: Stage, around: ExperimentName, range: number, beam: Beam): Promise<number> {
  const { stepDeg = stepOf(stage), sectorDeg = 360 } = beam;
  const energies = column(await turn(stage, around, { ...beam, stepDeg, sectorDeg }), 'energy');
  return sum(energies) / wholeEnergy(range) / (sectorDeg / stepDeg);
}

/** Four standard deviations of a share of so many subrays that are drawn one by one. */
const fourSigma = (share: number, count: number) => 4 * Math.sqrt((share * (1 - share)) / count);

// ---- G4 -------------------------------------------------------------------------------------------------------------

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
  // Edges hide everything above them.
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
  slow: ['GPU'] as const,
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

// ---- G5 -------------------------------------------------------------------------------------------------------------

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
    slow: row.name === 'rings' && range === 100 ? [] : (['GPU'] as const),
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

const squareRow = (test: string, quantity: string, source: string, width: number, beam: Partial<Beam>) => ({
  test,
  quantity,
  source,
  expected: erf((Math.SQRT2 * 4e-3) / width) ** 2,
  tolerance: 0.02 * erf((Math.SQRT2 * 4e-3) / width) ** 2,
  basis: '2 %',
  decimals: 4,
  measure: (stage: Stage) =>
    shareSeen(stage, 'squares 50', 50, {
      ...beam,
      footprint: rings(93),
      sectorDeg: (stage.engine === 'CPU' ? SQUARES : SQUARES / 3) * FINE,
      stepDeg: FINE,
    }),
});

export const FOOTPRINT: Subject = {
  title: 'Footprint',
  about:
    'Shares of the energy of Gaussian beams of 1/e² radius w (0.25 mrad half angle unless stated) on edges, wires and squares. Rings are turned by a drawn angle for each pulse; drawn subrays are independent of each other.',
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
        squareRow('g22-square', 'G22: the same, VZ-400', 'erf²(√2 b/2w), w = 9.424 mm', 9.424e-3, VZ_400),
      ],
    },
  ],
};
