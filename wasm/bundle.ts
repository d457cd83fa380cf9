// A bundle: all subrays of one pulse of a wedge, in hand while they are tested against triangles. They leave from one point, or close
// to it (exits.ts), and stay within a fraction of a milliradian of each other. Most pulses whose wedge enters a mesh meet none of its
// triangles: what a bundle needs there is worked out when the first triangle comes up.

import { exitsOf } from './exits';
import { directionIntoMesh } from './frames';
import { hasExits, hitsAt, pulseAt, raysAt } from './group';
import { selectNearest } from './nearest';
import { TWIST_BYTES } from './records.generated';
import { meshExits, meshRays, meshTwists, meshWedge, sceneExits, sceneTwists, sceneWedge } from './scratch';
import { twistInMesh, twistInScene } from './twist';
import { stride } from './work';

/** Its lane of the wedge, its directions, and where its subrays leave, stored alike; 0: all of them leave from the origin. */
export let bundleLane: usize = 0;
export let bundleRays: usize = 0;
export let bundleExits: usize = 0;
/** What exits change about its edges: a Twist. */
export let bundleTwist: usize = 0;

/** Pulses whose exits are known, and whose directions in the frame of the mesh that was entered last are; a bit each. */
let openInScene: u64 = 0;
let openInMesh: u64 = 0;
let meshInstance: usize = 0;

/** Begins with a group's pulses: nothing is known. */
@inline
export function closeBundles(): void { openInScene = 0; }

/** Begins with an instance that is not in place. */
@inline
export function enterMesh(instance: usize): void {
  meshInstance = instance;
  openInMesh = 0;
}

/** Takes the bundle of pulse i, in the wedge's frame, with its hits. */
@inline
export function takeBundle(wedge: usize, i: i32): void {
  bundleLane = wedge + (<usize>i << 2);
  selectNearest(hitsAt(i));
  if (wedge == meshWedge()) takeInMesh(i);
  else {
    bundleRays = raysAt(i);
    bundleExits = exitsAt(i);
    bundleTwist = sceneTwists() + <usize>i * TWIST_BYTES;
  }
}

/** Where the exits of pulse i lie, in the scene's frame; 0: it has none. */
export function exitsAt(i: i32): usize {
  if (!hasExits) return 0;
  const exits = sceneExits() + <usize>i * 3 * stride, bit = <u64>1 << i;
  if ((openInScene & bit) == 0) {
    openInScene |= bit;
    exitsOf(pulseAt(i), raysAt(i), exits);
    twistInScene(sceneTwists() + <usize>i * TWIST_BYTES, pulseAt(i), sceneWedge() + (<usize>i << 2));
  }
  return exits;
}

function takeInMesh(i: i32): void {
  const offset = <usize>i * 3 * stride, bit = <u64>1 << i;
  bundleRays = meshRays() + offset;
  bundleExits = hasExits ? meshExits() + offset : 0;
  bundleTwist = meshTwists() + <usize>i * TWIST_BYTES;
  if (openInMesh & bit) return;
  openInMesh |= bit;
  directionIntoMesh(meshInstance, raysAt(i), bundleRays);
  if (!hasExits) return;
  directionIntoMesh(meshInstance, exitsAt(i), bundleExits);
  twistInMesh(bundleTwist, pulseAt(i), bundleLane, meshInstance);
}
