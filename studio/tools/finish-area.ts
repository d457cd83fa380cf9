import type { Point } from '../document/edits/index.js';
import type { Studio } from '../state/studio.js';

/** Plans the area within the corners that are drawn. */
export function finishArea(studio: Studio): void {
  const corners = studio.sketch.value?.points ?? [];
  if (corners.length < 2) {
    if (corners.length === 1) studio.messages.report('An area takes three corners, or two opposite ones.');
    return;
  }
  studio.sketch.value = undefined;
  studio.planning.open(corners.length === 2 ? rectangleOf(corners) : corners);
  studio.messages.announce('The plan of this area is in the inspector');
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
