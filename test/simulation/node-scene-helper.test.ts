import { expect, it } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { generatedSource } from '../../src/procedural/generated-source.js';
import { decodeImage } from '../../src/scene/image/decode-image.js';
import { nodeSceneHelper } from '../../src/simulation/node-scene-helper.js';
import { largePng } from '../scene/image/images.js';

const LARGE = largePng(1024);

it('decodes a large image in another thread as in this one', async () => {
  const [there, here] = [await nodeSceneHelper.decodeImage(LARGE, 'a.png'), await decodeImage(LARGE, 'a.png')];
  expect([there.width, there.height]).toEqual([here.width, here.height]);
  expect(Buffer.compare(there.texels, here.texels)).toBe(0);
});

it('hands on the fault of an image with its place', async () => {
  const damaged = largePng(1024, 9);
  await expect(nodeSceneHelper.decodeImage(damaged, 'a.png')).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringContaining('do not fit its size'),
    place: { file: 'a.png' },
  });
});

it('generates a large scene in another thread as in this one', async () => {
  const source = generatedSource('terrain', { seed: 3, triangles: 400_000 });
  const [there, here] = [await nodeSceneHelper.generate(source), await source.generate()];
  expect(there.materials).toEqual(here.materials);
  expect(Buffer.compare(bytesOf(there.meshes[0].positions), bytesOf(here.meshes[0].positions))).toBe(0);
});

it('ends at once when it is aborted', async () => {
  const aborting = new AbortController();
  const work = nodeSceneHelper.generate(generatedSource('street', { seed: 1, triangles: 5e7 }), aborting.signal);
  setTimeout(() => aborting.abort(), 20);
  await expect(work).rejects.toThrow(AbortedError);
});

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => new Uint8Array(buffer, byteOffset, byteLength);
