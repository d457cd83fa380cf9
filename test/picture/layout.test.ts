import { expect, it } from 'vitest';
import type { Subject } from '../../src/picture/cloud/framing.js';
import { layOut } from '../../src/picture/cloud/layout.js';

const AREA = { x: 0, y: 0, width: 800, height: 600 };
const subject = (width: number, depth: number): Subject => ({
  overview: {} as Subject['overview'],
  box: { min: [0, 0, 0], max: [width, depth, 1] },
});

it('names a direction that was asked for', () => {
  const turned = (isMap: boolean) =>
    layOut('side', { ...subject(9, 3), azimuth: (-53.13 * Math.PI) / 180 }, AREA, isMap).map(({ title }) => title);
  expect(turned(true)).toEqual(['side, looking 306.9° from north']);
  expect(turned(false)).toEqual(['side, looking 306.9° from +y to +x']);
});

const titles = (box: Subject, isMap?: boolean) => layOut('all', box, AREA, isMap).map(({ title }) => title);

it('names points of the compass on a map, and axes in coordinates of any other kind', () => {
  expect(titles(subject(9, 3))).toEqual(['perspective', 'top, north up', 'side, looking north']);
  expect(titles(subject(9, 3), false)).toEqual(['perspective', 'top, x right, y up', 'side, looking along +y']);
  expect(titles(subject(3, 9), false)[2]).toBe('side, looking along -x');
});
