// A page of browser.test.ts: scans an open scene twice (?engine=…&adapter=…), and posts each scan's use of the machine.
import { createScene, type EngineRequest, openScene, type PointBatch, readScanner } from 'subray/browser';
import { bytesOf, EXAMPLE_SCANNER, EXAMPLE_SETTINGS, exampleObjects } from '../example-scan.js';

/** Counters; `uploads` are the buffers of the GPU that are written to, by their names. */
const counters = { workers: 0, memories: 0, devices: 0, shaders: 0 };
const uploads = new Set<string>();

/** Counts the calls of a method of a class that the page may not have. */
function count(name: string, method: string, onCall: (args: readonly unknown[]) => void): void {
  const prototype = (Reflect.get(globalThis, name) as { prototype?: Record<string, unknown> } | undefined)?.prototype;
  const real = prototype?.[method];
  if (!prototype || typeof real !== 'function') return;
  prototype[method] = function (this: unknown, ...args: unknown[]) {
    onCall(args);
    return real.apply(this, args);
  };
}

globalThis.Worker = new Proxy(Worker, {
  construct(target, args) {
    counters.workers++;
    return Reflect.construct(target, args);
  },
});
WebAssembly.Memory = new Proxy(WebAssembly.Memory, {
  construct(target, args) {
    counters.memories++;
    return Reflect.construct(target, args);
  },
});
count('GPUAdapter', 'requestDevice', () => counters.devices++);
count('GPUDevice', 'createShaderModule', () => counters.shaders++);
count('GPUQueue', 'writeBuffer', ([buffer]) => uploads.add((buffer as { label: string }).label));

const request: EngineRequest = Object.fromEntries(new URLSearchParams(location.search));
const device = await openScene(createScene(exampleObjects()), { ...request, threads: 2 });
const settings = { scanner: readScanner(EXAMPLE_SCANNER), ...EXAMPLE_SETTINGS };

/** One scan: its points, and its use of the machine. */
async function scanOnce() {
  Object.assign(counters, { workers: 0, memories: 0, devices: 0, shaders: 0 });
  uploads.clear();
  const batches: PointBatch[] = [];
  for await (const batch of device.scan(settings)) batches.push(batch);
  return { bytes: bytesOf(batches), taken: { ...counters, uploads: [...uploads].sort() } };
}

const [first, second] = [await scanOnce(), await scanOnce()];
await device.close();
const same =
  first.bytes.length > 0 &&
  first.bytes.length === second.bytes.length &&
  first.bytes.every((byte, k) => byte === second.bytes[k]);
await fetch('/result', { method: 'POST', body: JSON.stringify({ first: first.taken, second: second.taken, same }) });
