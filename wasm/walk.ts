// walk: a group of pulses through the trees, as one wedge, the nearest child first; children that begin behind the farthest of the hits
// so far are passed over. Inner nodes see the wedge alone; where a leaf is entered, its box decides which pulses go on.
//
// The tree has two levels: over instances, and over the triangles of each mesh. Entering an instance takes the wedge into
// the mesh's frame; directions are not renormalised, so distances stay comparable.

import { blocks, instances, instrument, nodes } from './addresses.generated';
import { enterChildren, entry } from './boxes';
import { closeBundles } from './bundle';
import { isInPlace } from './frames';
import { closeGroup, groupSize, hasExits, wholeGroup } from './group';
import { countFrom, enterLanes, farthestOfGroup, laneTests, setFloors, stillOpen } from './lanes';
import { fillLocal } from './local';
import { enterInstance } from './mask';
import { Instance, Instrument, LEAF, Node4, NODE4_FIRST_BITS, NODE4_FIRST_MASK, STACK_ENTRY_BYTES, TriangleBlock, UNIT } from './records.generated';
import { instanceCount, topNode } from './scene';
import { blockVectors, meshWedge, sceneWedge, stack } from './scratch';
import { intersectBlock } from './triangles';
import { openWedge, settleWedge } from './twist';
import { boundWedge, fillWedge, Wedge } from './wedge';

/** Byte offsets of what waits on the stack, STACK_ENTRY_BYTES in total. */
namespace Waiting {
  /** Address of the child in its node: that of the node, and four bytes a lane; u32. */
  export const slot: usize = 0;
  /** Where the wedge enters it, f32, and which pulses do, a bit each, u64. */
  export const enter: usize = 4;
  export const pulses: usize = 8;
}

/** Leaves the nearest hits of the group's subrays where startNearest put them. */
export function walkGroup(): void {
  const wedge = sceneWedge();
  closeGroup();
  closeBundles();
  fillWedge(wedge);
  if (hasExits) openWedge(wedge);
  boundWedge(wedge, wholeGroup());
  store<f32>(wedge, UNIT, Wedge.longest);
  settleWedge(wedge, wholeGroup(), hasExits ? load<f32>(instrument, Instrument.exitReach) : 0);
  if (instanceCount == 1) walkInstance(0, wholeGroup(), stack());
  else walkInstances(wedge);
}

/** The tree over instances. */
function walkInstances(wedge: usize): void {
  const base = stack(), pulses = wholeGroup();
  let far = farthestOfGroup(), top = enterNode(topNode, wedge, pulses, far, base);
  while (top > base) {
    top -= STACK_ENTRY_BYTES;
    const mask = stillOpen(load<f32>(top, Waiting.enter), load<u64>(top, Waiting.pulses));
    if (mask == 0) continue;
    const slot = <usize>load<u32>(top, Waiting.slot), child = load<u32>(slot, Node4.child);
    if (child & LEAF) {
      setFloors(slot, wedge, mask);
      walkInstance(child & NODE4_FIRST_MASK, mask, top);
      far = farthestOfGroup();
    } else top = enterNode(child, wedge, pulses, far, top);
  }
}

/** Pushes children of a node over instances. The tests of pulses do not count: they spare whole walks, and wide groups share those. */
function enterNode(child: u32, wedge: usize, pulses: u64, far: v128, top: usize): usize {
  const node = nodes + <usize>child * Node4.SIZE, tests = laneTests;
  const next = pushChildren(node, enterChildren(node, wedge, far), wedge, pulses, top);
  countFrom(tests);
  return next;
}

/** One instance: in place with the wedge as it is, else with the wedge taken into the mesh's frame. */
function walkInstance(index: u32, mask: u64, base: usize): void {
  const instance = instances + <usize>index * Instance.SIZE;
  const root = load<u32>(instance, Instance.rootNode);
  enterInstance(instance);
  if (isInPlace(instance)) {
    walkMesh(root, sceneWedge(), mask, index, base);
    return;
  }
  fillLocal(meshWedge(), sceneWedge(), instance, mask);
  walkMesh(root, meshWedge(), mask, index, base);
}

