// The pulses that go through the trees together, and their data that are the same in every frame.

import { Pulse, SUBRAY_ROOM, WEDGE_PULSES } from './records.generated';
import { room, stride } from './work';

/** Byte offsets of the group, GROUP_BYTES in total: arrays of a number a pulse. */
export namespace Group {
  /** Distance of its farthest hit so far, f32: beyond it, none of its subrays can find a nearer one. Padding has −1. */
  export const farthest: usize = 0;
  /** Distance at which it enters the box of the instance that is being traced, f32. */
  export const floor: usize = 256;
  /** Addresses of its record, of its directions and of its hits, u32. */
  export const pulse: usize = 512;
  export const rays: usize = 768;
  export const hits: usize = 1024;
}

/** Pulses of the group. */
export let groupSize: i32 = 0;
/** Whether their subrays leave at exits (exits.ts). */
export let hasExits: bool = false;

/** The pulses that have a hit, a bit each. */
let hitPulses: u64 = 0;

/**
 * Number of pulses of a group: their directions in a mesh's frame must fit, and their exits, if there are any, in two
 * frames.
 */
export function groupRoom(exits: bool): i32 {
  const perPulse = (exits ? 9 : 3) * <u32>stride;
  return max<i32>(1, min<i32>(WEDGE_PULSES, <i32>(SUBRAY_ROOM / perPulse)));
}

/** A bit for each pulse of the group. */
@inline
export function wholeGroup(): u64 { return ~(<u64>0) >> (64 - groupSize); }

/** Begins an empty group. */
@inline
export function openGroup(exits: bool): void {
  groupSize = 0;
  hitPulses = 0;
  hasExits = exits;
}

/** Adds a pulse that has no hits yet. */
@inline
export function joinGroup(pulse: usize, rays: usize, hits: usize): void {
  const at = room() + (<usize>groupSize << 2);
  store<f32>(at, Infinity, Group.farthest);
  store<f32>(at, 0, Group.floor);
  store<u32>(at, <u32>pulse, Group.pulse);
  store<u32>(at, <u32>rays, Group.rays);
  store<u32>(at, <u32>hits, Group.hits);
  groupSize++;
}

/** Repeats the first pulse, which then meets nothing, up to a whole vector. */
export function closeGroup(): void {
  const first = room();
  for (let k = groupSize; k & 3; k++) {
    const at = first + (<usize>k << 2);
    store<f32>(at, -1, Group.farthest);
    store<u32>(at, load<u32>(first, Group.pulse), Group.pulse);
    store<u32>(at, load<u32>(first, Group.rays), Group.rays);
  }
}

/** Addresses of a pulse's record, directions and hits. */
@inline
export function pulseAt(i: i32): usize { return <usize>load<u32>(room() + (<usize>i << 2), Group.pulse); }
@inline
export function raysAt(i: i32): usize { return <usize>load<u32>(room() + (<usize>i << 2), Group.rays); }
@inline
export function hitsAt(i: i32): usize { return <usize>load<u32>(room() + (<usize>i << 2), Group.hits); }

/** Sets the distance of the farthest hit of a pulse, which has a hit; infinite if one of its subrays has none. */
@inline
export function setFarthest(i: i32, distance: f32): void {
  store<f32>(room() + (<usize>i << 2), distance, Group.farthest);
  hitPulses |= <u64>1 << i;
}

/** Whether pulse i has a hit. */
@inline
export function hasHit(i: i32): bool { return ((hitPulses >> i) & 1) != 0; }
