import type { Studio } from '../state/studio.js';
import { addToSketch, giveUp, takeBack } from './draw.js';
import type { Tool } from './tool.js';

/** Draws the area that a plan is for. */
export const areaTool: Tool = {
  id: 'area',
  name: 'Area',
  key: 'a',
  hint:
    'Click corner after corner. Enter or a click on the first ends (two make a rectangle), ' +
    'Backspace takes the last back, Escape gives up.',
  click: async ({ studio, place, at }) => {
    const found = place ?? (await import('./level-place.js')).levelPlace(studio, at);
    if (addToSketch({ studio, place: found, at }, 'area') === 0) finish(studio);
  },
  back: takeBack,
  finish,
  leave: giveUp,
};

function finish(studio: Studio): void {
  import('./finish-area.js').then(({ finishArea }) => finishArea(studio)).catch((error) => studio.messages.fail(error));
}
