import { describe, expect, it } from 'vitest';
import type { Box3 } from '../../src/base/vec3.js';
import type { CheckedFault } from '../../src/workbench/faults-in-survey.js';
import type { SceneView } from '../../src/workbench/scene-view.js';
import { benchWith } from './bench.js';

const SQUARE = 'v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n';

const surveyOf = (...parts: string[]) =>
  `scene:\n  parts:\n${parts.map((part) => `    - ${part}\n`).join('')}scanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 1] }]\noutput: [a.las]\n`;

/** Facts of a scene: the place of each part, its triangles, and its faults. */
async function viewed(text: string) {
  const events: { kind: string; parts?: (Box3 | undefined)[]; view?: SceneView; faults?: readonly CheckedFault[] }[] =
    [];
  const ask = benchWith({ 'square.obj': SQUARE }, (event) => events.push(event as never));
  const unreadable = await ask('scene', { text });
  const scene = events.find(({ kind }) => kind === 'scene');
  return {
    ask,
    faults: scene?.faults ?? unreadable.faults,
    triangles: scene?.view?.triangles,
    isThere: scene?.parts?.map((box) => box !== undefined),
  };
}

const GROUND = '{ name: field, file: square.obj }';
const UP = 'transform: { translate: [0.5, 0.5, 7] }';
const AWAY = 'transform: { translate: [500, 0, 0] }';

describe('a part that cannot be placed', () => {
  it('is told of where its ground is named, and the others are there', async () => {
    const text = surveyOf(
      GROUND,
      `{ name: off, file: square.obj, on: field, ${AWAY} }`,
      `{ name: top, file: square.obj, on: field, ${UP} }`,
    );
    const { ask, faults, triangles, isThere } = await viewed(text);
    expect(faults).toEqual([
      {
        line: 4,
        column: text.split('\n')[3].indexOf('field') + 1,
        message:
          'off stands on the ground, but there is nothing of part field below the middle of its lowest corners, at (501.000, 0.500)',
        hint: 'Place the part over it, or leave out "on".',
      },
    ]);
    expect([triangles, isThere]).toEqual([4, [true, false, true]]);
    // Places are looked up in the parts that are there; nothing is scanned without the missing one.
    const probe = await ask('probe', { text, places: [1, 0.6] });
    expect(probe.positions[2]).toBeCloseTo(0, 5);
    await expect(ask('expect', { text })).rejects.toThrow(/off stands on the ground/);
  });

  it('is one that names no part, and one that stands on such a one', async () => {
    const text = surveyOf(
      GROUND,
      `{ name: lamp, file: square.obj, on: feild, ${UP} }`,
      '{ name: bulb, file: square.obj, on: lamp }',
      '{ name: flies, file: square.obj, instances: { scatter: { count: 2, area: [[0, 0], [1, 1]], on: lmap } } }',
    );
    const { ask, faults, triangles, isThere } = await viewed(text);
    const checked = await ask('check', { text });
    expect(checked.faults.map(({ line }) => line)).toEqual([4, 6]);
    expect(checked.sceneKey).toBeDefined();
    expect(faults.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '4: lamp stands on "feild", which is not a part of the scene',
      '6: flies stands on "lmap", which is not a part of the scene',
      '5: bulb stands on lamp, which has no place itself',
    ]);
    expect([triangles, isThere]).toEqual([2, [true, false, false, false]]);
    const columns = text.split('\n').map((line) => line.lastIndexOf('on: ') + 5);
    expect(faults.map(({ column }) => column)).toEqual([columns[3], columns[5], columns[4]]);
    expect(checked.faults.map(({ column }) => column)).toEqual([columns[3], columns[5]]);
  });

  it('leaves no scene if there is no other, and parts in a circle have none', async () => {
    const circle = surveyOf('{ name: a, file: square.obj, on: b }', '{ name: b, file: square.obj, on: a }');
    const { faults, isThere } = await viewed(circle);
    expect(isThere).toBeUndefined();
    expect(faults.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '3: the parts a, b stand on each other',
      '4: b stands on a, which has no place itself',
    ]);
    const { triangles } = await viewed(`${circle.replace('  parts:\n', `  parts:\n    - ${GROUND}\n`)}`);
    expect(triangles).toBe(2);
  });
});

describe('a part whose file cannot be read', () => {
  it('is told of at the line that names it, and the others are there', async () => {
    const text = surveyOf(GROUND, '{ name: away, file: none.obj }', `{ name: top, file: square.obj, on: away, ${UP} }`);
    const { ask, faults, triangles, isThere } = await viewed(text);
    expect(faults).toEqual([expect.objectContaining({ line: 4, message: expect.stringContaining('none.obj') })]);
    expect([triangles, isThere]).toEqual([2, [true, false, false]]);
    await expect(ask('run', { text } as never)).rejects.toThrow('none.obj');
  });

  it('is told of where there is nothing else', async () => {
    const { faults, triangles } = await viewed(surveyOf('{ file: none.obj }'));
    expect(faults).toHaveLength(1);
    expect(triangles).toBeUndefined();
  });
});
