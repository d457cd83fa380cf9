import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloudTitles } from '../../src/io/cloud-kinds.js';
import { labelsJson } from '../../src/scene/labels/labels.js';
import { subray } from './fakes.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-labels-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const NAMES = {
  instances: ['', 'street/car_001', 'street/car #2', 'oak#1', 'oak#12', 'hall', 'hall (2)'],
  materials: ['asphalt', 'bark'],
  semantics: { 0: 'none', 20: 'tree', 80: 'car' },
  classes: { 5: 'High vegetation', 64: 'vehicle' },
};

describe('subray info of NAME.labels.json', () => {
  it('prints classes, objects by part, semantic classes and materials', async () => {
    const path = write('cloud.labels.json', labelsJson(NAMES));
    const { code, stdout } = await subray(`info ${path}`);
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.replace(/ +/g, ' ').trim())).toEqual([
      `file ${path}, names of labels`,
      'objects 6',
      'objects by part',
      'street 2',
      'oak 2',
      'hall 2',
      'classes',
      '5 High vegetation',
      '64 vehicle',
      'semantic classes',
      '0 none',
      '20 tree',
      '80 car',
      'materials',
      '0 asphalt',
      '1 bark',
      '',
    ]);
  });

  it('says it in one JSON object, whatever the name of the file', async () => {
    const path = write('names.json', labelsJson(NAMES));
    expect(JSON.parse((await subray(`info ${path} --json`)).stdout)).toEqual({
      kind: 'labels',
      path,
      objects: 6,
      parts: { street: 2, oak: 2, hall: 2 },
      classes: NAMES.classes,
      semantics: NAMES.semantics,
      materials: { 0: 'asphalt', 1: 'bark' },
    });
  });

  it('lists thirty names of a kind, and counts the rest', async () => {
    const materials = Array.from({ length: 45 }, (_, k) => `m${k}`);
    const { stdout } = await subray(`info ${write('many.labels.json', labelsJson({ ...NAMES, materials }))}`);
    expect(stdout).toContain('  29  m29\n  and 15 more\n');
  });

  it.each([
    ['{"instances": ', 'is no JSON: '],
    ['[]', 'is no file of label names: '],
    ['{"instances": {"a": "b"}}', 'is no file of label names: instances'],
    ['{"instances": {"1": 2}}', 'is no file of label names: instances.1'],
  ])('refuses %s with its place', async (text, message) => {
    const path = write('bad.labels.json', text);
    const { code, stderr } = await subray(`info ${path}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`${path}: ${message}`);
  });

  it('draws no picture of it', async () => {
    const path = write('pictured.labels.json', labelsJson(NAMES));
    const { code, stderr } = await subray(`info ${path} --png ${join(folder, 'x.png')}`);
    expect(code).toBe(2);
    expect(stderr).toContain(`--png draws clouds (${cloudTitles()}); this is a file of labels`);
  });
});
