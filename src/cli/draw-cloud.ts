import { basename } from 'node:path';
import { AtomicFile } from '../base/files/node-atomic-file.js';
import type { OnProgress } from '../base/log.js';
import type { PictureOptions } from '../picture/cloud/picture.js';
import { formatCount } from './describe/format.js';
import type { CloudFile } from './library.js';

/** A picture of a cloud is made in two looks at its points. */
const LOOKS = 2;

/**
 * Writes a picture of the cloud at `path` to the PNG file `png`, whole or not at all.
 * Throws UserError where it cannot be written, AbortedError.
 */
export async function drawCloud(
  path: string,
  cloud: CloudFile,
  png: string,
  options: Partial<PictureOptions> & { force?: boolean; onProgress?: OnProgress },
): Promise<void> {
  const { renderCloud } = await import('../picture/cloud/picture.js');
  const { encodePng } = await import('../picture/raster/png.js');
  const file = await AtomicFile.create(png, { force: options.force });
  try {
    const title = `${basename(path)}, ${formatCount(cloud.pointCount)} points`;
    await file.append(encodePng(await renderCloud(watched(cloud, options.onProgress), { title, ...options })));
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** The cloud, telling how many points it has given. */
function watched(cloud: CloudFile, onProgress: OnProgress = () => {}): CloudFile {
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
