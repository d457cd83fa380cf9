import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { checkDocument } from '../../../src/base/yaml/check-document.js';
import { readYamlFile } from '../../../src/base/yaml/yaml-document.js';
import { type MaterialDefinition, materialSchema } from '../../../src/material/file/material-schema.js';
import type { SampledSpectrum } from '../../../src/material/spectrum/spectrum.js';

/** A folder of its own to import from and to, removed after the tests of the file. */
export function importFolder(): { path: string; write(name: string, content: string | Uint8Array): string } {
  const path = mkdtempSync(join(tmpdir(), 'import-'));
  afterAll(() => rmSync(path, { recursive: true }));
  return {
    path,
    write(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
  };
}

/** The material file at `path`, as the catalogue reads it. */
export const readMaterial = async (path: string): Promise<MaterialDefinition> =>
  checkDocument(materialSchema, await readYamlFile(nodeFiles, path));

/** The spectrum of samples as in a material file. */
export const asSpectrum = (curve: { wavelengths: number[]; values: number[] }): SampledSpectrum => ({
  wavelengthsNm: curve.wavelengths,
  values: curve.values,
});
