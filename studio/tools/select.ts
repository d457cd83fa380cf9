import { chosenLeg } from '../state/legs/chosen-leg.js';
import type { Studio } from '../state/studio.js';
import { dragHandle, handleNear } from './drag-handle.js';
import { reportNothing } from './report-nothing.js';
import type { Tool } from './tool.js';

/** Pixels around the pointer within which the way of a leg is meant. */
const NEAR = 8;

/** Chooses legs and points, and moves what legs have to take hold of. */
export const selectTool: Tool = {
  id: 'select',
  name: 'Select',
  key: 'v',
  hint:
    'Click a leg or a point; drag a station or a point of a leg. ' +
    'Drag elsewhere to turn, right-drag to move, wheel to come nearer.',
  press: ({ studio, at }) => {
    const found = handleNear(studio, at, chosenLeg(studio));
    if (!found) return undefined;
    studio.selection.value = { kind: 'leg', leg: found.leg };
    return dragHandle(studio, found);
  },
  click: async ({ studio, at }) => {
    const { view } = studio;
    if (!view) return;
    const leg = handleNear(studio, at, chosenLeg(studio))?.leg ?? wayNear(studio, at);
    if (leg !== undefined) {
      studio.selection.value = { kind: 'leg', leg };
      return;
    }
    const found = await view.pick(at.x, at.y);
    const cloud = found && studio.clouds.visible.value[found.cloud];
    if (cloud) studio.selection.value = { kind: 'point', cloud: cloud.id, point: found.point };
    else reportNothing(studio, 'leg or point');
  },
};

/** The leg whose way passes near a place of the canvas; undefined: none does. */
function wayNear(studio: Studio, at: { x: number; y: number }): number | undefined {
  const legs = studio.survey.value?.legs ?? [];
  const found = legs.findIndex(({ way }) => {
    for (let k = 3; k < way.length; k += 3) if (pieceNear(studio, way, k, at)) return true;
    return false;
  });
  return found < 0 ? undefined : found;
}

function pieceNear({ view }: Studio, way: Float64Array, k: number, at: { x: number; y: number }): boolean {
  const [a, b] = [k - 3, k].map((from) => view?.eye.project([way[from], way[from + 1], way[from + 2]]));
  if (!a || !b) return false;
  const [u, v] = [b.x - a.x, b.y - a.y];
  const squared = u * u + v * v;
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * u + (at.y - a.y) * v) / squared));
  return Math.hypot(a.x + t * u - at.x, a.y + t * v - at.y) < NEAR;
}
