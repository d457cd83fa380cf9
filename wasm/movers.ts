// movers: a wedge in the frame of a mover's mesh. Each pulse sees the mover at its own time, by a map of its own
// (moving.ts); with these maps, all is as in the frame of a mesh that stands (local.ts), and pulses that leave from one
// place in the scene leave from places apart here.

import { mapMover } from './moving';
import { intoMesh, meshX, meshY, meshZ } from './frames';
import { groupSize, pulseAt } from './group';
import { MAP_BYTES } from './records.generated';
import { moverMaps } from './scratch';
import { ARRAY, setOrigin, Wedge } from './wedge';

/** The map of pulse i into the mesh of the mover that was entered last. */
@inline
export function mapOfPulse(i: i32): usize { return moverMaps() + <usize>i * MAP_BYTES; }

/** Works out the maps of the pulses of `mask`; returns those to which the mover is there. */
export function mapPulses(instance: usize, mask: u64): u64 {
  let there: u64 = 0;
  for (let left = mask; left != 0; left &= left - 1) {
    const i = <i32>ctz(left);
    if (mapMover(instance, pulseAt(i), mapOfPulse(i))) there |= <u64>1 << i;
  }
  for (let i = 0; i < groupSize; i += 4) fillVector(i, <i32>((there >> i) & 15));
  return there;
}

/** Gives pulses without a map that of a neighbour in their vector. */
function fillVector(i: i32, there: i32): void {
  if (there == 0 || there == 15) return;
  const from = mapOfPulse(i + ctz(there));
  for (let k = 0; k < 4; k++) if (((there >> k) & 1) == 0) memory.copy(mapOfPulse(i + k), from, 48);
}

/** Sets the origins of four pulses, from number i on. */
export function placeOrigins(local: usize, scene: usize, i: i32): void {
  for (let k = i; k < i + 4; k++) {
    const at = <usize>k << 2, from = scene + at;
    const x = load<f32>(from, Wedge.origin);
    const y = load<f32>(from, Wedge.origin + ARRAY);
    const z = load<f32>(from, Wedge.origin + 2 * ARRAY);
    intoMesh(mapOfPulse(k), <f64>x, <f64>y, <f64>z);
    setOrigin(local + at, <f32>meshX, <f32>meshY, <f32>meshZ);
  }
}

/** A row of the maps of four pulses, from number i on, `row` bytes behind their first one: set by takeRows. */
export let rowX: v128 = f32x4.splat(0);
export let rowY: v128 = f32x4.splat(0);
export let rowZ: v128 = f32x4.splat(0);

export function takeRows(i: i32, row: usize): void {
  const a = v128.load(mapOfPulse(i) + row), b = v128.load(mapOfPulse(i + 1) + row);
  const c = v128.load(mapOfPulse(i + 2) + row), d = v128.load(mapOfPulse(i + 3) + row);
  const abXY = v128.shuffle<f32>(a, b, 0, 4, 1, 5), cdXY = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  rowX = v128.shuffle<f32>(abXY, cdXY, 0, 1, 4, 5);
  rowY = v128.shuffle<f32>(abXY, cdXY, 2, 3, 6, 7);
  rowZ = v128.shuffle<f32>(v128.shuffle<f32>(a, b, 2, 6, 2, 6), v128.shuffle<f32>(c, d, 2, 6, 2, 6), 0, 1, 4, 5);
}
