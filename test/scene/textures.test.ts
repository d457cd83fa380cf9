import { describe, expect, it } from 'vitest';
import { IDENTITY, scaling, translation } from '../../src/base/affine.js';
import { finish } from '../../src/base/steps.js';
import { loadScene } from '../../src/node-surveys.js';
import { assembleScene } from '../../src/scene/assemble-scene.js';
import type { PlacedMesh } from '../../src/scene/flatten.js';
import { materialUses } from '../../src/scene/materials/material-uses.js';
import type { Mesh } from '../../src/scene/model.js';
import type { SceneMaterial } from '../../src/scene/scene.js';
import type { LabelRule, PartPlacement, SceneDescription, ScenePart } from '../../src/scene/scene-description.js';
import type { Texture } from '../../src/scene/texture.js';
import { rgbaPng } from './image/images.js';
import { keepingLog, temporaryFolder } from './scene-files.js';

const folder = temporaryFolder();
const place = { file: 'survey.yaml' };

const part = (name: string, path: string, placement: PartPlacement = { kind: 'once' }): ScenePart => ({
  name,
  source: { kind: 'file', path },
  transform: IDENTITY,
  placement,
  place,
});
const description = (parts: ScenePart[], labels: Partial<LabelRule>[] = []): SceneDescription => ({
  parts,
  labels: labels.map((label) => ({ match: '*', on: 'any', place, ...label })),
  materials: [{ name: 'mine', scattering: { model: 'lambert', reflectance: 0.5 }, place }],
});

const TRIANGLE = 'v 0 0 0\nv 4 0 0\nv 0 4 0\nvt 0 1\nvt 1 1\nvt 0 0\n';
folder.write(
  'leaf.png',
  rgbaPng(2, [
    [0, 255, 0, 255],
    [0, 0, 0, 0],
  ]),
);
folder.write('dirt.png', rgbaPng(1, [[255, 255, 255, 255]]));
folder.write('tree.mtl', 'newmtl unused\nmap_Kd gone.png\nnewmtl crown\nmap_Kd leaf.png\nnewmtl stem\nKd 1 0 0\n');
folder.write(
  'wall.mtl',
  'newmtl wall\nhelios_reflectance 0.4\nsubray_map_reflectance dirt.png\nsubray_map_material dirt.png mine crown\n',
);
const TREE = folder.write(
  'tree.obj',
  `mtllib tree.mtl\n${TRIANGLE}usemtl stem\nf 1/1 2/2 3/3\nusemtl crown\nf 1/1 2/2 3/3\n`,
);
const WALL = folder.write('wall.obj', `mtllib wall.mtl\n${TRIANGLE}usemtl wall\nf 1/1 2/2 3/3\n`);
folder.write('paper.mtl', 'newmtl paper\nKd 1 0.5 1\nmap_Kd dirt.png\nsubray_map_material leaf.png mine\n');
const PAPER = folder.write('paper.obj', `mtllib paper.mtl\n${TRIANGLE}usemtl paper\nf 1/1 2/2 3/3\n`);
const ROCK = folder.write('rock.obj', `${TRIANGLE}usemtl rock\nf 1/1 2/2 3/3\n`);

it('refuses a picture that names a material which is nowhere', async () => {
  folder.write('odd.mtl', 'newmtl sheet\nsubray_map_material dirt.png unobtainium\n');
  const odd = folder.write('odd.obj', `mtllib odd.mtl\n${TRIANGLE}usemtl sheet\nf 1/1 2/2 3/3\n`);
  await expect(loadScene(description([part('odd', odd)]))).rejects.toThrow(
    'no material is called "unobtainium", which the picture of the material "sheet" names; known are mine, sheet',
  );
});

/** Texture coordinates of the corners of a mesh's triangles by their places. */
const uvsByPlace = ({ positions, uvs = new Float32Array(), indices, origin }: Mesh) =>
  Array.from(indices, (v) => [
    positions[3 * v] + origin[0],
    positions[3 * v + 1] + origin[1],
    uvs[2 * v],
    uvs[2 * v + 1],
  ]);

