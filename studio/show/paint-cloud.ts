import { NO_VALUE } from 'subray/browser';
import type { Cloud } from '../state/clouds/cloud.js';
import { columnFor } from '../state/look/cloud-column.js';
import { categoriesOf, paletteOf } from '../state/look/legend-entries.js';
import type { PlainMode } from '../state/look/look.js';
import { pointFilter } from '../state/look/point-filter.js';
import { shownRamp } from '../state/look/ramps.js';
import type { Studio } from '../state/studio.js';

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
export function paintCloud({ look, legend }: Studio, cloud: Cloud): void {
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
