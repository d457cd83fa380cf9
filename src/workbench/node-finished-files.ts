import { readdir } from 'node:fs/promises';
import { append } from '../base/append.js';

/** Paths of the files in `folder` and below, from there, in order. A dot in front marks unfinished ones, left out. */
export async function finishedFiles(folder: string, below = ''): Promise<string[]> {
  const names: string[] = [];
  for (const entry of await readdir(`${folder}/${below}`, { withFileTypes: true })) {
    const name = `${below}${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) append(names, await finishedFiles(folder, `${name}/`));
    else if (entry.isFile()) names.push(name);
  }
  return names.sort();
}
