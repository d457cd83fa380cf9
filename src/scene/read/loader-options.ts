import type { Loader } from '@loaders.gl/core';
import { UserError } from '../../base/errors.js';
import { type Log, SILENT_LOG } from '../../base/log.js';
import type { Material } from '../model.js';

/** Options that all of subray's own loaders take, under the key `subray` of loaders.gl's options. */
export type SceneLoaderOptions = {
  /** Name of the file in messages. */
  file: string;
  log: Log;
  /** Bytes of a file beside this one; throws UserError where there is none. Absent: references are not followed. */
  readBeside?: (reference: string, maxBytes: number) => Promise<ArrayBuffer>;
};

/** loaders.gl's options with ours in them. */
export type OptionsWithScene = Loader['options'] & { subray?: Partial<SceneLoaderOptions> };

/** Our options with defaults filled in. */
export function sceneOptions(options: OptionsWithScene | undefined): SceneLoaderOptions {
  return { file: 'scene', log: SILENT_LOG, ...options?.subray };
}

/** The material of surfaces about which the file says nothing: mid grey, opaque. */
export function plainMaterial(name: string): Pick<Material, 'name' | 'baseColor'> {
  return { name, baseColor: [PLAIN_GREY, PLAIN_GREY, PLAIN_GREY, 1] };
}

/** Half of the light comes back. */
const PLAIN_GREY = 0.5;

/** A fault in `file` as a whole. */
export function fileFault(file: string, message: string, hint?: string): UserError {
  return new UserError(message, { place: { file }, hint });
}
