import { describe, expect, it } from 'vitest';
import { sizeDoubts, TAB_POINTS_MAX } from '../../../../studio/state/runs/run-size.js';

const FREE = 50e9;
const small = { points: 1e6, runBytes: 1e8, memoryBytes: 5e8 };

describe('doubts about the size of a run', () => {
  it.each([
    ['nothing of a small run', small, FREE, []],
    ['points', { ...small, points: TAB_POINTS_MAX + 1 }, FREE, [/^A tab draws 20 M points well/]],
    ['memory', { ...small, memoryBytes: 4.3e9 }, FREE, [/^About 4\.34 GB of memory are needed; a tab has 4\.29 GB/]],
    ['files', { ...small, runBytes: 2e9 }, 1e9, [/need about 2\.00 GB; the browser has 1\.00 GB left/]],
    ['files in memory, where there is no disk', { ...small, runBytes: 4e9 }, undefined, [/^About 4\.54 GB of memory/]],
  ])('%s', (_, size, diskLeft, expected) => {
    expect(sizeDoubts(size, diskLeft)).toEqual(expected.map((text) => expect.stringMatching(text)));
  });
});
