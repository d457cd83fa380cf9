import { descriptionOf } from '../../io/clouds/readable-clouds.js';
import type { CloudDescription, ReadableCloud } from '../../io/records/readable-cloud.js';
import { type CrewOptions, FileCrew } from '../crew/node-file-crew.js';

/** Number of points that justify another thread, which takes some hundredths of a second to start. */
const POINTS_A_THREAD = 4_000_000;

/**
 * Reads all points of an open cloud and describes it. `threads`: by default, as many as are useful. Throws UserError if
 * the points cannot be read.
 */
export async function describeCloud<Cloud extends ReadableCloud>(
  cloud: Cloud,
  options: Pick<CrewOptions, 'threads' | 'batchPoints'> = {},
): Promise<CloudDescription<Cloud>> {
  const crew = new FileCrew(cloud, { ...options, work: cloud.pointCount / POINTS_A_THREAD });
  try {
    const { statistics, doubts } = await crew.count();
    return descriptionOf(cloud, statistics, doubts);
  } finally {
    await crew.close();
  }
}
