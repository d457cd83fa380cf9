import { encode, load, parse, selectLoader } from '@loaders.gl/core';
import { LASLoader } from '@loaders.gl/las';
import { PLYLoader } from '@loaders.gl/ply';
import { Copc, type Getter } from 'copc';
import { parquetReadObjects } from 'hyparquet';
import { PCDLoader } from 'three/addons/loaders/PCDLoader.js';
import { describe, expect, it } from 'vitest';
import type { WrittenKindName } from '../../src/io/cloud-kinds.js';
import { LOADERS, type LoadedMesh, type MeshPoints, WRITERS, type WriterSettings } from '../../src/loaders.js';
import { faultOf } from '../scene/scene-files.js';
import { gridMesh, rowsIn, rowsOf } from './meshes.js';

const HERE = { core: { worker: false } };
const written = (name: WrittenKindName, mesh: MeshPoints = gridMesh(), subray: WriterSettings = {}) =>
  encode(mesh, WRITERS[name], { subray: { created: new Date(0), ...subray } });
const read = (bytes: ArrayBuffer, name: keyof typeof LOADERS, subray = {}): Promise<LoadedMesh> =>
  parse(bytes, LOADERS[name], { ...HERE, subray });
const text = (content: string): ArrayBuffer => new TextEncoder().encode(content).buffer as ArrayBuffer;

const OBJ =
  'mtllib house.mtl\no roof\nusemtl tile\nv 500000 0 0\nv 500001 0 0\nv 500001 1.5 0\nv 500000 1.5 0\nf 1 2 3 4\n';

describe('clouds', () => {
  it.each(Object.keys(WRITERS) as WrittenKindName[])('are written and read as %s', async (name) => {
    const mesh = await read(await written(name), name);
    expect(mesh).toMatchObject({
      topology: 'point-list',
      mode: 0,
      loader: name,
      header: {
        vertexCount: 400,
        boundingBox: [
          [447_500, 5_412_300, 1],
          [447_504.75, 5_412_304.75, 1.875],
        ],
      },
      loaderData: { format: name, origin: [0, 0, 0] },
    });
    expect(mesh.attributes.POSITION.value).toBeInstanceOf(Float64Array);
    expect(rowsOf(mesh)).toEqual(rowsIn(name));
    expect(mesh.schema.fields.find((field) => field.name === 'intensity')?.type).toEqual({
      type: 'fixed-size-list',
      listSize: 1,
      children: [{ name: 'value', type: 'uint16' }],
    });
  });

  it('have positions of f32 about an origin where that is asked for, and are written from there', async () => {
    const mesh = await read(await written('laz'), 'laz', { fp64: false });
    expect(mesh.attributes.POSITION.value).toBeInstanceOf(Float32Array);
    expect(mesh.loaderData.origin).toEqual([447_500, 5_412_300, 1]);
    expect(rowsOf(await read(await written('laz', mesh), 'laz'))).toEqual(rowsOf(gridMesh()));
  });

  it('keep their reference system from file to file', async () => {
    const las = await read(await written('las', gridMesh(), { crs: 'EPSG:25832' }), 'las');
    expect(las.loaderData.crs).toMatchObject({ code: 'EPSG:25832' });
    const again = await read(await written('copc', las), 'copc');
    expect(again.loaderData).toMatchObject({ crs: { code: 'EPSG:25832' }, format: 'copc' });
  });

  it('take numbers of other types: colours of f32, and what is too large for an attribute', async () => {
    const { POSITION } = gridMesh(2).attributes;
    const mesh = {
      attributes: {
        POSITION,
        COLOR_0: { value: Float32Array.of(0, 0.5, 1, 1, 0, 0, 0, 1, 0, 0, 2, -1), size: 3 },
        intensity: { value: Float64Array.of(1.4, 70_000, -3, 8), size: 1 },
        unknown: { value: new Uint8Array(4), size: 1 },
      },
    };
    const { attributes } = await read(await written('ply', mesh), 'ply');
    expect([...attributes.intensity.value]).toEqual([1, 65_535, 0, 8]);
    const channels = [...attributes.COLOR_0.value].filter((_, i) => i % 4 !== 3);
    expect(channels).toEqual([0, 128, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0]);
  });
});

