import { describe, expect, it } from 'vitest';
import type { EventOf } from '../../src/workbench/operations.js';
import { benchWith } from './bench.js';

const SQUARE = 'v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n';
const FIELD = '{ name: field, file: square.obj }';
const AWAY = '{ name: away, file: square.obj, transform: { translate: [500, 0, 0] } }';
const UNKNOWN = '{ name: odd, file: square.obj, unit: parsecs }';
const TOO_SMALL = '{ name: hut, generate: { kind: room, triangles: 1 } }';

const surveyOf = (parts: readonly string[], rest = '') =>
  `scene:\n  parts:\n${parts.map((part) => `    - ${part}\n`).join('')}${rest}scanner: velodyne-vlp-16\nlegs: [{ position: [0, 0, 1] }]\noutput: [a.las]\n`;

function openBench() {
  const events: EventOf<'scene'>[] = [];
  const ask = benchWith({ 'square.obj': SQUARE }, (event) => events.push(event as never));
  const scene = () => events.findLast((event) => event.kind === 'scene');
  return { ask, scene };
}

describe('a part with a fault of its own', () => {
  it.each([
    ['unknown', UNKNOWN, /unit: found "parsecs"/],
    ['not possible', TOO_SMALL, /triangles: found 1, expected/],
    ['no map at all', '12', /found 12, expected/],
  ])('is reported in its line if it is %s, and the others are there at their places', async (_, part, message) => {
    const { ask, scene } = openBench();
    const text = surveyOf([FIELD, part, AWAY, part.replace('name: ', 'name: second-')]);
    const checked = await ask('check', { text });
    expect(checked.faults.map(({ line }) => line)).toEqual([4, 6]);
    expect(checked.faults[0].message).toMatch(message);
    expect(checked).toMatchObject({ lacksParts: true, sceneKey: expect.any(String) });
    expect((await ask('scene', { text })).faults).toEqual([]);
    const { parts, view, lacksParts, faults } = scene()!;
    expect(parts.map((box) => box?.min[0])).toEqual([0, undefined, 500, undefined]);
    expect([view.triangles, lacksParts, faults]).toEqual([4, true, []]);
    // Visible parts can be pointed at.
    expect((await ask('probe', { text, places: [1, 0.5] })).positions[2]).toBeCloseTo(0, 5);
    await expect(ask('expect', { text })).rejects.toThrow(message);
  });

  it('lets no other scene be taken from what is held', async () => {
    const { ask } = openBench();
    const whole = surveyOf([FIELD, AWAY]);
    await ask('scene', { text: whole });
    const { sceneKey, lacksParts } = await ask('check', { text: whole });
    expect([typeof sceneKey, lacksParts]).toEqual(['string', undefined]);
    await expect(ask('probe', { text: surveyOf([FIELD, UNKNOWN]), places: [1, 0.5] })).rejects.toThrow(/parsecs/);
  });

  it('leaves no scene without others, or where more is at fault', async () => {
    const { ask, scene } = openBench();
    for (const text of [
      surveyOf([UNKNOWN]),
      surveyOf([FIELD, UNKNOWN], '  labels: [{ match: a, class: nonsense }]\n'),
    ]) {
      const { sceneKey, lacksParts } = await ask('check', { text });
      expect([sceneKey, lacksParts]).toEqual([undefined, undefined]);
      expect((await ask('scene', { text })).faults.length).toBeGreaterThan(0);
    }
    expect(scene()).toBeUndefined();
  });
});
