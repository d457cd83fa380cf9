import { transformPoint } from '../base/affine.js';
import { TURN } from '../base/angle.js';
import { cross, dot, subtract, type Vec3 } from '../base/vec3.js';
import type { Scene } from '../scene/scene.js';
import type { BareSurvey } from '../survey/bare-survey.js';

/** Nearer than this a body of the platform is a hull about the scanner, metres. */
const HULL_DISTANCE = 0.5;
/** Share of all directions that a hull leaves open at most. */
const OPEN_MAX = 0.01;
/** Directions that are looked along, evenly about the scanner. */
const DIRECTIONS = 512;
/** Triangles near a scanner that are looked at: a hull of more is rounder than it need be. */
const TRIANGLES_MAX = 20_000;

/**
 * Warnings for scanners about which bodies that are fixed to the platform close on all sides, so that no beam gets out,
 * by directions spread evenly over the sphere.
 */
export function checkCarrier({ instruments }: Pick<BareSurvey, 'instruments'>, scene: Scene): string[] {
  const { motions = [], instances } = scene;
  const carried = instances.filter(({ motion }) => motion !== undefined && motions[motion].isPlatform);
  if (carried.length === 0) return [];
  return instruments.flatMap(({ name, mount }) => {
    const near = carried.flatMap((instance) => trianglesAbout(scene, instance, mount.position));
    const few = near.slice(0, TRIANGLES_MAX);
    const open = sphereDirections(DIRECTIONS).filter((way) => !few.some((triangle) => isMet(triangle, way)));
    if (open.length > OPEN_MAX * DIRECTIONS) return [];
    const names = [...new Set(few.map(({ object }) => object))].join(', ');
    return [
      `${name}: ${names}, fixed to the platform, encloses the scanner within ${HULL_DISTANCE} m, so that no beam gets ` +
        'out; leave out the housing, or open it where beams leave',
    ];
  });
}

/** A triangle relative to a scanner, in the platform's frame. */
interface NearTriangle {
  object: string;
  corners: readonly [Vec3, Vec3, Vec3];
}

/** The triangles of an instance that come near a place. */
function trianglesAbout(
  { meshes, surfaces, names }: Scene,
  { mesh, transform, surfaceBase }: Scene['instances'][number],
  place: Vec3,
): NearTriangle[] {
  const { positions, indices, origin, triangleGroup } = meshes[mesh];
  const cornerAt = (k: number): Vec3 => {
    const at = 3 * indices[k];
    const local = [0, 1, 2].map((axis) => positions[at + axis] + origin[axis]) as unknown as Vec3;
    return subtract(transformPoint(transform, local), place);
  };
  const found: NearTriangle[] = [];
  for (let t = 0; t < indices.length / 3 && found.length < TRIANGLES_MAX; t++) {
    const corners = [cornerAt(3 * t), cornerAt(3 * t + 1), cornerAt(3 * t + 2)] as const;
    const isNear = [0, 1, 2].every((axis) => {
      const along = corners.map((corner) => corner[axis]);
      return Math.min(...along) < HULL_DISTANCE && Math.max(...along) > -HULL_DISTANCE;
    });
    if (isNear) found.push({ corners, object: names.instances[surfaces[surfaceBase + triangleGroup[t]].instance] });
  }
  return found;
}

/** So many unit vectors, evenly over the sphere: points of a spiral by the golden angle (Vogel 1979). */
function sphereDirections(count: number): Vec3[] {
  const golden = TURN * (1 - 2 / (1 + Math.sqrt(5)));
  return Array.from({ length: count }, (_, k) => {
    const z = 1 - (2 * k + 1) / count;
    const radius = Math.sqrt(1 - z * z);
    return [radius * Math.cos(golden * k), radius * Math.sin(golden * k), z];
  });
}

/** Whether a ray from the origin meets a triangle within HULL_DISTANCE, on either side (Möller, Trumbore 1997). */
function isMet({ corners: [a, b, c] }: NearTriangle, way: Vec3): boolean {
  const [u, v] = [subtract(b, a), subtract(c, a)];
  const across = cross(way, v);
  const determinant = dot(u, across);
  if (determinant === 0) return false;
  const from = cross(a, u);
  const shareU = -dot(a, across) / determinant;
  const shareV = -dot(way, from) / determinant;
  const distance = -dot(v, from) / determinant;
  return shareU >= 0 && shareV >= 0 && shareU + shareV <= 1 && distance > 0 && distance < HULL_DISTANCE;
}
