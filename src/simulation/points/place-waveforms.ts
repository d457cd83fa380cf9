import { rotate } from '../../base/quaternion.js';
import { emptyRigid, moved } from '../../base/rigid.js';
import type { WaveformBatch } from '../../cloud/waveform-batch.js';
import { motionOf, type Placement } from './place-points.js';
import type { TracedPoints } from './traced-points.js';

/** The waveforms with their beams in the requested coordinates, moved as the points of their pulses are. */
export function placeWaveforms(
  { poses }: Pick<TracedPoints, 'poses'>,
  waveforms: WaveformBatch,
  startTime: number,
  placement: Placement,
): WaveformBatch {
  const motion = motionOf(poses, placement);
  if (motion === undefined) return waveforms;
  const { count, time } = waveforms;
  const [origin, direction] = [new Float64Array(3 * count), new Float32Array(3 * count)];
  const out = emptyRigid();
  for (let part = 0; part < count; part++) {
    const move = typeof motion === 'object' ? motion : motion(time[part] - startTime, out);
    origin.set(moved(move, tripleAt(waveforms.origin, part)), 3 * part);
    direction.set(rotate(move.orientation, tripleAt(waveforms.direction, part)), 3 * part);
  }
  return { ...waveforms, origin, direction };
}

const tripleAt = (array: ArrayLike<number>, part: number): [number, number, number] => [
  array[3 * part],
  array[3 * part + 1],
  array[3 * part + 2],
];
