import { UserError } from '../../base/errors.js';
import type { Files } from '../../base/files/files.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import { endingOf } from '../../base/text.js';
import { countPlacements } from '../../scene/place/count-placements.js';
import { bytesPerTriangleOf, sceneFormatOf } from '../../scene/read/scene-formats.js';
import { isScene, type Scene } from '../../scene/scene.js';
import type { SceneDescription } from '../../scene/scene-description.js';
import type { SurveyScene } from '../bare-survey.js';
import { sourcePaths } from '../check-outputs.js';
import { countMotions, type MotionCounts } from './count-motions.js';

/** Counts of a scene that is not read. */
export interface SceneCounts extends MotionCounts {
  /** Triangles of files, and of generators; a geometry that is placed often counts once. */
  fileTriangles: number;
  generatedTriangles: number;
  /** Whether triangles of some file are guessed from its size. */
  bySize: boolean;
  /** Placements of parts that are placed often; rough for tables. */
  placements: number;
  /** Triangles of meshes that bend in clips, and their vertices, each as often as they have keys. */
  bentTriangles: number;
  bentVertices: number;
  /** Texels of each image. */
  pictures: number[];
}

export interface CountOptions {
  files: Files;
  /** Gets warnings of missing pictures. */
  log: Log;
  /** Whether glTF files with faults count as others do, since the reader of the scene reports them. */
  anyModels: boolean;
}

/** Used for a file with an unknown ending. */
const BYTES_PER_TRIANGLE = 50;
/** A row of a table of places, such as `12.5,-3.25,0.4,90`. */
const BYTES_PER_ROW = 20;
/** Gzip makes numbers half as long. */
const bytesPerRow = ({ path }: { path: string }): number => (endingOf(path) === '.gz' ? 0.5 : 1) * BYTES_PER_ROW;

/**
 * Counts what a scene has. Of files only their beginnings and documents are read. Throws UserError for glTF files that
 * are of another kind, or lack a file.
 */
export async function countScene(scene: SurveyScene, options: CountOptions): Promise<SceneCounts> {
  if (isScene(scene))
    return {
      fileTriangles: scene.meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0),
      generatedTriangles: 0,
      bySize: false,
      placements: scene.instances.length,
      movers: scene.motions?.length ?? 0,
      knots: (scene.motions ?? []).reduce((sum, { times }) => sum + times.length, 0),
      ...bentOfScene(scene),
      pictures: scene.textures.map(({ texels }) => texels.length / 4),
    };
  const { files } = options;
  const paths = new Set(
    scene.parts.flatMap(({ source }) => (source.kind === 'generated' ? [] : [...sourcePaths(source)])),
  );
  const counts = { fileTriangles: 0, generatedTriangles: 0, bySize: false, placements: 0 };
  for (const { source } of scene.parts)
    if (source.kind === 'generated') counts.generatedTriangles += source.storedTriangles;
  const context = { ...options, modelFolders: scene.modelFolders };
  for (const path of paths) {
    const { triangles, bySize } = await fileTriangles(path, context);
    counts.fileTriangles += triangles;
    counts.bySize ||= bySize;
  }
  for (const { placement } of scene.parts) {
    if (placement.kind === 'once') continue;
    if (placement.kind === 'csv')
      counts.placements += Math.round((await sizeOf(files, placement.path)) / bytesPerRow(placement));
    else counts.placements += countPlacements(placement);
  }
  const named = new Set(scene.parts.flatMap(({ source }) => (source.kind === 'file' ? [source.path] : [])));
  const pictures: number[] = [];
  for (const path of named) for (const texels of await filePictures(path, context)) pictures.push(texels);
  return { ...counts, ...countMotions(scene), ...(await countBent(scene, context)), pictures };
}

type BentCounts = Pick<SceneCounts, 'bentTriangles' | 'bentVertices'>;

/** Those of a scene that is read. */
function bentOfScene({ meshes }: Scene): BentCounts {
  const counts = { bentTriangles: 0, bentVertices: 0 };
  for (const { shapes, indices, positions } of meshes) {
    counts.bentTriangles += ((shapes?.keys.length ?? 0) * indices.length) / 3;
    counts.bentVertices += ((shapes?.keys.length ?? 0) * positions.length) / 3;
  }
  return counts;
}

/** Those of the clips that parts play, of which parts with the same file, clip and rate share one. */
async function countBent({ parts }: Pick<SceneDescription, 'parts'>, context: FileContext): Promise<BentCounts> {
  const counts = { bentTriangles: 0, bentVertices: 0 };
  const seen = new Set<string>();
  for (const { source } of parts) {
    if (source.kind === 'generated' || source.animation === undefined) continue;
    const { path, animation } = source;
    const key = JSON.stringify([path, animation.clip ?? 0, animation.rate]);
    if (seen.has(key)) continue;
    seen.add(key);
    const size = await sizeOf(context.files, path);
    const count = size > 0 ? sceneFormatOf(path)?.shapes : undefined;
    const found = count && (await unlessFaulty(context.anyModels, () => count({ path, size }, animation, context)));
    counts.bentTriangles += (found?.keys ?? 0) * (found?.triangles ?? 0);
    counts.bentVertices += (found?.keys ?? 0) * (found?.vertices ?? 0);
  }
  return counts;
}

type FileContext = CountOptions & { modelFolders?: readonly string[] };

async function fileTriangles(
  path: string,
  { anyModels, ...context }: FileContext,
): Promise<{ triangles: number; bySize: boolean }> {
  const size = await sizeOf(context.files, path);
  const format = sceneFormatOf(path);
  const count = endingOf(path) !== '.gz' && size > 0 ? format?.count : undefined;
  const found = count && (await unlessFaulty(anyModels, () => count({ path, size }, context)));
  if (found !== undefined) return { triangles: found, bySize: false };
  return { triangles: Math.round(size / (bytesPerTriangleOf(path) ?? BYTES_PER_TRIANGLE)), bySize: true };
}

/** Numbers of texels of the images of a file. */
async function filePictures(path: string, { files, modelFolders, anyModels }: FileContext): Promise<number[]> {
  const size = await sizeOf(files, path);
  const count = endingOf(path) === '.gz' || size === 0 ? undefined : sceneFormatOf(path)?.pictures;
  const context = { files, log: SILENT_LOG, modelFolders };
  return (count && (await unlessFaulty(anyModels, () => count({ path, size }, context)))) ?? [];
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
