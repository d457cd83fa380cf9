// One lane a pulse, or a part of a pulse: it walks the tree with the bundle of its subrays, and tests them one by one against
// triangles that the bundle touches.
import { Bundles } from './bundles.mjs';
import { FAR_AWAY, meetTriangle, passes } from './geometry.mjs';
import { LANES, STEP } from './tally.mjs';
import { countOf, firstOf, NODE_WORDS } from './tree.mjs';

const DONE = -1;
const STACK = 128;

export class BundleLanes {
  /** `starts`: the first subray of each part of a pulse, then the number of its subrays. */
  constructor(world, starts) {
    this.world = world;
    this.starts = starts;
    this.bundles = new Bundles(LANES);
    this.first = new Int32Array(LANES);
    this.count = new Int32Array(LANES);
    this.far = new Float64Array(LANES);
    this.child = new Int32Array(LANES);
    this.top = new Int32Array(LANES);
    this.stack = new Int32Array(LANES * STACK);
    this.entries = new Float64Array(LANES * STACK);
    this.touching = new Uint8Array(LANES);
  }

  run(tally) {
    const bundles = this.world.rays.pulses * (this.starts.length - 1);
    for (let first = 0; first < bundles; first += LANES) this.runWarp(tally, first, Math.min(LANES, bundles - first));
  }

  runWarp(tally, firstBundle, lanes) {
    for (let lane = 0; lane < LANES; lane++) this.open(lane, firstBundle + lane, lane < lanes);
    tally.add(STEP.bundle, lanes);
    const longest = this.count.reduce((most, count) => Math.max(most, count), 0);
    for (let k = 0; k < longest; k++) tally.add(STEP.bundleRay, lanes);
    do this.goDown(tally);
    while (this.meetLeaves(tally));
  }

  open(lane, bundle, takesPart) {
    const { rays, tree } = this.world;
    const parts = this.starts.length - 1;
    const pulse = Math.floor(bundle / parts);
    const part = bundle % parts;
    this.first[lane] = pulse * rays.subrays + this.starts[part];
    this.count[lane] = takesPart ? this.starts[part + 1] - this.starts[part] : 0;
    this.child[lane] = takesPart ? tree.root : DONE;
    this.far[lane] = FAR_AWAY;
    this.top[lane] = 0;
    if (takesPart) this.bundles.set(lane, rays, this.first[lane], this.count[lane], pulse);
  }

  /** Until every lane has a leaf, or is done. */
  goDown(tally) {
    for (;;) {
      let active = 0;
      tally.read();
      for (let lane = 0; lane < LANES; lane++) {
        if (this.child[lane] < 0) continue;
        active++;
        this.world.touchNode(tally, this.child[lane]);
        this.enterNode(lane);
      }
      if (active === 0) return;
      tally.add(STEP.node, active);
    }
  }

  enterNode(lane) {
    const { nodes, children } = this.world.tree;
    const at = this.child[lane] * NODE_WORDS;
    const a = this.bundles.enter(lane, nodes, at, this.far[lane]);
    const b = this.bundles.enter(lane, nodes, at + 8, this.far[lane]);
    const aFirst = a <= b;
    if (Math.max(a, b) < FAR_AWAY) {
      const to = lane * STACK + this.top[lane]++;
      this.stack[to] = children[at + (aFirst ? 11 : 3)];
      this.entries[to] = Math.max(a, b);
    }
    if (Math.min(a, b) < FAR_AWAY) this.child[lane] = children[at + (aFirst ? 3 : 11)];
    else this.pop(lane);
  }

  /** The next child that begins before the farthest hit. */
  pop(lane) {
    this.child[lane] = DONE;
    while (this.top[lane] > 0) {
      const from = lane * STACK + --this.top[lane];
      if (this.entries[from] > this.far[lane]) continue;
      this.child[lane] = this.stack[from];
      return;
    }
  }

  /** The leaves of all lanes; false if there is none. */
  meetLeaves(tally) {
    const { child } = this;
    let longest = 0;
    for (let lane = 0; lane < LANES; lane++)
      if (child[lane] !== DONE) longest = Math.max(longest, countOf(child[lane]));
    for (let k = 0; k < longest; k++) this.meetTriangles(tally, k);
    for (let lane = 0; lane < LANES; lane++) if (child[lane] !== DONE) this.pop(lane);
    return longest > 0;
  }

  /** Triangle `k` of all leaves. */
  meetTriangles(tally, k) {
    const { world, child, touching } = this;
    let active = 0;
    let most = 0;
    let lanes = 0;
    tally.read();
    for (let lane = 0; lane < LANES; lane++) {
      touching[lane] = 0;
      if (child[lane] === DONE || k >= countOf(child[lane])) continue;
      const triangle = firstOf(child[lane]) + k;
      active++;
      world.touchTriangle(tally, triangle);
      if (!this.bundles.touches(lane, world.tree.triangles, triangle)) continue;
      touching[lane] = 1;
      lanes++;
      most = Math.max(most, this.count[lane]);
    }
    tally.add(STEP.cone, active);
    if (lanes === 0) return;
    tally.add(STEP.plane, lanes);
    for (let subray = 0; subray < most; subray++) this.meetSubrays(tally, k, subray);
    for (let lane = 0; lane < LANES; lane++)
      if (touching[lane] !== 0) this.far[lane] = world.farthest(this.first[lane], this.count[lane]);
  }

  /** One subray of each lane whose bundle touches triangle `k` of its leaf. */
  meetSubrays(tally, k, subray) {
    const { world, touching } = this;
    const { tree, rays, distances } = world;
    let active = 0;
    let passing = 0;
    tally.read();
    for (let lane = 0; lane < LANES; lane++) {
      if (touching[lane] === 0 || subray >= this.count[lane]) continue;
      const ray = this.first[lane] + subray;
      const triangle = firstOf(this.child[lane]) + k;
      active++;
      world.touchDirection(tally, ray);
      const distance = meetTriangle(tree.triangles, triangle, rays.rays, ray, distances[ray]);
      if (passes) passing++;
      if (distance > 0) world.keepNearer(ray, distance, triangle);
    }
    tally.add(STEP.subray, active);
    if (passing > 0) tally.add(STEP.planeDistance, passing);
  }
}