describe('a scene', () => {
  it('has the textures of all its files once, and materials that name them', async () => {
    const log = keepingLog();
    const scene = await loadScene(description([part('tree', TREE), part('wall', WALL), part('rock', ROCK)]), { log });
    expect(scene.textures.map(({ name, colorSpace }) => `${name} ${colorSpace}`)).toEqual([
      'leaf.png srgb',
      'dirt.png linear',
    ]);
    const named = (name: string) => scene.materials.filter((material) => material.name === name);
    expect(named('crown')[0]).toMatchObject({ textures: { baseColor: 0, alpha: 0 }, alphaCutoff: 0.5 });
    const [wall] = named('wall');
    const numbers = wall.textures?.materials ?? [];
    expect(wall.textures).toEqual({ reflectance: 1, material: 1, materials: numbers });
    expect(numbers.map((index) => scene.materials[index].name)).toEqual(['mine', 'crown']);
    // A material named by a texture is a substance: its own pictures lie on other surfaces.
    expect(numbers.map((index) => scene.materials[index].textures)).toEqual([undefined, undefined]);
    expect(named('stem')[0].textures).toBeUndefined();
  });

  it('keeps texture coordinates through merging and mirroring; others are 0', async () => {
    const mirrored = { ...part('mirrored', TREE), transform: scaling([-1, 1, 1]) };
    const { meshes } = await loadScene(description([part('tree', TREE), part('rock', ROCK), mirrored]));
    expect(meshes).toHaveLength(1);
    const own = [
      [0, 0, 0, 0],
      [4, 0, 1, 0],
      [0, 4, 0, 1],
    ];
    const turned = [own[0], [0, 4, 0, 1], [-4, 0, 1, 0]];
    const bare = own.map(([x, y]) => [x, y, 0, 0]);
    expect(uvsByPlace(meshes[0])).toEqual([...own, ...own, ...turned, ...turned, ...bare]);
  });

  it('keeps texture coordinates of what stands often', async () => {
    const many: PartPlacement = {
      kind: 'list',
      transforms: Array.from({ length: 9 }, (_, i) => translation([9 * i, 0, 0])),
    };
    const { meshes } = await loadScene(description([part('tree', TREE, many)]));
    expect(meshes.map(({ uvs }) => uvs?.length)).toEqual(meshes.map(({ positions }) => (2 * positions.length) / 3));
  });

  it('leaves a surface its holes and colours where a rule gives it another material', async () => {
    const scene = await loadScene(
      description([part('tree', TREE)], [{ match: 'crown', on: 'material', material: 'mine' }]),
    );
    const mine = scene.materials.filter(({ name }) => name === 'mine');
    expect(mine).toHaveLength(1);
    expect(mine[0]).toMatchObject({
      textures: { baseColor: 0, alpha: 0 },
      alphaCutoff: 0.5,
      scattering: { model: 'lambert', reflectance: 0.5 },
    });
  });

  it('leaves a surface its colours where a picture says what it is made of', async () => {
    const { materials, textures } = await loadScene(description([part('paper', PAPER)]));
    const paper = materials.find(({ name }) => name === 'paper')?.textures;
    const told = paper?.materials?.map((index) => materials[index]) ?? [];
    expect(told.map(({ name }) => name)).toEqual(['mine']);
    expect(told[0].textures).toEqual({ baseColor: paper?.baseColor, tint: [1, 0.5, 1] });
    expect(textures[paper?.baseColor ?? -1]).toMatchObject({ name: 'dirt.png', colorSpace: 'srgb' });
  });

  it('says where the materials are that a picture tells, and whose it is', async () => {
    const scene = await loadScene(description([part('wall', WALL), part('rock', ROCK)]));
    const uses = materialUses(scene);
    const found = scene.materials.map(({ name, pictures }, m) => [name, pictures, uses[m].triangles, uses[m].objects]);
    expect(found).toEqual([
      ['mine', ['wall'], 1, ['wall']],
      ['crown', ['wall'], 1, ['wall']],
      ['wall', undefined, 1, ['wall']],
      ['rock', undefined, 1, ['rock']],
    ]);
  });

  it('shows a textured material without textures where a rule puts it on a surface without coordinates', async () => {
    const log = keepingLog();
    const rule = { match: 'rock', on: 'material', material: 'crown' } as const;
    const bare = folder.write('bare.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl rock\nf 1 2 3\n');
    const { materials, surfaces, names } = await loadScene(
      description([part('tree', TREE), part('rock', bare)], [rule]),
      {
        log,
      },
    );
    const onRock = surfaces.filter(({ instance }) => names.instances[instance].startsWith('rock'));
    expect(onRock.map(({ material }) => [materials[material].name, materials[material].textures])).toEqual([
      ['crown', undefined],
    ]);
    expect(names.materials).toHaveLength(materials.length);
    expect(log.warnings).toContainEqual(
      expect.stringContaining('material crown: some of its surfaces have no texture'),
    );
  });
});

describe('a rule that puts a textured material on a surface without coordinates, beside others that have some', () => {
  const rule = { match: 'stem', on: 'material', material: 'crown' } as const;

  it.each<[string, PartPlacement]>([
    ['once', { kind: 'once' }],
    ['often', { kind: 'list', transforms: [0, 20].map((x) => translation([x, 0, 0])) }],
  ])('leaves it whole, %s', async (_, placement) => {
    const { meshes, instances, surfaces, materials } = await loadScene(
      description([part('tree', TREE, placement)], [rule]),
    );
    const masks = instances.flatMap(({ mesh, surfaceBase }) =>
      Array.from(
        meshes[mesh].triangleGroup,
        (group) => materials[surfaces[surfaceBase + group].material].textures?.alpha !== undefined,
      ),
    );
    // The stem comes first in the file.
    expect(masks).toEqual(placement.kind === 'once' ? [false, true] : [false, true, false, true]);
  });
});

