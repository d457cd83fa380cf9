import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { parseYaml } from '../../src/base/yaml/yaml-document.js';
import { readMaterialFile } from '../../src/material/file/read-material.js';
import { detectorFields } from '../../src/scanner/detection-schema.js';
import { readScannerFile } from '../../src/scanner/read-scanner-file.js';
import { scannerSchema } from '../../src/scanner/scanner-schema.js';

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const examplesOf = (text: string): string[] => [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, code]) => code);

describe('docs/scanners.md', () => {
  const DOCS = page('scanners.md');

  it('has examples that are read', async () => {
    const examples = examplesOf(DOCS);
    expect(examples).toHaveLength(2);
    for (const example of examples) {
      const name = /^# (\S+\.yaml)/.exec(example)?.[1] ?? '';
      const scanner = await readScannerFile(createWebFiles({ sources: { [name]: example } }), name);
      expect(`${scanner.id}.yaml`).toBe(name);
      expect(scanner.name).toBe((parseYaml(example, name).value as { name: string }).name);
    }
  });

  it('names every key of a scanner and of its detection', () => {
    const inMaps = /^(pulse|receiver)$/;
    const keys = [
      ...Object.keys(scannerSchema.shape).filter((key) => !inMaps.test(key)),
      ...Object.keys(detectorFields),
    ];
    const rows = DOCS.split('\n').filter((line) => line.startsWith('| `'));
    const missing = keys.filter((key) => !rows.some((row) => row.split('|')[1].includes(`\`${key}\``)));
    expect(missing).toEqual([]);
    for (const key of ['pulse.energy', 'pulse.duration', 'receiver.diameter', 'receiver.efficiency', 'sensitivity'])
      expect(DOCS).toContain(`| \`${key}\` |`);
  });
});

describe('docs/materials.md', () => {
  it('has an example that is read', async () => {
    const [example] = examplesOf(page('materials.md'));
    const files = createWebFiles({ sources: { 'chalk.yaml': example } });
    expect(await readMaterialFile(files, 'chalk.yaml')).toMatchObject({
      id: 'chalk',
      scattering: { model: 'oren-nayar' },
    });
  });
});
