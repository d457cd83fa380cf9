import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '../../src/base/yaml/yaml-document.js';
import { PLATFORM_DEFINITIONS } from '../../src/platform/catalogue.generated.js';
import { findPlatform } from '../../src/platform/platform-catalogue.js';
import { platformSchema } from '../../src/platform/platform-schema.js';
import { SCANNER_DEFINITIONS } from '../../src/scanner/catalogue.generated.js';
import { findScanner, scannerIds } from '../../src/scanner/catalogue.js';
import { listScanners } from '../../src/scanner/list-scanners.js';
import { scannerListing } from '../../src/scanner/scanner-listing.js';
import { scannerSchema } from '../../src/scanner/scanner-schema.js';

const FOLDER = resolve(import.meta.dirname, '../../platforms');

const CATALOGUES = [
  { folder: 'scanners', definitions: SCANNER_DEFINITIONS, schema: scannerSchema, find: findScanner },
  { folder: 'platforms', definitions: PLATFORM_DEFINITIONS, schema: platformSchema, find: findPlatform },
];

describe.each(CATALOGUES)('the catalogue of $folder', ({ folder, definitions, schema, find }) => {
  const onDisk = readdirSync(join(FOLDER, folder)).map((name) => basename(name, '.yaml'));

  it('holds the files of its folder, in their order', () => {
    expect(Object.keys(definitions)).toEqual(onDisk.sort());
  });

  it.each(onDisk)('holds what %s.yaml says, checked: npm run build makes the module', (id) => {
    const file = join(FOLDER, folder, `${id}.yaml`);
    const checked = schema.parse(parseYaml(readFileSync(file, 'utf8'), file).value);
    expect(JSON.parse(definitions[id])).toStrictEqual(checked);
    expect(find(id)).toStrictEqual(checked);
    expect(checked.id).toBe(id);
  });
});

describe('the catalogue of scanners', () => {
  it('is listed as its definitions are', () => {
    expect(listScanners()).toEqual(scannerIds().map((id) => scannerListing(findScanner(id))));
  });

  it('names no files, which a page would not have', () => {
    const kinds = scannerIds().map((id) => findScanner(id).deflector.kind);
    expect(kinds).not.toContain('pattern');
  });
});
