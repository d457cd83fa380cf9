import type { CreateOptions, WithFiles } from '../../base/files/files.js';
import type { OnProgress } from '../../base/log.js';
import { writePng } from '../raster/write-png.js';
import { type PictureOptions, renderCloud } from './picture.js';
import type { PointSource } from './point-source.js';

/** A picture of a cloud is made in two looks at its points. */
const LOOKS = 2;

/** A cloud of which it is known how many points it has. */
export interface CountedCloud extends PointSource {
  pointCount: number;
}

export interface DrawCloudOptions extends Partial<PictureOptions>, CreateOptions, WithFiles {
  onProgress?: OnProgress;
}

/**
 * Writes a picture of a cloud to the PNG file `png`, whole or not at all. Throws UserError where it cannot be written,
 * AbortedError.
 */
export function drawCloud(
  cloud: CountedCloud,
  png: string,
  { files, force, onProgress, ...options }: DrawCloudOptions,
): Promise<void> {
  return writePng(png, () => renderCloud(watched(cloud, onProgress), options), { files, force });
}

/** The cloud, telling how many points it has passed on. */
function watched(cloud: CountedCloud, onProgress: OnProgress = () => {}): CountedCloud {
  let done = 0;
  const batches = async function* () {
    for await (const batch of cloud.batches()) {
      yield batch;
      done += batch.count;
      onProgress({ task: 'draw', done, total: LOOKS * cloud.pointCount, unit: 'points' });
    }
  };
  return { ...cloud, batches };
}