describe('colours of a mesh', () => {
  const written16 = async (value: Uint16Array, size: number, normalized?: boolean) => {
    const warnings: string[] = [];
    const { POSITION } = gridMesh(1).attributes;
    const mesh = { attributes: { POSITION, COLOR_0: { value, size, normalized } } };
    const bytes = await written('ply', mesh, { onWarning: (message: string) => warnings.push(message) });
    return { colour: [...(await read(bytes, 'ply')).attributes.COLOR_0.value], warnings };
  };

  it('of 8 bits in an array of 16 are as bright as they were, whatever the opacity', async () => {
    const told =
      'COLOR_0: its colours are from 0 to 255, in fields of 16 bits; they are written times 257 (those of 16 bits have normalized: true)';
    expect(await written16(Uint16Array.of(200, 120, 30), 3)).toEqual({ colour: [200, 120, 30, 255], warnings: [told] });
    expect(await written16(Uint16Array.of(200, 120, 30, 65_535), 4)).toEqual({
      colour: [200, 120, 30, 255],
      warnings: [told],
    });
  });

  it('of 16 bits are known by their numbers, or marked', async () => {
    expect(await written16(Uint16Array.of(51_400, 120, 30), 3)).toEqual({ colour: [200, 0, 0, 255], warnings: [] });
    expect(await written16(Uint16Array.of(100, 120, 30), 3, true)).toEqual({ colour: [0, 0, 0, 255], warnings: [] });
  });
});

describe('readers of others', () => {
  it('agree: @loaders.gl/las', async () => {
    const bytes = await written('las', gridMesh(), { pointFormat: 3 });
    const theirs = await parse(bytes, LASLoader, { ...HERE, las: { fp64: true, colorDepth: 16 } });
    expect(rowsOf(theirs)).toEqual(rowsOf(gridMesh()));
    expect(Object.keys(await read(bytes, 'las')).toSorted()).toEqual(Object.keys(theirs).toSorted());
  });

  it('agree: copc with laz-perf', async () => {
    const bytes = new Uint8Array(await written('copc'));
    const getter: Getter = async (begin, end) => bytes.slice(begin, end);
    const copc = await Copc.create(getter);
    expect(copc.header.pointCount).toBe(400);
    const { nodes } = await Copc.loadHierarchyPage(getter, copc.info.rootHierarchyPage);
    const view = await Copc.loadPointDataView(getter, copc, nodes['0-0-0-0'] as NonNullable<(typeof nodes)[string]>);
    expect(view.pointCount).toBe(400);
    const [first] = rowsOf(gridMesh());
    const found = Array.from({ length: 400 }, (_, i) => i).find((i) => view.getter('Intensity')(i) === 0) as number;
    expect(['X', 'Y', 'Z', 'Classification'].map((name) => view.getter(name)(found))).toEqual([
      ...first.slice(0, 3),
      first[7],
    ]);
  });

  it('agree: @loaders.gl/ply', async () => {
    const near = gridMesh();
    const { value } = near.attributes.POSITION;
    const POSITION = { value: Float32Array.from(value, (x, i) => x - [447_500, 5_412_300, 0][i % 3]), size: 3 };
    const theirs = await parse(await written('ply', { attributes: { ...near.attributes, POSITION } }), PLYLoader, HERE);
    expect([...theirs.attributes.POSITION.value]).toEqual([...POSITION.value]);
  });

  it('agree: three on PCD, hyparquet on Parquet', async () => {
    const { geometry } = new PCDLoader().parse(await written('pcd'));
    expect(geometry.getAttribute('position').count).toBe(400);
    const rows = await parquetReadObjects({ file: await written('parquet') });
    expect(rows.length).toBe(400);
    expect(rows.map(({ x, y, z }) => [x, y, z])).toEqual(rowsOf(gridMesh()).map((row) => row.slice(0, 3)));
  });
});

