import type { Point } from '../document/edits/index.js';
import type { Studio } from '../state/studio.js';
import { addToSketch, giveUp, takeBack } from './draw.js';
import type { Tool } from './tool.js';

/** Draws the area that a plan is for. */
export const areaTool: Tool = {
  id: 'area',
  name: 'Area',
  key: 'a',
  hint: 'Click corner after corner. Enter or a click on the first ends (two make a rectangle), Backspace takes the last back, Escape gives up.',
  click: (context) => {
    const clicked = addToSketch(context, 'area');
    if (clicked === 0) finish(context.studio);
  },
  back: takeBack,
  finish,
  leave: giveUp,
};

/** Plans the area within the corners. */
function finish(studio: Studio): void {
  const corners = studio.sketch.value?.points ?? [];
  if (corners.length < 2) {
    if (corners.length === 1) studio.tell('An area takes three corners, or two opposite ones.');
    return;
  }
  studio.sketch.value = undefined;
  studio.planning.open(corners.length === 2 ? rectangleOf(corners) : corners);
  studio.speak('The plan of this area is in the inspector');
}

/** The rectangle along the axes between opposite corners. */
function rectangleOf([[x0, y0, z0], [x1, y1, z1]]: readonly Point[]): Point[] {
  const z = (z0 + z1) / 2;
  return [
    [x0, y0, z0],
    [x1, y0, z],
    [x1, y1, z1],
    [x0, y1, z],
  ];
}
