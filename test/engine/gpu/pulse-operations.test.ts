import { describe, expect, it } from 'vitest';
import { countF64 } from '../../support/f64-operations.js';
import { gpuFound, NEEDS_GPU } from '../../support/gpu-run.js';
import { PROGRAMS } from '../../support/legs.js';

const countOf = (name: string) => countF64(PROGRAMS[name]);

// Of a spinning array; SwiftShader takes seven seconds and more to compile each other deflector with counters, which
// pulse-operations.long.test.ts does.
describe.skipIf(!gpuFound)(`operations on F64 that a pulse takes${NEEDS_GPU}`, () => {
  it.each(['a spinning array level on a car', 'a spinning array in the air', 'a sector of a spinning array'])(
    'are at most 100 of a kind: %s',
    async (name) => {
      const { additions, multiplications, divisions, roots } = await countOf(name);
      expect(additions).toBeGreaterThan(20);
      expect(additions).toBeLessThanOrEqual(100);
      expect(multiplications).toBeLessThanOrEqual(100);
      // The division of an inclined beam or of a sector.
      expect(divisions).toBeLessThanOrEqual(1);
      expect(roots).toBe(0);
    },
  );

  it('are no more than they were where the platform swerves', async () => {
    const { additions, multiplications } = await countOf('a spinning array that swerves');
    // Two of them are of a laser whose clock runs on while the mirror turns.
    expect(additions).toBeLessThanOrEqual(116);
    expect(multiplications).toBeLessThanOrEqual(126);
  });

  it('are those of a rotation and its mount more where the platform turns', async () => {
    const [turning, level] = [
      await countOf('a spinning array that swerves'),
      await countOf('a spinning array in the air'),
    ];
    expect(turning.additions - level.additions).toBeLessThanOrEqual(54);
    expect(turning.multiplications - level.multiplications).toBeLessThanOrEqual(59);
  });
});
