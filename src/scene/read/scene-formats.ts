import { latin1 } from '../../base/latin1.js';
import { endingOf } from '../../base/text.js';
import { AMAPVOX_MODEL } from './amapvox/amapvox-format.js';
import { ASCII_GRID_MODEL } from './ascii-grid/ascii-grid-format.js';
import { CITYJSON_MODEL } from './cityjson/cityjson-format.js';
import { GEOTIFF_MODEL } from './geotiff/geotiff-format.js';
import { GLTF_MODEL } from './gltf/gltf-format.js';
import { OBJ_MODEL } from './obj/obj-format.js';
import { OFF_MODEL } from './off/off-format.js';
import { PLY_MODEL } from './ply/ply-format.js';
import type { SceneFormat } from './scene-format.js';
import { STL_MODEL } from './stl/stl-format.js';
import { VRT_MODEL } from './vrt/vrt-format.js';

/** Formats of scene files by name: the one place that lists them. */
export const NAMED_SCENE_FORMATS = Object.freeze({
  amapvox: AMAPVOX_MODEL,
  asciiGrid: ASCII_GRID_MODEL,
  cityjson: CITYJSON_MODEL,
  geotiff: GEOTIFF_MODEL,
  gltf: GLTF_MODEL,
  obj: OBJ_MODEL,
  off: OFF_MODEL,
  ply: PLY_MODEL,
  stl: STL_MODEL,
  vrt: VRT_MODEL,
});

export type SceneFormatName = keyof typeof NAMED_SCENE_FORMATS;

export const SCENE_FORMATS: readonly SceneFormat[] = Object.freeze(Object.values(NAMED_SCENE_FORMATS));

/** Endings of the paths of scene files, in alphabetical order; `.gz` may follow each. */
export const MODEL_ENDINGS: readonly string[] = SCENE_FORMATS.flatMap(({ endings }) => endings).toSorted();

/** Text becomes a quarter of its size or less. */
const GZIP_RATIO = 4;

const withoutGzip = (path: string): string => (endingOf(path) === '.gz' ? path.slice(0, -'.gz'.length) : path);

/** The format for a path's ending; `.gz` behind it does not matter. */
export function sceneFormatOf(path: string): SceneFormat | undefined {
  const ending = endingOf(withoutGzip(path));
  return SCENE_FORMATS.find(({ endings }) => endings.includes(ending));
}

/** The name of a model file without its folder and endings: `town` for `town.city.json.gz`. */
export function modelName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const bare = withoutGzip(name);
  const endings = (sceneFormatOf(bare)?.endings ?? []).toSorted((a, b) => b.length - a.length);
  const ending = endings.find((one) => bare.length > one.length && bare.toLowerCase().endsWith(one));
  return bare.slice(0, bare.length - (ending ?? endingOf(bare)).length);
}

/** Approximate bytes of a triangle in a file of this name; undefined for an unknown ending. */
export function bytesPerTriangleOf(path: string): number | undefined {
  const bytes = sceneFormatOf(path)?.bytesPerTriangle;
  return bytes !== undefined && endingOf(path) === '.gz' ? bytes / GZIP_RATIO : bytes;
}

/**
 * The format of a file with this name and these first bytes: a certain signature has priority over the ending, which
 * has priority over a likely one. If several formats share a signature, like those in JSON, the likely one of them
 * counts, or else the one of the ending. Undefined if nothing matches.
 */
export function detectFormat(path: string, head: Uint8Array): SceneFormat | undefined {
  const text = latin1(head);
  const signed = SCENE_FORMATS.filter(({ signature }) => signature?.test(text));
  const ofEnding = sceneFormatOf(path);
  const likely = (formats: readonly SceneFormat[]) => formats.find((format) => format.likely?.test(text));
  if (signed.length > 0) return likely(signed) ?? signed.find((format) => format === ofEnding) ?? signed.at(-1);
  return ofEnding ?? likely(SCENE_FORMATS);
}
