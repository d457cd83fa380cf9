import { expect, it } from 'vitest';
import { wouldLose } from '../../../studio/actions/ask-before-leaving.js';
import type { Point } from '../../../studio/document/edits/index.js';
import type { Studio } from '../../../studio/state/studio.js';
import { dragHandle } from '../../../studio/tools/drag-handle.js';
import { pathTool } from '../../../studio/tools/path.js';
import { newStudio } from '../../support/new-studio.js';

const SURVEY = 'legs:\n  - { name: A, position: [0.00, 5, 2.0] } # kept\n';

/** A studio above a plain at height 1, seen straight from above: a pixel is a metre. */
function above(text: string): Studio {
  const ask = async (name: string, { rays, places }: { rays?: number[]; places?: number[] }) => {
    if (name !== 'probe') return new Promise(() => {});
    const ground = Float64Array.from({ length: (places ?? [0, 0]).length / 2 }, () => 1);
    return { ground, positions: [rays?.[0], rays?.[1], 1], objects: [1], names: { objects: { 1: 'plain' } } };
  };
  const studio = newStudio({ ask });
  studio.document.open(text);
  studio.scene.value = { key: 'plain' } as never;
  const rayAt = (x: number, y: number) => ({ origin: [x, y, 100], direction: [0, 0, -1] });
  studio.view = { eye: { rayAt, project: () => undefined } } as never;
  return studio;
}

it('a page asks before it is left while something is drawn', () => {
  const studio = above('legs: []\n');
  expect(wouldLose(studio)).toBe(false);
  studio.sketch.value = { kind: 'path', points: [[0, 0, 0]] };
  expect(wouldLose(studio)).toBe(true);
});

const answered = () => new Promise((resolve) => setTimeout(resolve, 20));

it('is given up for a leg with all its changes, whatever is answered later', async () => {
  const studio = above(SURVEY);
  const drag = dragHandle(studio, { leg: 0, handle: 'position', place: [0, 5, 2] });
  drag.move({ x: 30, y: 40 });
  await answered();
  expect(studio.text.value).toContain('[30, 40, 2.0]');
  drag.move({ x: 50, y: 60 });
  drag.giveUp();
  await answered();
  expect([studio.text.value, studio.document.undoName.value]).toEqual([SURVEY, undefined]);
  drag.move({ x: 70, y: 60 });
  expect(studio.text.value).toBe(SURVEY);
});

it('leaves the points before it for a drawn path', async () => {
  const studio = above('legs: []\n');
  const before: Point[] = [[1, 2, 1], [3, 4, 1]]; // biome-ignore format: points
  for (const points of [before, []]) {
    studio.sketch.value = points.length > 0 ? { kind: 'path', points } : undefined;
    const drag = pathTool.press?.({ studio, at: { x: 10, y: 10 } });
    drag?.move({ x: 20, y: 10 });
    await answered();
    expect(studio.sketch.value?.points).toHaveLength(points.length + 1);
    drag?.move({ x: 30, y: 10 });
    drag?.giveUp();
    await answered();
    expect(studio.sketch.value?.points ?? []).toEqual(points);
    drag?.move({ x: 40, y: 10 });
    await answered();
    expect(studio.sketch.value?.points ?? []).toEqual(points);
  }
});
