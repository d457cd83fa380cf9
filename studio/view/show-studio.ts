import { effect } from '@preact/signals';
import { HEIGHT_RAMP, INTENSITY_RAMP } from 'subray/browser';
import { colorOf, returnKind } from '../state/legend-entries.js';
import type { ColorMode, Look } from '../state/look.js';
import type { Studio } from '../state/studio.js';
import { dark } from '../state/theme.js';
import type { PointField } from './point-field.js';
import type { Viewport } from './viewport.js';

/** Keeps a viewport showing what the studio knows; returns what ends it. */
export function showStudio(studio: Studio, viewport: Viewport): () => void {
  const ends = [
    effect(() => viewport.showScene(studio.scene.value?.view)),
    effect(() => {
      const chosen = studio.selection.value;
      viewport.legs.setColors(dark.value ? DARK_LEGS : LIGHT_LEGS);
      viewport.legs.show(studio.survey.value?.legs ?? [], chosen?.kind === 'leg' ? chosen.leg : undefined);
      viewport.invalidateMarks();
    }),
    effect(() => viewport.setBackground(...(dark.value ? DARK_SKY : LIGHT_SKY))),
    effect(() => viewport.setShading(studio.look.shading.value)),
    effect(() => {
      const visible = studio.runs.visible.value;
      const hasPoints = visible.some(({ points }) => points > 0);
      viewport.scene.fade.value = hasPoints ? 0.88 : 0;
      viewport.scene.object.visible = !hasPoints || studio.look.showsScene.value;
      for (const { field, tally } of visible)
        paint(field, studio.look, [tally.lowest - viewport.origin[2], tally.highest - viewport.origin[2]]);
      viewport.showClouds(visible.map(({ field }) => field));
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

/** The numbers of modes in the shader. */
const SHADER_MODES: Readonly<Record<ColorMode, number>> = {
  class: 0,
  intensity: 1,
  return: 2,
  leg: 3,
  object: 4,
  height: 6,
};

/** Gives a cloud the colours of the mode that is chosen. */
function paint(field: PointField, look: Look, heights: [number, number]): void {
  const mode = look.mode.value;
  const { uniforms } = field.material;
  uniforms.mode.value = SHADER_MODES[mode];
  uniforms.size.value = look.pointSize.value * Math.min(2, devicePixelRatio);
  uniforms.heights.value = heights;
  field.setRamp(mode === 'height' ? HEIGHT_RAMP : INTENSITY_RAMP);
  field.setPalette(
    Array.from({ length: 256 }, (_, number) => {
      const entry = mode === 'return' ? returnKind(number) : number;
      return look.isHidden(mode, entry) ? undefined : colorOf(mode, number);
    }),
  );
}
