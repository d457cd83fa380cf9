import type { TreeCounts } from '../../base/tree-counts.js';
import { productSeconds } from '../../products/index.js';
import type { RunCounts } from '../../products/product.js';
import { deflectorKind } from '../../scanner/deflectors/index.js';
import { firingLegs, pulsesIn, scannerIn } from '../../scanner/leg-scanner.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { BareSurvey, Instrument } from '../bare-survey.js';
import type { Survey } from '../survey.js';
import type { SceneCounts } from './count-scene.js';
import { RUN_STEPS, type RunTime, UNKNOWN_PACES } from './run-steps.js';

// Seconds of one core of an AMD EPYC, measured by `npm run bench -- estimates` (bench/results/estimates.md).

/** Node, the program and its schemas, the survey. */
const START = 0.3;
/** Code that makes points and writes files, compiled as it runs. */
const POINTS_START = 0.2;
/** A triangle of a file, from the disk to its mesh; and of a generator, whose code is compiled first. */
const LOAD_FILE = 0.4e-6;
const LOAD_GENERATED = 0.45e-6;
const LOAD_GENERATOR = 0.35;
/** A texel of an image, from its compressed form. */
const LOAD_TEXEL = 20e-9;
/** A placement of a part that is placed often. */
const LOAD_PLACEMENT = 2e-6;
/** A body that moves, and a knot of its motion: until they are known, and until they are in the engine's records. */
const LOAD_MOVER = 80e-6;
const LOAD_KNOT = 3e-6;
const BUILD_MOVER = 40e-6;
const BUILD_KNOT = 0.7e-6;
/** A triangle of a tree that is built; the threads that build; a triangle of a tree that the cache has. */
const BUILD_TRIANGLE = 3.3e-6;
const BUILD_START = 0.25;
const FIND_TRIANGLE = 0.15e-6;

/** The scene that a run reads, and whose trees it builds. */
export interface SceneWork extends SceneCounts {
  /** Triangles of trees that it builds, and of those that it finds in the cache. */
  trees: TreeCounts;
}

/** Seconds of each step of a run with these paces. */
export function stepSeconds(survey: Survey, work: SceneWork, counts: RunCounts, paces = UNKNOWN_PACES): RunTime {
  return {
    start: START * paces.start,
    load: loadSeconds(work) * paces.load,
    build: (buildSeconds(work.trees) + work.movers * BUILD_MOVER + work.knots * BUILD_KNOT) * paces.build,
    trace: traceSeconds(survey) * paces.trace,
    write: outputSeconds(survey, counts) * paces.write,
  };
}

export const sumOfSteps = (time: RunTime): number => RUN_STEPS.reduce((sum, step) => sum + time[step], 0);

/** Seconds of making points and writing files, and of the code for that and of the engine's threads before. */
export const outputSeconds = (survey: Survey, counts: RunCounts): number =>
  POINTS_START + productSeconds(survey, counts);

/** Seconds of reading a scene. */
const loadSeconds = ({ fileTriangles, generatedTriangles, placements, movers, knots, pictures }: SceneCounts): number =>
  fileTriangles * LOAD_FILE +
  generatedTriangles * LOAD_GENERATED +
  (generatedTriangles > 0 ? LOAD_GENERATOR : 0) +
  placements * LOAD_PLACEMENT +
  movers * LOAD_MOVER +
  knots * LOAD_KNOT +
  pictures.reduce((sum, texels) => sum + texels, 0) * LOAD_TEXEL;

/** Seconds of building trees, or of finding them in the cache. */
export const buildSeconds = ({ built, found }: TreeCounts): number =>
  found * FIND_TRIANGLE + (built > 0 ? BUILD_START + built * BUILD_TRIANGLE : 0);

/** Nanoseconds that tracing a pulse takes: some, and some more a subray. */
interface PulseCost {
  pulse: number;
  subray: number;
}

/** Neighbouring pulses share their way through the scene the more, the nearer they are to each other. */
const FROM_GROUND: PulseCost = { pulse: 200, subray: 15 };
const FROM_VEHICLE: PulseCost = { pulse: 300, subray: 30 };
const FROM_AIR: PulseCost = { pulse: 400, subray: 60 };
/** A subray that is drawn by itself. */
const DRAWN_SUBRAY = 20;
/** A wider footprint than this, metres, meets more triangles that all of its subrays are tested against. */
const WIDE_FOOTPRINT = 0.5;
/** Footprints wider than this, metres, go through the trees a subray at a time (wasm/wide.ts), nanoseconds each. */
const SINGLE_FROM = 2;
const SINGLE_SUBRAY = 1600;
/** The height of a flight over the range of its scanner, where nothing else is known. */
const HEIGHT_SHARE = 1 / 3;
/** Fields of view below this, radians, look down from the air; others turn round on the ground or on a car. */
const FIELD_FROM_AIR = (2 / 3) * Math.PI;

/**
 * Seconds of tracing a survey whose scene is not known: right within some 40 % for scenes like those of the examples.
 */
function traceSeconds(survey: Pick<BareSurvey, 'legs' | 'instruments' | 'footprint'>): number {
  let nanoseconds = 0;
  for (const instrument of survey.instruments)
    for (const leg of firingLegs(instrument, survey.legs))
      nanoseconds += pulsesIn(instrument, survey.legs, leg) * pulseNanoseconds(survey, instrument, leg);
  return nanoseconds * 1e-9;
}

function pulseNanoseconds(
  { legs, footprint }: Pick<BareSurvey, 'legs' | 'footprint'>,
  instrument: Instrument,
  leg: number,
): number {
  const scanner = scannerIn(instrument, leg);
  const isFlown = legs[leg].path.kind !== 'station' && looksDown(scanner);
  const moving = isFlown ? FROM_AIR : FROM_VEHICLE;
  const { pulse, subray } = legs[leg].path.kind === 'station' ? FROM_GROUND : moving;
  const drawn = footprint.pattern === 'disc' ? DRAWN_SUBRAY : 0;
  const width = isFlown ? footprintWidth(scanner) : 0;
  const traced =
    width > SINGLE_FROM && footprint.subrays > 1
      ? footprint.subrays * SINGLE_SUBRAY
      : (pulse + footprint.subrays * subray) * Math.max(1, width / WIDE_FOOTPRINT);
  return traced + footprint.subrays * drawn;
}

const looksDown = ({ deflector }: Scanner): boolean =>
  (deflectorKind(deflector).field(deflector) ?? 2 * Math.PI) < FIELD_FROM_AIR;

/** Diameter of the beam on the ground below a flight at a usual height, metres. */
function footprintWidth({ divergence, detection }: Scanner): number {
  return Math.sqrt(divergence.horizontal * divergence.vertical) * detection.rangeMax * HEIGHT_SHARE;
}

/** Returns of a pulse, where nothing is known of the scene. */
const RETURNS_FROM_AIR = 1.4;
const RETURNS_ELSEWHERE = 0.85;

/** Points of each scanner of a survey whose scene is not known: a rule of thumb. */
export function usualPoints({ legs, instruments, footprint }: Survey, most: readonly number[]): number[] {
  return instruments.map((instrument, k) => {
    let points = 0;
    for (const leg of firingLegs(instrument, legs)) {
      const isFlown = legs[leg].path.kind !== 'station' && looksDown(scannerIn(instrument, leg));
      const share = isFlown && footprint.subrays > 1 ? RETURNS_FROM_AIR : RETURNS_ELSEWHERE;
      points += pulsesIn(instrument, legs, leg) * share;
    }
    return Math.min(points, most[k]);
  });
}
