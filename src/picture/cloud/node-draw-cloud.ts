import type { CreateOptions } from '../../base/files/files.js';
import { asInFile, cloudUnits, inOneUnit } from '../../io/clouds/cloud-units.js';
import { descriptionOf } from '../../io/clouds/readable-clouds.js';
import type { CloudDescription, ReadableCloud } from '../../io/records/readable-cloud.js';
import type { PcdCloud } from '../../io/tables/read-pcd-table.js';
import { type CrewOptions, FileCrew } from '../crew/node-file-crew.js';
import { encodePngInThreads } from '../raster/node-png.js';
import { writePng } from '../raster/write-png.js';
import { drawPicture, PICTURE_DEFAULTS, type PictureOptions } from './picture.js';

/** A picture of a cloud takes two passes over its points. */
const LOOKS = 2;
/** Numbers of points and of pixels that justify another thread. */
const [POINTS_A_THREAD, PIXELS_A_THREAD] = [250_000, 500_000];

/** `threads`: by default, as many as are useful. They affect only the time. */
export type DrawCloudOptions = Partial<PictureOptions> &
  CreateOptions &
  Pick<CrewOptions, 'threads' | 'batchPoints' | 'onProgress'>;

/**
 * Writes a picture of an open cloud to the PNG file `png`, whole or not at all, and returns the cloud's description
 * from the same passes. Throws UserError if the file cannot be written or the cloud cannot be read; AbortedError.
 */
export async function drawCloud<Cloud extends ReadableCloud>(
  cloud: Cloud,
  png: string,
  options: DrawCloudOptions,
): Promise<CloudDescription<Cloud>> {
  const { force, onProgress, threads, batchPoints, signal, ...rest } = options;
  const { cloud: drawn, unit } = inOneUnit(cloud);
  const isConverted = drawn.axisFactors !== undefined && drawn.axisFactors[0] !== 1;
  const picture = {
    ...PICTURE_DEFAULTS,
    classNames: cloud.classNames,
    semanticNames: cloud.semanticNames,
    ownAxes: rest.crs === undefined && hasOwnAxes(cloud),
    unit: (unit ?? cloudUnits(cloud).plane).symbol,
    ...rest,
    // Eastings and northings along the edges are those of the file.
    ...(isConverted && { crs: undefined, title: [rest.title, rest.crs].filter(Boolean).join(', ') || undefined }),
  };
  const work = cloud.pointCount / POINTS_A_THREAD + (picture.width * picture.height) / PIXELS_A_THREAD;
  const crew = new FileCrew(drawn, { threads, work, batchPoints, looks: LOOKS, signal, onProgress });
  try {
    await writePng(png, () => drawPicture(crew, picture), { files: cloud.files, force, encode: encodePngInThreads });
    const { statistics, doubts } = crew.gathered();
    return descriptionOf(cloud, { ...statistics, bounds: asInFile(drawn, statistics.bounds) }, doubts);
  } finally {
    await crew.close();
  }
}

/**
 * Whether the y axis of a cloud need not point north: in a PCD file with a viewpoint, or a frame, which may be in
 * coordinates of the sensor without saying so.
 */
function hasOwnAxes(cloud: ReadableCloud & Partial<Pick<PcdCloud, 'viewpoint' | 'attributes'>>): boolean {
  const isTurnedOrMoved = cloud.viewpoint?.some((value, k) => value !== (k === 3 ? 1 : 0)) ?? false;
  return isTurnedOrMoved || (cloud.attributes?.includes('frame_time') ?? false);
}
