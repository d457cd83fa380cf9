// A warp walks the tree once for 32 consecutive pulses, with the box of directions of all of them: each lane tests the
// boxes of leaves and their triangles with the bundle of its pulse, and the subrays of pulses whose bundles touch a
// triangle are spread over all lanes.
import { Bundles } from './bundles.mjs';
import { FAR_AWAY, meetTriangle, passes } from './geometry.mjs';
import { LANES, STEP } from './tally.mjs';
import { countOf, firstOf, NODE_WORDS } from './tree.mjs';

const STACK = 128;

export class WedgeLanes {
  constructor(world) {
    this.world = world;
    this.bundles = new Bundles(LANES);
    this.wedge = new Bundles(1);
    this.far = new Float64Array(LANES);
    this.stack = new Int32Array(STACK);
    this.entries = new Float64Array(STACK);
    /** Of leaves on the stack, the lanes whose bundles enter them, a bit each. */
    this.masks = new Int32Array(STACK);
    this.pulses = new Int32Array(LANES);
  }

  run(tally) {
    const { pulses } = this.world.rays;
    for (let first = 0; first < pulses; first += LANES) this.runWarp(tally, first, Math.min(LANES, pulses - first));
  }

  runWarp(tally, firstPulse, lanes) {
    const { rays, tree } = this.world;
    this.firstPulse = firstPulse;
    this.lanes = lanes;
    for (let lane = 0; lane < lanes; lane++)
      this.bundles.set(lane, rays, (firstPulse + lane) * rays.subrays, rays.subrays, firstPulse + lane);
    this.wedge.set(0, rays, firstPulse * rays.subrays, lanes * rays.subrays, firstPulse);
    this.far.fill(FAR_AWAY);
    this.farthest = FAR_AWAY;
    tally.add(STEP.bundle, lanes);
    for (let k = 0; k < rays.subrays; k++) {
      tally.add(STEP.bundleRay, lanes);
      tally.read();
      for (let lane = 0; lane < lanes; lane++) this.world.touchDirection(tally, (firstPulse + lane) * rays.subrays + k);
    }
    this.top = 0;
    this.push(tree.root, 0, 0);
    while (this.top > 0) {
      const from = --this.top;
      if (this.entries[from] > this.farthest) continue;
      if (this.stack[from] >= 0) this.enterNode(tally, this.stack[from]);
      else this.meetLeaf(tally, this.stack[from], this.masks[from]);
    }
  }

  push(child, entry, mask) {
    this.stack[this.top] = child;
    this.entries[this.top] = entry;
    this.masks[this.top++] = mask;
  }

  enterNode(tally, node) {
    const { nodes, children } = this.world.tree;
    const at = node * NODE_WORDS;
    tally.read();
    this.world.touchNode(tally, node);
    tally.add(STEP.node, LANES);
    const a = this.wedge.enter(0, nodes, at, this.farthest);
    const b = this.wedge.enter(0, nodes, at + 8, this.farthest);
    const [near, far] = a <= b ? [0, 8] : [8, 0];
    this.pushChild(tally, children[at + far + 3], Math.max(a, b), at + far);
    this.pushChild(tally, children[at + near + 3], Math.min(a, b), at + near);
  }

  /** A child that the wedge enters; if it is a leaf, for those lanes that enter it. */
  pushChild(tally, child, entry, low) {
    if (entry === FAR_AWAY) return;
    let mask = 0;
    if (child < 0) {
      tally.add(STEP.box, this.lanes);
      for (let lane = 0; lane < this.lanes; lane++)
        if (this.bundles.enter(lane, this.world.tree.nodes, low, this.far[lane]) < FAR_AWAY) mask |= 1 << lane;
      if (mask === 0) return;
    }
    this.push(child, entry, mask);
  }

  meetLeaf(tally, leaf, mask) {
    const { world } = this;
    let found = false;
    for (let k = 0; k < countOf(leaf); k++) {
      const triangle = firstOf(leaf) + k;
      tally.read();
      world.touchTriangle(tally, triangle);
      let active = 0;
      let touching = 0;
      for (let lane = 0; lane < this.lanes; lane++) {
        if ((mask & (1 << lane)) === 0) continue;
        active++;
        if (this.bundles.touches(lane, world.tree.triangles, triangle))
          this.pulses[touching++] = this.firstPulse + lane;
      }
      tally.add(STEP.cone, active);
      if (touching === 0) continue;
      found = true;
      tally.add(STEP.plane, touching);
      tally.add(STEP.deal, touching);
      this.meetSubrays(tally, triangle, touching);
    }
    if (found) this.updateFarthest(tally);
  }

  /** All subrays of the first `count` of `pulses`, a subray a lane. */
  meetSubrays(tally, triangle, count) {
    const { world } = this;
    const { tree, rays, distances } = world;
    const all = count * rays.subrays;
    for (let from = 0; from < all; from += LANES) {
      const end = Math.min(all, from + LANES);
      let passing = 0;
      tally.read();
      for (let k = from; k < end; k++) {
        const ray = this.pulses[k % count] * rays.subrays + Math.floor(k / count);
        world.touchDirection(tally, ray);
        const distance = meetTriangle(tree.triangles, triangle, rays.rays, ray, distances[ray]);
        if (passes) passing++;
        if (distance > 0) world.keepNearer(ray, distance, triangle);
      }
      tally.add(STEP.pair, end - from);
      if (passing > 0) tally.add(STEP.planeDistance, passing);
    }
  }

  updateFarthest(tally) {
    const { world } = this;
    const { subrays } = world.rays;
    tally.add(STEP.farthest, this.lanes);
    this.farthest = 0;
    for (let lane = 0; lane < this.lanes; lane++) {
      this.far[lane] = world.farthest((this.firstPulse + lane) * subrays, subrays);
      this.farthest = Math.max(this.farthest, this.far[lane]);
    }
  }
}
