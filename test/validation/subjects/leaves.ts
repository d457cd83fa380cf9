import type { Footprint } from '../../../src/scanner/footprint.js';
import { roundBeam } from '../../../src/scanner/resolve-divergence.js';
import type { Scanner } from '../../../src/scanner/scanner.js';
import type { Scene } from '../../../src/scene/scene.js';
import { foliage } from '../../support/leaves.js';
import { RAY_SCANNER, raysAlong, sceneWith, voxels } from '../../support/media.js';
import { column, station, testScanner } from '../../support/scan.js';
import { meshOf, rectangle, sceneOf } from '../../support/scenes.js';
import { mean } from '../../support/statistics.js';
import { once, type Stage, type Subject, type TracedPart } from '../row.js';

const DEGREE = Math.PI / 180;
const rings = (subrays: number): Footprint => ({ pattern: 'rings', subrays, weights: 'gaussian' });

// ---- gaps -----------------------------------------------------------------------------------------------------------

const GAP_PITCH = 0.15;
const GAP_PULSES = 60;
const GAP_RANGE = 500;
const GAP_DEPTH = 10;
const GAPS = ([1, 3, 5] as const).map((leafAreaIndex) => ({ leafAreaIndex, leaves: 'random' as const, g: 0.5 }));
const FACING = [{ leafAreaIndex: 1, leaves: 'facing' as const, g: 1 }];

const gaps = [...GAPS, ...FACING].map(({ leafAreaIndex, leaves, g }): TracedPart => {
  const expected = Math.exp(-g * leafAreaIndex);
  const pulses = GAP_PULSES ** 2;
  return {
    scene: () =>
      sceneOf([
        meshOf(
          foliage({
            side: (GAP_PULSES + 4) * GAP_PITCH,
            near: GAP_RANGE,
            depth: GAP_DEPTH,
            leafAreaIndex,
            leaf: 0.1,
            leaves,
          }),
        ),
      ]),
    rows: [
      {
        test: `g18-gap-${leaves}-${leafAreaIndex}`,
        quantity: `${leaves === 'random' ? 'G18: ' : ''}share of rays that leaves of 0.1 m let through, ${leaves === 'random' ? 'turned anyhow' : 'across the beam'}, LAI ${leafAreaIndex}`,
        source: leaves === 'random' ? 'e^(−LAI/2)' : 'e^(−LAI)',
        expected,
        tolerance: 4 * Math.sqrt((expected * (1 - expected)) / pulses),
        basis: `4 σ of ${pulses} rays`,
        decimals: 3,
        slow: leafAreaIndex === 3 ? [] : leafAreaIndex === 5 ? ['CPU', 'GPU'] : ['GPU'],
        measure: async (stage: Stage) => {
          const half = (GAP_PULSES / 2) * GAP_PITCH;
          const legs = Array.from({ length: GAP_PULSES }, (_, row) =>
            station([-half, 0, (row + 0.5) * GAP_PITCH - half], {
              sectorDeg: (GAP_PULSES * GAP_PITCH) / GAP_RANGE / DEGREE,
            }),
          );
          const scanner = rowScanner(GAP_PITCH / GAP_RANGE);
          const footprint = { pattern: 'rings', subrays: 1, weights: 'uniform' } as const;
          const seen = column(await stage.scan(legs, { scanner, footprint }), 'range').length;
          return 1 - seen / pulses;
        },
      },
    ],
  };
});

/** A scanner whose pulses are so many radians apart. */
function rowScanner(step: number, overrides: Parameters<typeof testScanner>[0] = {}): Scanner {
  return testScanner({
    deflector: { ...testScanner().deflector, horizontalStep: step } as Scanner['deflector'],
    ...overrides,
  });
}

// ---- a canopy -------------------------------------------------------------------------------------------------------

/** Pulses so far apart in a row, rows twice as far, on leaves 500 m away and the soil behind. */
const RANGE = 500;
const DEPTH = 10;
const ROWS = 24;
const PITCH = 0.6;
const LEAF_AREA_INDEX = 3;
const MOST = 400;

function canopyScene(): Scene {
  const side = (ROWS + 2) * PITCH;
  const soil = rectangle([-side, RANGE + DEPTH, -side], [2 * side, 0, 0], [0, 0, 2 * side]);
  const leaves = foliage({
    side,
    near: RANGE,
    depth: DEPTH,
    leafAreaIndex: LEAF_AREA_INDEX,
    leaf: 0.1,
    leaves: 'random',
  });
  return sceneOf([meshOf([...soil, ...leaves])]);
}

interface CanopyReturns {
  returns: number;
  /** Mean range of the first returns. */
  first: number;
}

async function canopyReturns(stage: Stage, footprint: Footprint): Promise<CanopyReturns> {
  const scanner = rowScanner(PITCH / RANGE, {
    divergence: roundBeam(0.25 / RANGE),
    detection: { minEnergy: (0.01 * 0.5) / RANGE ** 2 },
  });
  const legs = Array.from({ length: ROWS / 2 }, (_, row) =>
    station([(-ROWS / 2) * PITCH, 0, (2 * row - ROWS / 2) * PITCH], { sectorDeg: (ROWS * PITCH) / RANGE / DEGREE }),
  );
  const result = await stage.scan(legs, { scanner, footprint });
  const ranges = column(result, 'range').filter((_, k) => column(result, 'returnNumber')[k] === 1);
  return { returns: column(result, 'range').length / ranges.length, first: mean(ranges) };
}

