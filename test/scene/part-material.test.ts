import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { loadScene } from '../../src/scene/load-scene.js';
import { loadSurvey } from '../../src/survey/load-survey.js';
import { faultOf } from './scene-files.js';

const MTL = `newmtl trunk
helios_reflectance 0.3
newmtl needles
Kd 0.6 0.6 0.6
Ks 0.2 0.2 0.2
Ns 20
helios_reflectance 0.4
helios_classification 5
helios_isGround true
`;
const DEM = 'ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2\n3 4\n';
const BOX = 'mtllib box.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nusemtl blue\nf 1 2 4\n';
const VOXELS = 'VOXEL SPACE\n#min_corner: 0 0 0\n#split: 1 1 1\n#res: 1\ni j k PadBVTotal transmittance\n0 0 0 1 0.5\n';

async function sceneOf(part: string, sections = '') {
  const survey = `scene: { parts: [${part}] }\nscanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 1.7] }]\noutput: [a.las]\n${sections}\n`;
  const sources = {
    'survey.yaml': survey,
    'trees.mtl': MTL,
    'empty.mtl': '# none\n',
    'dem.asc': DEM,
    'cloud.xyz': '0 0 0\n1 1 1\n',
    'crown.vox': VOXELS,
    'box.obj': BOX,
    'box.mtl': 'newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n',
  };
  const files = createWebFiles({ sources });
  const { scene } = await loadSurvey('survey.yaml', { files });
  return loadScene(scene, { files });
}

const HELIOS = 'physics: { gloss: plain, reflectance: as-written }';

