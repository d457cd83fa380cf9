import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../../src/base/affine.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import type { Model } from '../../../src/scene/model.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { cornersOf, faultOf, keepingLog, temporaryFolder } from '../scene-files.js';

const DELFT = new URL('../../../../shared/scenes/delft/delft.json', import.meta.url).pathname;
const folder = temporaryFolder();

type Json = Record<string, unknown>;

/** A cube at 85,000, 447,000 in millimetres, with the given objects. */
const city = (objects: Json, more: Json = {}): Json => ({
  type: 'CityJSON',
  version: '2.0',
  transform: { scale: [0.001, 0.001, 0.001], translate: [85_000, 447_000, 0] },
  CityObjects: objects,
  vertices: [
    [0, 0, 0],
    [10_000, 0, 0],
    [10_000, 10_000, 0],
    [0, 10_000, 0],
    [0, 0, 3001],
    [10_000, 0, 3001],
    [10_000, 10_000, 3001],
    [0, 10_000, 3001],
    [4000, 4000, 3001],
    [6000, 4000, 3001],
    [6000, 6000, 3001],
    [4000, 6000, 3001],
  ],
  ...more,
});

const SHELL = [[[3, 2, 1, 0]], [[4, 5, 6, 7]], [[0, 1, 5, 4]], [[1, 2, 6, 5]], [[2, 3, 7, 6]], [[3, 0, 4, 7]]];
const surface = (boundaries: unknown, lod = '1', more: Json = {}): Json => ({
  type: 'MultiSurface',
  lod,
  boundaries,
  ...more,
});
const SOLID = { type: 'Solid', lod: '2.2', boundaries: [SHELL] };
const SEMANTICS = {
  surfaces: [{ type: 'GroundSurface' }, { type: 'RoofSurface' }, { type: 'WallSurface' }, { type: 'ClosureSurface' }],
  values: [[0, 1, 2, 2, 2, 3]],
};

let files = 0;
async function read(document: Json | string, lod?: string): Promise<{ model: Model; warnings: string[] }> {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const path = folder.write(`${files++}.city.json`, text);
  const log = keepingLog();
  const model = await readModel(path, { files: nodeFiles, log, lod });
  return { model, warnings: log.warnings.map((line) => line.replace(`${path}: `, '')) };
}
const fault = async (document: Json | string, lod?: string) =>
  String(await faultOf(read(document, lod))).replaceAll(`${folder.path}/`, '');

/** Names of each group with its number of triangles. */
const groupsOf = ({ meshes, materials }: Model) =>
  meshes.map(({ groups, triangleGroup }) =>
    groups.map(({ object, group, material }, g) => [
      object,
      group,
      materials[material].name,
      triangleGroup.filter((one) => one === g).length,
    ]),
  );

/** Twice the area, and its sign as seen from above. */
const areaFromAbove = (triangles: number[][][]) =>
  triangles.reduce((sum, [a, b, c]) => sum + (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]), 0);

