// A thread that decodes one image or generates one scene.
import { parentPort } from 'node:worker_threads';
import { invariant, UserError } from '../base/errors.js';
import type { ProceduralKind } from '../procedural/procedural-kind.js';
import type { Model } from '../scene/model.js';
import type { Image } from '../scene/read/image/image.js';
import type { SceneAnswer, SceneOrder } from './node-scene-helper.js';

invariant(parentPort, 'node-scene-worker runs in a worker thread');
const port = parentPort;
port.once('message', async (order: SceneOrder) => {
  try {
    const result = await carryOut(order);
    const arrays = 'texels' in result ? [result.texels] : result.meshes.flatMap(arraysOf);
    const buffers = new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer));
    port.postMessage({ result } satisfies SceneAnswer<Image | Model>, [...buffers]);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { message, place, hint } = error;
    port.postMessage({ fault: { message, place, hint } } satisfies SceneAnswer<Image>);
  }
});

async function carryOut(order: SceneOrder): Promise<Image | Model> {
  if ('image' in order) {
    const { decodeImage } = await import('../scene/read/image/decode-image.js');
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
