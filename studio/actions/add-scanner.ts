import { addScanner } from '../document/edits/index.js';
import { scannersOf } from '../state/scanners/scanners.js';
import type { Studio } from '../state/studio.js';

/** Adds a scanner of the catalogue behind the others, and chooses it. */
export function addChosenScanner(studio: Studio, id: string): void {
  studio.edit((text) => addScanner(text, id));
  const scanners = scannersOf(studio.document.survey);
  studio.preview.scanner.value = scanners.length - 1;
  studio.selection.value = { kind: 'scanner' };
  studio.messages.announce(`Scanner ${scanners.at(-1)?.name} was added, and is chosen`);
}
