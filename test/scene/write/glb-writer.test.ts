import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transformPoint } from '../../../src/base/affine.js';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { SILENT_LOG } from '../../../src/base/log.js';
import { generateModel } from '../../../src/procedural/generate.js';
import type { Model } from '../../../src/scene/model.js';
import { readModel } from '../../../src/scene/read/read-model.js';
import { writeGlb } from '../../../src/scene/write/glb-writer.js';
import { effectiveTriangles } from '../../procedural/models.js';

interface Accessor {
  bufferView: number;
  componentType: number;
  count: number;
  type: 'SCALAR' | 'VEC2' | 'VEC3';
  min?: number[];
  max?: number[];
}

interface Glb {
  nodes: { name: string; mesh?: number; matrix?: number[]; children?: number[] }[];
  meshes: {
    name: string;
    primitives: {
      attributes: Record<string, number>;
      indices: number;
      material: number;
      extras: { object: string; group: string };
    }[];
  }[];
  materials: Record<string, unknown>[];
  accessors: Accessor[];
  bufferViews: { byteOffset: number; byteLength: number }[];
  buffers: { byteLength: number }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'glb-writer-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function write(model: Model): Promise<{ bytes: Buffer; json: Glb; binary: Buffer; path: string }> {
  const path = join(folder, `${Math.random()}.glb`);
  expect(await writeGlb(path, model, { files: nodeFiles })).toBe(readFileSync(path).length);
  const bytes = readFileSync(path);
  const jsonLength = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.toString('utf8', 20, 20 + jsonLength)) as Glb;
  return { bytes, json, binary: bytes.subarray(28 + jsonLength), path };
}

function read({ json, binary }: { json: Glb; binary: Buffer }, index: number): number[] {
  const { bufferView, componentType, count, type } = json.accessors[index];
  const { byteOffset } = json.bufferViews[bufferView];
  const length = count * { SCALAR: 1, VEC2: 2, VEC3: 3 }[type];
  const at = (i: number) => {
    if (componentType === 5126) return binary.readFloatLE(byteOffset + 4 * i);
    return componentType === 5123 ? binary.readUInt16LE(byteOffset + 2 * i) : binary.readUInt32LE(byteOffset + 4 * i);
  };
  return Array.from({ length }, (_, i) => at(i));
}

/** Two triangles of two objects, and a third mesh with texture coordinates that stands twice. */
const SMALL: Model = {
  meshes: [
    {
      name: 'pair',
      origin: [500_000, 0, 10],
      positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
      indices: Uint32Array.of(0, 1, 3, 0, 1, 2),
      triangleGroup: Uint16Array.of(1, 0),
      groups: [
        { object: 'floor', group: 'g0', material: 0 },
        { object: 'wall', group: 'g1', material: 1 },
      ],
    },
    {
      name: 'tree',
      origin: [0, 0, 0],
      positions: Float32Array.of(9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 0, 2),
      uvs: Float32Array.of(9, 9, 0, 0, 1, 0, 0, 1),
      indices: Uint32Array.of(1, 2, 3),
      triangleGroup: Uint16Array.of(0),
      groups: [{ object: 'oak', group: 'leaves', material: 1 }],
    },
  ],
  materials: [
    { name: 'grün', baseColor: [0.1, 0.2, 0.3, 1], reflectance: 0.4 },
    { name: 'leaf', baseColor: [0, 1, 0, 1], alphaCutoff: 0.25, classification: 5 },
  ],
  instances: [
    { mesh: 0, name: 'building', transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0] },
    { mesh: 1, name: 'tree_001', transform: [0, -2, 0, 5, 2, 0, 0, 6, 0, 0, 2, 7] },
    { mesh: 1, name: 'tree_002', transform: [1, 0, 0, -5, 0, 1, 0, 0, 0, 0, 1, 0] },
  ],
};

