import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileError } from '../../src/base/files/file-error.js';
import { AtomicFile } from '../../src/base/files/node-atomic-file.js';

const COMPILED = join(import.meta.dirname, '../../dist/base/files');

describe('modules of src', () => {
  it.each([
    ['file-error.js', fileError],
    ['node-atomic-file.js', AtomicFile],
  ])('are those of dist/, untranslated, where tests import them: %s', (name, exported) => {
    expect(readFileSync(join(COMPILED, name), 'utf8')).toContain(String(exported));
  });
});
