import { effect, signal, untracked } from '@preact/signals';
import { explained } from '../state/clouds/explained.js';
import { checkedLeg } from '../state/legs/chosen-leg.js';
import type { Studio } from '../state/studio.js';
import { dark } from '../ui/theme.js';
import type { Viewport } from '../view/viewport.js';
import type { paintCloud } from './paint-cloud.js';

/** Gives clouds their colours; loaded with the first of them. */
const painter = signal<typeof paintCloud | undefined>(undefined);

async function loadPainter(): Promise<void> {
  const module = await import('./paint-cloud.js');
  painter.value = module.paintCloud;
}

/** Draws the scene, legs and clouds, and keeps them in line with the state. Returns a function that stops it. */
export function showStudio(studio: Studio, viewport: Viewport): () => void {
  const ends = [
    effect(() => viewport.showScene(studio.scene.value?.view)),
    effect(() => {
      const chosen = studio.selection.value;
      // They are measured from there.
      void viewport.eye.origin;
      viewport.legs.setColors(dark.value ? DARK_LEGS : LIGHT_LEGS);
      const leg = chosen?.kind === 'leg' && untracked(() => checkedLeg(studio, chosen.leg)) ? chosen.leg : undefined;
      viewport.legs.show(studio.survey.value?.legs ?? [], leg);
      viewport.invalidateMarks();
    }),
    effect(() => {
      viewport.pulse.show(explained.value?.trace, viewport.eye.origin);
      viewport.invalidate();
    }),
    effect(() => viewport.setBackground(...(dark.value ? DARK_SKY : LIGHT_SKY))),
    effect(() => viewport.setShading(studio.look.shading.value)),
    effect(() => {
      const visible = studio.clouds.visible.value;
      const paint = painter.value;
      if (visible.length > 0 && !paint) return void loadPainter().catch((error) => studio.messages.fail(error));
      const hasPoints = visible.some(({ points }) => points > 0);
      viewport.scene.fade.value = hasPoints ? 0.88 : 0;
      viewport.scene.grey.value = dark.value ? 0.045 : 0.55;
      viewport.scene.object.visible = !hasPoints || studio.look.showsScene.value;
      for (const cloud of visible) paint?.(studio, cloud);
      viewport.showClouds(
        visible.map(({ field }) => field),
        visible.filter(({ points }) => points > 0).map(({ tally: { min, max } }) => ({ min, max })),
      );
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

const DARK_LEGS = { leg: 0x35c4d7, chosen: 0xffb547, edge: 0x0b0f14 };
const LIGHT_LEGS = { leg: 0x087d8d, chosen: 0xc06a00, edge: 0xffffff };
const DARK_SKY: [number, number] = [0x0b0f14, 0x1a222c];
const LIGHT_SKY: [number, number] = [0xf7f9fb, 0xd9e0e7];
