import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looseUses } from '../../support/rounding-levels.js';

const WGSL = resolve(import.meta.dirname, '../../../wgsl');

/** Functions whose results do not depend on what a compiler does between two roundings, and why. */
const INDIFFERENT = {
  twoProduct: 'its products and sums are exact, fused or not',
  correctQuotient: 'the rounding of a correction is far below the result',
  correctRoot: 'likewise',
  multiplyDouble: 'the rounding of the lower half is below the accuracy of a Double',
  scaleDouble: 'likewise',
  turn: 'an error of angles that is drawn; the engines differ by micrometres',
  turnLeaf: 'the normal of a leaf that is drawn; the engines differ by its rounding',
};

const uses = readdirSync(WGSL, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.wgsl'))
  .flatMap((name) => looseUses(readFileSync(join(WGSL, name), 'utf8')));

// A software GPU computes as written; NVIDIA's compiler turns (a - o) - (b - o) into a - b.
describe('code with the bits of the CPU', () => {
  it('is rounded after each operation', () => {
    expect(uses.filter(({ fn }) => !(fn in INDIFFERENT))).toEqual([]);
  });

  it('has no needless exceptions', () => {
    expect(Object.keys(INDIFFERENT).filter((name) => !uses.some(({ fn }) => fn === name))).toEqual([]);
  });

  const meet = (a: string) => `fn meet(p: vec3<f32>, q: vec3<f32>, o: vec3<f32>) -> f32 {
    let a = ${a};
    let b = fixed3(q - o);
    let e = a - b;
    return distanceTo(b, e, e, ray); // a - b - c
  }`;

  it('excludes two differences in between', () => {
    expect(looseUses(meet('p - o'))).toEqual([{ fn: 'meet', call: 'distanceTo(b, e, e, ray)' }]);
    expect(looseUses(meet('fixed3(p - o)'))).toEqual([]);
  });

  it.each([
    ['fixed(a * b + c)', 1],
    ['fixed(fixed(a * b) + c)', 0],
    ['fixed((a + b) * c)', 1],
    ['fixed(2.0 * a + b)', 0],
    ['fixed(dot(v, w))', 1],
    ['fixed(max(a - b, c))', 0],
    ['fixed(max(a - b, c) * d)', 1],
    ['dotFixed(v[k + 1u], w)', 0],
    ['dotFixed(v + w, w)', 1],
  ])('of %s there are %d', (expression, count) => {
    expect(looseUses(`fn f() { let x = ${expression}; }`)).toHaveLength(count);
  });
});
