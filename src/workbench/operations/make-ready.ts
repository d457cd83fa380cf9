import type { EngineRequest } from '../../simulation/engines/choose-engine.js';
import type { Operation } from '../operation.js';

export interface ReadyAsk extends EngineRequest {
  /** Text of the survey. */
  text: string;
}

/**
 * Prepares a run of the survey, whose scene was viewed: code and engine. The run itself reports failures. Throws
 * UserError for a text that is no survey.
 */
export const makeReady: Operation<ReadyAsk, undefined> = async (bench, { text, engine, adapter }) => {
  const survey = await bench.survey(text);
  await import('./run-text.js');
  await bench.scenes.makeReady(survey, { engine, adapter });
};
