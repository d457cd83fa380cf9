import { describe, expect, it } from 'vitest';
import { createScene, type SceneObject } from '../../src/scene/create-scene.js';
import { MERGE_TRIANGLES } from '../../src/scene/flatten.js';

const TRIANGLE = Float32Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]);
const object = (rest: Partial<SceneObject> = {}): SceneObject => ({ name: 'it', positions: TRIANGLE, ...rest });

describe('createScene', () => {
  it('labels objects by name, material, class and semantic class', () => {
    const scene = createScene([
      object({ material: 'grass', classification: 2 }),
      object({ semantic: 'toy', reflectance: 0.25 }),
      object({ name: 'other', semantic: 'toy' }),
    ]);
    expect(scene.names.instances).toEqual(['', 'it', 'it (2)', 'other']);
    expect(scene.names.semantics).toEqual({ 0: 'none', 256: 'toy' });
    expect(scene.names.classes).toEqual({ 1: 'Unclassified', 2: 'Ground' });
    const byObject = scene.surfaces.map(({ instance, material, ...rest }) => [
      instance,
      scene.materials[material].name,
      scene.materials[material].scattering,
      ...Object.values(rest),
    ]);
    expect(byObject).toEqual([
      [1, 'grass', expect.anything(), 2, 0],
      [2, 'it', { model: 'lambert', reflectance: 0.25 }, 1, 256],
      [3, 'other', { model: 'lambert', reflectance: expect.closeTo(0.5, 12) }, 1, 256],
    ]);
    expect(scene.materials.map(({ reason }) => reason.kind)).toEqual(['words', 'object', 'grey']);
  });

  it('takes a model of scattering', () => {
    const scattering = { model: 'minnaert', reflectance: 0.4, exponent: 0.8 } as const;
    const { materials } = createScene([object({ scattering }), object({ name: 'other', material: 'it', scattering })]);
    expect(materials).toMatchObject([{ name: 'it', scattering, reason: { kind: 'object' } }]);
  });

  it('takes a colour, which is also how bright it is where nothing else says so', () => {
    const { materials } = createScene([object({ color: [1, 0, 0.5] }), object({ name: 'grass', color: [0, 1, 0] })]);
    expect(materials.map(({ baseColor, reason }) => [baseColor, reason.kind])).toEqual([
      [[1, 0, 0.5, 1], 'luminance'],
      [[0, 1, 0, 1], 'words'],
    ]);
    // Luminance after ITU-R BT.709: 0.2126 red, 0.7152 green, 0.0722 blue.
    expect(materials[0].scattering).toEqual({ model: 'lambert', reflectance: expect.closeTo(0.2126 + 0.0361, 9) });
  });

  it('takes a transform by rows, or by columns as three.js writes it', () => {
    const byRows = [0, -2, 0, 500_000, 1, 0, 0, 20, 0, 0, 1, 3];
    const byColumns = [0, 1, 0, 0, -2, 0, 0, 0, 0, 0, 1, 0, 500_000, 20, 3, 1];
    const bounds = [byRows, byColumns].map((transform) => createScene([object({ transform })]).bounds);
    expect(bounds[0]).toEqual({ min: [499_998, 20, 3], max: [500_000, 21, 3] });
    expect(bounds[1]).toEqual(bounds[0]);
  });

  it('stores once what stands often, and leaves the arrays as they are', () => {
    const many = new Float32Array(9 * (MERGE_TRIANGLES + 1)).map((_, k) => (k % 9) % 4);
    const copy = many.slice();
    const moved = { positions: many, transform: [1, 0, 0, 9, 0, 1, 0, 0, 0, 0, 1, 0] };
    const scene = createScene([object({ positions: many }), object(moved)]);
    expect([scene.meshes.length, scene.instances.length]).toEqual([1, 2]);
    expect(scene.triangleCount).toBe(2 * (MERGE_TRIANGLES + 1));
    expect(many).toEqual(copy);
  });

  it('leaves out triangles without area, and says so', () => {
    const warnings: string[] = [];
    const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
    const indices = Uint16Array.from([0, 1, 2, 0, 1, 1]);
    expect(createScene([object({ indices })], { log }).triangleCount).toBe(1);
    expect(warnings).toEqual(['1 triangles have no area and were left out']);
  });

  it.each<[string, unknown, string]>([
    ['no object', undefined, 'object 0: name must be a text'],
    ['an empty name', object({ name: '' }), 'object 0 "": name must be a text'],
    ['plain numbers', { name: 'it', positions: [0, 0, 0] }, 'positions must be a Float32Array'],
    ['half a vertex', object({ positions: new Float32Array(10) }), 'positions must be'],
    ['half a triangle', object({ positions: new Float32Array(12) }), 'whole triangles'],
    ['no number', object({ positions: TRIANGLE.map((x, k) => (k === 4 ? Number.NaN : x)) }), 'positions[4] is NaN'],
    [
      'an index too large',
      object({ indices: Uint32Array.from([0, 1, 3]) }),
      'indices[2] is 3, but there are 3 vertices',
    ],
    ['indices of floats', { ...object(), indices: TRIANGLE }, 'indices must be'],
    ['a short transform', object({ transform: [1, 0, 0] }), 'transform must be'],
    ['a perspective', object({ transform: new Array(16).fill(1) }), 'transform must be'],
    ['a reflectance of 2', object({ reflectance: 2 }), 'reflectance must be a number from 0 to 1'],
    [
      'reflectance and scattering',
      object({ reflectance: 0.2, scattering: { model: 'lambert', reflectance: 0.3 } }),
      'scattering must be absent where reflectance is given',
    ],
    [
      'scattering beyond its bounds',
      object({ scattering: { model: 'lambert', reflectance: 2 } }),
      'scattering: reflectance: found 2, expected a number >= 0 and <= 1',
    ],
    ['two channels', { ...object(), color: [1, 0] }, 'color must be three numbers from 0 to 1'],
    ['a colour that is too bright', object({ color: [1, 0, 3] }), 'color must be three numbers from 0 to 1'],
    ['half a class', object({ classification: 2.5 }), 'classification must be a whole number from 0 to 255'],
    ['nothing to hit', object({ positions: new Float32Array(9) }), 'the scene has no triangles'],
  ])('refuses %s', (_, given, message) => {
    expect(() => createScene([given as SceneObject])).toThrow(message);
  });
});