describe('scenes', () => {
  it('are one mesh, whatever loads them', async () => {
    const url = `data:model/obj;base64,${Buffer.from(OBJ).toString('base64')}`;
    const response = new Response(OBJ, { headers: { 'content-type': 'model/obj' } });
    for (const source of [url, response]) {
      const mesh = (await load(source as string, [LOADERS.stl, LOADERS.obj], HERE)) as LoadedMesh;
      expect(mesh).toMatchObject({ topology: 'triangle-list', mode: 4, loader: 'obj', header: { vertexCount: 4 } });
      expect([...(mesh.indices?.value ?? [])]).toHaveLength(6);
      expect([...mesh.attributes.POSITION.value].slice(3, 9)).toEqual([500_001, 0, 0, 500_001, 1.5, 0]);
      expect(mesh.loaderData).toMatchObject({
        materials: [{ name: 'tile' }],
        groups: [{ object: 'roof', material: 0 }],
      });
    }
  });

  it('fetch the files beside them from their own folder, and no other', async () => {
    const asked: string[] = [];
    const fetch = async (url: string | URL | Request) => {
      asked.push(String(url));
      const response = new Response(String(url).endsWith('.obj') ? OBJ : 'newmtl tile\nKd 1 0 0\n');
      return Object.defineProperty(response, 'url', { value: String(url) });
    };
    const mesh: LoadedMesh = await load('https://a.example/m/house.obj', LOADERS.obj, {
      core: { worker: false, fetch },
    });
    expect(asked).toEqual(['https://a.example/m/house.obj', 'https://a.example/m/house.mtl']);
    expect(mesh.loaderData).toMatchObject({ materials: [{ name: 'tile', baseColor: [1, 0, 0, 1] }], warnings: [] });
    const alone = await read(text(OBJ), 'obj');
    expect(alone.loaderData.warnings.join()).toContain('house.mtl');
  });

  it('place each mesh at all of its places', async () => {
    const glTF = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0, 1] }],
      nodes: [{ mesh: 0 }, { mesh: 0, translation: [10, 0, 0] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [
        {
          byteLength: 36,
          uri: `data:;base64,${Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer).toString('base64')}`,
        },
      ],
    };
    const { attributes, indices, header } = await read(text(JSON.stringify(glTF)), 'gltf', { fp64: false });
    expect([...attributes.POSITION.value].filter((_, i) => i % 3 === 0)).toEqual([0, 1, 0, 10, 11, 10]);
    expect([...(indices?.value ?? [])]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(header.boundingBox).toEqual([
      [0, 0, 0],
      [11, 1, 0],
    ]);
  });

  it('are triangles if a PLY file has faces', async () => {
    const ply =
      'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n';
    expect(await read(text(ply), 'ply')).toMatchObject({ topology: 'triangle-list' });
    expect(await read(text(ply.replace('face 1', 'face 0').replace('3 0 1 2\n', '')), 'ply')).toMatchObject({
      topology: 'point-list',
    });
  });
});

describe('the loader', () => {
  it('is chosen by first bytes, ending and media type', async () => {
    const all = Object.values(LOADERS);
    for (const name of ['las', 'pcd', 'npy', 'parquet', 'e57'] as const)
      expect((await selectLoader(await written(name), all))?.id).toBe(name);
    for (const { id, extensions, mimeTypes } of all) {
      expect(all.find((one) => one.extensions.includes(extensions[0]))?.id).toBe(id === 'copc' ? 'laz' : id);
      for (const type of mimeTypes) expect(all.filter((one) => one.mimeTypes.includes(type))).toHaveLength(1);
    }
  });

  it.each([
    ['las', text('LASF and no more'), 'file.las'],
    ['laz', text('no LAZ'), 'file.laz'],
    ['e57', text('ASTM-E57'), 'file.e57'],
    ['ply', text('solid'), 'file.ply'],
    ['obj', text('f 1 2 3\n'), 'file.obj'],
  ] as const)('for %s refuses other bytes with a UserError', async (name, bytes, place) => {
    expect(String(await faultOf(read(bytes, name)))).toContain(place);
  });

  it('refuses meshes that are none', async () => {
    const { POSITION } = gridMesh(2).attributes;
    const fault = (attributes: MeshPoints['attributes']) => faultOf(written('las', { attributes }));
    expect(await fault({})).toContain('the mesh has no attribute POSITION');
    expect(await fault({ POSITION, intensity: { value: [1, 2], size: 1 } })).toContain(
      'intensity: found 2 numbers, expected 4 for 4 vertices',
    );
    expect(await fault({ POSITION, intensity: { value: [1, 2, 3, 4], size: 1, byteStride: 8 } })).toContain(
      'intensity: its numbers are interleaved',
    );
  });
});

