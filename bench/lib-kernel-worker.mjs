// One thread of the kernel benchmark: at each message, takes chunks of pulses from a shared counter, as the engine's
// workers do.
import { parentPort, workerData } from 'node:worker_threads';
import { CHUNK_PULSES } from '../dist/engine/cpu/memory-layout.js';
import { RayTracer } from '../dist/engine/cpu/ray-tracer.js';

const { module, memory, rays, subrays, thread, counter } = workerData;
const tracer = new RayTracer(module, memory, thread);
const step = CHUNK_PULSES * subrays * 6;

parentPort.on('message', () => {
  const sum = { hits: 0, distanceSum: 0, seconds: 0 };
  for (;;) {
    const from = Atomics.add(counter, 0, 1) * step;
    if (from >= rays.length) break;
    const { distance, count, seconds } = tracer.trace(rays.subarray(from, from + step));
    for (const d of distance) if (d >= 0) sum.distanceSum += d;
    sum.hits += count;
    sum.seconds += seconds;
  }
  parentPort.postMessage(sum);
});
