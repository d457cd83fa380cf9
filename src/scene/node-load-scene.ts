import { nodeFiles } from '../base/files/node-files.js';
import { loadScene as load, type LoadSceneOptions as Options } from './load-scene.js';
import type { Scene } from './scene.js';
import type { SceneDescription } from './scene-description.js';

export type LoadSceneOptions = Partial<Options>;

/** `loadScene` of files on this machine. */
export const loadScene = (description: SceneDescription, options: LoadSceneOptions = {}): Promise<Scene> =>
  load(description, { files: nodeFiles, ...options });
