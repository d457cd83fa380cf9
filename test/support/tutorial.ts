/** A step of a tutorial: a file that the reader writes, or commands with the lines that they print. */
export type Step =
  | { readonly kind: 'file'; readonly name: string; readonly content: string }
  | { readonly kind: 'commands'; readonly commands: string[]; readonly printed: string[] };

/** A block of a page: the line before it, its language and its text. */
const BLOCK = /^(.*)\n\n?```(\w*)\n([\s\S]*?)^```$/gm;
/** The last words before a file's block: "Write `room.yaml`:". */
const NAMED = /`([^`]+)`:$/;
/** End of the steps. */
const END_OF_STEPS = /^## Your own/m;

/**
 * The steps of a page in Markdown, in order, up to the section "Your own …". A block after a line that ends in a file's
 * name and a colon is that file; a block `sh` holds commands, one a line, and a block `text` the output of the commands
 * before it. Throws if a block is none of these.
 */
export function readTutorial(page: string): Step[] {
  const steps: Step[] = [];
  for (const [block, before, language, text] of stepsOf(page).matchAll(BLOCK)) {
    const last = steps.at(-1);
    if (language === 'sh') steps.push({ kind: 'commands', commands: linesOf(text), printed: [] });
    else if (language === 'text' && last?.kind === 'commands') last.printed.push(...linesOf(text));
    else if (NAMED.test(before)) steps.push({ kind: 'file', name: NAMED.exec(before)![1], content: text });
    else throw new Error(`this block has neither a file's name before it nor commands: ${block}`);
  }
  return steps;
}

/** Files that the text of the steps names as there at the end. */
export function namedFiles(page: string): string[] {
  const prose = stepsOf(page).replace(/^```[\s\S]*?^```$/gm, '');
  const names = [...prose.matchAll(/`([\w./-]+\.(?:yaml|csv|json|glb|las|pcd|png|ply|txt|tum))`/g)];
  return [...new Set(names.map(([, name]) => name))];
}

const stepsOf = (page: string) => page.split(END_OF_STEPS)[0];

/** Lines with something on them; a line that ends in a backslash goes on in the next one. */
const linesOf = (text: string) =>
  text
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** The words of a command line, without their quotes. */
export const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);

/** Lines of `expected` that do not come in `output` after those before them; `…` stands for anything on a line. */
export function missingLines(expected: readonly string[], output: string): string[] {
  const lines = output.split('\n');
  let at = 0;
  return expected.filter((line) => {
    const pattern = new RegExp(`^${line.trim().split('…').map(escaped).join('.*')}$`);
    const found = lines.findIndex((other, k) => k >= at && pattern.test(other.trim()));
    if (found >= 0) at = found + 1;
    return found < 0;
  });
}

/** A text as a pattern; any number of blanks for some. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ +/g, ' +');
