import { describe, expect, it } from 'vitest';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../support/software-adapter.js';
import { COMPARED_IN_BRIEF, compareEngines } from './compare-examples.js';
import { EXAMPLE_NAMES } from './example.js';

// The other examples, and 100,000 returns of each: examples.long.test.ts.

describe.skipIf(!softwareAdapter)(`GPU and CPU give the same returns${NEEDS_SOFTWARE_GPU}`, () => {
  for (const name of COMPARED_IN_BRIEF) compareEngines(name);
});

it('compares examples that there are', () => {
  expect(COMPARED_IN_BRIEF.filter((name) => !EXAMPLE_NAMES.includes(name))).toEqual([]);
});
