import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { finish } from '../../src/base/steps.js';
import { buildMeshes } from '../../src/bvh/node-build.js';
import { buildTopLevel } from '../../src/bvh/top-level.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { createRayMemory, RayTracer } from '../../src/engine/cpu/ray-tracer.js';
import { boxesOfInstances } from '../../src/pack/pack-scene.js';
import { prepareForDevice } from '../../src/pack/prepared-scene.js';
import { meshOf, random, rectangle, sceneOf, sphere } from './scenes.js';

const SUBRAYS = 20;

type Direction = readonly [number, number, number];

/** Triangles in a cube of side 10, each of size `size`. */
function soup(count: number, size: number, next: () => number): number[] {
  const out: number[] = [];
  for (let t = 0; t < count; t++) {
    const center = [next() * 10 - 5, next() * 10 - 5, next() * 10 - 5];
    for (let corner = 0; corner < 3; corner++) for (let k = 0; k < 3; k++) out.push(center[k] + (next() - 0.5) * size);
  }
  return out;
}

/** A rolling ground of n × n cells, 10 m wide. */
function ground(n: number): number[] {
  const at = (i: number, j: number) => {
    const [x, y] = [(i / n) * 10 - 5, (j / n) * 10 - 5];
    return [x, y, 0.3 * Math.sin(3 * x) * Math.cos(2 * y)];
  };
  const out: number[] = [];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      out.push(...at(i, j), ...at(i + 1, j), ...at(i + 1, j + 1), ...at(i, j), ...at(i + 1, j + 1), ...at(i, j + 1));
  return out;
}

/** Walls, floors and slabs on the axes, which rays along the axes graze. */
function slabs(): number[] {
  const out: number[] = [];
  for (let k = -5; k <= 5; k++) {
    out.push(...rectangle([-5, -5, k], [10, 0, 0], [0, 10, 0]));
    out.push(...rectangle([k + 0.5, -5, -5], [0, 2, 0], [0, 0, 10]));
  }
  return out;
}

/** Scenes to compare tracers in. */
export const SCENES: Record<string, (next: () => number) => number[]> = {
  'large loose triangles': (next) => soup(2_000, 3, next),
  'small loose triangles': (next) => soup(30_000, 0.2, next),
  'rolling ground': () => ground(150),
  'slabs along the axes': () => slabs(),
  'a sphere': () => sphere(4, 120),
};

/** Pulses of a fan: neighbours, as scanners fire them. */
const FAN = 16;

/**
 * Pulses from random places: bundles of 0.3 mrad to 0.1 rad; each fourth along an axis, so that it grazes boxes and
 * walls. Every other sixteen are a fan of steps of 3 mrad, from one place or, each other fan, from places in a row.
 */
function pulses(count: number, next: () => number): Float32Array {
  const rays = new Float32Array(count * SUBRAYS * 6);
  let leader = { origin: [0, 0, 0], axis: [0, 0, 0] as Direction };
  for (let pulse = 0; pulse < count; pulse++) {
    const fan = Math.floor(pulse / FAN);
    const follows = fan % 2 === 1 && pulse % FAN > 0;
    const origin = follows
      ? leader.origin.map((x, k) => x + (fan % 4 === 1 ? 0 : 0.001 * (pulse % FAN) * (k + 1)))
      : [next() * 12 - 6, next() * 12 - 6, next() * 12 - 6];
    const grazing = pulse % 4 === 0;
    const axis: Direction = follows
      ? (leader.axis.map((x, k) => x + 0.003 * (pulse % FAN) * (k === fan % 3 ? 1 : 0)) as never)
      : grazing
        ? ([0, 1, 2].map((k) => (k === pulse % 3 ? (next() < 0.5 ? -1 : 1) : (next() - 0.5) * 1e-3)) as never)
        : [next() - 0.5, next() - 0.5, next() - 0.5];
    if (!follows) leader = { origin, axis };
    const spread = 10 ** (-3.5 + 2.5 * next());
    for (let k = 0; k < SUBRAYS; k++) {
      const d = axis.map((a) => a + (next() - 0.5) * spread * 2);
      const length = Math.hypot(...d);
      rays.set([...origin, ...d.map((x) => x / length)], (pulse * SUBRAYS + k) * 6);
    }
  }
  return rays;
}

/** Hits by three-mesh-bvh: distance and triangle, by ray. */
function raycastThree(triangles: Float32Array, rays: Float32Array): { distance: number; face: number }[] {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(triangles, 3));
  const bvh = new MeshBVH(geometry, { strategy: SAH, indirect: true });
  const ray = new Ray(new Vector3(), new Vector3());
  return Array.from({ length: rays.length / 6 }, (_, k) => {
    ray.origin.fromArray(rays, k * 6);
    ray.direction.fromArray(rays, k * 6 + 3);
    const hit = bvh.raycastFirst(ray, DoubleSide, 0, Infinity);
    return hit ? { distance: hit.distance, face: hit.faceIndex! } : { distance: -1, face: -1 };
  });
}

/** Result of a comparison: rays on which the tracers differ, in words, and the number of our hits. */
export interface Agreement {
  different: string[];
  hits: number;
}

/** Distances that differ by less than this share are equal: f32 against f64. */
const SAME_DISTANCE = 1e-5;

/** Traces `count` random and grazing rays of a scene by the bundle tracer and by three-mesh-bvh. */
export async function compareTracers(scene: string, count: number, seed: number): Promise<Agreement> {
  const next = random(seed);
  const mesh = meshOf(SCENES[scene](next));
  const model = sceneOf([mesh]);
  const bvhs = await buildMeshes(model.meshes, { threads: 1 });
  const { device } = finish(prepareForDevice(model, bvhs, buildTopLevel(finish(boxesOfInstances(model, bvhs)))));
  const rays = pulses(count / SUBRAYS, next);

  const ours = new RayTracer(await loadKernelModule(), createRayMemory(device, SUBRAYS, 1)).trace(rays);
  const theirs = raycastThree(mesh.positions, rays);

  const different = theirs.flatMap((their, k) => {
    const our = ours.distance[k];
    if (our < 0 && their.face < 0) return [];
    if (our >= 0 && ours.triangle[k] === their.face) return [];
    if (Math.abs(our - their.distance) <= SAME_DISTANCE * Math.max(1, their.distance)) return [];
    return [`ray ${k}: ours ${our}, theirs ${their.distance} on ${their.face}`];
  });
  return { different, hits: ours.count };
}
