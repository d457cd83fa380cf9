import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const EXPORT = /^export (?:abstract )?(?:async )?(?:const|function\*?|class|interface|type|enum) (\w+)/gm;

/** Files that bind a function to a platform, under the name of the function. */
const BINDING = /(^|\/)(node|web)-[\w-]+\.ts$/;

/** The files of `folder` that export each name, except for those that bind it, and generated ones. */
function exporters(folder: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/');
    if (!/\.tsx?$/.test(path) || /\.generated\./.test(path) || BINDING.test(path)) continue;
    for (const [, name] of readFileSync(join(ROOT, folder, file), 'utf8').matchAll(EXPORT))
      found.set(name, (found.get(name) ?? new Set()).add(path));
  }
  return found;
}

it.each(['src', 'studio'])('exports no name of %s from two files: one name, one meaning', (folder) => {
  const all = exporters(folder);
  expect(all.size).toBeGreaterThan(300);
  const several = [...all].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files]}`);
  expect(several).toEqual([]);
});
