import { removeScanner } from '../document/edits/index.js';
import { knownNames } from '../state/scanners/scanner-names.js';
import { chosenScanner } from '../state/scanners/scanners.js';
import type { Studio } from '../state/studio.js';

/** Legs that a message names. */
const NAMED = 3;

/** Removes the chosen scanner, and reports its lost settings. */
export function removeChosenScanner(studio: Studio): void {
  let sentence: string | undefined;
  studio.edit((text) => {
    const removal = removeScanner(text, chosenScanner(studio), knownNames(studio));
    sentence = sentenceOf(removal);
    return removal;
  });
  if (sentence !== undefined) studio.messages.report(`${sentence} Undo brings it back.`);
}

/** Sentence about a removed scanner: its settings, and the legs in which no scanner fires any more. */
function sentenceOf({ scanner, setting, silent, restrictions }: ReturnType<typeof removeScanner>): string {
  const parts = [
    setting.length > 0 ? `its settings in ${listed(setting)}` : '',
    restrictions > 0 ? (restrictions === 1 ? 'a restriction' : `${restrictions} restrictions`) : '',
  ].filter((part) => part !== '');
  const along = parts.length > 0 ? `, with ${parts.join(' and ')}` : '';
  const left =
    silent.length > 0 ? ` No scanner fires in ${listed(silent)} now: the platform passes without pulses.` : '';
  return `Scanner ${scanner} was removed${along}.${left}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}
