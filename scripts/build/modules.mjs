// The modules of src/ without their types, a file each: Node and pages run these, tests included. All take a second of
// a core, so that an edit is run without waiting for the compiler, which checks types by itself.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { digestOf, filesAt, removeOrphans } from './sources.mjs';

const OPTIONS = { lang: 'ts', target: 'es2022', typescript: { onlyRemoveTypeImports: true } };

/** The file of dist/ that a module of src/ becomes. */
export const compiledFile = (path) => path.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js');

/** Writes dist/**.js of those modules of src/ that have changed (`before`). The command line is a bundle only. */
export function stripModules(root, before = {}) {
  const files = filesAt(root, ['src']).filter((path) => path.endsWith('.ts') && !path.startsWith('src/cli/'));
  for (const path of files) if (before[path] !== digestOf(root, path)) stripModule(root, path);
  removeOrphans(root, '.js');
}

/** A program that runs keeps the module that it has read; nobody sees half of one. */
function stripModule(root, path) {
  const { code, errors } = transformSync(path, readFileSync(root + path, 'utf8'), OPTIONS);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].codeframe ?? errors[0].message}`);
  const file = root + compiledFile(path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.tmp`, code);
  renameSync(`${file}.tmp`, file);
}
