/** The command line that runs a survey file, as a shell takes it. */
export const runCommand = (file: string, engine: 'auto' | 'cpu' | 'gpu'): string =>
  `subray run ${quoted(file)}${engine === 'auto' ? '' : ` --engine ${engine}`}`;

/** A name as one word of a shell. */
const quoted = (name: string): string =>
  /^[\w./+-]+$/.test(name) && !name.startsWith('-') ? name : `'./${name.replaceAll("'", `'\\''`)}'`;