describe('what a mesh says', () => {
  const POSITION = { value: Float64Array.of(0, 0, 0, 1, 2, 3), size: 3 };
  const csv = async (mesh: MeshPoints, subray: WriterSettings = {}) =>
    new TextDecoder()
      .decode(await written('csv', mesh, subray))
      .trim()
      .split('\n')
      .slice(1);

  it.each<[string, MeshPoints, string]>([
    [
      'a stride',
      { attributes: { POSITION: { ...POSITION, byteStride: 16 } } },
      'POSITION: its numbers are interleaved',
    ],
    [
      'an offset',
      { attributes: { POSITION: { ...POSITION, byteOffset: 12 } } },
      'POSITION: its numbers are interleaved',
    ],
    ['a part of a vertex', { attributes: { POSITION: { value: [0, 0, 0, 1], size: 3 } } }, 'POSITION: found 4 numbers'],
    [
      'an origin of one number',
      { attributes: { POSITION }, loaderData: { origin: [100] } },
      'loaderData.origin: found',
    ],
  ])('is refused with %s', async (_, mesh, fault) => {
    expect(await faultOf(written('las', mesh))).toContain(fault);
  });

  it('is placed from an origin of any array', async () => {
    const mesh = { attributes: { POSITION }, loaderData: { origin: Float64Array.of(100, 200, 300) } };
    expect((await csv(mesh)).map((line) => line.split(',').slice(0, 3).map(Number))).toEqual([
      [100, 200, 300],
      [101, 202, 303],
    ]);
  });

  it('is told where a cloud leaves it out, or holds the nearest', async () => {
    const warnings: string[] = [];
    const attributes = {
      POSITION,
      NORMALS: { value: Float32Array.of(0, 0, 1, 0, 0, 1), size: 3 },
      intensity: { value: Float32Array.of(-5, 1e9), size: 1 },
    };
    const mesh = { attributes, indices: { value: Uint32Array.of(0, 1, 0), size: 1 } };
    await csv(mesh, { crs: 'EPSG:25832', onWarning: (text) => void warnings.push(text) });
    expect(warnings).toEqual([
      'attributes of the mesh that no cloud has are left out: NORMALS',
      'the triangles of the mesh are left out',
      'intensity: numbers that it cannot hold became the nearest: 2',
      'the reference system is left out: CSV has no place for it',
    ]);
  });
});

it('fetches as loaders.gl does: by addresses that are texts', async () => {
  const asked: unknown[] = [];
  const fetch = async (url: unknown) => {
    asked.push(url);
    return Object.defineProperty(new Response('newmtl tile\nKd 1 0 0\n'), 'url', { value: String(url) });
  };
  await LOADERS.obj.parse(text(OBJ), {}, { baseUrl: 'https://a.example/m', filename: 'house.obj', fetch } as object);
  expect(asked).toEqual(['https://a.example/m/house.mtl']);
});

it('refuses scenes whose repeated meshes would take much more memory than their file', async () => {
  const node = { mesh: 0 };
  const glTF = {
    asset: { version: '2.0' },
    scenes: [{ nodes: Array.from({ length: 200_000 }, (_, k) => k) }],
    nodes: new Array(200_000).fill(node),
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3000, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
    bufferViews: [{ buffer: 0, byteLength: 36_000 }],
    buffers: [
      {
        byteLength: 36_000,
        uri: `data:;base64,${Buffer.from(Float32Array.from({ length: 9000 }, (_, k) => (k * k) % 7).buffer).toString('base64')}`,
      },
    ],
  };
  expect(await faultOf(read(text(JSON.stringify(glTF)), 'gltf'))).toContain('600000000 vertices');
});

it('tells PLY by its first bytes', async () => {
  expect((await selectLoader(await written('ply'), Object.values(LOADERS)))?.id).toBe('ply');
});
