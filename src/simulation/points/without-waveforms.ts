import { optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import { NO_WAVEFORM } from '../../cloud/waveform-batch.js';

/** Points of a leg whose waveforms are not recorded, where those of others are: they have NO_WAVEFORM. */
export function withoutWaveforms(points: PointBatch): PointBatch {
  const bare = { ...points };
  optionalArray(bare, 'waveform').fill(NO_WAVEFORM);
  optionalArray(bare, 'returnTime');
  return bare;
}
