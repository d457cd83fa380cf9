// Triangles and rays for the kernel benchmarks: a procedural forest, and a terrestrial scanner in it.
import { writeFileSync } from 'node:fs';
import { generateModel } from '../dist/procedural/generate.js';
import { random } from './lib-random.mjs';

const DEGREE = Math.PI / 180;

/** All triangles of a generated scene in place: 9 f32 each. */
export function sceneTriangles(kind, triangles, seed = 1) {
  const { meshes, instances } = generateModel(kind, { seed, triangles });
  const total = instances.reduce((sum, { mesh }) => sum + meshes[mesh].indices.length, 0);
  const out = new Float32Array(total * 3);
  let at = 0;
  for (const { mesh, transform: m } of instances) {
    const { positions, indices, origin } = meshes[mesh];
    for (const vertex of indices) {
      const [x, y, z] = [0, 1, 2].map((k) => positions[vertex * 3 + k] + origin[k]);
      out[at++] = m[0] * x + m[1] * y + m[2] * z + m[3];
      out[at++] = m[4] * x + m[5] * y + m[6] * z + m[7];
      out[at++] = m[8] * x + m[9] * y + m[10] * z + m[11];
    }
  }
  return out;
}

/** The same scene as meshes of loose triangles, and instances of them. */
export function sceneInstances(kind, triangles, seed = 1) {
  const { meshes, instances } = generateModel(kind, { seed, triangles });
  const loose = meshes.map(({ positions, indices, origin }) =>
    Float32Array.from(
      { length: indices.length * 3 },
      (_, k) => positions[indices[Math.floor(k / 3)] * 3 + (k % 3)] + origin[k % 3],
    ),
  );
  return { meshes: loose, instances: instances.map(({ mesh, transform }) => ({ mesh, transform: [...transform] })) };
}

/** Height of the lowest corner within two metres of (x, y); 0 if there is no corner that near. */
function groundAt(triangles, x, y) {
  let lowest = Infinity;
  for (let k = 0; k < triangles.length; k += 3)
    if (Math.hypot(triangles[k] - x, triangles[k + 1] - y) < 2) lowest = Math.min(lowest, triangles[k + 2]);
  return Number.isFinite(lowest) ? lowest : 0;
}

/** Lines of pulses from −40° to 60°, all around, `subrays` rays each, spread over a disc of `divergence` (rad). */
export function stationRays(triangles, { pulses, subrays, divergence, seed = 7 }) {
  const next = random(seed);
  const origin = [0.5, 0.5, groundAt(triangles, 0.5, 0.5) + 1.8];
  const perLine = Math.round(Math.sqrt(pulses / 2));
  const lines = Math.ceil(pulses / perLine);
  const rays = new Float32Array(pulses * subrays * 6);
  for (let pulse = 0, at = 0; pulse < pulses; pulse++) {
    const azimuth = (Math.floor(pulse / perLine) / lines) * 360 * DEGREE;
    const elevation = (-40 + ((pulse % perLine) / perLine) * 100) * DEGREE;
    const [ca, sa, ce, se] = [Math.cos(azimuth), Math.sin(azimuth), Math.cos(elevation), Math.sin(elevation)];
    for (let k = 0; k < subrays; k++, at += 6) {
      const radius = Math.sqrt(next()) * divergence;
      const turn = next() * 2 * Math.PI;
      const [u, v] = [radius * Math.cos(turn), radius * Math.sin(turn)];
      const d = [ce * sa + u * ca - v * se * sa, ce * ca - u * sa - v * se * ca, se + v * ce];
      const length = Math.hypot(...d);
      rays.set([...origin, d[0] / length, d[1] / length, d[2] / length], at);
    }
  }
  return rays;
}

/** Writes a model (lib-tracer.mjs) and rays to `folder` as embree.cpp reads them; returns their paths. */
export function writeEmbreeInput(folder, { meshes, instances }, rays) {
  const paths = { scene: `${folder}/scene.bin`, rays: `${folder}/rays.f32` };
  const parts = [Uint32Array.of(meshes.length, instances.length)];
  for (const positions of meshes) parts.push(Uint32Array.of(positions.length / 9), positions);
  for (const { mesh, transform } of instances) parts.push(Uint32Array.of(mesh), Float32Array.from(transform));
  writeFileSync(paths.scene, Buffer.concat(parts.map((part) => new Uint8Array(part.buffer))));
  writeFileSync(paths.rays, new Uint8Array(rays.buffer));
  return paths;
}
