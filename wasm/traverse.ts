// traverse: the nearest hit of every subray. A pulse's subrays go through the tree together, as one bundle, nearest child
// first; children that begin behind the farthest of the hits so far are passed over. On the GPU each subray goes by itself.
//
// The tree has two levels: over instances, and over the triangles of each mesh. Entering an instance takes the bundle into
// the mesh's frame; directions are not renormalised, so distances stay comparable.

import { blocks, instances, nodes, pulses } from './addresses.generated';
import { Bundle, setBundle, setOrigin } from './bundle';
import { exitsOf } from './exits';
import { enterChildren, entry } from './boxes';
import { directionIntoMesh, intoMesh, isInPlace, meshX, meshY, meshZ } from './frames';
import { enterInstance } from './mask';
import { blockSlots, farthest, startNearest } from './nearest';
import { refine } from './refine';
import {
  BLOCK_VECTOR_BYTES, BUNDLE_BYTES, Instance, LEAF, Node4, NODE4_FIRST_BITS, NODE4_FIRST_MASK, NONE, Pulse,
  SCRATCH_ARRAYS, STACK_ENTRY_BYTES, TriangleBlock,
} from './records.generated';
import { instanceCount, topNode } from './scene';
import { intersectBlock } from './triangles';
import { openBundle, openMeshBundle } from './twist';
import { hitsOf, raysOf, scratch, stride } from './work';

/** Scratch memory: numbers of nearest.ts, directions in the mesh's frame, exits, those in the mesh's frame, work.ts, bundles, vectors, stack. */
@inline
function meshRays(): usize { return scratch + stride; }
@inline
function worldBundle(): usize { return scratch + <usize>SCRATCH_ARRAYS * stride; }
@inline
function meshBundle(): usize { return worldBundle() + BUNDLE_BYTES; }
@inline
function blockScratch(): usize { return meshBundle() + BUNDLE_BYTES; }
@inline
function stack(): usize { return blockScratch() + BLOCK_VECTOR_BYTES; }

/** Fills in all but the energy of the hits of `count` pulses from place 0; returns the number of subrays that hit. */
export function traverse(first: u32, count: i32): i32 {
  let found = 0;
  for (let p = 0; p < count; p++) {
    const pulse = pulses + <usize>p * Pulse.SIZE;
    if (load<u32>(pulse, Pulse.silent)) continue;
    const rays = raysOf(p);
    startNearest(hitsOf(p));
    const exits = exitsOf(pulse, rays);
    tracePulse(pulse, rays, exits);
    found += refine(pulse, rays, exits, hitsOf(p));
  }
  return found;
}

/** Whether anything stands on the ray from a point in a direction; its work is that of work.ts's enterShadow. */
export function isBlocked(x: f32, y: f32, z: f32, rays: usize, hits: usize): bool {
  startNearest(hits);
  startBundle(x, y, z, rays);
  nearestHit(rays);
  return load<u32>(blockSlots) != NONE;
}

/** The pulse being traced, and its exits; 0: all its subrays leave its origin. */
let pulseAt: usize = 0;
let pulseExits: usize = 0;

function tracePulse(pulse: usize, rays: usize, exits: usize): void {
  startBundle(load<f32>(pulse, Pulse.origin), load<f32>(pulse, Pulse.origin + 4), load<f32>(pulse, Pulse.origin + 8), rays);
  pulseAt = pulse;
  pulseExits = exits;
  if (exits) openBundle(worldBundle(), pulse, exits);
  nearestHit(rays);
  pulseExits = 0;
}

/** The bundle of directions that begins at (x, y, z). */
@inline
function startBundle(x: f32, y: f32, z: f32, rays: usize): void {
  setOrigin(worldBundle(), x, y, z);
  setBundle(worldBundle(), rays, stride);
}

/** Leaves the nearest hits of the bundle where startNearest put them. */
@inline
function nearestHit(rays: usize): void {
  const bundle = worldBundle();
  if (instanceCount == 1) traceInstance(0, bundle, rays, stack());
  else traceInstances(bundle, rays);
}