describe('assembleScene', () => {
  const material = (more: Partial<SceneMaterial> = {}): SceneMaterial => ({
    name: 'm',
    baseColor: [1, 1, 1, 1],
    scattering: { model: 'lambert', reflectance: 0.5 },
    reason: { kind: 'grey' },
    ...more,
  });
  const mesh = (): Mesh => ({
    name: 'm',
    origin: [0, 0, 0],
    positions: Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]),
    indices: Uint32Array.from([0, 1, 2]),
    uvs: Float32Array.from([0, 0, 1, 0, 0, 1]),
    triangleGroup: new Uint16Array(1),
    groups: [{ object: '', group: '', material: 0 }],
  });
  const texture: Texture = {
    name: 't',
    width: 1,
    height: 1,
    texels: new Uint8Array(4),
    wrapU: 'repeat',
    wrapV: 'repeat',
    colorSpace: 'srgb',
  };
  const assemble = (materials: SceneMaterial[], meshes: Mesh[]) =>
    finish(
      assembleScene(
        meshes.map(
          (own, k): PlacedMesh => ({
            mesh: own,
            transform: translation([0, 0, k]),
            surfaces: [{ instance: k + 1, material: k % materials.length, classification: 0, semantic: 0 }],
          }),
        ),
        { materials, textures: [texture], instances: [], semantics: {} },
        { log: keepingLog() },
      ),
    );

  it('drops texture coordinates that no material needs', () => {
    const { meshes, textures } = assemble([material()], [mesh(), mesh()]);
    expect(meshes.map(({ uvs }) => uvs)).toEqual([undefined]);
    expect(textures).toEqual([texture]);
  });

  it('keeps them for textures, and for surfaces that are brushed', () => {
    const brushed = { model: 'ward', diffuse: 0, specular: 0.1, roughness: [0.1, 0.3] } as const;
    const kept = [material({ textures: { reflectance: 0 } }), material({ scattering: brushed })].map(
      (own) => assemble([own], [mesh()]).meshes[0].uvs !== undefined,
    );
    expect(kept).toEqual([true, true]);
    const even = material({ scattering: { ...brushed, roughness: [0.2, 0.2] } });
    expect(assemble([even], [mesh()]).meshes[0].uvs).toBeUndefined();
  });
});

describe('reflectance: texture', () => {
  const palette = rgbaPng(2, [
    [255, 255, 255, 255],
    [188, 188, 188, 255],
  ]);
  folder.write('palette.png', palette);
  folder.write('palette.mtl', 'newmtl colormap\nmap_Kd palette.png\nnewmtl bare\nKd 1 1 1\n');
  const PALETTE = folder.write(
    'palette.obj',
    `mtllib palette.mtl\n${TRIANGLE}usemtl colormap\nf 1/1 2/2 3/3\nusemtl bare\nf 1 2 3\n`,
  );
  const asked = (name: string): SceneDescription => ({
    ...description([part('town', PALETTE)]),
    materials: [{ name, scattering: { model: 'lambert', reflectance: 0.2 }, relativeReflectance: true, place }],
  });

  it('makes a picture of reflectances with the mean 1 of the colours', async () => {
    const { materials, textures } = await loadScene(asked('colormap'));
    const {
      reflectance = -1,
      reflectanceGain = 0,
      baseColor,
    } = materials.find(({ name }) => name === 'colormap')?.textures ?? {};
    expect(baseColor).not.toBe(reflectance);
    expect(reflectanceGain).toBeCloseTo(1 / 0.7514, 3);
    expect([...textures[reflectance].texels].filter((_, i) => i % 4 === 0)).toEqual([255, 128]);
  });

  it('warns where no surface has a picture of colours', async () => {
    const log = keepingLog();
    await loadScene(asked('bare'), { log });
    expect(log.warnings).toContain(
      'survey.yaml: "reflectance: texture" changes nothing: no surface with the material "bare" has a picture of its colours',
    );
  });
});

it('names the file of a picture that names an unknown material', async () => {
  folder.write('odd.mtl', 'newmtl odd\nsubray_map_material dirt.png zzz\n');
  const path = folder.write('odd.obj', `mtllib odd.mtl\n${TRIANGLE}usemtl odd\nf 1/1 2/2 3/3\n`);
  const error = await loadScene(description([part('odd', path)])).catch((fault) => fault.format());
  expect(error).toContain(`${path}: no material is called "zzz", which the picture of the material "odd" names`);
});
