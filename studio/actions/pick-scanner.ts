import { addScanner, setScanner } from '../document/edits/index.js';
import { scannersOf } from '../state/scanners/scanners.js';
import type { Studio } from '../state/studio.js';

/** Settings that a message names. */
const NAMED = 3;

/** Replaces scanner number `index` by one of the catalogue, and reports lost settings. The same one keeps its own. */
export function pickScanner(studio: Studio, id: string, index = 0): void {
  if (scannersOf(studio.document.survey)[index]?.id === id) return;
  let dropped: readonly string[] = [];
  studio.edit((text) => {
    const edit = setScanner(text, id, index);
    dropped = edit.dropped;
    return edit;
  });
  if (dropped.length === 0) return;
  const more = dropped.length > NAMED ? ` and ${dropped.length - NAMED} more` : '';
  studio.messages.report(
    `Settings of the scanner before went with it: ${dropped.slice(0, NAMED).join(', ')}${more}. Undo brings them back.`,
  );
}

/** Adds a scanner of the catalogue behind the others, and chooses it. */
export function addChosenScanner(studio: Studio, id: string): void {
  studio.edit((text) => addScanner(text, id));
  const scanners = scannersOf(studio.document.survey);
  studio.preview.scanner.value = scanners.length - 1;
  studio.selection.value = { kind: 'scanner' };
  studio.messages.announce(`Scanner ${scanners.at(-1)?.name} was added, and is chosen`);
}
