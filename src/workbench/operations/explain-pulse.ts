import type { PulseTrace } from '../../simulation/inspect/pulse-trace.js';
import type { Operation } from '../operation.js';

export interface ExplainAsk {
  /** Text of the survey. */
  text: string;
  /** Numbers of the scanner, the leg, and the pulse in it, from 0. */
  scanner: number;
  leg: number;
  pulse: number;
}

/**
 * Explains a pulse: see tracePulse. Throws UserError for a pulse that the survey does not have, and a scene that cannot
 * be read; AbortedError.
 */
export const explainPulse: Operation<ExplainAsk, PulseTrace> = async (bench, { text, ...choice }, { signal }) => {
  const survey = await bench.survey(text);
  const { tracePulse } = await import('../../simulation/inspect/trace-pulse.js');
  return tracePulse(survey, await bench.scenes.inspector(survey, { signal }), choice);
};
