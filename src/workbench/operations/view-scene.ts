import type { Progress } from '../../base/log.js';
import type { Operation } from '../operation.js';
import { type SceneView, sceneView } from '../scene-view.js';

export interface ViewSceneAsk {
  /** Text of the survey. */
  text: string;
}

/** The scene of the survey as a viewer draws it, or how far reading it is, or building its trees, which goes on afterwards. */
export type ViewSceneEvent = { kind: 'scene'; view: SceneView } | { kind: 'progress'; progress: Progress };

/**
 * Reads the scene of a survey, tells it as a viewer draws it, and builds its trees; done when runs can begin at once. Throws
 * UserError for a survey or a scene that cannot be read, AbortedError.
 */
export const viewScene: Operation<ViewSceneAsk, { key: string }, ViewSceneEvent> = async (
  bench,
  { text },
  { signal, emit },
) => {
  const { scenes } = bench;
  const survey = await bench.sceneIn(text);
  const onProgress = (progress: Progress) => void emit({ kind: 'progress', progress });
  const scene = await scenes.load(survey, { signal, onProgress });
  await emit({ kind: 'scene', view: sceneView(scene) });
  await scenes.prepare(scene, { signal, onProgress });
  return { key: scenes.keyOf(survey) };
};
