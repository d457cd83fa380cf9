import { UserError } from '../base/errors.js';
import type { Files, WithFiles } from '../base/files/files.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import { endingOf } from '../base/text.js';
import { productBytes } from '../products/index.js';
import { firingLegs, pulsesIn, scannerIn } from '../scanner/leg-scanner.js';
import { legTiming } from '../scanner/leg-timing.js';
import { recordedReturns, tracedReturns } from '../scanner/recorded-returns.js';
import type { Detection } from '../scanner/scanner.js';
import { countPlacements } from '../scene/place/count-placements.js';
import type { ReadContext } from '../scene/read/read-context.js';
import { bytesPerTriangleOf, sceneFormatOf } from '../scene/read/scene-formats.js';
import { isScene } from '../scene/scene.js';
import type { Instrument, SurveyScene } from './bare-survey.js';
import { sourcePaths } from './check-outputs.js';
import { journalBytes } from './journal-bytes.js';
import type { Survey } from './survey.js';

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
  /** Triangles kept in memory, an instanced geometry counted once; rough for files other than glTF. */
  triangles: number;
  /** Placements of parts that are placed often; rough for tables. */
  placements: number;
  /** Texels of the images of OBJ and glTF files. */
  texels: number;
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
  /** Gets warnings of missing pictures. */
  log?: Log;
  /** Whether glTF files with faults count as others do, since the reader of the scene reports them; default: false. */
  anyModels?: boolean;
}

const ESTIMATE_DEFAULTS = Object.freeze({
  /**
   * Slower than one core with the CPU engine on a scene of a million triangles, so the estimated time is rather too
   * long.
   */
  subraysPerSecond: 2e6,
  log: SILENT_LOG,
  anyModels: false,
});

/** Used for a file with an unknown ending. */
const BYTES_PER_TRIANGLE = 50;
/** Vertices, indices, labels, the tree during its construction, and the engine's copy of all of it. */
const MEMORY_PER_TRIANGLE = 300;
/**
 * Transform, labels, name, its node and records: 1,000,000 placements of a mesh of 300 triangles end at a peak of 860
 * MiB.
 */
const MEMORY_PER_PLACEMENT = 800;
/** Texels of colours on the host and on the device; otherwise one channel, if any. */
const MEMORY_PER_COLOR = 8;
const MEMORY_PER_TEXEL = 1;
/** The largest image while it is decoded: 8192 × 8192 of RGB take 860 MiB. */
const MEMORY_PER_DECODED = 13;
/** A row of a table of places, such as `12.5,-3.25,0.4,90`. */
const BYTES_PER_ROW = 20;
/** Gzip makes numbers half as long. */
const bytesPerRow = ({ path }: { path: string }): number => (endingOf(path) === '.gz' ? 0.5 : 1) * BYTES_PER_ROW;
/** Node, its workers and the engine's buffers. */
const MEMORY_BASE = 200e6;

/**
 * Estimates pulses, points, memory and time of a survey. Reads no geometry: counts come from the documents of glTF
 * files, and from the sizes of others. Throws UserError for glTF files that are of another kind, or lack a file.
 */
