import { nodeFiles } from '../base/files/node-files.js';
import { loadScene as load, type LoadSceneOptions as Options } from './load-scene.js';
import type { Scene } from './scene.js';
import type { SceneDescription } from './scene-description.js';

export type LoadSceneOptions = Partial<Options>;

/**
 * Loads a scene from files on this machine. Throws UserError for invalid files, materials, labels and placements and
 * for a scene without triangles; AbortedError.
 *
 * @example
 * ```ts
 * const survey = await loadSurvey('examples/quickstart.yaml');
 * const scene = await loadScene(survey.scene);
 * ```
 */
export const loadScene = (description: SceneDescription, options: LoadSceneOptions = {}): Promise<Scene> =>
  load(description, { files: nodeFiles, ...options });
