import { describe, expect, it } from 'vitest';
import { groupOf, testFiles, testGroups } from './test-groups.js';

describe('groups of test files', () => {
  it.each([
    ['test/parity/examples.test.ts', 'gpu', 'it takes the adapter of a helper'],
    ['test/engine/gpu/double.test.ts', 'gpu', 'it runs WGSL'],
    ['test/validation/validation.test.ts', 'gpu', 'it reads the environment, and leaves it as it is'],
    ['test/studio/page/views.test.ts', 'page', 'it opens the studio'],
    ['test/engine/gpu/loss.test.ts', 'replacing', 'it replaces a module'],
    ['test/base/files/node-piped-files.test.ts', 'alone', 'it changes the environment'],
    ['test/cli/commands.test.ts', 'alone', 'it says so'],
    ['test/base/rigid.test.ts', 'shared', 'it needs nothing'],
    ['test/e2e/json.test.ts', 'shared', 'it starts programs'],
    ['test/engine/gpu/gpu-adapter.test.ts', 'shared', 'its GPU is made up'],
  ])('put %s into %s, as %s', (file, group) => {
    expect(groupOf(file)).toBe(group);
  });

  it('hold every file once', () => {
    expect(Object.values(testGroups()).flat().sort()).toEqual(testFiles());
  });

  it('leave most files to shared processes', () => {
    const { shared, ...others } = testGroups();
    expect(shared.length).toBeGreaterThan(3 * Object.values(others).flat().length);
  });
});
