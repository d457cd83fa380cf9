import type { Studio } from '../state/studio.js';
import type { Viewport } from './viewport.js';

/** Pixels from a leg's mark to its name. */
const AWAY = 12;

/** A function that moves the names of legs, the children of `labels`, to where the legs are in the view, and shows them: before, they are nowhere. */
export const placeLabels = (studio: Studio, viewport: Viewport, labels: HTMLElement) => (): void => {
  const legs = studio.survey.peek()?.legs ?? [];
  // Once: what is moved below would have it laid out anew for each.
  const { size } = viewport.eye;
  for (const [k, label] of [...labels.children].entries()) {
    const { style } = label as HTMLElement;
    const way = legs[k]?.way;
    const at = way && viewport.eye.project([way[0], way[1], way[2]], size);
    style.display = at ? 'block' : 'none';
    if (at) style.transform = `translate(${Math.round(at.x + AWAY)}px, ${Math.round(at.y - AWAY)}px)`;
  }
};
