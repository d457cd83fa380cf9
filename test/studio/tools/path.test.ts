import { expect, it } from 'vitest';
import { PathSettings } from '../../../studio/state/legs/path-settings.js';
import type { Studio } from '../../../studio/state/studio.js';
import { Document } from '../../../studio/state/survey/document.js';
import { pathTool } from '../../../studio/tools/path.js';
import { selectTool } from '../../../studio/tools/select.js';
import { newStudio } from '../../support/new-studio.js';

/** Messages at the end of a path of an aircraft over a plain, drawn in a view that sees up to a height. */
async function toldOfPath(seenTo: number): Promise<string[]> {
  const told: string[] = [];
  const document = new Document();
  document.open('platform: aircraft\nlegs: []\n');
  const studio = {
    document,
    paths: new PathSettings(document),
    sketch: { value: { kind: 'path', points: [[0, 0, 5], [60, 0, 5]] } }, // biome-ignore format: points
    selection: { value: undefined },
    view: { eye: { sees: ({ min }: { min: number[] }) => min[2] <= seenTo } },
    edit: (make: Parameters<Studio['edit']>[0]) => document.apply(make(document.survey)),
    messages: {
      report: (message: string) => told.push(message),
      fail: (error: unknown) => told.push(String(error)),
      announce: () => {},
    },
  };
  studio.paths.followsGround.value = false;
  pathTool.finish?.(studio as never);
  await Promise.resolve();
  expect(studio.selection.value).toEqual({ kind: 'leg', leg: 0 });
  return told;
}

it('tells of a path that is above what is in view, and how to see it', async () => {
  expect(await toldOfPath(400)).toEqual([]);
  expect(await toldOfPath(100)).toEqual([
    'The path is 300 m above what was clicked, out of view: the key F looks at it.',
  ]);
});

it('shows what the next path is like once it is taken, or begins to draw', async () => {
  const studio = newStudio({ ask: () => new Promise(() => {}) });
  studio.document.open('legs: [{ position: [0, 0, 0] }]\n');
  studio.selection.value = { kind: 'leg', leg: 0 };
  studio.takeTool(pathTool);
  expect(studio.selection.value).toBeUndefined();

  studio.selection.value = { kind: 'leg', leg: 0 };
  const place = (x: number) => ({ position: [x, 0, 0] as [number, number, number], ground: 0, object: 'plain' });
  await pathTool.click({ studio, at: { x: 0, y: 0 }, place: undefined });
  expect(studio.selection.value).toEqual({ kind: 'leg', leg: 0 });
  await pathTool.click({ studio, at: { x: 0, y: 0 }, place: place(0) });
  expect(studio.selection.value).toBeUndefined();
  await pathTool.click({ studio, at: { x: 50, y: 0 }, place: place(5) });

  // Steps of the survey are not undone behind the drawing.
  studio.document.type('legs: []\n');
  studio.undo();
  expect(studio.sketch.value?.points).toEqual([[0, 0, 0]]);
  studio.undo();
  expect([studio.sketch.value, studio.text.value]).toEqual([undefined, 'legs: []\n']);
  studio.undo();
  expect(studio.text.value).toBe('legs: [{ position: [0, 0, 0] }]\n');
  studio.takeTool(selectTool);
});
