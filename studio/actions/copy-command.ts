import type { EngineChoice } from '../state/clouds/clouds.js';
import type { Studio } from '../state/studio.js';

/** The command line that runs the survey elsewhere. */
export const commandOf = ({ file, name, engine }: Studio): string =>
  runCommand(file.name.value || `${name}.yaml`, engine.value);

/** Copies the command line. Returns the sentence to show then. */
export async function copyCommand(studio: Studio): Promise<string> {
  if (!(await copyText(commandOf(studio)))) return 'The browser does not let the page copy: select the command.';
  const isInFile = studio.backend.document !== undefined && studio.document.isSaved.value;
  return isInFile ? 'Copied.' : 'Copied. Save the survey first (Ctrl+S).';
}

/** The command line that runs a survey file, as a shell takes it. */
export const runCommand = (file: string, engine: EngineChoice): string =>
  `subray run ${quoted(file)}${engine === 'auto' ? '' : ` --engine ${engine}`}`;

/** A name as one word of a shell. */
const quoted = (name: string): string =>
  /^[\w./+-]+$/.test(name) && !name.startsWith('-') ? name : `'./${name.replaceAll("'", `'\\''`)}'`;

/** Copies a text to the clipboard. Resolves to whether that was possible. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** On pages without https there is no clipboard, but what is selected can be copied. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  // Text outside of an open dialog cannot be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
