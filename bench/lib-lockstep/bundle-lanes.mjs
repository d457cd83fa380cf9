// The kernel of wgsl/bundle.wgsl: each lane takes a pulse, or a part of one, through the tree with the bundle of its
// subrays, and tests them one by one against triangles that the bundle touches.
import { Bundles } from './bundles.mjs';
import { FAR_AWAY, meetTriangle, passes } from './geometry.mjs';
import { LANES, STEP } from './tally.mjs';
import { countOf, firstOf, NODE_WORDS } from './tree.mjs';

/** The child of a lane that has nothing left. */
export const DONE = -1;
/** No triangle. */
export const NOTHING = -1;
const STACK = 128;

export class BundleLanes {
  /** `starts`: the first subray of each part of a pulse, then the number of its subrays. */
  /** With `deals`, the subrays of all lanes' triangles are dealt out to all lanes of the warp. */
  constructor(world, starts, { deals = false } = {}) {
    this.world = world;
    this.starts = starts;
    this.deals = deals;
    this.bundles = new Bundles(LANES);
    this.first = new Int32Array(LANES);
    this.count = new Int32Array(LANES);
    this.far = new Float64Array(LANES);
    this.child = new Int32Array(LANES);
    this.top = new Int32Array(LANES);
    this.stack = new Int32Array(LANES * STACK);
    /** The triangle that a lane's bundle touches. */
    this.found = new Int32Array(LANES).fill(NOTHING);
    this.owners = new Int32Array(LANES);
    /** Whether a triangle of the leaf was touched. */
    this.touched = new Uint8Array(LANES);
  }

  run(tally) {
    const bundles = this.world.rays.pulses * (this.starts.length - 1);
    for (let first = 0; first < bundles; first += LANES) this.runWarp(tally, first, Math.min(LANES, bundles - first));
  }

  runWarp(tally, firstBundle, lanes) {
    this.startWarp(tally, firstBundle, lanes);
    do this.goDown(tally);
    while (this.meetLeaves(tally));
  }

  startWarp(tally, firstBundle, lanes) {
    for (let lane = 0; lane < LANES; lane++) this.open(lane, firstBundle + lane, lane < lanes);
    tally.add(STEP.bundle, lanes);
    const longest = this.count.reduce((most, count) => Math.max(most, count), 0);
    for (let k = 0; k < longest; k++) {
      tally.add(STEP.bundleRay, lanes);
      tally.read();
      for (let lane = 0; lane < lanes; lane++)
        if (k < this.count[lane]) this.world.touchDirection(tally, this.first[lane] + k);
    }
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
        if (!this.takesNode(lane)) continue;
        active++;
        this.world.touchNode(tally, this.child[lane]);
        this.enterNode(lane);
      }
      if (active === 0) return;
      tally.add(STEP.node, active);
    }
  }

  takesNode(lane) {
    return this.child[lane] >= 0;
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
    }
    if (Math.min(a, b) < FAR_AWAY) this.child[lane] = children[at + (aFirst ? 3 : 11)];
    else this.pop(lane);
  }

  pop(lane) {
    this.child[lane] = this.top[lane] > 0 ? this.stack[lane * STACK + --this.top[lane]] : DONE;
  }

  /** The leaves of all lanes; false if there is none. */
  meetLeaves(tally) {
    const { child } = this;
    let longest = 0;
    for (let lane = 0; lane < LANES; lane++)
      if (child[lane] !== DONE) longest = Math.max(longest, countOf(child[lane]));
    this.touched.fill(0);
    for (let k = 0; k < longest; k++) this.meetTriangles(tally, k);
    this.updateFarthest(tally);
    for (let lane = 0; lane < LANES; lane++) if (child[lane] !== DONE) this.pop(lane);
    return longest > 0;
  }

  /** Triangle `k` of all leaves. */
  meetTriangles(tally, k) {
    const { child, found } = this;
    let active = 0;
    let touching = 0;
    tally.read();
    for (let lane = 0; lane < LANES; lane++) {
      if (child[lane] === DONE || k >= countOf(child[lane])) continue;
      active++;
      if (!this.touches(tally, lane, firstOf(child[lane]) + k)) continue;
      found[lane] = firstOf(child[lane]) + k;
      touching++;
    }
    tally.add(STEP.cone, active);
    if (touching === 0) return;
    tally.add(STEP.plane, touching);
    this.meetAll(tally);
  }

  touches(tally, lane, triangle) {
    const { world } = this;
    world.touchTriangle(tally, triangle);
    return this.bundles.touches(lane, world.tree.triangles, triangle);
  }

  /** The subrays of all lanes that touch a triangle. */
  meetAll(tally) {
    let most = 0;
    let touching = 0;
    for (let lane = 0; lane < LANES; lane++) {
      if (this.found[lane] === NOTHING) continue;
      most = Math.max(most, this.count[lane]);
      this.owners[touching++] = lane;
    }
    if (this.deals) this.meetDealt(tally, touching, most);
    else for (let subray = 0; subray < most; subray++) this.meetEach(tally, touching, subray);
    for (let k = 0; k < touching; k++) {
      const lane = this.owners[k];
      this.touched[lane] = 1;
      this.found[lane] = NOTHING;
    }
  }

  /** Bundles that have met a leaf and miss nothing look for their farthest hit. */
  updateFarthest(tally) {
    let active = 0;
    let most = 0;
    for (let lane = 0; lane < LANES; lane++) {
      if (this.touched[lane] === 0) continue;
      this.far[lane] = this.world.farthest(this.first[lane], this.count[lane]);
      if (this.far[lane] === FAR_AWAY) continue;
      active++;
      most = Math.max(most, this.count[lane]);
    }
    if (active === 0) return;
    if (this.deals) tally.add(STEP.farthest, active);
    else for (let k = 0; k < most; k++) tally.add(STEP.hit, active);
  }

  /** One subray of each of the first `touching` of `owners`. */
  meetEach(tally, touching, subray) {
    let active = 0;
    let passing = 0;
    tally.read();
    for (let k = 0; k < touching; k++) {
      const lane = this.owners[k];
      if (subray >= this.count[lane]) continue;
      active++;
      if (this.meet(tally, lane, this.first[lane] + subray)) passing++;
    }
    tally.add(STEP.subray, active);
    if (passing > 0) tally.add(STEP.planeDistance, passing);
  }

  /** All subrays, `most` of each, of the first `touching` of `owners`, as many at once as there are lanes. */
  meetDealt(tally, touching, most) {
    let active = 0;
    let passing = 0;
    tally.read();
    const finish = () => {
      tally.add(STEP.pair, active);
      if (passing > 0) tally.add(STEP.planeDistance, passing);
      tally.read();
      active = 0;
      passing = 0;
    };
    for (let subray = 0; subray < most; subray++) {
      for (let k = 0; k < touching; k++) {
        const lane = this.owners[k];
        if (subray >= this.count[lane]) continue;
        if (this.meet(tally, lane, this.first[lane] + subray)) passing++;
        if (++active === LANES) finish();
      }
    }
    if (active > 0) finish();
    tally.add(STEP.deal, touching);
  }

  /** Tests a ray against the triangle of a lane; whether its distance is computed. */
  meet(tally, lane, ray) {
    const { world } = this;
    const { tree, rays, distances } = world;
    const triangle = this.found[lane];
    world.touchDirection(tally, ray);
    const distance = meetTriangle(tree.triangles, triangle, rays.rays, ray, distances[ray]);
    if (distance > 0) world.keepNearer(ray, distance, triangle);
    return passes;
  }
}
