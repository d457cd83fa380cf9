import type { Vec3 } from '../../../src/base/vec3.js';
import { FWHM_PER_SIGMA, LIGHT_SPEED } from '../../../src/device/records.generated.js';
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
  rows: [62, 93].flatMap((subrays) => {
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

// ---- voxels as a turbid medium, in a beam ---------------------------------------------------------------------------

const TURBID_PULSES = 40;
const TURBID_EXTINCTION = 0.15;
const SOIL = RANGE + DEPTH + 2;
const BARE = once((stage) => turbidReturns(stage, 7, [150, 0, 0]));

/** Returns of pulses that go down from a place; the canopy is about the origin, bare soil beside it. */
async function turbidReturns(stage: Stage, subrays: number, place: Vec3 = [0, 0, 0]) {
  const scanner = { ...RAY_SCANNER, divergence: roundBeam(0.25 / RANGE) };
  const result = await stage.scan([raysAlong(place, TURBID_PULSES)], { scanner, footprint: rings(subrays) });
  const ranges = column(result, 'range');
  const isSoil = column(result, 'instance').map((instance) => instance === 1);
  const energies = column(result, 'energy');
  return {
    returns: ranges.length / TURBID_PULSES,
    ground: isSoil.filter(Boolean).length / TURBID_PULSES,
    soil: energies.reduce((sum, energy, k) => sum + (isSoil[k] ? energy : 0), 0),
    first: mean(ranges.filter((_, k) => column(result, 'returnNumber')[k] === 1)),
  };
}

const FIRST_DEPTH = firstPeak(TURBID_EXTINCTION);

/** Depth of the first maximum of ∫ σ e^(−σx) g(r − x) dx with a pulse g of 5 ns: by quadrature, to 0.1 mm. */
function firstPeak(extinction: number): number {
  const spread = (5e-9 / FWHM_PER_SIGMA) * (LIGHT_SPEED / 2);
  const step = 1e-3;
  const wave = (r: number) => {
    let sum = 0;
    for (let x = 0; x < 8 * spread + r; x += step) sum += Math.exp(-extinction * x - ((r - x) / spread) ** 2 / 2);
    return sum;
  };
  let [low, high] = [0, 6 * spread];
  while (high - low > 1e-4) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (wave(a) < wave(b)) low = a;
    else high = b;
  }
  return (low + high) / 2;
}

const turbid: TracedPart = {
  scene: () => {
    const canopy = { min: [-5, RANGE, -5], size: 0.5, counts: [20, 2 * DEPTH, 20] } as const;
    const soil = meshOf(rectangle([-200, SOIL, -200], [400, 0, 0], [0, 0, 400]));
    return sceneWith([soil], [{ medium: voxels(canopy, 0.3, { extinction: 0.5 }) }]);
  },
  rows: [7, 93].flatMap((subrays) => {
    const seen = once((stage) => turbidReturns(stage, subrays));
    const where = `10 m of voxels of LAI 3 above soil, mode medium, footprint 0.5 m, ${subrays} subrays`;
    return [
      {
        test: `turbid-returns-${subrays}`,
        quantity: `returns of a pulse in ${where}`,
        source: 'maxima of the waveform by Beer and Lambert',
        expected: 2,
        tolerance: 0,
        decimals: 2,
        measure: async (stage: Stage) => (await seen(stage)).returns,
      },
      {
        test: `turbid-ground-${subrays}`,
        quantity: 'share of these pulses that have a return of the soil',
        source: 'the same',
        expected: 1,
        tolerance: 0,
        decimals: 2,
        measure: async (stage: Stage) => (await seen(stage)).ground,
      },
      {
        test: `turbid-soil-${subrays}`,
        quantity: 'energy of the soil there, in units of bare soil',
        source: 'e^(−G · LAI), G = 1/2',
        expected: Math.exp(-1.5),
        tolerance: 0.001,
        decimals: 4,
        measure: async (stage: Stage) => (await seen(stage)).soil / (await BARE(stage)).soil,
      },
      {
        test: `turbid-first-${subrays}`,
        quantity: 'depth of the first return in the canopy there',
        unit: 'm',
        source: 'the first maximum of that waveform, by quadrature',
        expected: FIRST_DEPTH,
        tolerance: 0.01,
        decimals: 3,
        measure: async (stage: Stage) => (await seen(stage)).first - RANGE,
      },
    ];
  }),
};

export const LEAVES: Subject = {
  title: 'Leaves',
  about:
    'Random leaves: gaps, counted with one ray a pulse, the returns of a canopy whatever the number of subrays, and voxels as a turbid medium.',
  traced: [...gaps, canopy, medium, turbid],
};
