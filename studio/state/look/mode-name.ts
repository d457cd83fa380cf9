import { attributeName } from './attribute-names.js';
import type { ColorMode, PlainMode } from './look.js';

const WORDS: Readonly<Record<PlainMode, string>> = {
  class: 'Class',
  intensity: 'Intensity',
  return: 'Return',
  leg: 'Leg',
  object: 'Object',
  height: 'Height',
};

/** The name of a mode of colours for people. */
export function modeName(mode: ColorMode): string {
  if ('plain' in mode) return WORDS[mode.plain];
  return 'distance' in mode ? 'Distance A ↔ B' : attributeName(mode.attribute);
}
