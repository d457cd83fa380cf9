import { describe, expect, it } from 'vitest';
import { bindOptions } from '../../src/base/bind-options.js';

const told = (first: unknown, second: unknown, options: object) => [first, second, options];
const bound = bindOptions(told, (options) => ({ files: 'own', ...options }));

describe('a function with bound options', () => {
  it('gets those that it is not called with', () => {
    expect(bound(1, 2)).toEqual([1, 2, { files: 'own' }]);
    expect(bound(1, 2, { force: true })).toEqual([1, 2, { files: 'own', force: true }]);
  });

  it('gets others if it is called with them', () => {
    expect(bound(1, 2, { files: 'others' })).toEqual([1, 2, { files: 'others' }]);
  });

  it('keeps options at their place where parameters are missing, or are objects themselves', () => {
    expect(bound()).toEqual([undefined, undefined, { files: 'own' }]);
    expect(bound({ scene: 1 }, { legs: 2 })).toEqual([{ scene: 1 }, { legs: 2 }, { files: 'own' }]);
  });
});
