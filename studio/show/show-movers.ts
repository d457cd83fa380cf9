import { effect } from '@preact/signals';
import type { Studio } from '../state/studio.js';
import { followPulse } from '../state/time/follow-pulse.js';
import { platformAt } from '../state/time/platform-at.js';
import { dark } from '../ui/theme.js';
import { MoverLayer } from '../view/mover-layer.js';
import type { Viewport } from '../view/viewport.js';
import { markColors } from './marks/mark-colors.js';
import { MarkLayer } from './marks/mark-layer.js';
import { followMarked } from './show-marked.js';

/** CSS pixels across. */
const PLATFORM_SIZE = 15;

/**
 * Draws what moves where it is at the chosen moment, marks it likewise, and has a dot where the platform is then.
 * Returns a function that stops it.
 */
export function showMovers(studio: Studio, viewport: Viewport): () => void {
  const layer = new MoverLayer();
  const platform = new MarkLayer(() => viewport.eye.origin);
  viewport.addMarks(platform.object);
  const { shown } = viewport.scene;
  const ends = [
    followPulse(studio.time),
    effect(() => {
      const [view, drawn] = [shown.value, studio.scene.peek()];
      layer.show(viewport.scene, drawn?.view === view ? drawn?.movers : undefined, view?.origin ?? [0, 0, 0]);
      layer.placeAt(studio.time.now.peek());
      viewport.invalidate();
    }),
    effect(() => {
      layer.placeAt(studio.time.now.value);
      viewport.invalidate();
    }),
    effect(() => {
      const { plan: color, edge: rim } = markColors(dark.value);
      const place = shown.value && platformAt(studio.survey.value?.legs ?? [], studio.time.now.value);
      platform.clear();
      if (place && studio.scene.value?.movers) platform.dots(place, { color, rim, size: PLATFORM_SIZE });
      viewport.invalidateMarks();
    }),
    followMarked(studio, viewport, () => {
      const view = shown.value;
      return view && { ...view, placements: layer.placementsAt(studio.time.now.value) };
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
