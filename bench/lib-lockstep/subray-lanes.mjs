// The kernel of wgsl/ray.wgsl: each lane takes a subray through the tree.
import { doubtful, enterRay, FAR_AWAY, meetTriangle, passes } from './geometry.mjs';
import { LANES, STEP } from './tally.mjs';
import { countOf, firstOf, NODE_WORDS } from './tree.mjs';

/** The child below everything on the stack. */
const DONE = -1;
const STACK = 128;

export class SubrayLanes {
  constructor(world) {
    this.world = world;
    this.child = new Int32Array(LANES);
    this.top = new Int32Array(LANES);
    this.stack = new Int32Array(LANES * STACK);
  }

  /** Traces all rays; with `isChosen`, those alone for which it is not 0, in the same lanes. */
  run(tally, isChosen) {
    const { pulses, subrays } = this.world.rays;
    const count = pulses * subrays;
    for (let first = 0; first < count; first += LANES)
      this.runWarp(tally, first, Math.min(LANES, count - first), isChosen);
  }

  runWarp(tally, first, lanes, isChosen) {
    let chosen = 0;
    tally.read();
    for (let lane = 0; lane < LANES; lane++) {
      const takesPart = lane < lanes && isChosen?.[first + lane] !== 0;
      if (takesPart) chosen++;
      if (takesPart) this.world.touchDirection(tally, first + lane);
      this.child[lane] = takesPart ? this.world.tree.root : DONE;
      this.stack[lane * STACK] = DONE;
      this.top[lane] = 1;
    }
    if (chosen === 0) return;
    tally.add(STEP.ray, chosen);
    do this.goDown(tally, first);
    while (this.meetLeaves(tally, first));
  }

  /** Until every lane has a leaf, or is done. */
  goDown(tally, first) {
    for (;;) {
      let active = 0;
      tally.read();
      for (let lane = 0; lane < LANES; lane++) {
        if (this.child[lane] < 0) continue;
        active++;
        this.world.touchNode(tally, this.child[lane]);
        this.enterNode(lane, first + lane);
      }
      if (active === 0) return;
      tally.add(STEP.node, active);
    }
  }

  enterNode(lane, ray) {
    const { tree, rays, distances } = this.world;
    const at = this.child[lane] * NODE_WORDS;
    const a = enterRay(tree.nodes, at, rays.rays, ray, distances[ray]);
    const b = enterRay(tree.nodes, at + 8, rays.rays, ray, distances[ray]);
    const aFirst = a <= b;
    this.child[lane] = tree.children[at + (aFirst ? 3 : 11)];
    if (Math.max(a, b) < FAR_AWAY) this.stack[lane * STACK + this.top[lane]++] = tree.children[at + (aFirst ? 11 : 3)];
    else if (Math.min(a, b) === FAR_AWAY) this.pop(lane);
  }

  pop(lane) {
    this.child[lane] = this.stack[lane * STACK + --this.top[lane]];
  }

  /** The leaves of all lanes; false if there is none. */
  meetLeaves(tally, first) {
    const { child } = this;
    let longest = 0;
    for (let lane = 0; lane < LANES; lane++)
      if (child[lane] !== DONE) longest = Math.max(longest, countOf(child[lane]));
    for (let k = 0; k < longest; k++) this.meetTriangles(tally, first, k);
    for (let lane = 0; lane < LANES; lane++) if (child[lane] !== DONE) this.pop(lane);
    return longest > 0;
  }

  /** Triangle `k` of all leaves. */
  meetTriangles(tally, first, k) {
    const { world, child } = this;
    const { tree, rays, distances } = world;
    let active = 0;
    let passing = 0;
    tally.read();
    for (let lane = 0; lane < LANES; lane++) {
      if (child[lane] === DONE || k >= countOf(child[lane])) continue;
      const triangle = firstOf(child[lane]) + k;
      const ray = first + lane;
      active++;
      world.touchTriangle(tally, triangle);
      const distance = meetTriangle(tree.triangles, triangle, rays.rays, ray, distances[ray]);
      if (passes) passing++;
      if (doubtful) world.doubtful[ray] = 1;
      if (distance > 0) world.keepNearer(ray, distance, triangle);
    }
    tally.add(STEP.triangle, active);
    if (passing > 0) tally.add(STEP.distance, passing);
  }
}
