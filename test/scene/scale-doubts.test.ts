import { describe, expect, it } from 'vitest';
import { IDENTITY, translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import type { Mesh } from '../../src/scene/model.js';
import { scaleDoubts } from '../../src/scene/scale-doubts.js';

const triangle = (size: number, origin: Vec3 = [0, 0, 0]): Mesh => ({
  name: '',
  origin,
  positions: Float32Array.of(0, 0, 0, size, 0, 0, 0, size, 0),
  indices: Uint32Array.of(0, 1, 2),
  triangleGroup: new Uint16Array(1),
  groups: [{ object: 'a', group: '', material: 0 }],
});

function doubts(meshes: Mesh[], size: number, isCertain = false): string[] {
  const instances = meshes.map((_, mesh) => ({ mesh, transform: IDENTITY }));
  const bounds = { min: [0, 0, 0] as [number, number, number], max: [size, size, 0] as [number, number, number] };
  return scaleDoubts({ meshes, instances }, { bounds, size: [size, size, 0], names: [], isCertain });
}

describe('scaleDoubts', () => {
  it('states the loss of places that lie far apart, and does not ask for the unit', () => {
    const [line, ...others] = doubts([triangle(10), triangle(10, [5_500_000, 5_500_000, 0])], 5_500_010);
    expect(line).toContain("coordinates up to 2,750,005 m from the scene's middle are held to 250 mm only");
    expect(others).toEqual([]);
  });

  it('asks for the unit of one large thing', () => {
    expect(doubts([triangle(500_000)], 500_000)).toEqual([
      'this scene is 500,000 m wide: is it in millimetres? (unit: mm)',
    ]);
  });

  it('states the loss of a wide landscape, and of a scene whose unit is certain', () => {
    expect(doubts([triangle(100_000)], 100_000)[0]).toContain('are held to 3.9 mm only');
    expect(doubts([triangle(500_000)], 500_000, true)[0]).toContain('are held to 16 mm only');
  });

  it('is silent about 30 km', () => {
    expect(doubts([triangle(30_000)], 30_000)).toEqual([]);
  });

  it('finds copies of one mesh that lie far apart', () => {
    const instances = [0, 400_000].map((x) => ({ mesh: 0, transform: translation([x, 0, 0]) }));
    const extent = { bounds: { min: [0, 0, 0], max: [400_010, 10, 0] }, size: [400_010, 10, 0] } as const;
    const box = { min: [0, 0, 0] as [number, number, number], max: [400_010, 10, 0] as [number, number, number] };
    const found = scaleDoubts({ meshes: [triangle(10)], instances }, { ...extent, bounds: box, names: [] });
    expect(found[0]).toContain('are held to 16 mm only');
  });
});
