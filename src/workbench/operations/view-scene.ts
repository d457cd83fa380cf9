import { UserError } from '../../base/errors.js';
import type { Progress } from '../../base/log.js';
import type { Box3 } from '../../base/vec3.js';
import { type CheckedFault, faultsInSurvey } from '../faults-in-survey.js';
import type { Operation } from '../operation.js';
import { type SceneView, sceneView } from '../scene-view.js';
import { tellProgress } from '../tell-progress.js';

export interface ViewSceneAsk {
  /** Text of the survey. */
  text: string;
}

/** What is wrong with a scene that cannot be read, of all its files; none: its trees are there. */
export interface ViewSceneAnswer {
  faults: CheckedFault[];
}

/**
 * The scene of the survey as a viewer draws it, where each of its parts is, what is to be said of its files, and why parts have no place,
 * without which it is told; or how far reading it is, or building its trees, which goes on afterwards.
 */
export type ViewSceneEvent =
  | {
      kind: 'scene';
      view: SceneView;
      parts: readonly (Box3 | undefined)[];
      warnings: readonly string[];
      faults: readonly CheckedFault[];
    }
  | { kind: 'progress'; progress: Progress };

/**
 * Reads the scene of a survey, tells it as a viewer draws it, and builds its trees; done when runs can begin at once, or with the
 * faults of a survey or a scene that cannot be read. Throws AbortedError.
 */
export const viewScene: Operation<ViewSceneAsk, ViewSceneAnswer, ViewSceneEvent> = async (
  bench,
  { text },
  { signal, emit },
) => {
  const { scenes, place } = bench;
  const onProgress = tellProgress(emit);
  try {
    const scene = await scenes.loadPlaced(await bench.sceneIn(text), { signal, onProgress });
    await emit({
      kind: 'scene',
      view: sceneView(scene),
      parts: scenes.partsOf(scene),
      warnings: scenes.warningsOf(scene),
      faults: scenes.leftOutOf(scene).flatMap((fault) => faultsInSurvey(fault, place.folder)),
    });
    await scenes.prepare(scene, { signal, onProgress });
    return { faults: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { faults: faultsInSurvey(error, place.folder) };
  }
};
