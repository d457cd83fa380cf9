import type { ReadonlySignal } from '@preact/signals';
import { namesOfWritten, type WrittenScanner, writtenScanners } from '../../document/edits/index.js';
import type { SurveyText } from '../../document/survey-text.js';

/** A scanner as the page shows it; `name`: that in legs, or its number from 1 where the text has none. */
export type ShownScanner = WrittenScanner & { readonly name: string };

/** The scanners of a survey, at least one. */
export function scannersOf(survey: SurveyText): ShownScanner[] {
  const names = namesOfWritten(survey);
  return writtenScanners(survey).map((scanner, index) => ({ ...scanner, name: names[index] ?? `${index + 1}` }));
}

/** The text, and the scanner that was chosen last, which it may not have any more. */
export interface ScannerChoice {
  readonly document: { readonly survey: SurveyText };
  readonly preview: { readonly scanner: ReadonlySignal<number> };
}

/** Number of the scanner whose beams, settings and plans are shown. */
export function chosenScanner({ document, preview }: ScannerChoice): number {
  return preview.scanner.value < scannersOf(document.survey).length ? preview.scanner.value : 0;
}

/** The name of a scanner, with its id or file if that is not a part of the name. */
export const scannerTitle = ({ name, file, id = file ?? '' }: ShownScanner): string =>
  name.startsWith(id) ? name : `${name}: ${id}`;
