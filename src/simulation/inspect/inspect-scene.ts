import { UserError } from '../../base/errors.js';
import { type LoadSceneOptions, loadScene } from '../../scene/load-scene.js';
import { isScene } from '../../scene/scene.js';
import type { SurveyScene } from '../../survey/bare-survey.js';
import { isSceneOfSurvey } from '../../survey/check.js';
import type { PrepareOptions, WithMachine } from '../machine.js';
import { SceneInspector } from './scene-inspector.js';

/** Options of `inspectScene`: `colors`, if surveys that ask for colours are inspected. */
export type InspectSceneOptions = PrepareOptions & WithMachine & Pick<LoadSceneOptions, 'colors' | 'reduced'>;

/**
 * Reads a scene where that is necessary, builds its trees, and keeps both for looking at it. Throws UserError for a
 * scene that cannot be read or does not fit into memory, AbortedError.
 */
export async function inspectScene(source: SurveyScene, options: InspectSceneOptions): Promise<SceneInspector> {
  const { machine, signal } = options;
  if (!isSceneOfSurvey(source))
    throw new UserError('found a value that is not a scene', { hint: 'pass the result of createScene or loadScene' });
  const scene = isScene(source)
    ? source
    : await loadScene(source, { ...options, files: machine.files, helper: machine.sceneHelper });
  const prepared = await machine.prepareScene(scene, options);
  return SceneInspector.of(scene, prepared, await machine.loadKernelModule(), signal);
}
