import { describe, expect, it } from 'vitest';
import { runCommand } from '../../studio/state/run-command.js';
import { sizeDoubts, TAB_POINTS_MAX } from '../../studio/state/run-size.js';
import { formatAbout } from '../../studio/ui/format.js';

const FREE = 50e9;
const small = { points: 1e6, runBytes: 1e8, memoryBytes: 5e8 };

describe('what is too large for a tab', () => {
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

describe('the command for another machine', () => {
  it.each([
    ['street.yaml', 'auto', 'subray run street.yaml'],
    ['street.yaml', 'gpu', 'subray run street.yaml --engine gpu'],
    ["Anna's street.yaml", 'cpu', "subray run './Anna'\\''s street.yaml' --engine cpu"],
    ['-v.yaml', 'auto', "subray run './-v.yaml'"],
  ] as const)('of %s on %s is %s', (file, engine, command) => {
    expect(runCommand(file, engine)).toBe(command);
  });
});

describe('estimated numbers', () => {
  it.each([
    [412_345, '412,000'],
    [12_345_678, '12.3 M'],
    [37.4, '37'],
    [0, '0'],
  ])('%d are about %s', (count, text) => {
    expect(formatAbout(count)).toBe(text);
  });
});
