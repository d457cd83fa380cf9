// A bundle: all subrays of one pulse of a wedge, in hand while they are tested against triangles. They leave from one
// point, or close to it (exits.ts), and stay within a fraction of a milliradian of each other. Most pulses whose wedge
// enters a mesh meet none of its triangles: the bundle's data there are computed when the first triangle comes up.

import { exitsOf } from './exits';
import { directionIntoMesh } from './frames';
import { hasExits, hitsAt, pulseAt, raysAt } from './group';
import { mapOfPulse } from './movers';
import { selectNearest } from './nearest';
import { TWIST_BYTES } from './records.generated';
import { meshExits, meshRays, meshTwists, meshWedge, sceneExits, sceneTwists } from './scratch';
import { addOrigin, noTwist, takeCofactors, twistInMesh, twistInScene } from './twist';
import { Wedge } from './wedge';
import { stride } from './work';

/**
 * Its lane of the wedge, its directions, and the exits of its subrays, stored alike; 0: all of them leave from the
 * origin.
 */
export let bundleLane: usize = 0;
export let bundleRays: usize = 0;
export let bundleExits: usize = 0;
/** Effect of its origin and its exits on edges: a Twist, if they have one. */
export let bundleTwist: usize = 0;

/**
 * Pulses whose data are complete: their exits, in the scene's frame, and in that of the mesh that was entered last; a
 * bit each.
 */
let knownExits: u64 = 0;
let openInScene: u64 = 0;
let openInMesh: u64 = 0;
let meshInstance: usize = 0;
/** Whether this instance moves. */
let inMover: bool = false;

/** Begins with a group's pulses: nothing is known. */
@inline
export function closeBundles(): void {
  knownExits = 0;
  openInScene = 0;
}

/** Begins with an instance that is not in place. */
@inline
export function enterMesh(instance: usize): void {
  meshInstance = instance;
  openInMesh = 0;
  inMover = false;
}

/** Begins with a mover, into whose mesh each pulse has its own map. */
@inline
export function enterMover(instance: usize): void {
  enterMesh(instance);
  inMover = true;
}

/** Takes the bundle of pulse i, in the wedge's frame, with its hits. */
@inline
export function takeBundle(wedge: usize, i: i32): void {
  bundleLane = wedge + (<usize>i << 2);
  const apart = load<u32>(wedge, Wedge.together) == 0;
  selectNearest(hitsAt(i));
  if (wedge == meshWedge()) takeInMesh(wedge, i, apart);
  else takeInScene(wedge, i, apart);
}

@inline
function takeInScene(wedge: usize, i: i32, apart: bool): void {
  bundleRays = raysAt(i);
  bundleExits = 0;
  if (!apart && !hasExits) return;
  bundleExits = exitsAt(i);
  bundleTwist = sceneTwists() + <usize>i * TWIST_BYTES;
  const bit = <u64>1 << i;
  if (openInScene & bit) return;
  openInScene |= bit;
  if (hasExits) twistInScene(bundleTwist, pulseAt(i), bundleLane);
  else noTwist(bundleTwist);
  if (apart) addOrigin(bundleTwist, wedge, bundleLane);
}

/** Address of the exits of pulse i, in the scene's frame; 0: it has none. */
export function exitsAt(i: i32): usize {
  if (!hasExits) return 0;
  const exits = sceneExits() + <usize>i * 3 * stride, bit = <u64>1 << i;
  if ((knownExits & bit) == 0) exitsOf(pulseAt(i), raysAt(i), exits);
  knownExits |= bit;
  return exits;
}

function takeInMesh(wedge: usize, i: i32, apart: bool): void {
  const offset = <usize>i * 3 * stride, bit = <u64>1 << i;
  bundleRays = meshRays() + offset;
  bundleExits = hasExits ? meshExits() + offset : 0;
  bundleTwist = meshTwists() + <usize>i * TWIST_BYTES;
  if (openInMesh & bit) return;
  openInMesh |= bit;
  const map = inMover ? mapOfPulse(i) : meshInstance;
  directionIntoMesh(map, raysAt(i), bundleRays);
  if (!apart && !hasExits) return;
  if (hasExits) {
    directionIntoMesh(map, exitsAt(i), bundleExits);
    if (inMover) takeCofactors(map);
    twistInMesh(bundleTwist, pulseAt(i), bundleLane, map);
  } else noTwist(bundleTwist);
  if (apart) addOrigin(bundleTwist, wedge, bundleLane);
}
