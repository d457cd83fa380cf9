import { effect } from '@preact/signals';
import type { Studio } from '../state/studio.js';
import { followPulse } from '../state/time/follow-pulse.js';
import { MoverLayer } from '../view/mover-layer.js';
import type { Viewport } from '../view/viewport.js';
import { followMarked } from './show-marked.js';

/** Draws what moves where it is at the chosen moment, and marks it likewise. Returns a function that stops it. */
export function showMovers(studio: Studio, viewport: Viewport): () => void {
  const layer = new MoverLayer();
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
    followMarked(studio, viewport, () => {
      const view = shown.value;
      return view && { ...view, placements: layer.placementsAt(studio.time.now.value) };
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
