// One thread of the kernel bench: its share of the rays, at each message.
import { parentPort, workerData } from 'node:worker_threads';
import { RayTracer } from '../dist/engine/cpu/ray-tracer.js';

const { module, memory, layout, topNode, instanceCount, rays, subrays, thread, threads } = workerData;
const tracer = new RayTracer(module, memory, layout, { topNode, instanceCount }, subrays, thread);
const pulses = rays.length / 6 / subrays;
const [from, to] = [thread, thread + 1].map((k) => Math.floor((pulses * k) / threads) * subrays * 6);

parentPort.on('message', () => {
  const { distance, count, seconds } = tracer.trace(rays.subarray(from, to));
  let distanceSum = 0;
  for (const d of distance) if (d >= 0) distanceSum += d;
  parentPort.postMessage({ hits: count, distanceSum, seconds });
});
