import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../src/base/random-stream.js';
import { buildHouse, chooseStyle } from '../../src/procedural/street/house.js';
import { leastTriangles } from '../../src/procedural/street/house-budget.js';

describe.each([0, 1, 2, 3, 4, 5])('a house of detail %i', (detail) => {
  it('has the triangles that streets count on, and not many more', () => {
    let fewest = Infinity;
    for (let seed = 0; seed < (detail < 3 ? 300 : 60); seed++) {
      const style = chooseStyle(new RandomStream(seed, 'plots'), 8);
      const { triangleCount } = buildHouse('house', style, detail, new RandomStream(seed, 'house'));
      fewest = Math.min(fewest, triangleCount);
    }
    expect(leastTriangles({ detail }, 1)).toBeLessThan(fewest);
    expect(leastTriangles({ detail }, 2)).toBeGreaterThan(1.6 * fewest);
  });
});
