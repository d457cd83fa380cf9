import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../src/base/yaml/yaml-document.js';
import { PLATFORM_DEFINITIONS } from '../../src/platform/catalogue.generated.js';
import { findPlatform } from '../../src/platform/platform-catalogue.js';
import { SCANNER_DEFINITIONS } from '../../src/scanner/catalogue.generated.js';
import { findScanner, scannerIds } from '../../src/scanner/catalogue.js';

const FOLDER = resolve(import.meta.dirname, '../../platforms');

const CATALOGUES = [
  { folder: 'scanners', definitions: SCANNER_DEFINITIONS, find: findScanner },
  { folder: 'platforms', definitions: PLATFORM_DEFINITIONS, find: findPlatform },
];

describe.each(CATALOGUES)('the catalogue of $folder', ({ folder, definitions, find }) => {
  const onDisk = readdirSync(join(FOLDER, folder)).map((name) => basename(name, '.yaml'));

  it('holds the files of its folder, in their order', () => {
    expect(Object.keys(definitions)).toEqual(onDisk.sort());
  });

  it.each(onDisk)('holds what %s.yaml says', (id) => {
    const file = join(FOLDER, folder, `${id}.yaml`);
    expect(definitions[id]).toEqual(parseYaml(readFileSync(file, 'utf8'), file).value);
    expect(find(id)).toHaveProperty('id', id);
  });
});

describe('the catalogue of scanners', () => {
  it('names no files, which a page would not have', () => {
    const kinds = scannerIds().map((id) => findScanner(id).deflector.kind);
    expect(kinds).not.toContain('pattern');
  });
});
