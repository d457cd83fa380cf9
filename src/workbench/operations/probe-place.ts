import type { ProbeInput, SceneProbes } from '../../simulation/inspect/probe-scene.js';
import type { Operation } from '../operation.js';

/**
 * Objects of a survey's scene at places or along rays, and the height of the ground there: see probeScene. Parts
 * without a place are missing. Throws UserError for a survey or a scene that cannot be read, AbortedError.
 */
export const probePlace: Operation<{ text: string } & ProbeInput, SceneProbes> = async (
  bench,
  { text, ...input },
  { signal },
) => {
  const survey = await bench.sceneIn(text);
  const { probeScene } = await import('../../simulation/inspect/probe-scene.js');
  const scene = await bench.scenes.loadPlaced(survey, { signal });
  return probeScene(await bench.scenes.inspectorOf(scene, { signal }), input as ProbeInput, { signal });
};
