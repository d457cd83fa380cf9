import type { WithFiles } from '../../base/files/files.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { productBytes } from '../../products/index.js';
import { firingLegs, pulsesIn, scannerIn } from '../../scanner/leg-scanner.js';
import { legTiming } from '../../scanner/leg-timing.js';
import { recordedReturns, tracedReturns } from '../../scanner/recorded-returns.js';
import type { Detection } from '../../scanner/scanner.js';
import { isScene } from '../../scene/scene.js';
import type { Instrument } from '../bare-survey.js';
import { journalBytes } from '../journal-bytes.js';
import type { Survey } from '../survey.js';
import { countScene } from './count-scene.js';
import { memoryBytes } from './memory.js';
import type { Paces, RunTime } from './run-steps.js';
import { type SceneWork, stepSeconds, sumOfSteps, usualPoints } from './run-time.js';

/** Cost of a survey, estimated before anything is computed. */
export interface SurveyEstimate {
  legs: LegEstimate[];
  pulses: number;
  subrays: number;
  /** Points if every pulse has as many returns as it can. */
  pointsMax: number;
  /**
   * Bytes of all products at that number of points, with waveforms that do not join. Labels and boxes are left out
   * until the scene is read.
   */
  outputBytesMax: number;
  /** Bytes that a run to be resumed keeps of that number of points until it is complete. */
  journalBytesMax: number;
  /**
   * Points of scenes like those of the examples, a rule of thumb, and bytes of all products at that number; where some
   * pulses were fired, those that follow from them.
   */
  pointsLikely: number;
  outputBytesLikely: number;
  /** Triangles kept in memory, an instanced geometry counted once; whether some are guessed by the size of a file. */
  triangles: number;
  bySize: boolean;
  /** Placements of parts that are placed often; rough for tables. */
  placements: number;
  /** Texels of the images of OBJ and glTF files. */
  texels: number;
  memoryBytes: number;
  /** Seconds of one core for each step of the run with the CPU engine, and their sum. */
  time: RunTime;
  seconds: number;
}

export interface LegEstimate {
  name: string;
  /** Number of pulses of all scanners. */
  pulses: number;
  /** Duration of the leg in the world, for the slowest scanner. */
  duration: number;
}

export interface EstimateOptions extends WithFiles {
  /** Speed of this machine, as its runs found it; absent: that of the machine on which the figures were measured. */
  paces?: Paces;
  /** Gets warnings of missing pictures. */
  log?: Log;
  /** Whether glTF files with faults count as others do, since the reader of the scene reports them; default: false. */
  anyModels?: boolean;
}

/**
 * Estimates pulses, points, memory and time of a run whose scene is not read, and whose trees are to be built. Counts
 * of triangles come from the beginnings and documents of files, or from their sizes. Throws UserError for glTF files
 * that are of another kind, or lack a file.
 */
export async function estimateSurvey(survey: Survey, options: EstimateOptions): Promise<SurveyEstimate> {
  const { files, paces, log = SILENT_LOG, anyModels = false } = options;
  const legs = survey.legs.map((_, leg) => estimateLeg(survey, leg));
  const pulses = legs.reduce((sum, leg) => sum + leg.pulses, 0);
  const most = survey.instruments.map((instrument) => mostReturns(survey, instrument, recordedReturns));
  const kept = survey.instruments.map(
    (instrument) => mostReturns(survey, instrument, tracedReturns) * journalBytes(survey, instrument.scanner),
  );
  const counts = await countScene(survey.scene, { files, log, anyModels });
  const scene = isScene(survey.scene) ? survey.scene : undefined;
  const triangles = counts.fileTriangles + counts.generatedTriangles;
  const work: SceneWork = { ...counts, trees: { built: triangles, found: 0 } };
  const usual = usualPoints(survey, most);
  const time = stepSeconds(survey, work, { points: usual, pulses, scene }, paces);
  return {
    legs,
    pulses,
    subrays: pulses * survey.footprint.subrays,
    pointsMax: sum(most),
    outputBytesMax: productBytes(survey, { points: most, pulses, scene }),
    journalBytesMax: sum(kept),
    pointsLikely: Math.round(sum(usual)),
    outputBytesLikely: Math.round(productBytes(survey, { points: usual, pulses, scene })),
    triangles,
    bySize: counts.bySize,
    placements: counts.placements,
    texels: sum(counts.pictures),
    memoryBytes: memoryBytes(survey, work, Math.round(sum(usual))),
    time,
    seconds: sumOfSteps(time),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

function estimateLeg({ legs, instruments }: Survey, leg: number): LegEstimate {
  return {
    name: legs[leg].name,
    pulses: instruments.reduce((sum, instrument) => sum + pulsesIn(instrument, legs, leg), 0),
    duration: Math.max(...instruments.map((instrument) => legTiming(scannerIn(instrument, leg), legs[leg]).duration)),
  };
}

/** Returns of a scanner if every pulse has as many as it can, `mostOfPulse` of what it detects. */
function mostReturns(
  { legs, footprint }: Survey,
  instrument: Instrument,
  mostOfPulse: (detection: Detection) => number,
): number {
  const mostOf = (leg: number) =>
    pulsesIn(instrument, legs, leg) * Math.min(mostOfPulse(scannerIn(instrument, leg).detection), footprint.subrays);
  return firingLegs(instrument, legs).reduce((sum, leg) => sum + mostOf(leg), 0);
}
