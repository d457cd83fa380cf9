// The stage `traverse` alone, on triangles and rays from files: the same two files that Embree's baseline takes.
//   triangles.f32: 9 f32 a triangle
//   rays.f32: 6 f32 a ray (origin, direction), every `subrays` of them from one origin
// The time is the kernel's own, with the refinement of hits in f64 but without copying rays in and hits out; best of 7:
// a run takes a tenth of a second, and the first ones still compile.
import { Worker } from 'node:worker_threads';
import { loadKernelModule } from '../dist/engine/cpu/node-kernel-module.js';
import { createRayMemory } from '../dist/engine/cpu/ray-tracer.js';
import { readFloats } from './lib-floats.mjs';
import { deviceScene } from './lib-tracer.mjs';

export const options = {
  triangles: { type: 'string' },
  rays: { type: 'string' },
  subrays: { type: 'string', default: '20' },
  threads: { type: 'string', default: '1' },
};

const REPEATS = 7;

export async function run({ triangles, rays, subrays, threads }) {
  if (!triangles || !rays) throw new Error('kernel needs --triangles FILE and --rays FILE');
  const model = { meshes: [readFloats(triangles)], instances: [] };
  return traceModel(model, readFloats(rays), Number(subrays), Number(threads));
}

/** Traces rays (6 f32 each, `subrays` of them from one origin) in a model (lib-tracer.mjs). */
export async function traceModel(model, rays, subrays, threads) {
  const started = performance.now();
  const scene = await deviceScene((path) => import(new URL(`../dist/${path}`, import.meta.url)), model, threads);
  const buildSeconds = (performance.now() - started) / 1000;
  const setup = {
    memory: createRayMemory(scene, subrays, threads),
    module: await loadKernelModule(),
  };
  const shared = sharedCopy(rays);
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const workers = Array.from({ length: threads }, (_, thread) => {
    const workerData = {
      ...setup,
      rays: shared,
      subrays,
      thread,
      counter,
    };
    return new Worker(new URL('lib-kernel-worker.mjs', import.meta.url), { workerData });
  });
  let best;
  for (let k = 0; k < REPEATS; k++) {
    counter[0] = 0;
    const parts = await Promise.all(workers.map(traceOnce));
    const seconds = Math.max(...parts.map((part) => part.seconds));
    if (!best || seconds < best.seconds) best = { seconds, parts };
  }
  await Promise.all(workers.map((worker) => worker.terminate()));
  const sum = (key) => best.parts.reduce((total, part) => total + part[key], 0);
  const count = shared.length / 6;
  return {
    rays: count,
    hits: sum('hits'),
    distanceSum: sum('distanceSum'),
    mraysPerS: count / best.seconds / 1e6,
    buildSeconds,
  };
}

function sharedCopy(floats) {
  const copy = new Float32Array(new SharedArrayBuffer(floats.byteLength));
  copy.set(floats);
  return copy;
}

const traceOnce = (worker) =>
  new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', resolve);
    worker.postMessage('trace');
  });

export function print({ rays, hits, distanceSum, mraysPerS, buildSeconds }) {
  console.log(`${rays} rays, ${hits} hits, sum of distances ${distanceSum.toFixed(1)}`);
  console.log(`${mraysPerS.toFixed(2)} million rays/s; build ${buildSeconds.toFixed(2)} s`);
}
