// Input of all kernels of the model, and the hits that they leave.
import { NONE, Triangle } from '../../dist/device/records.generated.js';
import { FAR_AWAY } from './geometry.mjs';
import { RAY_NUMBERS } from './rays.mjs';
import { NODE_WORDS, TRIANGLE_WORDS } from './tree.mjs';

const NODE_BYTES = NODE_WORDS * 4;
const TRIANGLE_BYTES = TRIANGLE_WORDS * 4;
const DIRECTION_BYTES = 16;
const ID = Triangle.id / 4;

/** A tree, the rays of pulses, and the nearest hit of each so far. */
export class World {
  constructor(tree, rays) {
    this.tree = tree;
    this.rays = rays;
    const count = rays.pulses * rays.subrays;
    this.distances = new Float64Array(count);
    this.triangles = new Int32Array(count);
    this.doubtful = new Uint8Array(count);
    this.trianglesAt = tree.nodeCount * NODE_BYTES;
    this.directionsAt = this.trianglesAt + tree.triangleCount * TRIANGLE_BYTES;
    this.bytes = this.directionsAt + count * DIRECTION_BYTES;
    this.clear();
  }

  clear() {
    this.distances.fill(FAR_AWAY);
    this.triangles.fill(-1);
    this.doubtful.fill(0);
  }

  /** The same without hits. */
  copy() {
    return new World(this.tree, this.rays);
  }

  /** The rays that are chosen, as pulses of one subray. */
  only(isChosen) {
    const { rays, origins, subrays } = this.rays;
    const chosen = Array.from(isChosen.keys()).filter((ray) => isChosen[ray] !== 0);
    const pick = (numbers, places, size) =>
      Float64Array.from(places.flatMap((k) => [...numbers.subarray(k * size, (k + 1) * size)]));
    return new World(this.tree, {
      pulses: chosen.length,
      subrays: 1,
      rays: pick(rays, chosen, RAY_NUMBERS),
      origins: pick(
        origins,
        chosen.map((ray) => Math.floor(ray / subrays)),
        3,
      ),
    });
  }

  /** Keeps a hit that is nearer; equal distances go to the lower number, as in wgsl/nearest.wgsl. */
  keepNearer(ray, distance, triangle) {
    const old = this.triangles[ray];
    const { numbers } = this.tree;
    if (
      distance === this.distances[ray] &&
      old >= 0 &&
      numbers[triangle * TRIANGLE_WORDS + ID] >= numbers[old * TRIANGLE_WORDS + ID]
    )
      return;
    this.distances[ray] = distance;
    this.triangles[ray] = triangle;
  }

  /** Of each ray, the number in its mesh of the triangle that it hits; NONE without a hit. */
  hitNumbers() {
    const { numbers } = this.tree;
    return Uint32Array.from(this.triangles, (triangle) =>
      triangle < 0 ? NONE : numbers[triangle * TRIANGLE_WORDS + ID],
    );
  }

  /** The farthest hit of `count` rays from `first`. */
  farthest(first, count) {
    let far = 0;
    for (let k = 0; k < count; k++) far = Math.max(far, this.distances[first + k]);
    return far;
  }

  /** Counts the reading of a record. */
  touchNode(tally, node) {
    tally.readScene(node * NODE_BYTES, NODE_BYTES);
  }
  touchTriangle(tally, triangle) {
    tally.readScene(this.trianglesAt + triangle * TRIANGLE_BYTES, TRIANGLE_BYTES);
  }
  /** Directions as if they lay by subray, then by pulse. */
  touchDirection(tally, ray) {
    const { pulses, subrays } = this.rays;
    const place = (ray % subrays) * pulses + Math.floor(ray / subrays);
    tally.readRay(this.directionsAt + place * DIRECTION_BYTES, DIRECTION_BYTES);
  }
}