/** The tree of one mesh; the stack above `base` is free. */
function walkMesh(root: u32, wedge: usize, pulses: u64, instance: u32, base: usize): void {
  let far = farthestOfGroup(), top = base, mask = pulses;
  let child = root;
  for (;;) {
    if (!(child & LEAF)) {
      const node = nodes + <usize>child * Node4.SIZE;
      const children = enterChildren(node, wedge, far);
      if (children != 0) {
        // The only child, or the nearest, is next; the others wait.
        if ((children & (children - 1)) == 0) {
          const slot = node + (<usize>ctz(children) << 2);
          child = load<u32>(slot, Node4.child);
          mask = pulsesInto(slot, wedge, pulses);
          if (mask != 0) continue;
        } else {
          const before = top;
          top = pushChildren(node, children, wedge, pulses, top);
          if (top > before) {
            top -= STACK_ENTRY_BYTES;
            mask = load<u64>(top, Waiting.pulses);
            child = load<u32>(<usize>load<u32>(top, Waiting.slot), Node4.child);
            continue;
          }
        }
      }
    } else if (intersectLeaf(child, wedge, mask, instance)) far = farthestOfGroup();

    // Back to the nearest child that waits and begins before some pulse's farthest hit.
    for (;;) {
      if (top == base) return;
      top -= STACK_ENTRY_BYTES;
      const enter = load<f32>(top, Waiting.enter);
      if (enter > f32x4.extract_lane(far, 0)) continue;
      child = load<u32>(<usize>load<u32>(top, Waiting.slot), Node4.child);
      if (!(child & LEAF)) break;
      mask = stillOpen(enter, load<u64>(top, Waiting.pulses));
      if (mask != 0) break;
    }
  }
}

/** Which of the pulses enter the child at `slot`: of those who enter an inner node, all, since it is the wedge that goes on. */
@inline
function pulsesInto(slot: usize, wedge: usize, pulses: u64): u64 {
  return groupSize > 1 && (load<u32>(slot, Node4.child) & LEAF) ? enterLanes(slot, wedge, pulses) : pulses;
}

/** The triangle blocks of a leaf; true where a subray found a nearer hit. */
@inline
function intersectLeaf(leaf: u32, wedge: usize, mask: u64, instance: u32): bool {
  const first = leaf & NODE4_FIRST_MASK;
  const last = first + ((leaf >> NODE4_FIRST_BITS) & 7);
  let found = false;
  for (let k = first; k <= last; k++)
    if (intersectBlock(blocks + <usize>k * TriangleBlock.SIZE, k, wedge, mask, instance)) found = true;
  return found;
}

/** Pushes those of `children`, which the wedge has just been found to enter, that `pulses` do, the nearest last; gives the new top. */
@inline
function pushChildren(node: usize, children: i32, wedge: usize, pulses: u64, base: usize): usize {
  const near = blockVectors();
  v128.store(near, entry);
  let top = base;
  for (; children != 0; children &= children - 1) {
    const offset = <usize>ctz(children) << 2, slot = node + offset;
    const mask = pulsesInto(slot, wedge, pulses);
    if (mask == 0) continue;
    const distance = load<f32>(near + offset);
    let at = top;
    while (at > base && load<f32>(at - STACK_ENTRY_BYTES, Waiting.enter) < distance) {
      v128.store(at, v128.load(at - STACK_ENTRY_BYTES));
      at -= STACK_ENTRY_BYTES;
    }
    store<u32>(at, <u32>slot, Waiting.slot);
    store<f32>(at, distance, Waiting.enter);
    store<u64>(at, mask, Waiting.pulses);
    top += STACK_ENTRY_BYTES;
  }
  return top;
}
