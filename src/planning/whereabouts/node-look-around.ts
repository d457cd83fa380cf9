import { nodeFiles } from '../../base/files/node-files.js';
import { recordInputs } from '../../base/files/record-inputs.js';
import { nodeMachine } from '../../simulation/node-machine.js';
import type { Survey } from '../../survey/survey.js';
import { readPlanSource } from '../plan-source.js';
import { type DrawSceneOptions, drawScene as draw } from './draw-scene.js';
import { type LookOptions, lookAround as look, type SurveyLook } from './look-around.js';

/** `lookAround` on this machine. */
export const lookAround = (survey: Survey, options: Omit<LookOptions, 'machine'> = {}): Promise<SurveyLook> =>
  look(survey, { machine: nodeMachine, ...options });

/** `drawScene` on this machine, of a survey or a model's file; never replaces what it reads. */
export async function drawScene(
  given: Survey | string,
  png: string,
  options: Omit<DrawSceneOptions, 'machine'>,
): Promise<void> {
  const files = recordInputs(nodeFiles);
  const scene = typeof given === 'string' ? (await readPlanSource(files, given)).scene : given;
  return draw(scene, png, { machine: { ...nodeMachine, files }, ...options });
}
