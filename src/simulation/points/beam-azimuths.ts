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
/** Bytes of the number of a pulse, as of its azimuth. */
const NUMBER_BYTES = 4;
const [TIME_HIGH, TIME_LOW] = [Pulse.timeHigh / 4, Pulse.timeLow / 4];

/** Pulses of a tile: their numbers and azimuths leave room for the records of a block. */
const TILE_PULSES = 65_536;

/**
 * Fills in the azimuth of each of some pulses, whose numbers do not fall, as `azimuthOf` has it; and in `times`, if
 * given, their seconds from the leg's first pulse. Lists of all pulses take longer than the rest.
 */
export function fillAzimuths(beams: LegBeams, pulses: Uint32Array, azimuths: Float32Array, times?: Float64Array): void {
  const turnsOf = turnWriter(beams.poses);
  for (let first = 0; first < pulses.length; first += TILE_PULSES) {
    const end = Math.min(first + TILE_PULSES, pulses.length);
    const tile = { pulses: pulses.subarray(first, end), times: times?.subarray(first, end) };
    fillTile(beams, turnsOf, tile, azimuths.subarray(first, end));
  }
}

function fillTile(
  { stage, poses }: LegBeams,
  turnsOf: TurnsOf,
  { pulses, times }: { pulses: Uint32Array; times?: Float64Array },
  azimuths: Float32Array,
): void {
  const memory = columnMemory();
  memory.clear();
  const target = memory.take(azimuths.byteLength);
  const numbers = memory.addressOf(pulses) ?? memory.put(pulses);
  const areSame = Number(poses.orientation !== undefined);
  const begun = memory.top;
  for (let start = 0, end = 0; start < pulses.length; start = end) {
    end = stretchEnd(pulses, start);
    const first = pulses[start];
    const count = pulses[end - 1] + 1 - first;
    const { floats } = stage(first, count);
    memory.clear(begun);
    const records = memory.put(floats, 0, count * WORDS);
    const turns = memory.put(turnsOf(floats, count));
    const at = start * NUMBER_BYTES;
    memory.loops.azimuths(records, first, turns, areSame, numbers + at, end - start, target + at);
    if (times) for (let i = start; i < end; i++) times[i] = timeOf(floats, pulses[i] - first);
  }
  memory.get(target, azimuths, 0, azimuths.length);
}

const timeOf = (floats: Float32Array, k: number): number =>
  floats[k * WORDS + TIME_HIGH] + floats[k * WORDS + TIME_LOW];

/** The rotations of `count` records. */
type TurnsOf = (floats: Float32Array, count: number) => Float64Array;

/** Writes the rotations from the world to the scanner at the times of records: one if it is that of all. */
function turnWriter({ actual, orientation }: LegPoses): TurnsOf {
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
