import { expect, it } from 'vitest';
import { IDENTITY } from '../../src/base/affine.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { finish } from '../../src/base/steps.js';
import { packImages } from '../../src/pack/pack-images.js';
import { decodeImage } from '../../src/scene/image/decode-image.js';
import { loadScene, type SceneHelper } from '../../src/scene/load-scene.js';
import type { MaterialDescription, SceneDescription } from '../../src/scene/scene-description.js';
import { pngEnd, pngFile, pngHeader, pngRows, rgbaPng } from './image/images.js';
import { temporaryFolder } from './scene-files.js';

const folder = temporaryFolder();
const place = { file: 'survey.yaml' };
const GREY = [90, 90, 90, 255];
const HOLE = [0, 0, 0, 0];
folder.write('wall.png', rgbPng());
folder.write('roof.png', rgbaPng(2, [GREY, [200, 100, 0, 255]]));
folder.write('leaf.png', rgbaPng(2, [[0, 255, 0, 255], HOLE]));
folder.write('dirt.png', rgbaPng(2, [GREY, GREY]));
const NAMES = ['wall', 'roof', 'leaf', 'wall again'];
folder.write(
  'town.mtl',
  'newmtl wall\nmap_Kd wall.png\nnewmtl roof\nmap_Kd roof.png\nsubray_map_reflectance dirt.png\n' +
    'newmtl leaf\nmap_Kd leaf.png\nnewmtl wall again\nmap_Kd -clamp on wall.png\n',
);
const corners = 'v 0 0 0\nv 4 0 0\nv 0 4 0\nvt 0 1\nvt 1 1\nvt 0 0\n';
const TOWN = folder.write(
  'town.obj',
  `mtllib town.mtl\n${corners}${NAMES.map((name) => `usemtl ${name}\nf 1/1 2/2 3/3\n`).join('')}`,
);

/** An image without alpha, 8 bits of red, green and blue. */
function rgbPng(): Uint8Array {
  return pngFile(pngHeader(2, 1, 8, 2), pngRows([[0, 90, 90, 90, 9, 9, 9]]), pngEnd);
}

/** Loads the town, and notes the images that are decoded, and the largest number at the same time. */
async function load(colors: boolean, materials: MaterialDescription[] = []) {
  const decoded: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const helper: SceneHelper = {
    async decodeImage(bytes, name) {
      decoded.push(name.replace(/.* image /, ''));
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      const image = await decodeImage(bytes, name);
      atOnce--;
      return image;
    },
    generate: (source) => source.generate(),
  };
  const description: SceneDescription = {
    parts: [
      { name: 'town', source: { kind: 'file', path: TOWN }, transform: IDENTITY, placement: { kind: 'once' }, place },
    ],
    labels: [],
    materials,
  };
  const scene = await loadScene(description, { files: nodeFiles, colors, helper });
  const kept = scene.textures.map(({ name, channels = 'rgba', texels }) => `${name} ${channels} ${texels.length}`);
  return { scene, decoded, mostAtOnce, kept };
}

it('keeps the colours of pictures where points have colours', async () => {
  const { decoded, mostAtOnce, kept } = await load(true);
  expect(kept).toEqual(['wall.png rgba 8', 'roof.png rgba 8', 'dirt.png rgba 8', 'leaf.png rgba 8', 'wall.png rgba 8']);
  expect([...decoded].sort()).toEqual(['dirt.png', 'leaf.png', 'roof.png', 'wall.png']);
  expect(mostAtOnce).toBe(1);
});

it('keeps masks and reflectances alone where points have no colours, with the same scattering', async () => {
  const [{ scene, kept, decoded }, whole] = [await load(false), await load(true)];
  expect(kept).toEqual(['wall.png none 0', 'roof.png none 0', 'dirt.png red 2', 'leaf.png alpha 2', 'wall.png none 0']);
  expect([...decoded].sort()).toEqual(['dirt.png', 'leaf.png', 'roof.png', 'wall.png']);
  expect(scene.materials).toEqual(whole.scene.materials);
  const [lean, full] = [scene, whole.scene].map((given) => finish(packImages(given)));
  expect(lean.words.byteLength).toBeLessThan(full.words.byteLength);
  expect(lean.materials.map(({ color }) => color)).toEqual(lean.materials.map(() => 0));
  const present = ({ materials }: typeof lean) => materials.map(({ mask, reflectance }) => [mask > 0, reflectance > 0]);
  expect(present(lean)).toEqual(present(full));
});

it('decodes no picture of which nothing is needed', async () => {
  const described = NAMES.map(
    (name): MaterialDescription => ({ name, scattering: { model: 'lambert', reflectance: 0.5 }, place }),
  );
  const { decoded, kept } = await load(false, described);
  // Pictures with an alpha channel may have holes.
  expect([...decoded].sort()).toEqual(['dirt.png', 'leaf.png', 'roof.png']);
  expect(kept).toContain('wall.png none 0');
});
