import type { SourcePlace } from '../../base/errors.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { Reading } from './reading.js';

/** Path to the formula of the noise in a scanner's definition, and in the settings by which a survey replaces it. */
export const FORMULA: ValuePath = ['detection', 'rangeNoise'];
export const FORMULA_IN_SURVEY: ValuePath = ['detector', 'rangeNoise'];

/** Remembers where the formula of a scanner's noise is written, if it has one: the first place of several. */
export function noteFormula({ formulas }: Reading, scanner: Scanner | undefined, place: SourcePlace): void {
  const text = scanner?.detection.rangeNoiseFormula;
  if (text !== undefined && !formulas.has(text)) formulas.set(text, place);
}
