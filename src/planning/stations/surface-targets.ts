import { determinant, transformPoint } from '../../base/affine.js';
import { RandomStream } from '../../base/random-stream.js';
import { cross, length, normalize, subtract, type Vec3 } from '../../base/vec3.js';
import type { Mesh } from '../../scene/model.js';
import { sceneSeenAt } from '../../scene/motion/scene-at.js';
import type { Rectangle } from '../../scene/place/height-grid.js';
import type { Scene } from '../../scene/scene.js';

/** Points on the surfaces of a scene, with their normals (either side); x y z each, world. */
export interface SurfaceTargets {
  points: Float64Array;
  normals: Float64Array;
  count: number;
}

/** Draws per requested point before the area counts as empty: most of a large scene may lie outside. */
const DRAWS_PER_POINT = 64;

/**
 * Up to `count` points spread at random over all surfaces in the area, in proportion to their size; fewer if little of
 * the scene lies there. What moves is where it begins. The same seed yields the same points.
 */
export function surfaceTargets(given: Scene, area: Rectangle, count: number, seed: number): SurfaceTargets {
  const scene = sceneSeenAt(given, 0);
  const random = new RandomStream(seed, 'targets');
  const sizes = scene.meshes.map(runningAreas);
  const instances = running(
    scene.instances.map(({ mesh, transform }) => {
      // An affine map changes areas by a factor that depends on their direction; on average, by its volume to the power
      // of two thirds.
      const whole = sizes[mesh][sizes[mesh].length - 1] ?? 0;
      return whole * Math.abs(determinant(transform)) ** (2 / 3);
    }),
  );
  const [points, normals]: number[][] = [[], []];
  for (let draw = 0; draw < count * DRAWS_PER_POINT && points.length < 3 * count; draw++) {
    const { mesh, transform } = scene.instances[pick(instances, random.unit())];
    const triangle = pick(sizes[mesh], random.unit());
    const corners = cornersOf(scene.meshes[mesh], triangle).map((corner) => transformPoint(transform, corner));
    const point = pointIn(corners, random.unit(), random.unit());
    if (isOutside(point, area)) continue;
    points.push(...point);
    normals.push(...normalize(cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0]))));
  }
  return { points: Float64Array.from(points), normals: Float64Array.from(normals), count: points.length / 3 };
}

const isOutside = ([x, y]: Vec3, { min, max }: Rectangle): boolean =>
  x < min[0] || x > max[0] || y < min[1] || y > max[1];

function cornersOf({ positions, origin, indices }: Mesh, triangle: number): Vec3[] {
  return [0, 1, 2].map((k) => {
    const at = 3 * indices[3 * triangle + k];
    return [positions[at] + origin[0], positions[at + 1] + origin[1], positions[at + 2] + origin[2]];
  });
}

/** Running sums of the areas of a mesh's triangles. */
function runningAreas(mesh: Mesh): Float64Array {
  const areas = new Float64Array(mesh.indices.length / 3);
  for (let triangle = 0; triangle < areas.length; triangle++) {
    const [a, b, c] = cornersOf(mesh, triangle);
    areas[triangle] = length(cross(subtract(b, a), subtract(c, a))) / 2 + (areas[triangle - 1] ?? 0);
  }
  return areas;
}

function running(values: readonly number[]): Float64Array {
  let sum = 0;
  return Float64Array.from(values, (value) => {
    sum += value;
    return sum;
  });
}

/** The first index at which the running sum exceeds the fraction `t` (0…1) of the whole. */
function pick(sums: Float64Array, t: number): number {
  const wanted = t * sums[sums.length - 1];
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle] > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Evenly distributed over the triangle (Turk 1990, "Generating random points in triangles", Graphics Gems). */
function pointIn([a, b, c]: readonly Vec3[], s: number, t: number): Vec3 {
  const root = Math.sqrt(s);
  const [u, v, w] = [1 - root, root * (1 - t), root * t];
  return [u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1], u * a[2] + v * b[2] + w * c[2]];
}
