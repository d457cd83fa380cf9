import { joinArrays } from '../../base/join-arrays.js';
import { INTENSITY_TONES, type IntensityTone, toneOfSample } from '../../cloud/display/intensity-tone.js';
import type { LasFile } from '../las-files/las-file.js';
import type { OpenedCloud } from './opened-cloud.js';
import { readBatches } from './opened-cloud.js';

/** Number of samples of intensities in a file, and points of each. */
const LOOKS = 16;
const LOOK_POINTS = 4096;

/**
 * The tone in which intensities of a cloud are drawn. Files by subray with amplitudes as intensities have the tone of
 * amplitudes, as during the scan. For others it follows from a sample of 65,536 points: from all over the file, or from
 * its start if the file can only be read in sequence.
 */
export async function cloudTone({ file, info }: OpenedCloud): Promise<IntensityTone> {
  if ((file as Partial<LasFile>).limitRows !== undefined) return INTENSITY_TONES.amplitude;
  const { pointCount } = file;
  const looks = info.hasAnyPointAtOnce ? LOOKS : 1;
  const points = Math.ceil((LOOKS * LOOK_POINTS) / looks);
  const samples: Uint16Array[] = [];
  let before = 0;
  for (let look = 0; look < looks; look++) {
    const first = Math.max(before, Math.floor((look * pointCount) / looks));
    const end = Math.min(pointCount, first + points);
    for await (const { intensity } of readBatches(file, { first, end }, ['intensity'])) samples.push(intensity);
    before = end;
  }
  return toneOfSample(joinArrays(Uint16Array, samples));
}
