import { endingOf } from '../../base/text.js';
import { GLTF_MODEL } from './gltf/gltf-format.js';
import { OBJ_MODEL } from './obj/obj-format.js';
import { PLY_MODEL } from './ply/ply-format.js';
import type { SceneFormat } from './scene-format.js';
import { STL_MODEL } from './stl/stl-format.js';

/** The formats of scene files: the one place that lists them. */
export const SCENE_FORMATS: readonly SceneFormat[] = Object.freeze([GLTF_MODEL, OBJ_MODEL, PLY_MODEL, STL_MODEL]);

/** Endings of the paths of scene files, in alphabetical order. */
export const MODEL_ENDINGS: readonly string[] = SCENE_FORMATS.flatMap(({ endings }) => endings).toSorted();

/** The format for a path's ending. */
export const sceneFormatOf = (path: string): SceneFormat | undefined =>
  SCENE_FORMATS.find(({ endings }) => endings.includes(endingOf(path)));

/**
 * The format of a file with this name and these first bytes: a certain signature has priority over the ending, which
 * has priority over a likely one. Undefined if nothing matches.
 */
export function detectFormat(path: string, head: Uint8Array): SceneFormat | undefined {
  const text = new TextDecoder('latin1').decode(head);
  return (
    SCENE_FORMATS.find(({ signature }) => signature?.test(text)) ??
    sceneFormatOf(path) ??
    SCENE_FORMATS.find(({ likely }) => likely?.test(text))
  );
}
