import { type StartThread, withThread } from '../base/threads/started-threads.js';
import type { MovedResult } from '../base/threads/thread-crew.js';
import type { ProceduralKind } from '../procedural/procedural-kind.js';
import type { Image } from '../scene/image/image.js';
import type { SceneHelper } from '../scene/load-scene.js';
import type { Model } from '../scene/model.js';
import type { GeneratedSource } from '../scene/scene-description.js';

/** Work of a thread: an image to decode, or a scene to generate. */
export type SceneOrder =
  | { image: Uint8Array; name: string }
  | { generate: Pick<GeneratedSource, 'generator' | 'seed' | 'triangles' | 'size' | 'details'> };

/** The threads of a platform that decode and generate. */
export interface SceneThreads {
  /** Smaller images and scenes are made in the calling thread, which saves the start of another. */
  readonly texels: number;
  readonly triangles: number;
  readonly start: StartThread<SceneOrder, Image | Model>;
}

/**
 * Decodes large images and generates large scenes in a thread of its own for each, so that this one hears signals
 * meanwhile, and the memory is free afterwards. If none can be started, this thread does it.
 */
export const sceneHelperIn = (threads: SceneThreads): SceneHelper =>
  Object.freeze({
    async decodeImage(bytes: Uint8Array, name: string, signal?: AbortSignal) {
      const { decodeImage, readImageHeader } = await import('../scene/image/decode-image.js');
      const { width, height } = readImageHeader(bytes, name);
      const order = { image: bytes, name };
      const isSmall = width * height < threads.texels;
      const decoded = isSmall ? undefined : await withThread(threads.start, signal, (ask) => ask(order));
      return (decoded as Image | undefined) ?? decodeImage(bytes, name);
    },
    async generate({ generate, generator, seed, triangles, size, details }: GeneratedSource, signal?: AbortSignal) {
      const order = { generate: { generator, seed, triangles, size, details } };
      const isSmall = triangles < threads.triangles;
      const generated = isSmall ? undefined : await withThread(threads.start, signal, (ask) => ask(order));
      return (generated as Model | undefined) ?? generate();
    },
  });

/** The result of one order of a thread, and its memory. Throws UserError. */
export async function makeOrdered(order: SceneOrder): Promise<MovedResult<Image | Model>> {
  const result = await carryOut(order);
  const arrays = 'texels' in result ? [result.texels] : result.meshes.flatMap(arraysOf);
  return { result, memory: [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))] };
}

async function carryOut(order: SceneOrder): Promise<Image | Model> {
  if ('image' in order) {
    const { decodeImage } = await import('../scene/image/decode-image.js');
    return decodeImage(order.image, order.name);
  }
  const { generateModel } = await import('../procedural/generate.js');
  const { generator, ...options } = order.generate;
  return generateModel(generator as ProceduralKind, options);
}

const arraysOf = ({ positions, indices, triangleGroup, uvs, normals }: Model['meshes'][number]) => [
  positions,
  indices,
  triangleGroup,
  ...(uvs ? [uvs] : []),
  ...(normals ? [normals] : []),
];