/** The tree over instances. */
function traceInstances(bundle: usize, rays: usize): void {
  const base = stack();
  store<u32>(base, topNode);
  store<f32>(base, 0, 4);
  let top = base + STACK_ENTRY_BYTES;
  while (top > base) {
    top -= STACK_ENTRY_BYTES;
    const far = farthest();
    if (load<f32>(top, 4) > f32x4.extract_lane(far, 0)) continue;
    const child = load<u32>(top);
    const node = nodes + <usize>child * Node4.SIZE;
    if (child & LEAF) traceInstance(child & NODE4_FIRST_MASK, bundle, rays, top);
    else top = pushChildren(node, enterChildren(node, bundle, far), top);
  }
}

/** One instance: in place with the bundle as it is, else with the bundle taken into the mesh's frame. */
function traceInstance(index: u32, bundle: usize, rays: usize, base: usize): void {
  const instance = instances + <usize>index * Instance.SIZE;
  const root = load<u32>(instance, Instance.rootNode);
  enterInstance(instance);
  if (isInPlace(instance)) {
    traceMesh(root, bundle, rays, index, base);
    return;
  }
  const local = meshBundle();
  const localRays = meshRays();
  bundleIntoMesh(instance, bundle, rays, local, localRays);
  traceMesh(root, local, localRays, index, base);
}

function bundleIntoMesh(instance: usize, bundle: usize, rays: usize, local: usize, localRays: usize): void {
  intoMesh(instance, <f64>load<f32>(bundle, Bundle.ox), <f64>load<f32>(bundle, Bundle.oy), <f64>load<f32>(bundle, Bundle.oz));
  setOrigin(local, <f32>meshX, <f32>meshY, <f32>meshZ);
  directionIntoMesh(instance, rays, localRays);
  setBundle(local, localRays, stride);
  if (pulseExits) openMeshBundle(local, pulseAt, instance, pulseExits);
}

/** The tree of one mesh; the stack above `base` is free. */
function traceMesh(root: u32, bundle: usize, rays: usize, instance: u32, base: usize): void {
  const vectors = blockScratch();
  let far = farthest();
  let top = base;
  let child = root;
  for (;;) {
    if (!(child & LEAF)) {
      const node = nodes + <usize>child * Node4.SIZE;
      const mask = enterChildren(node, bundle, far);
      if (mask != 0) {
        // The only child, or the nearest, is next; the others wait.
        if ((mask & (mask - 1)) == 0) {
          child = childOf(node, ctz(mask));
          continue;
        }
        top = pushChildren(node, mask, top) - STACK_ENTRY_BYTES;
        child = load<u32>(top);
        continue;
      }
    } else if (intersectLeaf(child, bundle, rays, instance, vectors)) far = farthest();

    // Back to the nearest child that waits and begins before the farthest hit.
    do {
      if (top == base) return;
      top -= STACK_ENTRY_BYTES;
    } while (load<f32>(top, 4) > f32x4.extract_lane(far, 0));
    child = load<u32>(top);
  }
}

@inline
function childOf(node: usize, lane: i32): u32 { return load<u32>(node + (<usize>lane << 2), Node4.child); }

/** The triangle blocks of a leaf; true where a subray found a nearer hit. */
@inline
function intersectLeaf(leaf: u32, bundle: usize, rays: usize, instance: u32, vectors: usize): bool {
  const first = leaf & NODE4_FIRST_MASK;
  const last = first + ((leaf >> NODE4_FIRST_BITS) & 7);
  let found = false;
  for (let k = first; k <= last; k++)
    if (intersectBlock(blocks + <usize>k * TriangleBlock.SIZE, k, bundle, rays, instance, vectors)) found = true;
  return found;
}

/** Pushes the children of `mask`, which the bundle has just been found to enter, the nearest last; gives the new top. */
@inline
function pushChildren(node: usize, mask: i32, base: usize): usize {
  const near = blockScratch();
  v128.store(near, entry);
  let top = base;
  while (mask != 0) {
    const lane = ctz(mask);
    mask &= mask - 1;
    const distance = load<f32>(near + (<usize>lane << 2));
    let at = top;
    while (at > base && load<f32>(at - STACK_ENTRY_BYTES, 4) < distance) {
      store<u64>(at, load<u64>(at - STACK_ENTRY_BYTES));
      at -= STACK_ENTRY_BYTES;
    }
    store<u32>(at, childOf(node, lane));
    store<f32>(at, distance, 4);
    top += STACK_ENTRY_BYTES;
  }
  return top;
}
