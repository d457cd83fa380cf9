import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { Medium } from '../../src/device/records.generated.js';
import { packMedia } from '../../src/pack/pack-media.js';
import { ONE_SUBRAY } from '../../src/scanner/footprint.js';
import { loadScene } from '../../src/scene/load-scene.js';
import type { Scene } from '../../src/scene/scene.js';
import { loadSurvey } from '../../src/survey/load-survey.js';
import { RAY_SCANNER, raysAlong } from '../support/media.js';
import { column, openCpuWithoutThreads, openScene } from '../support/scan.js';

/** 4 × 2 × 3 voxels of 0.5 m from (0, 0, 0) on, with 0.8 m²/m³. */
const CROWN = [
  'VOXEL SPACE\n#min_corner: 0 0 0\n#split: 4 2 3\n#res: 0.5\ni j k PadBVTotal transmittance',
  ...Array.from({ length: 24 }, (_, k) => `${k % 4} ${(k >> 2) % 2} ${k >> 3} 0.8 1`),
].join('\n');
const GROUND = 'o ground\nv -50 -50 2\nv 50 -50 2\nv 50 50 2\nv -50 50 2\nf 1 2 3 4\n';

async function sceneOf(parts: string, rest = ''): Promise<Scene> {
  const survey = `${rest}\nscene: { parts: [${parts}], labels: [ { match: ground, class: ground }, { match: '*', part: crown, class: high_vegetation } ] }
scanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 1.7] }]\noutput: [cloud.las]\n`;
  const files = createWebFiles({
    sources: {
      'survey.yaml': survey,
      'crown.vox': CROWN,
      'bare.vox': CROWN.replaceAll(' 0.8 ', ' 0 '),
      'ground.obj': GROUND,
      'cloud.csv': 'x,y\n1,2\n3,4\n',
      'many.csv': `x,y\n${'1,2\n'.repeat(4097)}`,
    },
  });
  return loadScene((await loadSurvey('survey.yaml', { files })).scene, { files });
}
const LAND = '{ file: ground.obj, up: z }';
const crown = (keys = '') => `{ name: crown, file: crown.vox, voxels: { mode: medium }${keys} }`;

/** The number of a field of each placement. */
const packed = (scene: Scene, field: number) => {
  const view = new DataView(packMedia(scene).media);
  return Array.from(scene.media ?? [], (_, m) => view.getFloat32(m * Medium.SIZE + field, true));
};

describe('voxels of mode medium in a scene', () => {
  it('are an object with a class and a material, beside the triangles', async () => {
    const scene = await sceneOf(`${LAND}, ${crown()}`);
    expect(scene.triangleCount).toBe(2);
    expect(scene.media).toHaveLength(1);
    const surface = scene.surfaces[scene.media![0].surface];
    expect(surface.classification).toBe(5);
    expect(scene.names.instances[surface.instance]).toBe('crown');
    expect(scene.materials[surface.material].name).toBe('vegetation');
    expect(scene.bounds).toEqual({ min: [-50, -50, 0], max: [50, 50, 2] });
  });

  it('are nothing where none has plants, placed once or often, on ground or not', async () => {
    const bare = (keys: string) => `{ name: bare${keys.length}, file: bare.vox, voxels: { mode: medium }${keys} }`;
    const scene = await sceneOf(
      `${LAND}, ${bare('')}, ${bare(', on: ground')}, ${bare(', instances: { csv: cloud.csv }')}`,
    );
    expect(scene.triangleCount).toBe(2);
    expect(scene.media).toBeUndefined();
    expect(scene.bounds).toEqual({ min: [-50, -50, 2], max: [50, 50, 2] });
  });

  it('are moved, turned and scaled; larger ones are as much less dense', async () => {
    const scene = await sceneOf(`${LAND}, ${crown(', transform: { scale: 4, translate: [100, 0, 0] }')}`);
    expect(scene.bounds.max).toEqual([108, 50, 6]);
    expect(packed(scene, Medium.perDensity)).toEqual([0.125]);
    expect(packed(scene, Medium.edge)).toEqual([2]);
    // The corner is cell (0, 0, 0), from the middle of the scene.
    const [shift] = packed(scene, Medium.toCells0 + 12);
    expect(shift).toBeCloseTo((scene.frameOrigin[0] - 100) / 2, 5);
  });

  it('share their densities where they are placed often, and have numbers of their own', async () => {
    const scene = await sceneOf(`${LAND}, ${crown(', instances: { csv: cloud.csv }')}`);
    expect(scene.media).toHaveLength(2);
    expect(scene.media!.map(({ surface }) => scene.names.instances[scene.surfaces[surface].instance])).toEqual([
      'crown#1',
      'crown#2',
    ]);
    expect(packMedia(scene).densities.byteLength).toBe(24 * 4);
  });

  it('stand on the ground', async () => {
    const scene = await sceneOf(`${LAND}, ${crown(', on: ground')}`);
    expect(scene.bounds.max[2]).toBe(3.5);
  });

  it.each([
    ['si', 0.5],
    ['{ foliage: area }', 1],
  ])('let as much light pass as the physics %s says', async (physics, projection) => {
    const scene = await sceneOf(`${LAND}, ${crown(', transform: { translate: [-1, 5, 3] }')}`, `physics: ${physics}`);
    const stage = await openScene(scene, openCpuWithoutThreads);
    const pulses = 4000;
    const leg = raysAlong([0, 0, 3.7], pulses);
    const met =
      column(await stage.scan([leg], { scanner: RAY_SCANNER, footprint: ONE_SUBRAY }), 'range').length / pulses;
    await stage.close();
    const share = 1 - Math.exp(-0.8 * projection);
    expect(Math.abs(met - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / pulses));
  });

  it('are refused alone, and too many of them', async () => {
    await expect(sceneOf(crown())).rejects.toThrow(/no triangles, only voxels that light passes: expected a surface/);
    const many = crown(', instances: { csv: many.csv }');
    await expect(sceneOf(`${LAND}, ${many}`)).rejects.toThrow(
      /found 4097 placements of voxels that light passes, expected at most 4096/,
    );
  });

  it('do not change a scene without them', async () => {
    const scene = await sceneOf(LAND);
    expect(scene).not.toHaveProperty('media');
    expect(packMedia(scene)).toEqual({ media: new ArrayBuffer(0), densities: new ArrayBuffer(0) });
  });
});