describe('CityJSON', () => {
  it('reads a solid in exact national coordinates', async () => {
    const { model, warnings } = await read(city({ house: { type: 'Building', geometry: [SOLID] } }));
    expect(warnings).toEqual([]);
    expect(groupsOf(model)).toEqual([[['house', 'Building', 'Building', 12]]]);
    const corners = cornersOf(model.meshes[0]).flat();
    expect(model.meshes[0].origin).toEqual([85_005, 447_005, 2]);
    for (const [x, y, z] of corners) {
      expect([85_000, 85_010]).toContain(x);
      expect([447_000, 447_010]).toContain(y);
      expect(Math.min(Math.abs(z), Math.abs(z - 3.001))).toBeLessThan(1e-6);
    }
    expect(model.materials).toEqual([{ name: 'Building', baseColor: [0.5, 0.5, 0.5, 1], classification: 6 }]);
  });

  it('names materials after semantic surfaces, and leaves closures out', async () => {
    const house = { type: 'Building', geometry: [{ ...SOLID, semantics: SEMANTICS }] };
    const { model, warnings } = await read(city({ house }));
    expect(groupsOf(model)).toEqual([
      [
        ['house', 'Building', 'GroundSurface', 2],
        ['house', 'Building', 'RoofSurface', 2],
        ['house', 'Building', 'WallSurface', 6],
      ],
    ]);
    expect(warnings).toEqual([
      '1 surfaces are closures, which exist in the model but not in the world: they were left out',
    ]);
    expect(model.materials.map(({ classification }) => classification)).toEqual([6, 6, 6]);
  });

  it('cuts out holes, and keeps the direction of the outer ring', async () => {
    const holed = [
      [
        [4, 5, 6, 7],
        [8, 11, 10, 9],
      ],
    ];
    const { model } = await read(city({ yard: { type: 'LandUse', geometry: [surface(holed)] } }));
    expect(model.meshes[0].indices.length / 3).toBe(8);
    expect(areaFromAbove(cornersOf(model.meshes[0]))).toBeCloseTo(2 * 96, 3);
    const turned = [
      [
        [7, 6, 5, 4],
        [8, 11, 10, 9],
      ],
    ];
    const { model: below } = await read(city({ yard: { type: 'LandUse', geometry: [surface(turned)] } }));
    expect(areaFromAbove(cornersOf(below.meshes[0]))).toBeCloseTo(-2 * 96, 3);
  });

  it.each([
    ['MultiSurface', SHELL],
    ['CompositeSurface', SHELL],
    ['Solid', [SHELL]],
    ['MultiSolid', [[SHELL]]],
    ['CompositeSolid', [[SHELL]]],
  ])('reads %s', async (type, boundaries) => {
    const { model } = await read(city({ a: { type: 'Building', geometry: [{ type, lod: 1, boundaries }] } }));
    expect(model.meshes[0].indices.length / 3).toBe(12);
  });

  const LEVELS = {
    a: { type: 'Building', geometry: [surface([[[0, 1, 2]]], '1.2'), SOLID, surface([[[0, 1, 2, 3]]], '0')] },
    b: { type: 'Building', geometry: [surface([[[0, 1, 2]]], '1.3')] },
  };

  it.each([
    [undefined, 13],
    ['2.2', 12],
    ['2', 12],
    ['1', 2],
    ['0', 2],
  ])('takes level of detail %s', async (lod, triangles) => {
    const { model } = await read(city(LEVELS), lod);
    expect(model.meshes[0].indices.length / 3).toBe(triangles);
  });

  it('counts objects that lack the level, and refuses one that no object has', async () => {
    expect((await read(city(LEVELS), '2.2')).warnings).toEqual([
      '1 objects do not have the level of detail 2.2 and were left out',
    ]);
    expect(await fault(city(LEVELS), '3')).toContain('no object has the level of detail 3; it has 0, 1.2, 1.3, 2.2');
  });

  it('leaves a building to parts that show it finer', async () => {
    const { model } = await read(
      city({
        house: { type: 'Building', children: ['part'], geometry: [surface([[[0, 1, 2, 3]]], '0')] },
        part: { type: 'BuildingPart', parents: ['house'], geometry: [SOLID] },
      }),
    );
    expect(groupsOf(model)).toEqual([[['part', 'BuildingPart', 'BuildingPart', 12]]]);
  });

  it('says that the last row of a matrix of a template is left out', async () => {
    const placed = (shift: number[]) => [
      {
        type: 'GeometryInstance',
        template: 0,
        boundaries: [0],
        transformationMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...shift],
      },
    ];
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    const more = { 'geometry-templates': { templates: [surface([[[0, 1, 2]]])], 'vertices-templates': corners } };
    const warningsOf = async (shift: number[]) =>
      (await read(city({ a: { type: 'Road', geometry: placed(shift) } }, more))).warnings;
    expect(await warningsOf([0, 0, 0, 1])).toEqual([]);
    expect(await warningsOf([5, 6, 7, 1])).toEqual([
      expect.stringContaining('1 transformationMatrix have another last row than 0, 0, 0, 1'),
    ]);
  });

  it('places templates wherever objects name them', async () => {
    const tree = (point: number, scale: number) => ({
      type: 'SolitaryVegetationObject',
      geometry: [
        {
          type: 'GeometryInstance',
          template: 0,
          boundaries: [point],
          transformationMatrix: [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1],
        },
      ],
    });
    const { model } = await read(
      city(
        { oak: tree(0, 1), elm: tree(6, 2) },
        {
          'geometry-templates': {
            templates: [surface([[[0, 1, 2]]], '2')],
            'vertices-templates': [
              [0, 0, 0],
              [1, 0, 0],
              [0, 0, 5.5],
            ],
          },
        },
      ),
    );
    expect(model.meshes).toHaveLength(2);
    const placed = model.instances.slice(1);
    expect(placed.map(({ name, mesh }) => [name, mesh])).toEqual([
      ['oak', 1],
      ['elm', 1],
    ]);
    expect(transformPoint(placed[0].transform, [1, 0, 5.5])).toEqual([85_001, 447_000, 5.5]);
    expect(transformPoint(placed[1].transform, [1, 0, 5.5])).toEqual([85_012, 447_010, 14.001]);
    expect(model.materials[0].classification).toBe(5);
  });

  it('gives areas of plants the class of the ground, unless they are solids', async () => {
    const cover = (geometry: Json) => ({ type: 'PlantCover', geometry: [geometry] });
    const { model } = await read(
      city({
        lawn: cover(surface([[[0, 1, 2, 3]]])),
        verge: cover(surface([[[0, 1, 2]]], '1', { type: 'CompositeSurface' })),
        forest: cover({ type: 'MultiSolid', lod: '1', boundaries: [[SHELL]] }),
        hedge: cover({ ...SOLID, lod: '1' }),
      }),
    );
    expect(model.materials.map(({ name, classification }) => [name, classification])).toEqual([
      ['PlantCover', 2],
      ['PlantCover', 4],
    ]);
    const classOf = new Map(model.meshes[0].groups.map(({ object, material }) => [object, material]));
    expect(Object.fromEntries(classOf)).toEqual({ lawn: 0, verge: 0, forest: 1, hedge: 1 });
  });

  it('gives types the class that ASPRS has for them, and the others none', async () => {
    const types = ['BridgeRoom', 'BridgeConstructionElement', 'BuildingRoom', 'Waterway', 'Tunnel', 'CityFurniture'];
    const objects = Object.fromEntries(types.map((type) => [type, { type, geometry: [SOLID] }]));
    const { model } = await read(city(objects));
    expect(Object.fromEntries(model.materials.map(({ name, classification }) => [name, classification]))).toEqual({
      BridgeRoom: 17,
      BridgeConstructionElement: 17,
      BuildingRoom: 6,
      Waterway: 9,
    });
  });

  it.each([
    ['https://www.opengis.net/def/crs/EPSG/0/7415', 'EPSG:7415'],
    ['urn:ogc:def:crs:EPSG::28992', 'EPSG:28992'],
    ['EPSG:25832', 'EPSG:25832'],
    ['a grid of our own', 'a grid of our own'],
  ])('keeps the reference system %s', async (referenceSystem, crs) => {
    const { model } = await read(
      city({ a: { type: 'Building', geometry: [SOLID] } }, { metadata: { referenceSystem } }),
    );
    expect(model.crs).toBe(crs);
  });

  it('reads features a line', async () => {
    const feature = (id: string, height: number) =>
      JSON.stringify({
        type: 'CityJSONFeature',
        id,
        CityObjects: { [id]: { type: 'Building', geometry: [surface([[[0, 1, 2]]])] } },
        vertices: [
          [0, 0, height],
          [1000, 0, height],
          [0, 1000, height],
        ],
      });
    const head = JSON.stringify({ ...city({}), vertices: [] });
    const { model } = await read(`${head}\n${feature('a', 1000)}\n\n${feature('b', 2000)}\n`);
    expect(groupsOf(model)).toEqual([
      [
        ['a', 'Building', 'Building', 1],
        ['b', 'Building', 'Building', 1],
      ],
    ]);
    expect(cornersOf(model.meshes[0]).map(([[, , z]]) => z)).toEqual([1, 2]);
    expect(await fault(`${head}\n{"type": ]\n`)).toContain('line 2: is not valid JSON');
  });

  it('names what it leaves out', async () => {
    const geometry = [
      { type: 'MultiPoint', lod: '1', boundaries: [0] },
      surface([[[0, 1]], [[0, 1, 2]], [[4, 6, 5, 7]]]),
    ];
    const { warnings } = await read(city({ a: { type: 'Road', geometry } }, { appearance: {} }));
    expect(warnings).toEqual([
      '1 surfaces have fewer than three corners and were left out',
      '1 surfaces cross themselves: parts of them may be missing, or too large',
      '1 geometries are points or lines, which no beam can hit: they were left out',
      'its appearance (colours and textures) is not read',
    ]);
  });

  it('leaves out surfaces that would take minutes to cut, and says so', async () => {
    const vertices = Array.from({ length: 30_001 }, (_, k) => [k, (k % 2) * 1000, 0]);
    const ring = [vertices.map((_, k) => k)];
    const objects = { a: { type: 'Road', geometry: [surface([ring, [[0, 1, 2]]])] } };
    const { model, warnings } = await read(city(objects, { vertices }));
    expect(model.meshes[0].indices).toHaveLength(3);
    expect(warnings).toEqual([
      '1 surfaces have more corners than can be cut into triangles (30,000) and were left out',
    ]);
  });

  it('keeps of each template the vertices that it uses, and bounds templates of many types', async () => {
    const corners = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    const templates = [[[[0, 1, 2]]], Array.from({ length: 2000 }, () => [[1, 2, 3]])].map((one) => surface(one));
    const placed = (template: number) => [
      {
        type: 'GeometryInstance',
        template,
        boundaries: [0],
        transformationMatrix: [...'1000010000100001'].map(Number),
      },
    ];
    const more = { 'geometry-templates': { templates, 'vertices-templates': corners } };
    const { model } = await read(city({ a: { type: 'Road', geometry: placed(0) } }, more));
    expect(model.meshes[1].positions).toHaveLength(9);
    const many = Array.from({ length: 60 }, (_, k) => [`o${k}`, { type: `+T${k}`, geometry: placed(1) }]);
    expect(await fault(city(Object.fromEntries(many), more))).toContain(
      'types use the same templates, each type with 2000 triangles of its own',
    );
  });

  const NESTED = JSON.stringify({ ...city({ a: { type: 'Road', geometry: [surface('nested')] } }) }).replace(
    '"nested"',
    `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  );
  const wrong = (geometry: Json) => city({ a: { type: 'Road', geometry: [geometry] } });

  it.each([
    [
      'a vertex that is not there',
      wrong(surface([[[0, 1, 99]]])),
      'CityObjects.a: boundaries: vertex 99; the file has vertices 0 to 11',
    ],
    ['a vertex that is no number', wrong(surface([[[0, 1, 'x']]])), 'CityObjects.a: boundaries: vertex "x"'],
    ['lists that are too flat', wrong(surface([[0, 1, 2]])), 'CityObjects.a: boundaries: expected a ring'],
    ['missing boundaries', wrong({ type: 'Solid', lod: 1 }), 'CityObjects.a: boundaries: expected a list'],
    [
      'a template that is not there',
      wrong({ type: 'GeometryInstance', template: 3, boundaries: [0] }),
      'CityObjects.a: template: found 3, expected the number of a geometry template',
    ],
    [
      'a missing template',
      wrong({ type: 'GeometryInstance', boundaries: [0] }),
      'template: found nothing, expected the number of a geometry template',
    ],
    ['lists within lists without end', NESTED, 'boundaries: vertex a list of 1; the file has'],
    [
      'a vertex with two numbers',
      city({}, { vertices: [[0, 1]] }),
      'vertex 0: expected three finite numbers, found [0,1]',
    ],
    [
      'an infinite scale',
      city({}, { transform: { scale: [1, 1], translate: [0, 0, 0] } }),
      'transform.scale: expected three numbers',
    ],
    ['a missing version', { ...city({}), version: undefined }, 'CityJSON of no version; 1.0, 1.1 and 2.0 are read'],
    ['an old version', { ...city({}), version: '0.9' }, 'CityJSON of the version "0.9"; 1.0, 1.1 and 2.0 are read'],
    ['a file without surfaces', city({}), 'the file has no faces'],
    ['glTF', { asset: { version: '2.0' } }, 'a glTF document; expected CityJSON'],
    ['other JSON', { type: 'Topology' }, 'JSON of the type "Topology"; expected CityJSON'],
    ['half a file', '{"type":"CityJSON",', 'is not valid JSON'],
  ])('refuses %s', async (_, document, message) => {
    expect(await fault(document)).toContain(message);
  });

  it.skipIf(!existsSync(DELFT))('reads Delft (skipped: ../shared/scenes is not here)', async () => {
    const log = keepingLog();
    const model = await readModel(DELFT, { files: nodeFiles, log });
    expect(model.crs).toBe('EPSG:7415');
    expect(model.meshes[0].indices.length / 3).toBe(36269);
    expect(new Set(model.meshes[0].groups.map(({ object }) => object)).size).toBe(570);
    expect(log.warnings).toHaveLength(1);
  });
});
