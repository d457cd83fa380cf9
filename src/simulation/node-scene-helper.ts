import { Worker } from 'node:worker_threads';
import { AbortedError, type SourcePlace, UserError } from '../base/errors.js';
import type { SceneHelper } from '../scene/load-scene.js';
import type { Model } from '../scene/model.js';
import type { Image } from '../scene/read/image/image.js';
import type { GeneratedSource } from '../scene/scene-description.js';

/** Message to the thread: an image to decode, or a scene to generate. */
export type SceneOrder =
  | { image: Uint8Array; name: string }
  | { generate: Pick<GeneratedSource, 'generator' | 'seed' | 'triangles' | 'size' | 'details'> };

/** Its answer: what was asked for, or the user's fault. */
export type SceneAnswer<Result> =
  | { result: Result }
  | { fault: { message: string; place?: SourcePlace; hint?: string } };

/** Smaller images and scenes are made in this thread: it is deaf for half a second at the most, and saves the start of another. */
const HELPED_TEXELS = 1 << 20;
const HELPED_TRIANGLES = 500_000;

/**
 * Decodes large images and generates large scenes in a thread of its own for each, so that this one hears signals
 * meanwhile, and the memory that it took is free afterwards.
 */
export const nodeSceneHelper: SceneHelper = Object.freeze({
  async decodeImage(bytes: Uint8Array, name: string, signal?: AbortSignal) {
    const { decodeImage, readImageHeader } = await import('../scene/read/image/decode-image.js');
    const { width, height } = readImageHeader(bytes, name);
    if (width * height < HELPED_TEXELS) return decodeImage(bytes, name);
    return ask<Image>({ image: bytes, name }, signal);
  },
  async generate({ generate, generator, seed, triangles, size, details }: GeneratedSource, signal?: AbortSignal) {
    if (triangles < HELPED_TRIANGLES) return generate();
    return ask<Model>({ generate: { generator, seed, triangles, size, details } }, signal);
  },
});

/** Starts a thread for one order. Throws AbortedError when `signal` ends it, and what the thread throws. */
function ask<Result>(order: SceneOrder, signal: AbortSignal | undefined): Promise<Result> {
  if (signal?.aborted) throw new AbortedError();
  // Without execArgv, a worker inherits flags such as --input-type that are not meant for it.
  const worker = new Worker(new URL('../../dist/simulation/node-scene-worker.js', import.meta.url), { execArgv: [] });
  let abort = () => {};
  return new Promise<Result>((resolve, reject) => {
    abort = () => reject(new AbortedError());
    signal?.addEventListener('abort', abort);
    worker.once('message', (answer: SceneAnswer<Result>) => {
      if ('result' in answer) resolve(answer.result);
      else reject(new UserError(answer.fault.message, answer.fault));
    });
    worker.once('error', reject);
    worker.postMessage(order);
  }).finally(() => {
    signal?.removeEventListener('abort', abort);
    return worker.terminate();
  });
}
