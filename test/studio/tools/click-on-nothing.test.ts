import { describe, expect, it } from 'vitest';
import type { Studio } from '../../../studio/state/studio.js';
import { clickAt } from '../../../studio/tools/listen-to-pointer.js';
import { TOOLS } from '../../../studio/tools/tools.js';
import type { Viewport } from '../../../studio/view/viewport.js';
import { newStudio } from '../../support/new-studio.js';

/** A survey with a chosen leg, in an empty view. */
function openNowhere(): Studio {
  const studio = newStudio({ ask: () => new Promise(() => {}) });
  studio.document.open('legs: [{ position: [0, 0, 0] }]\n');
  studio.selection.value = { kind: 'leg', leg: 0 };
  studio.view = { pick: async () => undefined, eye: { project: () => undefined } } as unknown as Viewport;
  return studio;
}

/** Message after a click with a tool, which may clear the selection when it is taken. */
async function toldBy(id: string): Promise<unknown> {
  const studio = openNowhere();
  studio.takeTool(TOOLS.find((tool) => tool.id === id)!);
  const before = studio.selection.value;
  await clickAt(studio, { x: 10, y: 10 });
  expect(studio.selection.value).toBe(before);
  expect([studio.sketch.value, studio.measure.from.value, studio.undoName.value]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  return studio.messages.notices.value.map(({ text, kind }) => `${kind}: ${text}`);
}

describe('a click where nothing is', () => {
  it.each([
    ['select', 'No leg or point is there'],
    ['station', 'No surface is there'],
    ['path', 'No surface is there'],
    ['area', 'No surface is there'],
    ['measure', 'No surface or point is there'],
    ['section', 'No surface or point is there'],
  ])('is told with the tool %s, and leaves what is chosen', async (id, told) => {
    expect(await toldBy(id)).toEqual([`done: ${told}`]);
  });
});
