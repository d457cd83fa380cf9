import type { TreeCounts } from '../../base/tree-counts.js';
import type { Survey } from '../survey.js';
import type { SurveyEstimate } from './estimate-survey.js';
import type { RunTime } from './run-steps.js';
import { buildSeconds, outputSeconds } from './run-time.js';

/** Facts of a run that tell how fast its machine is: parts of its report. */
export interface RunFacts {
  engine: string;
  points: number;
  pulses: number;
  trees: TreeCounts;
  stopped?: true;
  resumed?: object;
  /** Seconds of the processors; absent: unknown. */
  processor?: Record<'start' | 'load' | 'build' | 'simulate' | 'write', number>;
  /** Seconds of each stage, summed over threads; null: unknown. */
  stages: Readonly<Record<string, number>> | null;
}

/** Seconds of the processors for each step of a whole run with the CPU engine; undefined of any other run. */
export function stepsOfRun({ engine, processor, stages, stopped, resumed }: RunFacts): RunTime | undefined {
  if (engine !== 'cpu' || stages === null || !processor || stopped || resumed) return undefined;
  const both = processor.simulate + processor.write;
  // Stages are timed by the clock, which goes on where other programs have the processor.
  const trace = Math.min(
    both,
    Object.values(stages).reduce((sum, seconds) => sum + seconds, 0),
  );
  return { start: processor.start, load: processor.load, build: processor.build, trace, write: both - trace };
}

/** The seconds that the machine of the model takes for each step of a run with so many points. */
export function modelledRun(survey: Survey, { time }: SurveyEstimate, { points, pulses, trees }: RunFacts): RunTime {
  const perScanner = survey.instruments.map(() => points / survey.instruments.length);
  return {
    ...time,
    build: buildSeconds(trees),
    write: outputSeconds(survey, { points: perScanner, pulses }),
  };
}
