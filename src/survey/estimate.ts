import type { Files, WithFiles } from '../base/files/files.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { cloudFormat } from '../io/cloud-formats.js';
import { firingLegs, pulsesIn, scannerIn } from '../scanner/leg-scanner.js';
import { legTiming } from '../scanner/leg-timing.js';
import { sceneFormatOf } from '../scene/read/scene-formats.js';
import { isScene } from '../scene/scene.js';
import type { Instrument, Survey, SurveyScene } from './survey.js';

/** Cost of a survey, estimated before anything is computed. */
export interface SurveyEstimate {
  legs: LegEstimate[];
  pulses: number;
  subrays: number;
  /** Points if every pulse has as many returns as it can. */
  pointsMax: number;
  /** Bytes of all outputs at that number of points. */
  outputBytesMax: number;
  /** Triangles kept in memory, an instanced geometry counted once; rough for files other than glTF. */
  triangles: number;
  memoryBytes: number;
  /** Time of the simulation alone, without reading the scene and building its tree. */
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
  subraysPerSecond?: number;
  /** Is told of pictures that are missing. */
  log?: Log;
}

const ESTIMATE_DEFAULTS = Object.freeze({
  /**
   * Slower than one core with the CPU engine on a scene of a million triangles, so the estimated time is rather too
   * long.
   */
  subraysPerSecond: 2e6,
  log: SILENT_LOG,
});

/** Used for a file with an unknown ending. */
const BYTES_PER_TRIANGLE = 50;
/** Vertices, indices, labels, the tree during its construction, and the engine's copy of all of it. */
const MEMORY_PER_TRIANGLE = 300;
/** Node, its workers and the engine's buffers. */
const MEMORY_BASE = 200e6;

/**
 * Estimates pulses, points, memory and time of a survey. Reads no geometry: counts come from the documents of glTF
 * files, and from the sizes of others. Throws UserError for glTF files that are of another kind, or lack a file.
 */
export async function estimateSurvey(survey: Survey, options: EstimateOptions): Promise<SurveyEstimate> {
  const { files, subraysPerSecond, log } = { ...ESTIMATE_DEFAULTS, ...options };
  const legs = survey.legs.map((_, leg) => estimateLeg(survey, leg));
  const pulses = legs.reduce((sum, leg) => sum + leg.pulses, 0);
  const subrays = pulses * survey.footprint.subrays;
  const pointsMax = survey.instruments.reduce((sum, instrument) => sum + mostPoints(survey, instrument), 0);
  const formats = [...survey.outputs, ...(survey.frames ? [survey.frames] : [])].map(({ format }) => format);
  const bytesPerPoint = formats.reduce((sum, format) => sum + cloudFormat(format).bytesPerPoint, 0);
  const triangles = await countTriangles(files, survey.scene, log);
  return {
    legs,
    pulses,
    subrays,
    pointsMax,
    outputBytesMax: pointsMax * bytesPerPoint,
    triangles,
    memoryBytes: MEMORY_BASE + triangles * MEMORY_PER_TRIANGLE,
    seconds: subrays / subraysPerSecond,
  };
}

function estimateLeg({ legs, instruments }: Survey, leg: number): LegEstimate {
  return {
    name: legs[leg].name,
    pulses: instruments.reduce((sum, instrument) => sum + pulsesIn(instrument, legs, leg), 0),
    duration: Math.max(...instruments.map((instrument) => legTiming(scannerIn(instrument, leg), legs[leg]).duration)),
  };
}

/** Points of a scanner if every pulse has as many returns as it can. */
function mostPoints({ legs, footprint }: Survey, instrument: Instrument): number {
  const mostOf = (leg: number) =>
    pulsesIn(instrument, legs, leg) * Math.min(scannerIn(instrument, leg).detection.maxReturns, footprint.subrays);
  return firingLegs(instrument, legs).reduce((sum, leg) => sum + mostOf(leg), 0);
}

/** Counts a file once, even if several parts name it. */
async function countTriangles(files: Files, scene: SurveyScene, log: Log): Promise<number> {
  if (isScene(scene)) return scene.meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  const paths = new Set<string>();
  let triangles = 0;
  for (const { source } of scene.parts) {
    if (source.kind === 'generated') triangles += source.triangles;
    else paths.add(source.path);
  }
  for (const path of paths) triangles += await fileTriangles(files, path, log);
  return triangles;
}

async function fileTriangles(files: Files, path: string, log: Log): Promise<number> {
  const size = await files.stat(path).then(
    (info) => info.size,
    () => 0,
  );
  const format = sceneFormatOf(path);
  if (format?.count && size > 0) return format.count({ path, size }, { files, log });
  return Math.round(size / (format?.bytesPerTriangle ?? BYTES_PER_TRIANGLE));
}
