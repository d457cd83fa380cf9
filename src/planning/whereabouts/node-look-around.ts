import { nodeMachine } from '../../simulation/node-machine.js';
import type { Survey } from '../../survey/survey.js';
import { type LookOptions, lookAround as look, type SurveyLook } from './look-around.js';

/** `lookAround` on this machine. */
export const lookAround = (survey: Survey, options: Omit<LookOptions, 'machine'> = {}): Promise<SurveyLook> =>
  look(survey, { machine: nodeMachine, ...options });