export async function estimateSurvey(survey: Survey, options: EstimateOptions): Promise<SurveyEstimate> {
  const { files, subraysPerSecond, log, anyModels } = { ...ESTIMATE_DEFAULTS, ...options };
  const legs = survey.legs.map((_, leg) => estimateLeg(survey, leg));
  const pulses = legs.reduce((sum, leg) => sum + leg.pulses, 0);
  const subrays = pulses * survey.footprint.subrays;
  const points = survey.instruments.map((instrument) => mostReturns(survey, instrument, recordedReturns));
  const pointsMax = points.reduce((sum, count) => sum + count, 0);
  const kept = survey.instruments.map(
    (instrument) => mostReturns(survey, instrument, tracedReturns) * journalBytes(survey, instrument.scanner),
  );
  const triangles = await countTriangles(files, survey.scene, { log, anyModels });
  const placements = await countAllPlacements(files, survey.scene);
  const pictures = await countPictures(files, survey.scene, anyModels);
  const texels = pictures.reduce((sum, count) => sum + count, 0);
  const texelBytes = texels * (survey.colors ? MEMORY_PER_COLOR : MEMORY_PER_TEXEL);
  const decoderBytes = Math.max(0, ...pictures) * MEMORY_PER_DECODED;
  return {
    legs,
    pulses,
    subrays,
    pointsMax,
    outputBytesMax: productBytes(survey, { points, pulses, ...(isScene(survey.scene) && { scene: survey.scene }) }),
    journalBytesMax: kept.reduce((sum, bytes) => sum + bytes, 0),
    triangles,
    placements,
    texels,
    memoryBytes:
      MEMORY_BASE + triangles * MEMORY_PER_TRIANGLE + placements * MEMORY_PER_PLACEMENT + texelBytes + decoderBytes,
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

/** Counts a file once, even if several parts name it. */
async function countTriangles(
  files: Files,
  scene: SurveyScene,
  options: Pick<EstimateOptions, 'anyModels'> & { log: Log },
): Promise<number> {
  if (isScene(scene)) return scene.meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  const paths = new Set<string>();
  let triangles = 0;
  for (const { source } of scene.parts) {
    if (source.kind === 'generated') triangles += source.triangles;
    else for (const path of sourcePaths(source)) paths.add(path);
  }
  for (const path of paths)
    triangles += await fileTriangles(path, { files, modelFolders: scene.modelFolders, ...options });
  return triangles;
}

/** Placements of the parts of a scene, without those that are placed once. */
async function countAllPlacements(files: Files, scene: SurveyScene): Promise<number> {
  if (isScene(scene)) return scene.instances.length;
  let count = 0;
  for (const { placement } of scene.parts) {
    if (placement.kind === 'once') continue;
    if (placement.kind === 'csv') count += Math.round((await sizeOf(files, placement.path)) / bytesPerRow(placement));
    else count += countPlacements(placement);
  }
  return count;
}

/** Numbers of texels of the images of each file, which are counted once. */
async function countPictures(files: Files, scene: SurveyScene, anyModels: boolean): Promise<number[]> {
  if (isScene(scene)) return scene.textures.map(({ texels }) => texels.length / 4);
  const paths = new Set(scene.parts.flatMap(({ source }) => (source.kind === 'file' ? [source.path] : [])));
  const pictures: number[] = [];
  for (const path of paths) {
    const size = await sizeOf(files, path);
    const count = endingOf(path) === '.gz' || size === 0 ? undefined : sceneFormatOf(path)?.pictures;
    const context = { files, log: SILENT_LOG, modelFolders: scene.modelFolders };
    const found = count && (await unlessFaulty(anyModels, () => count({ path, size }, context)));
    for (const texels of found ?? []) pictures.push(texels);
  }
  return pictures;
}

async function fileTriangles(
  path: string,
  { anyModels = false, ...context }: ReadContext & Pick<EstimateOptions, 'anyModels'>,
): Promise<number> {
  const size = await sizeOf(context.files, path);
  const format = sceneFormatOf(path);
  const isPlain = endingOf(path) !== '.gz';
  const count = isPlain && size > 0 ? format?.count : undefined;
  const found = count && (await unlessFaulty(anyModels, () => count({ path, size }, context)));
  return found ?? Math.round(size / (bytesPerTriangleOf(path) ?? BYTES_PER_TRIANGLE));
}

/** The result of `find` for a model; undefined if the model has faults, which are not to be reported here. */
const unlessFaulty = <Found>(anyModels: boolean, find: () => Promise<Found>): Promise<Found | undefined> =>
  find().catch((error) => {
    if (anyModels && error instanceof UserError) return undefined;
    throw error;
  });

/** Bytes of a file; 0 if it is missing. */
const sizeOf = (files: Files, path: string): Promise<number> =>
  files.stat(path).then(
    (info) => info.size,
    () => 0,
  );
