import type { XmlElement } from '../../base/xml/xml-element.js';
import type { Attributes } from './attributes.js';
import { type HeliosReading, noteAt, showPlace } from './helios-reading.js';

/** When the scene is updated, as written; seconds have priority. */
export interface SceneSteps {
  /** Steps of the simulation between two updates. */
  dynStep: number;
  dynTimeStep?: number;
}

/** When a part is updated, and when rays see it, as written. */
export interface PartSteps {
  /** Updates of the scene between two of the part, and updates of the part between two of which rays see. */
  dynStep: number;
  kdtDynStep: number;
  /** The same in seconds, which count if the scene's are given. */
  dynTimeStep?: number;
  kdtDynTimeStep?: number;
}

const STEPS = { min: 1, max: 2 ** 31 - 1 };
const SECONDS = { unit: 's', above: 0, max: 1e6 };

export const readSceneSteps = (attributes: Attributes): SceneSteps => ({
  dynStep: attributes.whole('dynStep', STEPS) ?? 1,
  dynTimeStep: attributes.number('dynTimeStep', SECONDS),
});

export const readPartSteps = (attributes: Attributes): PartSteps => ({
  dynStep: attributes.whole('dynStep', STEPS) ?? 1,
  kdtDynStep: attributes.whole('kdtDynStep', STEPS) ?? 1,
  dynTimeStep: attributes.number('dynTimeStep', SECONDS),
  kdtDynTimeStep: attributes.number('kdtDynTimeStep', SECONDS),
});

/** Updates of a part in steps of the simulation. */
export interface UpdateSteps {
  /** Steps from one to the next; the first is made in step 0, once its pulse has left. */
  every: number;
  /** The first shows, and then each so many-th. */
  shown: number;
}

/**
 * The steps in which a part is updated, `pulseFreq` being the steps a second of the first leg; HELIOS++ drops fractions
 * of steps (DynScene::prepareSimulation). Notes times that are shorter than those that they are counted in.
 */
export function updateSteps(
  reading: HeliosReading,
  scene: SceneSteps,
  { part, place }: { part: PartSteps; place: XmlElement['place'] },
  pulseFreq: number,
): UpdateSteps | undefined {
  const { dynTimeStep: sceneTime } = scene;
  if (sceneTime === undefined) {
    if (part.dynTimeStep !== undefined || part.kdtDynTimeStep !== undefined)
      reading.log.warn(
        `${showPlace(place)}: dynTimeStep and kdtDynTimeStep of <part> are ignored, as in HELIOS++, since <scene> has no dynTimeStep`,
      );
    return { every: scene.dynStep * part.dynStep, shown: part.kdtDynStep };
  }
  const partTime = part.dynTimeStep ?? sceneTime;
  const treeTime = part.kdtDynTimeStep ?? partTime;
  const steps = [pulseFreq * sceneTime, partTime / sceneTime, treeTime / partTime].map(Math.trunc);
  const names = [
    `dynTimeStep of <scene>: found ${sceneTime}, expected at least the time of a step, ${1 / pulseFreq} s`,
    `dynTimeStep of <part>: found ${partTime}, expected at least that of <scene>, ${sceneTime} s`,
    `kdtDynTimeStep of <part>: found ${treeTime}, expected at least its dynTimeStep, ${partTime} s`,
  ];
  const fault = steps.findIndex((count) => count < 1);
  if (fault >= 0) {
    noteAt(reading, place, names[fault]);
    return undefined;
  }
  return { every: steps[0] * steps[1], shown: steps[2] };
}
