import { describe, expect, it } from 'vitest';
import { benchWith } from './bench.js';

const SQUARE = 'v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n';

describe('the place of a scene’s parts', () => {
  it('is sent for each with its placements, in the order of the survey', async () => {
    const events: { kind: string; parts?: unknown }[] = [];
    const ask = benchWith({ 'square.obj': SQUARE }, (event) => events.push(event as never));
    const text = `scene:
  parts:
    - file: square.obj
    - { name: far, file: square.obj, transform: { scale: 2, rotate: [0, 0, 90], translate: [500000, 5400000, 3] } }
    - { name: two, file: square.obj, instances: [{ translate: [10, 0, 0] }, { translate: [0, 20, 0] }] }
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 1] }]
output: [a.las]
`;
    expect((await ask('scene', { text })).faults).toEqual([]);
    const { parts } = events.find(({ kind }) => kind === 'scene') as { parts: { min: number[]; max: number[] }[] };
    const rounded = parts.map(({ min, max }) => [...min, ...max].map((value) => Number(value.toFixed(6)) + 0));
    expect(rounded).toEqual([
      [0, 0, 0, 2, 1, 0],
      [499998, 5400000, 3, 500000, 5400004, 3],
      [0, 0, 0, 12, 21, 0],
    ]);
  });
});
