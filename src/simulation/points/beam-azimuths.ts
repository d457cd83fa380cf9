import { conjugate, type QuaternionOut, rotate, type VectorOut } from '../../base/quaternion.js';
import { emptyRigid } from '../../base/rigid.js';
import { BLOCK_PULSES, Pulse } from '../../device/records.generated.js';
import type { PulseStage } from '../../engine/cpu/pulse-stage.js';
import type { LegPoses } from '../../survey/leg-poses.js';
import { azimuthOf } from './beam-direction.js';

/** The pulses of a leg. */
export interface LegBeams {
  stage: PulseStage;
  pulseCount: number;
  poses: LegPoses;
}

const WORDS = Pulse.SIZE / 4;
const [DIRECTION, TIME_HIGH, TIME_LOW] = [Pulse.direction / 4, Pulse.timeHigh / 4, Pulse.timeLow / 4];

/**
 * Fills in the azimuth of each of some pulses, whose numbers do not fall, as `azimuthOf` has it; and in `times`, if
 * given, their seconds from the leg's first pulse. Reads the records where the kernel leaves them: lists of all pulses
 * take longer than the rest.
 */
export function fillAzimuths(
  { stage, pulseCount, poses }: LegBeams,
  pulses: Uint32Array,
  azimuths: Float32Array,
  times?: Float64Array,
): void {
  const toScanner: QuaternionOut = [0, 0, 0, 1];
  const beam: VectorOut = [0, 0, 0];
  const pose = emptyRigid();
  let floats: Float32Array = new Float32Array(0);
  let [first, end, latest, poseTime, azimuth] = [0, 0, -1, Number.NaN, 0];
  for (let i = 0; i < pulses.length; i++) {
    const pulse = pulses[i];
    if (pulse !== latest) {
      if (pulse >= end) {
        first = pulse;
        end = Math.min(pulse + BLOCK_PULSES, pulseCount);
        const { buffer, byteOffset } = stage(first, end - first);
        floats = new Float32Array(buffer, byteOffset, (end - first) * WORDS);
      }
      const at = (pulse - first) * WORDS;
      const time = floats[at + TIME_HIGH] + floats[at + TIME_LOW];
      // Lasers that fire together share one pose of the platform.
      if (time !== poseTime) {
        poseTime = time;
        conjugate(poses.actual(time, pose).orientation, toScanner);
      }
      beam[0] = floats[at + DIRECTION];
      beam[1] = floats[at + DIRECTION + 1];
      beam[2] = floats[at + DIRECTION + 2];
      azimuth = azimuthOf(rotate(toScanner, beam, beam));
      latest = pulse;
    }
    azimuths[i] = azimuth;
    if (times) times[i] = poseTime;
  }
}
