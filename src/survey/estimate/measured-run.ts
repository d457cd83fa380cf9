import { productSeconds } from '../../products/index.js';
import type { Survey } from '../survey.js';
import type { SurveyEstimate } from './estimate-survey.js';
import type { RunTime } from './run-steps.js';
import { buildSeconds } from './run-time.js';

/** Facts of a run that tell how fast its machine is: parts of its report. */
export interface RunFacts {
  engine: string;
  points: number;
  pulses: number;
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

/** A cached tree is found in less than this share of the time in which it is built. */
const FOUND_SHARE = 0.35;

/** The seconds that an unknown machine would take for each step of a run with so many points. */
export function modelledRun(
  survey: Survey,
  { time, triangles }: SurveyEstimate,
  { points, pulses }: RunFacts,
  { build }: RunTime,
): RunTime {
  const built = buildSeconds({ triangles, areFound: false });
  const areFound = build < FOUND_SHARE * built;
  const perScanner = survey.instruments.map(() => points / survey.instruments.length);
  return {
    ...time,
    build: areFound ? buildSeconds({ triangles, areFound }) : built,
    write: productSeconds(survey, { points: perScanner, pulses }),
  };
}
