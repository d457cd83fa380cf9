// A page of browser-threads.test.ts: prepares and makes scenes as the address asks (?ask=…) and posts the results.
import { generatedSource } from '../../../../dist/procedural/generated-source.js';
import { prepareScene } from '../../../../dist/simulation/web-prepare-scene.js';
import { webSceneHelper } from '../../../../dist/simulation/web-scene-helper.js';
import { digestOfModel, digestsOf, groundScene, mixedScene, sha256 } from './tree-scenes.js';

/** Workers that were started, and those that still run. */
const workers = { started: 0, running: 0 };
globalThis.Worker = class extends Worker {
  constructor(url: string | URL, options?: WorkerOptions) {
    if (query.has('refuse')) throw new DOMException('no workers here', 'SecurityError');
    super(query.has('lose') ? new URL('missing.js', location.href) : url, options);
    workers.started++;
    workers.running++;
  }
  override terminate() {
    workers.running--;
    super.terminate();
  }
};
const query = new URLSearchParams(location.search);

const trees = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('subray-trees');

async function kept(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of (await trees()).keys()) names.push(name);
  return names.sort();
}

/** Cost of preparing a scene: workers, and number of progress messages. */
async function prepare(scene: ReturnType<typeof groundScene>, options: { cache?: boolean } = {}) {
  workers.started = 0;
  const told: number[] = [];
  const prepared = await prepareScene(scene, { threads: 2, ...options, onProgress: ({ done }) => told.push(done) });
  return { workers: { ...workers }, told, digests: await digestsOf(prepared) };
}

/** The longest time, in milliseconds, for which this thread heard of nothing while `work` went on, and its result. */
async function deafness<Result>(work: () => Promise<Result>): Promise<{ longest: number; result: Result }> {
  let [last, longest, over] = [performance.now(), 0, false];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
    if (!over) setTimeout(() => port2.postMessage(0), 1);
  };
  port2.postMessage(0);
  const result = await work();
  over = true;
  port1.close();
  return { longest, result };
}

const ASKS: Record<string, () => Promise<unknown>> = {
  build: () => prepare(mixedScene(), { cache: false }),

  async find() {
    const first = await prepare(mixedScene());
    const files = await kept();
    const second = await prepare(mixedScene());
    const without = await prepare(mixedScene(), { cache: false });
    // A tree that is damaged in its last byte is built again.
    const handle = await (await trees()).getFileHandle(files[0]);
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    bytes[bytes.length - 1] ^= 0x55;
    const writable = await handle.createWritable();
    await writable.write(bytes);
    await writable.close();
    const third = await prepare(mixedScene());
    return { first, files, second, without, third, left: await kept() };
  },

  async together() {
    const both = await Promise.all([prepare(mixedScene()), prepare(mixedScene())]);
    return { digests: both.map(({ digests }) => digests), files: await kept(), next: await prepare(mixedScene()) };
  },

  async limit() {
    // 4 × 20 MB may be kept, of which a quarter is that of trees.
    navigator.storage.estimate = async () => ({ quota: 4 * 20e6 });
    const counts: number[] = [];
    const names: string[][] = [];
    for (const turn of [0, 1, 2]) {
      await prepareScene(groundScene(250, turn), { threads: 2 });
      names.push(await kept());
      counts.push(names[turn].length);
    }
    const isOldestGone = !names[2].includes(names[0][0]);
    return { counts, isOldestGone };
  },

  async abort() {
    const scene = groundScene(710);
    const control = new AbortController();
    const { longest, result } = await deafness(async () => {
      const preparing = prepareScene(scene, { threads: 1, signal: control.signal, cache: false });
      preparing.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const running = workers.running;
      const aborted = performance.now();
      control.abort();
      const error = await preparing.then(
        () => 'none',
        (error: Error) => error.name,
      );
      return { error, running, ms: performance.now() - aborted };
    });
    return { ...result, left: workers.running, longest, triangles: scene.triangleCount };
  },

  async generate() {
    const source = generatedSource('street', { seed: 3, triangles: 400_000 });
    const { longest, result } = await deafness(() => webSceneHelper.generate(source));
    return { longest, digest: await digestOfModel(result), workers };
  },

  async decode() {
    const decode = async (name: string) =>
      webSceneHelper.decodeImage(new Uint8Array(await (await fetch(name)).arrayBuffer()), name);
    const { width, height, texels } = await decode('large.png');
    const fault = await decode('damaged.png').catch(({ name, place }) => ({ name, place }));
    return { width, height, digest: await sha256(new Uint8Array(texels)), fault, workers };
  },

  async endGenerating() {
    const control = new AbortController();
    const source = generatedSource('street', { seed: 1, triangles: 5e7 });
    const work = webSceneHelper.generate(source, control.signal).catch((error: Error) => error.name);
    setTimeout(() => control.abort(), 500);
    return { error: await work, running: workers.running };
  },

  async share() {
    const scene = groundScene(250);
    const control = new AbortController();
    const first = prepareScene(scene, { threads: 1, signal: control.signal, cache: false });
    const told: number[] = [];
    const second = prepareScene(scene, { threads: 1, cache: false, onProgress: ({ done }) => told.push(done) });
    const third = prepareScene(scene, { threads: 1, cache: false });
    const failed = first.catch((error: Error) => error.name);
    control.abort();
    return { first: await failed, same: (await second) === (await third), told };
  },
};

const answer = await ASKS[query.get('ask') ?? '']();
await fetch('/result', { method: 'POST', body: JSON.stringify(answer) });
