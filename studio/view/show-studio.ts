import { effect } from '@preact/signals';
import { NO_VALUE } from 'subray/browser';
import { columnFor } from '../state/cloud-column.js';
import type { Cloud } from '../state/clouds.js';
import { explained } from '../state/explained.js';
import { categoriesOf, paletteOf } from '../state/legend-entries.js';
import type { PlainMode } from '../state/look.js';
import { pointFilter } from '../state/point-filter.js';
import { shownRamp } from '../state/ramps.js';
import type { Studio } from '../state/studio.js';
import { dark } from '../state/theme.js';
import type { Viewport } from './viewport.js';

/** Keeps a viewport showing what the studio knows; returns what ends it. */
export function showStudio(studio: Studio, viewport: Viewport): () => void {
  const ends = [
    effect(() => viewport.showScene(studio.scene.value?.view)),
    effect(() => {
      const chosen = studio.selection.value;
      // They are measured from there.
      void viewport.eye.origin;
      viewport.legs.setColors(dark.value ? DARK_LEGS : LIGHT_LEGS);
      viewport.legs.show(studio.survey.value?.legs ?? [], chosen?.kind === 'leg' ? chosen.leg : undefined);
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
      const hasPoints = visible.some(({ points }) => points > 0);
      viewport.scene.fade.value = hasPoints ? 0.88 : 0;
      viewport.scene.grey.value = dark.value ? 0.045 : 0.55;
      viewport.scene.object.visible = !hasPoints || studio.look.showsScene.value;
      for (const cloud of visible) paint(studio, cloud);
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

/** The numbers of modes in the shader: see VERTEX. */
const SHADER_MODES: Readonly<Record<PlainMode, number>> = {
  class: 0,
  intensity: 1,
  return: 2,
  leg: 3,
  object: 4,
  height: 6,
};
const VALUES = 5;
const NAMES_OF_VALUES = 7;

/** Gives a cloud the colours of the mode that is chosen, on the scale of all clouds that are shown. */
function paint({ look, legend }: Studio, cloud: Cloud): void {
  const mode = look.mode.value;
  const { tally, numbers } = legend.value;
  const { field } = cloud;
  const { uniforms } = field.material;
  const column = columnFor(cloud, mode);
  const isHidden = (number: number) => look.isHidden(mode, number);
  uniforms.size.value = look.pointSize.value * Math.min(2, devicePixelRatio);
  field.setPalette(paletteOf(mode, legend.value, categoriesOf(column), isHidden));
  field.setRamp(shownRamp(look, mode));
  field.setFilter(pointFilter(look, tally));
  if ('plain' in mode) {
    uniforms.mode.value = SHADER_MODES[mode.plain];
    uniforms.limits.value = [tally.min[2], tally.max[2]];
    return;
  }
  // Without values all have the colour of no entry: grey.
  uniforms.mode.value = column?.kind === 'numbers' ? VALUES : NAMES_OF_VALUES;
  if (column?.kind === 'numbers' && numbers) uniforms.limits.value = codesOf([numbers.low, numbers.high], column.scale);
}

/** Codes of two values on their scale. */
const codesOf = (values: readonly [number, number], { low, high }: { low: number; high: number }): [number, number] => {
  const code = (value: number) => (high > low ? ((NO_VALUE - 1) * (value - low)) / (high - low) : 0);
  return [code(values[0]), code(values[1])];
};