const mostOf = once((stage) => canopyReturns(stage, { pattern: 'disc', subrays: MOST, weights: 'gaussian' }));

const canopy: TracedPart = {
  scene: canopyScene,
  rows: [37, 93].flatMap((subrays) => {
    const slow = subrays === 93 ? (['CPU', 'GPU'] as const) : (['GPU'] as const);
    const few = once((stage) => canopyReturns(stage, rings(subrays)));
    const where = `a canopy of LAI 3, 10 m deep, footprint 0.5 m, ${subrays} subrays`;
    return [
      {
        test: `canopy-returns-${subrays}`,
        quantity: `returns of a pulse in ${where}, in units of those of ${MOST}`,
        source: 'a detector has a limit N → ∞',
        expected: 1,
        tolerance: 0.03,
        decimals: 3,
        slow,
        measure: async (stage: Stage) => (await few(stage)).returns / (await mostOf(stage)).returns,
      },
      {
        test: `canopy-first-${subrays}`,
        quantity: `range of the first return there, behind that of ${MOST} subrays`,
        unit: 'm',
        source: 'the same',
        expected: 0,
        tolerance: 0.03,
        decimals: 3,
        slow,
        measure: async (stage: Stage) => (await few(stage)).first - (await mostOf(stage)).first,
      },
    ];
  }),
};

// ---- voxels as a turbid medium --------------------------------------------------------------------------------------

const MEDIUM_PULSES = 10_000;
const MEDIUM_DEPTH = 6;
const MEDIUM_NEAR = 20;
/** Of leaves that stand spherically: G = 1/2, of 0.5 m²/m³. */
const MEDIUM_EXTINCTION = 0.25;
const THROUGH = Math.exp(-MEDIUM_EXTINCTION * MEDIUM_DEPTH);
const PATH = 1 / MEDIUM_EXTINCTION - (MEDIUM_DEPTH * THROUGH) / (1 - THROUGH);

const throughMedium = once(async (stage) => {
  const options = { scanner: RAY_SCANNER, footprint: rings(1) };
  const result = await stage.scan([raysAlong([0, 0, 0], MEDIUM_PULSES)], options);
  const isLeaf = column(result, 'range').map((range) => range < MEDIUM_NEAR + MEDIUM_DEPTH + 1);
  const ofLeaves = (key: 'range' | 'incidenceAngle') => column(result, key).filter((_, k) => isLeaf[k]);
  return { share: 1 - mean(isLeaf.map(Number)), ranges: ofLeaves('range'), angles: ofLeaves('incidenceAngle') };
});

const medium: TracedPart = {
  scene: () => {
    const grid = { min: [-2, MEDIUM_NEAR, -2], size: 0.5, counts: [8, 2 * MEDIUM_DEPTH, 8] } as const;
    const back = meshOf(rectangle([-50, 100, -50], [100, 0, 0], [0, 0, 100]));
    return sceneWith([back], [{ medium: voxels(grid, 0.5, { extinction: 0.5 }) }]);
  },
  rows: [
    {
      test: 'medium-through',
      quantity: 'share of rays that 6 m of voxels with 0.5 m²/m³ let through, mode medium',
      source: 'e^(−G · PAD · L), G = 1/2',
      expected: THROUGH,
      tolerance: 4 * Math.sqrt((THROUGH * (1 - THROUGH)) / MEDIUM_PULSES),
      basis: `4 σ of ${MEDIUM_PULSES} rays`,
      decimals: 3,
      measure: async (stage: Stage) => (await throughMedium(stage)).share,
    },
    {
      test: 'medium-path',
      quantity: 'mean way to a leaf there',
      unit: 'm',
      source: '1/σ − L / (e^(σL) − 1), σ = G · PAD',
      expected: PATH,
      // Less than L/√12, since the density falls.
      tolerance: (4 * MEDIUM_DEPTH) / Math.sqrt(12 * (1 - THROUGH) * MEDIUM_PULSES),
      basis: `4 σ of the leaves of ${MEDIUM_PULSES} rays`,
      decimals: 2,
      measure: async (stage: Stage) => mean((await throughMedium(stage)).ranges) - MEDIUM_NEAR,
    },
    {
      test: 'medium-incidence',
      quantity: 'mean cosine of the angle of incidence on these leaves',
      source: 'leaves that face all ways alike: ∫ 2 cos² θ d(cos θ)',
      expected: 2 / 3,
      tolerance: 4 / Math.sqrt(18 * (1 - THROUGH) * MEDIUM_PULSES),
      basis: `4 σ of the leaves of ${MEDIUM_PULSES} rays`,
      decimals: 3,
      measure: async (stage: Stage) => mean((await throughMedium(stage)).angles.map(Math.cos)),
    },
  ],
};

export const LEAVES: Subject = {
  title: 'Leaves',
  about:
    'Random leaves: gaps, counted with one ray a pulse, the returns of a canopy whatever the number of subrays, and voxels as a turbid medium.',
  traced: [...gaps, canopy, medium],
};