describe('a material of an MTL file', () => {
  it.each([
    ['{ file: dem.asc, material: { file: trees.mtl, name: needles } }'],
    ['{ file: dem.asc, material: { file: trees.mtl } }'],
    ['{ file: cloud.xyz, voxels: { size: 1 }, material: { file: trees.mtl } }'],
    ['{ file: crown.vox, material: { file: trees.mtl, name: needles } }'],
    ['{ file: box.obj, material: { file: trees.mtl, name: needles } }'],
  ])('is on all surfaces of %s', async (part) => {
    const { materials, surfaces } = await sceneOf(part);
    expect(materials.map(({ name, reason }) => [name, reason.kind])).toEqual([['needles', 'reflectance']]);
    expect(materials[0].scattering).toMatchObject({ reflectance: 0.4 });
    expect(new Set(surfaces.map(({ classification, isGround }) => `${classification} ${isGround}`))).toEqual(
      new Set(['5 true']),
    );
  });

  const cloud = (random: string) =>
    `{ file: cloud.xyz, voxels: { size: 0.9 }, material: { file: trees.mtl, name: needles, random: ${random} } }`;

  it('has copies of other colours on cubes in turn', async () => {
    const { materials, meshes } = await sceneOf(cloud('{ copies: 1, range: 0.1 }'));
    expect(materials.map(({ name }) => name)).toEqual(['needles', 'needles#2']);
    // Two cubes of twelve triangles each.
    const [{ triangleGroup, groups }] = meshes;
    const used = Array.from(triangleGroup, (group) => groups[group].material);
    expect(used).toEqual([...Array(12).fill(0), ...Array(12).fill(1)]);
    const [own, copy] = materials.map(({ baseColor }) => baseColor);
    for (const axis of [0, 1, 2]) {
      expect(copy[axis]).not.toBe(own[axis]);
      expect(Math.abs(copy[axis] - own[axis])).toBeLessThanOrEqual(0.1);
    }
    const other = await sceneOf(cloud('{ copies: 1, range: 0.1, seed: 2 }'));
    expect(other.materials[1].baseColor).not.toEqual(copy);
    expect(other.materials[0].baseColor).toEqual(own);
  });

  it('has the gloss of its copies with HELIOS++: of any colours within 0 and 1', async () => {
    const { materials } = await sceneOf(cloud('{ copies: 200 }'), HELIOS);
    const shares = materials.slice(1).map(({ scattering }) => (scattering as { specularity: number }).specularity);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
    // Without copies it is 0.6 / 2.4.
    expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.3);
    expect(materials.every(({ scattering }) => 'reflectance' in scattering && scattering.reflectance === 0.4)).toBe(
      true,
    );
  });

  it('has no copies where there are no cubes', async () => {
    const bare = '{ file: dem.asc, material: { file: trees.mtl, random: { copies: 2 } } }';
    expect(String(await faultOf(sceneOf(bare)))).toMatch(
      /material\.random.*only cubes of voxels have materials in turn/,
    );
    const medium =
      '{ file: crown.vox, voxels: { mode: medium }, material: { file: trees.mtl, random: { copies: 2 } } }';
    expect(String(await faultOf(sceneOf(medium)))).toMatch(/only cubes of voxels/);
    expect(
      (await sceneOf('{ file: crown.vox, material: { file: trees.mtl, random: { copies: 2 } } }')).materials.length,
    ).toBe(3);
  });

  it('has the gloss of HELIOS++', async () => {
    const part = '{ file: dem.asc, material: { file: trees.mtl, name: needles } }';
    const { materials } = await sceneOf(part, HELIOS);
    // Ks 0.6 of 2.4 in all; it is the last one of its file.
    expect(materials[0].scattering).toMatchObject({
      model: 'helios-phong',
      specularity: expect.closeTo(0.25, 9),
      exponent: 20,
    });
  });

  it('is that of its part alone', async () => {
    const { materials } = await sceneOf(
      '{ file: dem.asc, material: { file: trees.mtl, name: trunk } }, { file: dem.asc }',
    );
    expect(materials.map(({ name }) => name)).toEqual(['trunk', 'ground']);
  });

  it('gives way to the survey', async () => {
    const survey =
      'scene: { parts: [{ file: dem.asc, material: { file: trees.mtl } }], materials: { needles: { reflectance: 0.9 } } }';
    const sources = {
      'survey.yaml': `${survey}\nscanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 1.7] }]\noutput: [a.las]\n`,
      'trees.mtl': MTL,
      'dem.asc': DEM,
    };
    const files = createWebFiles({ sources });
    const loaded = await loadSurvey('survey.yaml', { files });
    const { materials } = await loadScene(loaded.scene, { files });
    expect(materials[0].scattering).toMatchObject({ reflectance: 0.9 });
    expect(loaded.inputs?.map((path) => path.replace(/.*\//, ''))).toContain('trees.mtl');
  });

  it.each([
    [
      '{ file: dem.asc, material: { file: trees.mtl, name: needle } }',
      /survey\.yaml:1:\d+: scene\.parts\[0\]\.material\.name: .*found no material "needle", expected one of needles, trunk; did you mean "needles"\?/,
    ],
    ['{ file: dem.asc, material: { file: empty.mtl } }', /material\.file: .*found no newmtl, expected a material/],
    ['{ file: dem.asc, material: { file: nowhere.mtl } }', /material\.file: .*cannot read the file/],
  ])('has a fault in %s', async (part, message) => {
    expect(await faultOf(sceneOf(part))).toMatch(message);
  });
});

describe('a file without materials', () => {
  it.each([
    ['{ file: dem.asc }', 'ground'],
    ['{ file: cloud.xyz, voxels: { size: 1 } }', 'voxels'],
    ['{ file: crown.vox }', 'vegetation'],
  ])('%s has what HELIOS++ takes for one, with its gloss', async (part, name) => {
    const { materials, surfaces } = await sceneOf(part, HELIOS);
    // 50 %, as it is: helios-compat.md §8.3.
    expect(materials).toMatchObject([
      { name, scattering: { model: 'helios-phong', reflectance: 50 }, reason: { kind: 'assumed' } },
    ]);
    expect(surfaces.map(({ classification, isGround }) => [classification, isGround])).toEqual([[0, undefined]]);
  });

  it('is as instruments see it otherwise', async () => {
    const { materials, surfaces } = await sceneOf('{ file: dem.asc }');
    expect(materials[0].reason.kind).toBe('words');
    expect(surfaces[0].classification).toBe(2);
  });
});
