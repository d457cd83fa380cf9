import { productSeconds } from '../../products/index.js';
import type { Survey } from '../survey.js';
import type { SurveyEstimate } from './estimate-survey.js';
import { triangleBytes } from './memory.js';
import { type Paces, UNKNOWN_PACES } from './run-steps.js';
import { buildSeconds, sumOfSteps } from './run-time.js';

/** Facts that a survey's scene and some of its pulses have shown. */
export interface SampledRun {
  /** Triangles of trees: a geometry that is placed often counts once. */
  meshTriangles: number;
  /** Seconds that one core of this machine takes to trace all pulses. */
  traceSeconds: number;
  /** Expected points of each scanner, and bytes of all files. */
  scannerPoints: readonly number[];
  outputBytesLikely: number;
}

export interface RefineOptions {
  /** Whether the run finds the trees in the cache. */
  areFound: boolean;
  paces?: Paces;
}

/** The estimate of a survey, with what is known since its scene was read and some of its pulses were fired. */
export function refineEstimate(
  survey: Survey,
  estimate: SurveyEstimate,
  { meshTriangles, traceSeconds, scannerPoints, outputBytesLikely }: SampledRun,
  { areFound, paces = UNKNOWN_PACES }: RefineOptions,
): SurveyEstimate {
  const { pulses, triangles, memoryBytes } = estimate;
  const work = { triangles: meshTriangles, areFound };
  const time = {
    ...estimate.time,
    build: buildSeconds(work) * paces.build,
    trace: traceSeconds,
    write: productSeconds(survey, { points: scannerPoints, pulses }) * paces.write,
  };
  return {
    ...estimate,
    pointsLikely: Math.round(scannerPoints.reduce((sum, points) => sum + points, 0)),
    outputBytesLikely,
    triangles: meshTriangles,
    bySize: false,
    memoryBytes: memoryBytes + triangleBytes(work) - triangleBytes({ triangles, areFound: false }),
    time,
    seconds: sumOfSteps(time),
  };
}
