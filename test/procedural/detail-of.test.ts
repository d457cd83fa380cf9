import { describe, expect, it } from 'vitest';
import { generateModel } from '../../src/procedural/generate.js';
import { detailOf, type SceneSize } from '../../src/procedural/procedural-kind.js';
import { longestLeaf } from '../../src/procedural/trees/foliage.js';

describe('a forest without a number of triangles', () => {
  const made = new Map<string, ReturnType<typeof makeForest>>();
  const makeForest = (wished: SceneSize) => {
    const { size, triangles } = detailOf('forest', { size: wished });
    return { size, triangles, model: generateModel('forest', { seed: 3, triangles, size }) };
  };
  const forest = (wished: SceneSize) => {
    const key = JSON.stringify(wished);
    const known = made.get(key) ?? makeForest(wished);
    made.set(key, known);
    return known;
  };

  it.each<SceneSize>([{}, { extent: 36, stems: 500 }])('has leaves of half a metre, and no doubts: %o', (wished) => {
    const { model } = forest(wished);
    expect(Math.max(...model.meshes.map(longestLeaf))).toBeLessThan(0.6);
    expect(model.doubts).toBeUndefined();
  });

  it('is a square of 60 m, with some 280 trees a hectare', () => {
    const { size, model } = forest({});
    expect(size).toEqual({ extent: 60 });
    expect(model.standArea).toBe(3600);
    expect(model.instances.filter(({ tree }) => tree).length).toBe(100);
  });

  it('has no ground finer than its bumps', () => {
    const { model } = forest({ extent: 30 });
    const ground = model.meshes.find(({ name }) => name.startsWith('ground'));
    expect(ground!.indices.length / 3).toBeLessThanOrEqual(2 * (30 / 0.15) ** 2);
  });
});

describe('the number of triangles', () => {
  it('is what is asked for, and the size is then by it', () => {
    expect(detailOf('forest', { size: {}, triangles: 5000 })).toEqual({ size: {}, triangles: 5000 });
  });

  it('follows from the trees of a table, the length of a street and its people', () => {
    expect(detailOf('forest', { size: {}, trees: 50 })).toEqual({ size: {}, triangles: 1_500_000 });
    expect(detailOf('forest', { size: {}, trees: 3 }).triangles).toBe(300_000);
    expect(detailOf('street', { size: { length: 400, people: 10 } }).triangles).toBe(400 * 2900 + 5000);
    expect(detailOf('room', { size: {} }).triangles).toBe(300_000);
    expect(detailOf('tree', { size: {} }).triangles).toBe(50_000);
  });
});
