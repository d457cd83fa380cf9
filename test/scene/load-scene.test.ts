import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IDENTITY, translation } from '../../src/base/affine.js';
import { AbortedError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { loadScene } from '../../src/node-surveys.js';
import { generatedSource } from '../../src/procedural/generated-source.js';
import { outlineOf } from '../../src/scene/part-outline.js';
import { readModel } from '../../src/scene/read/read-model.js';
import type { Scene } from '../../src/scene/scene.js';
import type {
  LabelRule,
  MaterialDescription,
  PartPlacement,
  SceneDescription,
  ScenePart,
} from '../../src/scene/scene-description.js';
import { geoKeys, geoTiff } from './read/tiff-files.js';
import { faultOf, keepingLog, temporaryFolder } from './scene-files.js';

const folder = temporaryFolder();
const place = { file: 'survey.yaml', line: 3, column: 5 };

const part = (name: string, path: string, placement: PartPlacement = { kind: 'once' }): ScenePart => ({
  name,
  source: { kind: 'file', path },
  transform: IDENTITY,
  placement,
  place,
});
const description = (
  parts: ScenePart[],
  labels: Partial<LabelRule>[] = [],
  materials: Partial<MaterialDescription>[] = [],
): SceneDescription => ({
  parts,
  labels: labels.map((label) => ({ match: '*', on: 'any', place, ...label })),
  materials: materials.map((material) => ({ name: '', place, ...material })),
});
const lambert = (reflectance: number) => ({ model: 'lambert', reflectance }) as const;
const at = (count: number): PartPlacement => ({
  kind: 'list',
  transforms: Array.from({ length: count }, (_, i) => translation([10 * i, 0, 0])),
});

const TRIANGLE = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
const TREE = folder.write(
  'tree.obj',
  `mtllib tree.mtl\n${TRIANGLE}o trunk\nusemtl bark\nf 1 2 3\no crown\nusemtl leaf\nf 1 2 3\nf 1 3 2\no twig\nusemtl bark\nf 1 2 3\n`,
);
folder.write('tree.mtl', 'newmtl bark\nhelios_classification 4\nnewmtl leaf\nhelios_reflectance 0.3\nKd 0 1 0\n');
const HOUSE = folder.write(
  'house.obj',
  `${TRIANGLE}g wall\nusemtl oddity\nf 1 2 3\ng roof\nf 1 2 3\ng wall\nf 1 2 3\n`,
);

/** For each triangle in the scene: name of its object, class, semantic class, material, why it scatters as it does. */
function described({ meshes, instances, surfaces, names, materials }: Scene): string[] {
  return instances.flatMap(({ mesh, surfaceBase }) =>
    [...meshes[mesh].triangleGroup].map((group) => {
      const surface = surfaces[surfaceBase + group];
      const { name, reason } = materials[surface.material];
      return `${names.instances[surface.instance]} ${surface.classification} ${names.semantics[surface.semantic]} ${name} ${reason.kind}`;
    }),
  );
}

describe('loadScene', () => {
  it('gives each object of a part that stands once an id, and each placement of a part that stands often', async () => {
    const scene = await loadScene(description([part('house', HOUSE), part('tree', TREE), part('wood', TREE, at(2))]));
    expect(scene.names.instances).toEqual([
      '',
      'house/wall',
      'house/roof',
      'tree/trunk',
      'tree/crown',
      'tree/twig',
      'wood#1',
      'wood#2',
    ]);
    expect(described(scene).map((line) => line.split(' ')[0])).toEqual([
      ...['house/wall', 'house/roof', 'house/wall', 'tree/trunk', 'tree/crown', 'tree/crown', 'tree/twig'],
      ...Array<string>(4).fill('wood#1'),
      ...Array<string>(4).fill('wood#2'),
    ]);
    expect(scene.triangleCount).toBe(15);
  });

  it('resolves labels, materials and reflectances', async () => {
    const labels = [
      { match: 'crown', on: 'object', classification: 5, semantic: 'tree' },
      { match: 'leaf', on: 'material', semantic: 'foliage' },
      { match: 'r*f', material: 'slate' },
      { match: 'wall', material: 'special' },
    ] as const;
    const materials = [{ name: 'special', scattering: lambert(0.77), baseColor: [1, 0, 0, 1] as const }];
    const scene = await loadScene(
      description(
        [part('house', HOUSE), part('tree', TREE)],
        labels.map((label) => ({ ...label })),
        materials,
      ),
    );
    expect(described(scene)).toEqual([
      'house/wall 1 none special survey',
      'house/roof 1 none slate catalogue',
      'house/wall 1 none special survey',
      'tree/trunk 4 none bark words',
      'tree/crown 5 tree leaf reflectance',
      'tree/crown 5 tree leaf reflectance',
      'tree/twig 4 none bark words',
    ]);
    expect(scene.names).toMatchObject({
      semantics: { 0: 'none', 20: 'tree', 22: 'foliage' },
      classes: { 1: 'Unclassified', 4: 'Medium vegetation', 5: 'High vegetation' },
    });
    expect(scene.materials.map(({ name }) => name)).toEqual(scene.names.materials);
    expect(scene.materials[scene.names.materials.indexOf('special')].baseColor).toEqual([1, 0, 0, 1]);
  });

  it('takes the survey’s reflectance before the file’s, and luminance where nothing is known', async () => {
    const scene = await loadScene(
      description([part('t', TREE), part('h', HOUSE)], [], [{ name: 'leaf', scattering: lambert(0.9) }]),
    );
    const of = (name: string) => scene.materials[scene.names.materials.indexOf(name)].scattering;
    expect(of('leaf')).toEqual(lambert(0.9));
    expect(of('oddity')).toEqual({ model: 'lambert', reflectance: expect.closeTo(0.5, 12) });
  });

  it('stores a part that stands often once, as one mesh with few groups', async () => {
    const rows = Array.from(
      { length: 700 },
      (_, i) => `v ${i} 0 0\nv ${i} 1 0\nv ${i} 0 ${i + 1}\ng g${i}\nusemtl m${i % 2}\nf -1 -2 -3\n`,
    );
    const path = folder.write('large.obj', rows.join(''));
    const scene = await loadScene(description([part('many', path, at(100)), part('ground', HOUSE)]));
    expect(scene.meshes.map((mesh) => [mesh.triangleGroup.length, mesh.groups.length])).toEqual([
      [3, 2],
      [700, 2],
    ]);
    expect(scene.instances).toHaveLength(101);
    expect(scene.surfaces).toHaveLength(2 + 200);
    expect(scene.triangleCount).toBe(70_003);
    expect(scene.instances[7].transform[3] - scene.instances[6].transform[3]).toBe(10);
    expect(scene.surfaces[scene.instances[100].surfaceBase].instance).toBe(100);
  });

  it('numbers objects of the same name', async () => {
    const node = { mesh: 0, name: 'car' };
    const file = folder.write(
      'cars.gltf',
      JSON.stringify({
        asset: { version: '2.0' },
        nodes: [node, { ...node, translation: [5, 0, 0] }, { mesh: 0, name: 'van' }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        buffers: [
          {
            byteLength: 36,
            uri: `data:;base64,${Buffer.from(Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer).toString('base64')}`,
          },
        ],
      }),
    );
    const scene = await loadScene(description([part('street', file)]));
    expect(scene.names.instances).toEqual(['', 'street/car', 'street/car (2)', 'street/van']);
  });

  it('names objects after the part where the file names none', async () => {
    const path = folder.write('bare.obj', `${TRIANGLE}f 1 2 3\n`);
    const scene = await loadScene(
      description([part('statue', path)], [{ match: 'STATUE', on: 'object', classification: 64 }]),
    );
    expect(described(scene)).toEqual(['statue 64 none default grey']);
  });

  it('makes the same scene of generated parts every time', async () => {
    const source = generatedSource('terrain', { seed: 3, triangles: 2000 });
    const ground: ScenePart = { name: 'ground', source, transform: IDENTITY, placement: { kind: 'once' }, place };
    const trees = part('tree', TREE, {
      kind: 'scatter',
      count: 40,
      seed: 1,
      min: [-5, -5],
      max: [5, 5],
      scaleMin: 1,
      scaleMax: 2,
      spacing: 0.5,
      on: 'ground',
    });
    const scenes = await Promise.all([1, 2].map(() => loadScene(description([ground, trees]))));
    expect(scenes[0]).toEqual(scenes[1]);
    expect(scenes[0].triangleCount).toBeGreaterThan(160);
  });

  it('says in which survey a faulty file is named', async () => {
    const path = folder.write('broken.obj', 'v 1 2\n');
    expect(await faultOf(loadScene(description([part('a', path)])))).toBe(
      `${path}:1: found "v 1 2"; a line "v" takes three finite numbers (named at survey.yaml:3:5)`,
    );
  });

  it('refuses unknown materials and scenes without triangles', async () => {
    const unknown = loadScene(description([part('h', HOUSE)], [{ match: '*', material: 'unobtainium' }]));
    expect(await faultOf(unknown)).toContain('survey.yaml:3:5: no material is called "unobtainium"; known are oddity');
    const empty = part('h', HOUSE, { kind: 'list', transforms: [] });
    expect(await faultOf(loadScene(description([empty])))).toBe(
      'survey.yaml:3:5: the scene has no triangles: there is nothing that a beam can hit',
    );
  });

  it('stops when it is told to', async () => {
    await expect(loadScene(description([part('h', HOUSE)]), { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
      AbortedError,
    );
  });
});

describe('loadScene with transforms from files', () => {
  const positions = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const uri = `data:;base64,${Buffer.from(positions.buffer).toString('base64')}`;
  /** A glTF file that shows one triangle once for each node. */
  const shown = (name: string, nodes: object[]) =>
    folder.write(
      name,
      JSON.stringify({
        asset: { version: '2.0' },
        nodes: nodes.map((node) => ({ mesh: 0, ...node })),
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
        bufferViews: [{ buffer: 0, byteLength: 36 }],
        buffers: [{ byteLength: 36, uri }],
      }),
    );

  it.each([
    ['nothing', [0, 0, 0]],
    ['a plane', [1, 0, 1]],
    ['less than f32 can tell', [1, 1e-25, 1]],
    ['more than f64 can tell', [1e300, 1e300, 1]],
  ])('leaves out copies that are scaled to %s, and says so', async (_name, scale) => {
    const log = keepingLog();
    const file = shown('flat.gltf', [{}, { translation: [5, 0, 0] }, { scale }]);
    const scene = await loadScene(description([part('flat', file)]), { log });
    expect(scene.triangleCount).toBe(2);
    expect(log.warnings).toEqual(['1 of 3 objects were left out: their scale is 0, or too small or too large']);
  });

  it('keeps what is flat and stands once', async () => {
    const log = keepingLog();
    const scene = await loadScene(description([part('decal', shown('decal.gltf', [{ scale: [1, 1, 0] }]))]), { log });
    expect([scene.triangleCount, log.warnings]).toEqual([1, []]);
  });

  it.each([
    ['scale', { scale: [1e50, 1e50, 1e50] }],
    ['translation', { translation: [1e30, 0, 0] }],
  ])('refuses a scene that its %s makes too large', async (_name, node) => {
    const fault = await faultOf(loadScene(description([part('huge', shown('huge.gltf', [{}, node]))])));
    expect(fault).toMatch(/^survey.yaml: the scene reaches [\d.]+e\+\d+ m from the origin; at most 1e9 m are possible/);
  });
});

const DELFT = new URL('../../../shared/scenes/delft/delft.obj', import.meta.url).pathname;

describe.skipIf(!existsSync(DELFT))('the scene of Delft (skipped: ../shared/scenes is not here)', () => {
  it('is one mesh with an id for each of its 570 objects', async () => {
    const log = keepingLog();
    const labels = [
      { match: 'Building', classification: 6 },
      { match: 'WaterBody', classification: 9 },
      { match: 'Road', classification: 11 },
    ];
    const scene = await loadScene(description([part('delft', DELFT)], labels), { log });
    expect(scene.meshes).toHaveLength(1);
    expect(scene.names.instances).toHaveLength(571);
    expect(scene.names.classes).toEqual({ 1: 'Unclassified', 6: 'Building', 9: 'Water', 11: 'Road surface' });
    expect(scene.triangleCount).toBe(36269);
  });
});

describe('names in a survey', () => {
  it('reach everything in a part by its name', async () => {
    const scene = await loadScene(
      description([part('WoodFloor', TREE), part('other', HOUSE)], [{ part: 'wood*', classification: 2 }]),
    );
    const classes = described(scene).map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(new Set(classes)).toEqual(
      new Set(['WoodFloor/trunk 2', 'WoodFloor/crown 2', 'WoodFloor/twig 2', 'other/wall 1', 'other/roof 1']),
    );
  });

  it('are warned of where they fit nothing, with the nearest', async () => {
    const log = keepingLog();
    await loadScene(
      description(
        [part('tree', TREE)],
        [{ match: 'trunc*', classification: 2 }],
        [{ name: 'brak', scattering: lambert(0.1) }],
      ),
      { log },
    );
    expect(log.warnings.join('\n')).toContain('no object, group or material is called "trunc*"; did you mean "trunk"?');
    expect(log.warnings.join('\n')).toContain('no surface has the material "brak"; did you mean "bark"?');
  });

  it('call classes from 64 on', async () => {
    const named = {
      ...description([part('tree', TREE)], [{ classification: 70 }]),
      classNames: { 70: 'crane', 71: 'never there' },
    };
    expect((await loadScene(named)).names.classes).toEqual({ 70: 'crane' });
  });

  it('say the truth of materials that no library describes', async () => {
    const log = keepingLog();
    const path = folder.write('bricks.obj', `${TRIANGLE}usemtl brick_wall\nf 1 2 3\n`);
    const scene = await loadScene(description([part('wall', path)]), { log });
    expect(log.warnings).toContain(
      `${path}: no material library describes "brick_wall": the words of its name decide, or else plain grey; subray material assign shows what it became`,
    );
    expect(scene.materials[0].reason).toEqual({ kind: 'words', id: 'brick' });
  });

  it('name no material that the survey describes itself', async () => {
    const log = keepingLog();
    const path = folder.write('own.obj', `${TRIANGLE}usemtl brick_wall\nf 1 2 3\n`);
    const own = description([part('wall', path)]);
    await loadScene(
      { ...own, materials: [{ name: 'brick_wall', baseColor: [0.5, 0.5, 0.5, 1], place: { file: 'a.yaml' } }] },
      { log },
    );
    expect(log.warnings.join('\n')).not.toContain('no material library');
  });

  it('ask for the unit of a scene that is as tall as none', async () => {
    const log = keepingLog();
    const path = folder.write('tall.obj', 'v 0 0 0\nv 900 0 0\nv 0 900 2500\nf 1 2 3\n');
    await loadScene(description([part('tall', path)]), { log });
    expect(log.warnings).toContain('survey.yaml:3:5: this scene is 2,500 m tall: is it in millimetres? (unit: mm)');
  });

  it('do not ask for it of mountains whose reference system has metres', async () => {
    const questionOf = async (keys: Readonly<Record<number, number>>) => {
      const log = keepingLog();
      const bytes = geoTiff('f4', { values: [0, 400, 900, 1295, 800, 300], tags: [geoKeys(keys)] });
      await loadScene(description([part('dem', folder.write('mountain.tif', bytes))]), { log });
      return log.warnings.join('\n');
    };
    expect(await questionOf({ 1024: 1, 3072: 2056 })).toBe('');
    expect(await questionOf({ 1024: 1 })).toContain('m tall: is it in');
  });

  it('ask for the unit of a part by what is in it, not by what is in another', async () => {
    const tower = folder.write('tower.obj', 'o tower\nv 0 0 0\nv 90 0 0\nv 0 90 340\nf 1 2 3\n');
    const roomOf = (metre: number) =>
      folder.write(
        `room-${metre}.obj`,
        `o ceiling_001\nv 0 0 0\nv ${5 * metre} 0 0\nv 0 ${4 * metre} ${2.5 * metre}\nf 1 2 3\n`,
      );
    const saidOf = async (room: string) => {
      const log = keepingLog();
      await loadScene(description([part('tower', tower), part('room', room)]), { log });
      return log.warnings.filter((warning) => warning.includes('is it in'));
    };
    expect(await saidOf(roomOf(1))).toEqual([]);
    expect(await saidOf(roomOf(100))).toEqual([
      'survey.yaml:3:5: room is 250 m tall and has "ceiling_001": is it in centimetres? (unit: cm)',
    ]);
  });
});

describe('a part with a number', () => {
  it('is one object of this number, with all its objects and placements', async () => {
    const parts = [
      { ...part('tree', TREE), instance: 2 },
      part('house', HOUSE),
      { ...part('wood', TREE, at(3)), instance: 900_000 },
      { ...part('more', HOUSE), instance: 2 },
      part('grove', TREE, at(2)),
    ];
    const { names, surfaces } = await loadScene(description(parts));
    expect(Object.entries(names.instances)).toEqual([
      ['0', ''],
      ['1', 'house/wall'],
      ['2', 'tree'],
      ['3', 'house/roof'],
      ['4', 'grove#1'],
      ['5', 'grove#2'],
      ['900000', 'wood'],
    ]);
    expect(new Set(surfaces.map(({ instance }) => instance))).toEqual(new Set([1, 2, 3, 4, 5, 900_000]));
  });
});

/** The nodes of a glTF file below one root, each a triangle from 0 to 1 that is moved along x. */
function rooted(name: string, shifts: readonly number[], more: object = {}): string {
  const corners = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const uri = `data:application/octet-stream;base64,${Buffer.from(corners.buffer).toString('base64')}`;
  const nodes = shifts.map((x, k) => ({ name: `node_${k}`, mesh: 0, translation: [x, 0, 0], ...more }));
  return folder.write(
    name,
    JSON.stringify({
      asset: { version: '2.0' },
      scenes: [{ nodes: [shifts.length] }],
      nodes: [...nodes, { children: shifts.map((_, k) => k) }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36, uri }],
    }),
  );
}

describe('a part whose nodes hang below one root', () => {
  const touching = rooted('touching.gltf', [0, 0.9, 1.8]);
  const instancing = { extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 0 } } } };
  const namesOf = async (path: string, labels: Partial<LabelRule>[], keys: Partial<ScenePart> = {}) =>
    (await loadScene(description([{ ...part('car', path), ...keys }], labels))).names.instances.slice(1);
  const nodes = (count: number) => Array.from({ length: count }, (_, k) => `car/node_${k}`);

  it.each([
    ['one object where they touch and are labelled alike', touching, [{ semantic: 'car' }], ['car']],
    ['one object with a class alone', touching, [{ classification: 64 }], ['car']],
    ['its nodes without labels', touching, [], nodes(3)],
    ['its nodes where a label leaves some out', touching, [{ match: 'node_1', semantic: 'car' }], nodes(3)],
    ['its nodes where a gap is between them', rooted('apart.gltf', [0, 0.9, 5]), [{ semantic: 'car' }], nodes(3)],
    [
      'its nodes where labels differ',
      touching,
      [{ match: 'node_1', semantic: 'house' }, { semantic: 'car' }],
      nodes(3),
    ],
    ['one object with wheels', touching, [{ match: 'node_1', semantic: 'wheel' }, { semantic: 'car' }], ['car']],
    [
      'the copies that a file lists',
      rooted('copies.gltf', [0], instancing),
      [{ semantic: 'tree' }],
      ['car/node_0#1', 'car/node_0#2', 'car/node_0#3'],
    ],
    ['called as before where it is a single one', rooted('single.gltf', [0]), [{ semantic: 'car' }], nodes(1)],
  ])('is %s', async (_, path, labels, names) => {
    expect(await namesOf(path, labels)).toEqual(names);
  });

  it('is what it says it is', async () => {
    expect(await namesOf(touching, [], { objects: 'part' })).toEqual(['car']);
    expect(await namesOf(touching, [{ semantic: 'car' }], { objects: 'node' })).toEqual(nodes(3));
    expect(await namesOf(HOUSE, [], { objects: 'part' })).toEqual(['car']);
  });

  it('has the same numbers where it is not read', async () => {
    const model = await readModel(touching, { files: nodeFiles, log: keepingLog() });
    const outline = outlineOf(model);
    if (outline === undefined) throw new Error('the model has an outline');
    const scene = description([part('car', touching), part('house', HOUSE)], [{ part: 'car', semantic: 'car' }]);
    const { frameOrigin, bounds, names } = await loadScene(scene);
    const reduced = { outlines: new Map([[0, outline]]), frameOrigin, bounds, classes: names.classes };
    expect((await loadScene(scene, { reduced })).names.instances).toEqual(names.instances);
    expect(names.instances).toEqual(['', 'car', 'house/wall', 'house/roof']);
  });
});
