import type { WrittenLeg } from '../document/edits/index.js';
import { isPlainMap } from '../document/plain-value.js';
import type { SurveyText } from '../document/survey-text.js';
import type { Studio } from './studio.js';

/** A scanner as the text has it; `name`: of several, its name there, or its number from 1. */
export interface WrittenScanner {
  name?: string;
  /** In the catalogue; undefined: it is a file, or none was chosen. */
  id: string | undefined;
}

/** The scanners of a survey: one without a name, or several. */
export function scannersOf(survey: SurveyText): WrittenScanner[] {
  const several = survey.valueAt(['scanners']);
  if (!Array.isArray(several) || several.length === 0) return [{ id: idOf(survey.valueAt(['scanner'])) }];
  return several.map((entry: { name?: unknown; scanner?: unknown } | null, index) => ({
    name: typeof entry?.name === 'string' ? entry.name : `${index + 1}`,
    id: idOf(entry?.scanner),
  }));
}

function idOf(scanner: unknown): string | undefined {
  if (typeof scanner === 'string') return scanner;
  const id = (scanner as { id?: unknown } | undefined)?.id;
  return typeof id === 'string' ? id : undefined;
}

/** Whether a leg switches a scanner off, by its name. */
export function isSwitchedOff({ scanner, scanners }: WrittenLeg, name: string): boolean {
  const settings = isPlainMap(scanners) ? scanners[name] : scanner;
  return isPlainMap(settings) && settings.active === false;
}

/** Number of the scanner whose beams, settings and plans are shown. */
export function chosenScanner({ document, preview }: Studio): number {
  return preview.scanner.value < scannersOf(document.survey).length ? preview.scanner.value : 0;
}

/** A choice for each of several scanners. */
export const scannerChoices = (survey: SurveyText): { value: string; name: string }[] =>
  scannersOf(survey).map(({ name, id }, index) => ({
    value: String(index),
    name: [name, id].filter((part) => part !== undefined).join(': '),
  }));
