import { countProgress } from '../../../base/count-progress.js';
import type { OnProgress } from '../../../base/log.js';
import type { Steps } from '../../../base/steps.js';
import type { PointTree } from '../point-tree.js';
import { corePoints } from './core-points.js';
import { findScales } from './find-scales.js';
import { type M3c2Distances, m3c2Distances } from './m3c2-distances.js';
import type { M3c2Options, M3c2Settings } from './m3c2-options.js';
import { type M3c2Summary, m3c2Summary } from './m3c2-summary.js';

/** M3C2 distances of two clouds. */
export interface M3c2Comparison {
  /** The options, complete. */
  settings: M3c2Settings;
  summary: M3c2Summary;
  distances: M3c2Distances;
}

/**
 * M3C2 distances from cloud a to cloud b. Takes some 60 bytes a core point, and 12 a point of a. Throws UserError if no
 * scale follows from the points, and for too many core points.
 */
export function* compareByM3c2(
  a: PointTree,
  b: PointTree,
  options: M3c2Options,
  onProgress?: OnProgress,
): Steps<M3c2Comparison> {
  const settings = yield* findScales(a, b, options);
  const cores = yield* corePoints(a, settings.core, options.place);
  const onMeasured = countProgress(onProgress, { task: 'M3C2', total: cores.ids.length, unit: 'points' });
  const distances = yield* m3c2Distances(a, b, cores, settings, onMeasured);
  return { settings, summary: yield* m3c2Summary(distances, settings), distances };
}
