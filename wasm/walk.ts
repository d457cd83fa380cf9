// walk: a group of pulses through the trees, as one wedge, the nearest child first; children that begin behind the
// farthest of the hits so far are passed over. Inner nodes see the wedge alone; at a leaf, its box decides which pulses
// go on.
//
// The tree has two levels: over instances, and over the triangles of each mesh. Entering an instance takes the wedge
// into the mesh's frame; directions are not renormalised, so distances stay comparable. Movers have a tree of their
// own, which comes last.

import { blocks, instances, instrument, nodes } from './addresses.generated';
import { blendBlock } from './blend';
import { enterChildren, entry } from './boxes';
import { closeBundles } from './bundle';
import { setFan } from './fan';
import { isInPlace } from './frames';
import { closeGroup, groupSize, hasExits, wholeGroup } from './group';
import { countFrom, enterLanes, farthestOfGroup, laneTests, setFloors } from './lanes';
import { fillLocal, fillMoving, lanesOpen, openLanes, stayInScene } from './local';
import { enterInstance } from './mask';
import { mapOfPulse, mapPulses } from './movers';
import { motionOf } from './moving';
import {
  Instance, Instrument, LEAF, Node4, NODE4_FIRST_BITS, NODE4_FIRST_MASK, STACK_ENTRY_BYTES, TriangleBlock, UNIT,
} from './records.generated';
import { instanceCount, moverCount, moverNode, topNode } from './scene';
import { blockVectors, meshWedge, sceneWedge, stack } from './scratch';
import { seeShape } from './shapeMaps';
import { cornerStrideOf, intervalIn, isDeforming, nodeStrideOf, shapeOf, shareIn } from './shapes';
import { intersectBlock } from './triangles';
import { openWedge, settleWedge } from './twist';
import { boundWedge, fillWedge, Wedge } from './wedge';

/** Byte offsets of an entry of the stack, STACK_ENTRY_BYTES in total. */
namespace Waiting {
  /** Address of the child in its node: that of the node, and four bytes a lane; u32. */
  export const slot: usize = 0;
  /** Distance at which the wedge enters it, f32. */
  export const enter: usize = 4;
}

/** Number of lane tests that an entry of an instance costs: wide groups save entries. */
const ENTRY_TESTS: i32 = 4;

/** Finds the nearest hits of the group's subrays, in the memory that startNearest took. */
export function walkGroup(): void {
  const wedge = sceneWedge();
  closeGroup();
  closeBundles();
  fillWedge(wedge);
  if (hasExits) openWedge(wedge);
  boundWedge(wedge, wholeGroup());
  setFan(wedge);
  store<f32>(wedge, UNIT, Wedge.longest);
  settleWedge(wedge, wholeGroup(), hasExits ? load<f32>(instrument, Instrument.exitReach) : 0);
  if (instanceCount == 1) walkInstance(0, wholeGroup(), stack());
  else walkInstances(topNode, wedge, false);
  if (moverCount != 0) walkMovers(wedge);
}

/** The tree over movers, which has places for the time of these pulses. */
function walkMovers(wedge: usize): void { walkInstances(moverNode, wedge, true); }

/** A tree over instances: those that stand, or movers. */
@inline
function walkInstances(root: u32, wedge: usize, moving: bool): void {
  const base = stack(), pulses = wholeGroup();
  let far = farthestOfGroup(), top = enterNode(root, wedge, far, base);
  while (top > base) {
    top -= STACK_ENTRY_BYTES;
    if (load<f32>(top, Waiting.enter) > f32x4.extract_lane(far, 0)) continue;
    const slot = <usize>load<u32>(top, Waiting.slot), child = load<u32>(slot, Node4.child);
    if (child & LEAF) {
      const tests = laneTests, mask = groupSize > 1 ? enterLanes(slot, wedge, pulses) : pulses;
      // They do not count: they spare whole walks, and wide groups share those.
      countFrom(tests);
      if (mask == 0) continue;
      if (moving) walkMover(child & NODE4_FIRST_MASK, mask, top);
      else {
        setFloors(slot, slot + 16, 32, wedge, mask);
        walkInstance(child & NODE4_FIRST_MASK, mask, top);
      }
      far = farthestOfGroup();
    } else top = enterNode(child, wedge, far, top);
  }
}

/** Pushes children of a node over instances. */
function enterNode(child: u32, wedge: usize, far: v128, top: usize): usize {
  const node = nodes + <usize>child * Node4.SIZE;
  return pushChildren(node, enterChildren(node, wedge, far), top);
}

/** One instance: in place with the wedge as it is, else with the wedge taken into the mesh's frame. */
function walkInstance(index: u32, mask: u64, base: usize): void {
  const instance = instances + <usize>index * Instance.SIZE;
  const root = load<u32>(instance, Instance.rootNode);
  enterInstance(instance);
  if (isInPlace(instance)) {
    stayInScene();
    walkMesh(root, sceneWedge(), mask, index, base);
    return;
  }
  countFrom(laneTests - ENTRY_TESTS);
  fillLocal(meshWedge(), sceneWedge(), instance, mask);
  walkMesh(root, meshWedge(), mask, index, base);
}

