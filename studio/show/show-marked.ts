import { effect } from '@preact/signals';
import type { SceneView } from 'subray/browser';
import type { Studio } from '../state/studio.js';
import { dark } from '../ui/theme.js';
import { MarkedLayer } from '../view/marked-layer.js';
import type { Viewport } from '../view/viewport.js';

/** Colours of what stands out, linear. */
const DARK: [number, number, number] = [1, 0.42, 0.04];
const LIGHT: [number, number, number] = [0.95, 0.3, 0];

/** Marks the surfaces that the label in view fits, of what stands. Returns a function that stops it. */
export const showMarked = (studio: Studio, viewport: Viewport): (() => void) =>
  followMarked(studio, viewport, () => studio.scene.value?.view);

/** Likewise of a scene that is asked for while there is such a label; undefined: there is none. */
export function followMarked(studio: Studio, viewport: Viewport, viewOf: () => SceneView | undefined): () => void {
  const layer = new MarkedLayer();
  viewport.addToScene(layer.object);
  viewport.addMarks(layer.shade);
  const ends = [
    effect(() => {
      layer.setColor(dark.value ? DARK : LIGHT);
      viewport.invalidate();
    }),
    effect(() => {
      void viewport.eye.origin;
      for (const group of [layer.object, layer.shade]) group.position.copy(viewport.scene.object.position);
      viewport.invalidate();
    }),
    effect(() => {
      const marked = studio.labelling.marked.value;
      layer.show(marked && viewOf(), viewport.scene.meshes, marked);
      viewport.invalidate();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
