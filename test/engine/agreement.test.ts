import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';
import { buildMeshes } from '../../src/bvh/node-build.js';
import { BLOCK_SIZE } from '../../src/bvh/wide-bvh.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { createRayMemory, RayTracer } from '../../src/engine/cpu/ray-tracer.js';
import { createDeviceScene } from '../../src/engine/device-scene.js';
import { TriangleBlock } from '../../src/engine/records.generated.js';
import { meshOf, random, rectangle, sceneOf, sphere } from '../support/scenes.js';

const RAYS_A_SCENE = 200_000;
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

/** Walls, floors and slabs on the axes: what rays along the axes graze. */
function slabs(): number[] {
  const out: number[] = [];
  for (let k = -5; k <= 5; k++) {
    out.push(...rectangle([-5, -5, k], [10, 0, 0], [0, 10, 0]));
    out.push(...rectangle([k + 0.5, -5, -5], [0, 2, 0], [0, 0, 10]));
  }
  return out;
}

const SCENES: Record<string, (next: () => number) => number[]> = {
  'large loose triangles': (next) => soup(2_000, 3, next),
  'small loose triangles': (next) => soup(30_000, 0.2, next),
  'rolling ground': () => ground(150),
  'slabs along the axes': () => slabs(),
  'a sphere': () => sphere(4, 120),
};

/** Pulses from random places: bundles of 0.3 mrad to 0.1 rad; each fourth along an axis, where boxes and walls are grazed. */
function pulses(count: number, next: () => number): Float32Array {
  const rays = new Float32Array(count * SUBRAYS * 6);
  for (let pulse = 0; pulse < count; pulse++) {
    const origin = [next() * 12 - 6, next() * 12 - 6, next() * 12 - 6];
    const grazing = pulse % 4 === 0;
    const axis: Direction = grazing
      ? ([0, 1, 2].map((k) => (k === pulse % 3 ? (next() < 0.5 ? -1 : 1) : (next() - 0.5) * 1e-3)) as never)
      : [next() - 0.5, next() - 0.5, next() - 0.5];
    const spread = 10 ** (-3.5 + 2.5 * next());
    for (let k = 0; k < SUBRAYS; k++) {
      const d = axis.map((a) => a + (next() - 0.5) * spread * 2);
      const length = Math.hypot(...d);
      rays.set([...origin, ...d.map((x) => x / length)], (pulse * SUBRAYS + k) * 6);
    }
  }
  return rays;
}

/** What three-mesh-bvh finds: distance and triangle, by ray. */
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

describe("the bundle tracer finds what three-mesh-bvh's raycast finds", () => {
  for (const [name, make] of Object.entries(SCENES))
    it(`${name}: ${RAYS_A_SCENE} random and grazing rays`, async () => {
      const seed = 20_261_121 + name.length;
      const next = random(seed);
      const mesh = meshOf(make(next));
      const scene = sceneOf([mesh]);
      const bvhs = await buildMeshes(scene.meshes, { threads: 1 });
      const device = createDeviceScene(scene, bvhs);
      const rays = pulses(RAYS_A_SCENE / SUBRAYS, next);

      const { memory, layout } = createRayMemory(device, SUBRAYS, 1);
      const ours = new RayTracer(await loadKernelModule(), memory, layout, device, SUBRAYS).trace(rays);
      const theirs = raycastThree(mesh.positions, rays);

      const ids = new Uint32Array(bvhs[0].blocks);
      const numberOf = (place: number) =>
        ids[(Math.floor(place / BLOCK_SIZE) * TriangleBlock.SIZE + TriangleBlock.id) / 4 + (place % BLOCK_SIZE)];
      const different = theirs.flatMap((their, k) => {
        const our = ours.distance[k];
        if (our < 0 && their.face < 0) return [];
        if (our >= 0 && numberOf(ours.triangle[k]) === their.face) return [];
        if (Math.abs(our - their.distance) <= 1e-5 * Math.max(1, their.distance)) return [];
        return [`ray ${k}: ours ${our}, theirs ${their.distance} on ${their.face}`];
      });
      expect(different, `seed ${seed}`).toEqual([]);
      expect(ours.count, 'the scene is hit').toBeGreaterThan(RAYS_A_SCENE / 20);
    });
});