/** One mover: each pulse takes its own way into the mesh's frame. */
function walkMover(index: u32, mask: u64, base: usize): void {
  const instance = instances + <usize>index * Instance.SIZE;
  countFrom(laneTests - ENTRY_TESTS);
  const there = mapPulses(instance, mask);
  if (there == 0) return;
  enterInstance(instance);
  if (isDeforming(instance)) {
    walkShape(instance, there, index, base);
    return;
  }
  fillMoving(meshWedge(), sceneWedge(), instance, there);
  walkMesh(load<u32>(instance, Instance.rootNode), meshWedge(), there, index, base);
}

/** Bytes from a block of the mesh in work to that of the next key; 0: it keeps its shape. */
let cornerStride: usize = 0;

/** A mover that deforms: pulses of each interval go through its tree together; mostly all are of one. */
function walkShape(instance: usize, there: u64, index: u32, base: usize): void {
  const shape = shapeOf(motionOf(instance)), root = load<u32>(instance, Instance.rootNode);
  cornerStride = cornerStrideOf(shape);
  for (let left = there; left != 0; ) {
    const interval = intervalIn(mapOfPulse(<i32>ctz(left)));
    const pulses = pulsesWithin(interval, left);
    fillMoving(meshWedge(), sceneWedge(), instance, pulses);
    walkMesh(root + interval * nodeStrideOf(shape), meshWedge(), pulses, index, base);
    left &= ~pulses;
  }
  cornerStride = 0;
}

/** Those of `pulses` at whose times the mover is within an interval. */
function pulsesWithin(interval: u32, pulses: u64): u64 {
  let within: u64 = 0;
  for (let left = pulses; left != 0; left &= left - 1) {
    const i = <i32>ctz(left);
    if (intervalIn(mapOfPulse(i)) == interval) within |= <u64>1 << i;
  }
  return within;
}

/** The tree of one mesh; the stack above `base` is free. */
function walkMesh(root: u32, wedge: usize, pulses: u64, instance: u32, base: usize): void {
  let far = farthestOfGroup(), top = base, slot: usize = 0;
  let child = root;
  for (;;) {
    if (!(child & LEAF)) {
      const node = nodes + <usize>child * Node4.SIZE;
      const children = enterChildren(node, wedge, far);
      if (children != 0) {
        // The only child, or the nearest, is next; the others wait.
        if ((children & (children - 1)) == 0) slot = node + (<usize>ctz(children) << 2);
        else {
          top = pushChildren(node, children, top) - STACK_ENTRY_BYTES;
          slot = <usize>load<u32>(top, Waiting.slot);
        }
        child = load<u32>(slot, Node4.child);
        continue;
      }
    } else {
      if (!lanesOpen) openLanes(wedge, sceneWedge());
      const mask = groupSize > 1 && slot != 0 ? enterLanes(slot, wedge, pulses) : pulses;
      if (mask != 0 && intersectLeaf(child, wedge, mask, instance)) far = farthestOfGroup();
    }

    // Back to the nearest child that waits and begins before some pulse's farthest hit.
    do {
      if (top == base) return;
      top -= STACK_ENTRY_BYTES;
    } while (load<f32>(top, Waiting.enter) > f32x4.extract_lane(far, 0));
    slot = <usize>load<u32>(top, Waiting.slot);
    child = load<u32>(slot, Node4.child);
  }
}

/** The triangle blocks of a leaf; true if a subray found a nearer hit. */
@inline
function intersectLeaf(leaf: u32, wedge: usize, mask: u64, instance: u32): bool {
  const first = leaf & NODE4_FIRST_MASK;
  const last = first + ((leaf >> NODE4_FIRST_BITS) & 7);
  let found = false;
  for (let k = first; k <= last; k++) {
    const block = blocks + <usize>k * TriangleBlock.SIZE;
    const hit = cornerStride == 0
      ? intersectBlock(block, k, wedge, mask, instance)
      : intersectShape(block, k, wedge, mask, instance);
    if (hit) found = true;
  }
  return found;
}

/** A block of a mover that deforms: each pulse sees its triangles at its own time. */
function intersectShape(block: usize, k: u32, wedge: usize, mask: u64, instance: u32): bool {
  let found = false;
  for (let left = mask; left != 0; left &= left - 1) {
    const i = <i32>ctz(left), map = mapOfPulse(i), seen = blendBlock(block, cornerStride, shareIn(map));
    seeShape(map);
    if (intersectBlock(seen, k, wedge, <u64>1 << i, instance)) found = true;
  }
  return found;
}

/** Pushes those of `children`, which the wedge has just been found to enter, the nearest last; gives the new top. */
@inline
function pushChildren(node: usize, children: i32, base: usize): usize {
  const near = blockVectors();
  v128.store(near, entry);
  let top = base;
  for (; children != 0; children &= children - 1) {
    const offset = <usize>ctz(children) << 2;
    const distance = load<f32>(near + offset);
    let at = top;
    while (at > base && load<f32>(at - STACK_ENTRY_BYTES, Waiting.enter) < distance) {
      store<u64>(at, load<u64>(at - STACK_ENTRY_BYTES));
      at -= STACK_ENTRY_BYTES;
    }
    store<u32>(at, <u32>(node + offset), Waiting.slot);
    store<f32>(at, distance, Waiting.enter);
    top += STACK_ENTRY_BYTES;
  }
  return top;
}
