import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importSpectrum } from '../../../src/node-surveys.js';
import { importFolder } from './import-folder.js';

const folder = importFolder();

it.skipIf(process.platform === 'win32')(
  'does not wait for a pipe that stands where a material is to be written',
  async () => {
    const source = folder.write('tin.txt', '500 0.1\n600 0.2\n');
    execFileSync('mkfifo', [join(folder.path, 'tin.yaml')]);
    await expect(importSpectrum(source, { folder: folder.path })).rejects.toThrow('the file exists');
  },
);
