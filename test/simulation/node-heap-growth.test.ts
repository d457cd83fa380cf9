import { cachedDataVersionTag } from 'node:v8';
import { afterEach, expect, it } from 'vitest';
import { growHeap } from '../../src/simulation/node-heap-growth.js';

/** Changes with the flags of V8. */
const flags = () => cachedDataVersionTag();
const { execArgv } = process;

afterEach(() => {
  process.execArgv = execArgv;
});

it('lets the heap grow until the last that asked has ended, once each', () => {
  const before = flags();
  const [first, second] = [growHeap(), growHeap()];
  const grown = flags();
  expect(grown).not.toBe(before);
  first();
  first();
  expect(flags()).toBe(grown);
  second();
  expect(flags()).toBe(before);
  const third = growHeap();
  expect(flags()).toBe(grown);
  third();
  expect(flags()).toBe(before);
});

it.each(['--heap-growing-percent=50', '--heap_growing_percent=50'])('leaves %s of the user', (own) => {
  process.execArgv = [...execArgv, own];
  const before = flags();
  growHeap()();
  const end = growHeap();
  expect(flags()).toBe(before);
  end();
});
