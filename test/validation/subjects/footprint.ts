import type { Vec3 } from '../../../src/base/vec3.js';
import type { Footprint } from '../../../src/scanner/footprint.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import type { Scene } from '../../../src/scene/scene.js';
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
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, sceneOf } from '../../support/scenes.js';
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

// ---- small targets across the beam ----------------------------------------------------------------------------------

/** Rings about the axis that are a tenth of the half width wide, at these half widths, each a metre behind another. */
const TARGET_PLACES = [0.1, 0.4, 0.7, 1, 1.25, 1.5] as const;
const TARGET_RANGE = 100;
const TARGET_HALF = 0.05;
const CORNERS = 256;

/** Pulses along one direction: steps of a picoradian. */
const TARGET_PULSES = 80_000;
const TARGET_STEP = 1e-12;

function targetScene(): Scene {
  const rings = TARGET_PLACES.map((place, k) => {
    const range = TARGET_RANGE + k;
    const at = (edge: number, corner: number): Vec3 => {
      const angle = (2 * Math.PI * corner) / CORNERS;
      const radius = (place + edge * TARGET_HALF) * THETA * range;
      return [radius * Math.sin(angle), range, radius * Math.cos(angle)];
    };
    return Array.from({ length: CORNERS }, (_, k) => {
      const [a, b, c, d] = [at(-1, k), at(1, k), at(1, k + 1), at(-1, k + 1)];
      return [...a, ...b, ...c, ...a, ...c, ...d];
    }).flat();
  });
  return sceneOf([meshOf(rings.flat())]);
}

const onTargets = once(async (stage) => {
  const deflector = { ...testScanner().deflector, horizontalStep: TARGET_STEP } as Scanner['deflector'];
  const scanner = testScanner({ divergence: roundBeam(THETA), deflector });
  const sectorDeg = (TARGET_PULSES * TARGET_STEP * 180) / Math.PI;
  const result = await stage.scan([station([0, 0, 0], { sectorDeg })], { scanner, footprint: rings(19) });
  const energies = TARGET_PLACES.map(() => 0);
  const [ranges, found] = [column(result, 'range'), column(result, 'energy')];
  for (const [k, energy] of found.entries()) energies[Math.round(ranges[k]) - TARGET_RANGE] += energy;
  return energies.map((energy, k) => energy / wholeEnergy(TARGET_RANGE + k) / TARGET_PULSES);
});

const targetRows = TARGET_PLACES.map((place, k) => {
  const expected = energyOutside(place - TARGET_HALF) - energyOutside(place + TARGET_HALF);
  return {
    test: `target-${place}`,
    quantity: `share of the energy on a ring 0.1 w wide, ${place} w from the axis, 19 subrays in rings`,
    source: 'e^(−2a²) − e^(−2b²)',
    expected,
    tolerance: 0.03 * expected,
    basis: '3 %',
    decimals: 4,
    // The directions of subrays are the same bits on both engines: test/parity.
    only: 'CPU' as const,
    slow: ['CPU'] as const,
    measure: async (stage: Stage) => (await onTargets(stage))[k],
  };
});

/** Share of the energy of a Gaussian beam outside of a radius. */
function energyOutside(radius: number): number {
  return Math.exp(-2 * radius ** 2);
}

export const FOOTPRINT: Subject = {
  title: 'Footprint',
  about:
    'Shares of the energy of Gaussian beams of 1/e² radius w (0.25 mrad half angle unless stated) on edges, wires, squares and rings. Rings are turned by a drawn angle for each pulse; drawn subrays are independent of each other.',
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
    { scene: targetScene, rows: targetRows },
  ],
};
