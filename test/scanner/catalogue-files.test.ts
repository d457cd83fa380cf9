import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../src/base/yaml/check-document.js';
import { parseYaml } from '../../src/base/yaml/yaml-document.js';
import { findPlatform, platformIds, platformSchema } from '../../src/platform/platform-catalogue.js';
import { findScanner, scannerIds } from '../../src/scanner/catalogue.js';
import { scannerSchema } from '../../src/scanner/scanner-schema.js';

const FOLDER = resolve(import.meta.dirname, '../../platforms');

const CATALOGUES = [
  { folder: 'scanners', schema: scannerSchema, ids: scannerIds, find: findScanner },
  { folder: 'platforms', schema: platformSchema, ids: platformIds, find: findPlatform },
];

describe.each(CATALOGUES)('the catalogue of $folder', ({ folder, schema, ids, find }) => {
  const onDisk = readdirSync(join(FOLDER, folder)).map((name) => basename(name, '.yaml'));

  it('holds the files of its folder, in their order', () => {
    expect(ids()).toEqual(onDisk.sort());
  });

  it.each(onDisk)('holds what %s.yaml says', (id) => {
    const file = join(FOLDER, folder, `${id}.yaml`);
    expect(find(id)).toEqual(checkDocument(schema, parseYaml(readFileSync(file, 'utf8'), file)));
  });
});

describe('the catalogue of scanners', () => {
  it('names no files, which a page would not have', () => {
    const kinds = scannerIds().map((id) => findScanner(id).deflector.kind);
    expect(kinds).not.toContain('pattern');
  });
});
