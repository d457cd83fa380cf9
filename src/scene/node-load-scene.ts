import { nodeFiles } from '../base/files/node-files.js';
import { loadScene as load, type LoadSceneOptions as Options } from './load-scene.js';
import type { Scene } from './scene.js';
import type { ScenePlan } from './scene-plan.js';

export type LoadSceneOptions = Partial<Options>;

/** `loadScene` of files on this machine. */
export const loadScene = (plan: ScenePlan, options: LoadSceneOptions = {}): Promise<Scene> =>
  load(plan, { files: nodeFiles, ...options });
