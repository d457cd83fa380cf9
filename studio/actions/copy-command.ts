import type { EngineChoice } from '../state/clouds/clouds.js';
import type { Studio } from '../state/studio.js';
import { copyText } from '../ui/copy-text.js';

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