describe('writeGlb', () => {
  it('writes a header and two chunks whose lengths add up', async () => {
    const { bytes, json } = await write(SMALL);
    expect(bytes.toString('latin1', 0, 4)).toBe('glTF');
    expect(bytes.readUInt32LE(4)).toBe(2);
    expect(bytes.readUInt32LE(8)).toBe(bytes.length);
    const jsonLength = bytes.readUInt32LE(12);
    expect(jsonLength % 4).toBe(0);
    expect(bytes.toString('latin1', 16, 20)).toBe('JSON');
    const binaryLength = bytes.readUInt32LE(20 + jsonLength);
    expect(bytes.toString('latin1', 24 + jsonLength, 28 + jsonLength)).toBe('BIN\0');
    expect(28 + jsonLength + binaryLength).toBe(bytes.length);
    expect(json.buffers).toEqual([{ byteLength: binaryLength }]);
  });

  it('writes meshes, parts, names and materials', async () => {
    const glb = await write(SMALL);
    const { json } = glb;
    expect(json.meshes.map(({ name }) => name)).toEqual(['floor', 'wall', 'tree']);
    expect(json.meshes.map(({ primitives }) => primitives[0].extras)).toEqual([
      { object: 'floor', group: 'g0' },
      { object: 'wall', group: 'g1' },
      { object: 'oak', group: 'leaves' },
    ]);
    expect(read(glb, json.meshes[0].primitives[0].attributes.POSITION)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(read(glb, json.meshes[1].primitives[0].attributes.POSITION)).toEqual([0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(read(glb, json.meshes[2].primitives[0].attributes.TEXCOORD_0)).toEqual([0, 0, 1, 0, 0, 1]);
    expect(read(glb, json.meshes[2].primitives[0].indices)).toEqual([0, 1, 2]);
    expect(json.materials).toMatchObject([
      { name: 'grün', pbrMetallicRoughness: { baseColorFactor: [0.1, 0.2, 0.3, 1] }, extras: { reflectance: 0.4 } },
      { name: 'leaf', alphaMode: 'MASK', alphaCutoff: 0.25, extras: { classification: 5 } },
    ]);
  });

  it('places nodes under one that turns z up into y up, and shares meshes', async () => {
    const { json } = await write(SMALL);
    const [root, ...nodes] = json.nodes;
    expect(root.children).toEqual([1, 2, 3, 4]);
    expect(root.matrix).toEqual([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
    expect(nodes.map(({ name, mesh }) => [name, mesh])).toEqual([
      ['floor', 0],
      ['wall', 1],
      ['tree_001', 2],
      ['tree_002', 2],
    ]);
    expect(nodes[0].matrix?.slice(12)).toEqual([500_000, 0, 10, 1]);
    expect(nodes[2].matrix).toEqual([0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1]);
  });

  it('keeps views in the buffer, indices in range and bounds exact', async () => {
    const glb = await write(generateModel('street', { seed: 2, triangles: 20_000 }));
    const { json, binary } = glb;
    let end = 0;
    for (const { byteOffset, byteLength } of json.bufferViews) {
      expect(byteOffset % 4).toBe(0);
      expect(byteOffset).toBe(end);
      end = Math.ceil((byteOffset + byteLength) / 4) * 4;
    }
    expect(end).toBe(binary.length);
    for (const { primitives } of json.meshes)
      for (const { attributes, indices } of primitives) {
        const { count, min, max } = json.accessors[attributes.POSITION];
        const positions = read(glb, attributes.POSITION);
        const axis = (k: number) => positions.filter((_, i) => i % 3 === k);
        expect([0, 1, 2].map((k) => Math.min(...axis(k)))).toEqual(min);
        expect([0, 1, 2].map((k) => Math.max(...axis(k)))).toEqual(max);
        expect(Math.max(...read(glb, indices))).toBe(count - 1);
      }
  });

  it('reads back with the same objects, materials, places and triangles', async () => {
    const model = generateModel('forest', { seed: 4, triangles: 20_000 });
    const { path } = await write(model);
    const back = await readModel(path, { files: nodeFiles, log: SILENT_LOG });
    expect(effectiveTriangles(back)).toBe(effectiveTriangles(model));
    expect(back.meshes.length).toBe(model.meshes.length);
    expect(back.instances.map(({ name }) => name)).toEqual(model.instances.map(({ name }) => name));
    const groups = ({ meshes, instances }: Model) =>
      instances.map(({ mesh }) => meshes[mesh].groups.map(({ group }) => group).sort());
    expect(groups(back)).toEqual(groups(model));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect([...back.materials].sort(byName)).toEqual([...model.materials].sort(byName));
    // The file is y up: (x, y, z) went to (x, z, −y).
    model.instances.forEach(({ transform }, i) => {
      const [x, y, z] = transformPoint(transform, [1, 2, 3]);
      const there = transformPoint(back.instances[i].transform, [1, 2, 3]);
      [x, z, -y].forEach((value, axis) => {
        expect(there[axis]).toBeCloseTo(value, 9);
      });
    });
  });

  it('writes a model of nothing as a valid file', async () => {
    const path = join(folder, 'empty.glb');
    await writeGlb(path, { meshes: [], materials: [], instances: [] }, { files: nodeFiles });
    const bytes = readFileSync(path);
    expect(bytes.readUInt32LE(8)).toBe(bytes.length);
    expect(20 + bytes.readUInt32LE(12)).toBe(bytes.length);
  });

  it('replaces a file only when forced', async () => {
    const path = join(folder, 'there.glb');
    writeFileSync(path, 'mine');
    await expect(writeGlb(path, SMALL, { files: nodeFiles })).rejects.toThrow('the file exists');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    await writeGlb(path, SMALL, { files: nodeFiles, force: true });
    expect(readFileSync(path, 'latin1').slice(0, 4)).toBe('glTF');
  });
});
