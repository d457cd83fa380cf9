import { conjugate, type QuaternionOut } from '../../base/quaternion.js';
import { emptyRigid } from '../../base/rigid.js';
import { columnMemory } from '../../cloud/columns/column-memory.js';
import { BLOCK_PULSES, Pulse } from '../../device/records.generated.js';
import type { PulseStage } from '../../engine/cpu/pulse-stage.js';
import type { LegPoses } from '../../survey/leg-poses.js';

/** The pulses of a leg. */
export interface LegBeams {
  stage: PulseStage;
  poses: LegPoses;
}

const WORDS = Pulse.SIZE / 4;
const [TIME_HIGH, TIME_LOW] = [Pulse.timeHigh / 4, Pulse.timeLow / 4];

/**
 * Fills in the azimuth of each of some pulses, whose numbers do not fall, as `azimuthOf` has it; and in `times`, if
 * given, their seconds from the leg's first pulse. Lists of all pulses take longer than the rest.
 */
export function fillAzimuths(
  { stage, poses }: LegBeams,
  pulses: Uint32Array,
  azimuths: Float32Array,
  times?: Float64Array,
): void {
  const memory = columnMemory();
  const turnsOf = turnWriter(poses);
  for (let start = 0, end = 0; start < pulses.length; start = end) {
    end = stretchEnd(pulses, start);
    const first = pulses[start];
    const count = pulses[end - 1] + 1 - first;
    const { floats } = stage(first, count);
    memory.clear();
    const records = memory.put(floats, 0, count * WORDS);
    const turns = memory.put(turnsOf(floats, count));
    const numbers = pulses.subarray(start, end);
    const target = memory.take(azimuths.BYTES_PER_ELEMENT * (end - start));
    const { orientation } = poses;
    const from = memory.addressOf(numbers) ?? memory.put(numbers);
    memory.loops.azimuths(records, first, turns, Number(orientation !== undefined), from, end - start, target);
    memory.get(target, azimuths, start, end);
    if (times) for (let i = start; i < end; i++) times[i] = timeOf(floats, pulses[i] - first);
  }
}

const timeOf = (floats: Float32Array, k: number): number =>
  floats[k * WORDS + TIME_HIGH] + floats[k * WORDS + TIME_LOW];

/** Writes the rotations from the world to the scanner at the times of records: one if it is that of all. */
function turnWriter({ actual, orientation }: LegPoses): (floats: Float32Array, count: number) => Float64Array {
  const turn: QuaternionOut = [0, 0, 0, 1];
  if (orientation) {
    const always = Float64Array.from(conjugate(orientation, turn));
    return () => always;
  }
  const turns = new Float64Array(turn.length * BLOCK_PULSES);
  const pose = emptyRigid();
  return (floats, count) => {
    let latest = Number.NaN;
    for (let k = 0; k < count; k++) {
      const time = timeOf(floats, k);
      // Lasers that fire together share one pose of the platform.
      if (time !== latest) conjugate(actual(time, pose).orientation, turn);
      latest = time;
      for (let axis = 0; axis < turn.length; axis++) turns[turn.length * k + axis] = turn[axis];
    }
    return turns;
  };
}

/** Pulses without points that are made nevertheless, since another call of the stage takes longer. */
const GAP_MAX = 16;

/** Where in `pulses` the stretch ends that begins at `start`: one block of the stage, without long gaps. */
function stretchEnd(pulses: Uint32Array, start: number): number {
  const limit = pulses[start] + BLOCK_PULSES;
  let end = start + 1;
  while (end < pulses.length && pulses[end] < limit && pulses[end] - pulses[end - 1] <= GAP_MAX) end++;
  return end;
}
