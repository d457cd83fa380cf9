import { optionalArray, type PointBatch } from '../../cloud/point-batch.js';
import { NO_WAVEFORM, type WaveformBatch } from '../../cloud/waveform-batch.js';

/**
 * A batch of points and its waveforms, numbered from `first` on. Points of a leg whose waveforms are not recorded have
 * NO_WAVEFORM.
 */
export function numberWaveforms(
  points: PointBatch,
  waveforms: WaveformBatch | undefined,
  first: number,
): { points: PointBatch; waveforms: WaveformBatch | undefined } {
  if (waveforms === undefined) {
    const bare = { ...points };
    optionalArray(bare, 'waveform').fill(NO_WAVEFORM);
    optionalArray(bare, 'returnTime');
    return { points: bare, waveforms };
  }
  const waveform = points.waveform?.map((part) => (part === NO_WAVEFORM ? part : part + first));
  return { points: { ...points, waveform }, waveforms: { ...waveforms, first } };
}
