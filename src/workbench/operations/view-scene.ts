import { UserError } from '../../base/errors.js';
import type { Progress } from '../../base/log.js';
import type { Box3 } from '../../base/vec3.js';
import { emitProgress } from '../emit-progress.js';
import { type CheckedFault, faultsInSurvey } from '../faults-in-survey.js';
import type { Operation } from '../operation.js';
import { type SceneView, sceneView } from '../scene-view.js';
import type { ViewedMovers } from '../viewed-movers.js';

export interface ViewSceneAsk {
  /** Text of the survey. */
  text: string;
}

/** Faults of a scene that cannot be read, of all its files; none: its trees are there. */
export interface ViewSceneAnswer {
  faults: CheckedFault[];
}

/**
 * The scene of the survey as a viewer draws it, with the boxes of its parts, warnings about its files, and the faults
 * of missing parts; or the progress of reading it, or of building its trees, which goes on afterwards.
 */
export type ViewSceneEvent =
  | {
      kind: 'scene';
      view: SceneView;
      /** Absent: nothing moves. */
      movers?: ViewedMovers;
      parts: readonly (Box3 | undefined)[];
      warnings: readonly string[];
      faults: readonly CheckedFault[];
      /** True if it lacks parts that have faults of their own, which a check of the text finds. */
      lacksParts: boolean;
    }
  | { kind: 'progress'; progress: Progress };

/**
 * Reads the scene of a survey, sends it as a viewer draws it, and builds its trees. Resolves when runs can begin at
 * once, or with the faults of a survey or a scene that cannot be read. Throws AbortedError.
 */
export const viewScene: Operation<ViewSceneAsk, ViewSceneAnswer, ViewSceneEvent> = async (
  bench,
  { text },
  { signal, emit },
) => {
  const { scenes, place } = bench;
  const onProgress = emitProgress(emit);
  try {
    const sound = await bench.soundSceneIn(text);
    const scene = await scenes.loadPlaced(sound, { signal, onProgress });
    const lacksParts = sound.lacks.length > 0;
    await emit({
      kind: 'scene',
      // No scene that stands waits for the code of movers.
      ...(scene.motions ? (await import('../viewed-movers.js')).viewMoving(scene) : { view: sceneView(scene) }),
      parts: withGaps(scenes.partsOf(scene), sound.lacks),
      warnings: scenes.warningsOf(scene),
      // A part that stands on a missing one may have no place without it.
      faults: lacksParts ? [] : scenes.leftOutOf(scene).flatMap((fault) => faultsInSurvey(fault, place.folder)),
      lacksParts,
    });
    await scenes.prepare(scene, { signal, onProgress });
    return { faults: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { faults: faultsInSurvey(error, place.folder) };
  }
};

/** A list with nothing at the numbers `gaps`, which are in order. */
function withGaps<Item>(items: readonly Item[], gaps: readonly number[]): (Item | undefined)[] {
  const all: (Item | undefined)[] = [...items];
  for (const gap of gaps) all.splice(gap, 0, undefined);
  return all;
}
