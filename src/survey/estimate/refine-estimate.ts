import type { TreeCounts } from '../../base/tree-counts.js';
import { isScene } from '../../scene/scene.js';
import type { Survey } from '../survey.js';
import type { SurveyEstimate } from './estimate-survey.js';
import { bufferBytes, triangleBytes } from './memory.js';
import { type Paces, UNKNOWN_PACES } from './run-steps.js';
import { buildSeconds, outputSeconds, sumOfSteps } from './run-time.js';

/** Facts that a survey's scene and some of its pulses have shown. */
export interface SampledRun {
  /** Triangles, a geometry that is placed often counted once, and those of them whose trees a cache keeps. */
  meshTriangles: number;
  keptTriangles: number;
  /** Triangles of the trees that were built for the look, and of those that were found. */
  trees: TreeCounts;
  /** Seconds of the processors that the look took for the same steps as the run; absent: the machine does not say. */
  sceneSeconds?: { load: number; build: number };
  /** Seconds that one core of this machine takes to trace all pulses. */
  traceSeconds: number;
  /** Expected points of each scanner, bytes of all files, and those of them that the scene alone decides about. */
  scannerPoints: readonly number[];
  outputBytesLikely: number;
  sceneBytes: number;
}

export interface RefineOptions {
  /** Whether the look has left its trees in the cache, where the run finds them. */
  areKept: boolean;
  paces?: Paces;
}

/** The estimate of a survey, with what is known since its scene was read and some of its pulses were fired. */
export function refineEstimate(
  survey: Survey,
  estimate: SurveyEstimate,
  sampled: SampledRun,
  { areKept, paces = UNKNOWN_PACES }: RefineOptions,
): SurveyEstimate {
  const { pulses, triangles, memoryBytes, pointsLikely } = estimate;
  const { meshTriangles, keptTriangles, scannerPoints, outputBytesLikely, sceneBytes, sceneSeconds } = sampled;
  const trees = areKept ? { built: meshTriangles - keptTriangles, found: keptTriangles } : sampled.trees;
  // The run repeats what the look did, unless it finds trees that the look had to build.
  const isRepeated = trees.found === sampled.trees.found;
  const time = {
    ...estimate.time,
    load: sceneSeconds?.load ?? estimate.time.load,
    build: (isRepeated && sceneSeconds?.build) || buildSeconds(trees) * paces.build,
    trace: sampled.traceSeconds,
    write: outputSeconds(survey, { points: scannerPoints, pulses }) * paces.write,
  };
  const points = scannerPoints.reduce((sum, one) => sum + one, 0);
  // The estimate has those of a scene in memory.
  const added = isScene(survey.scene) ? 0 : sceneBytes;
  const known = triangleBytes(trees) + bufferBytes(points);
  return {
    ...estimate,
    pointsLikely: Math.round(points),
    outputBytesLikely,
    outputBytesMax: Math.max(estimate.outputBytesMax + added, outputBytesLikely),
    triangles: meshTriangles,
    bySize: false,
    memoryBytes: memoryBytes + known - triangleBytes({ built: triangles, found: 0 }) - bufferBytes(pointsLikely),
    time,
    seconds: sumOfSteps(time),
  };
}
