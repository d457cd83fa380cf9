import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readBounded } from '../../../src/base/files/read-bounded.js';
import { writeTree } from '../../../src/bvh/node-tree-file.js';
import { openLas } from '../../../src/io/las-files/las-file.js';
import { loadSurvey } from '../../../src/survey/load-survey.js';
import { subray } from '../../cli/fakes.js';

const SURVEY = (file: string) =>
  `scene: { parts: [ { file: a.obj } ] }\nscanner: velodyne-vlp-16\nlegs: [ { position: [0, 0, 0] } ]\ncrs: { file: ${file} }\noutput: [ a.las ]\n`;

describe.skipIf(!existsSync('/dev/zero'))('a device without an end', () => {
  it('is not read', async () => {
    await expect(nodeFiles.read('/dev/zero')).rejects.toThrow('it is not a regular file');
    await expect(readBounded(nodeFiles, '/dev/zero', { what: 'a text', bytesMax: 9 })).rejects.toThrow(
      'found no regular file, expected a text',
    );
    await expect(openLas(nodeFiles, '/dev/zero')).rejects.toThrow('it is not a regular file');
  });

  it('is refused as the reference system of a survey', async () => {
    const files = {
      ...nodeFiles,
      stat: async (path: string) =>
        path.endsWith('.yaml') ? { kind: 'file' as const, size: 1 } : nodeFiles.stat(path),
      read: async (path: string) =>
        path.endsWith('.yaml') ? new TextEncoder().encode(SURVEY('/dev/zero')) : nodeFiles.read(path),
    };
    await expect(loadSurvey('/survey.yaml', { files })).rejects.toThrow('no regular file');
  });
});

describe.skipIf(process.platform === 'win32')('a pipe without a writer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'subray-pipe-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, 'fifo.las');
  beforeAll(() => execFileSync('mkfifo', [pipe]));

  it('is refused as the reference system of a survey', async () => {
    const survey = join(folder, 'survey.yaml');
    writeFileSync(survey, SURVEY(pipe));
    await expect(loadSurvey(survey, { files: nodeFiles })).rejects.toThrow('no regular file');
  });

  it('is refused by info', async () => {
    const { code, stderr } = await subray(`info ${pipe}`);
    expect(code).toBe(2);
    expect(stderr).toContain('not a regular file');
  });
});

describe.skipIf(!existsSync('/proc/self'))('a cache where no folder can be', () => {
  it('is given up', async () => {
    const bounds = { min: [0, 0, 0] as const, max: [1, 1, 1] as const };
    const tree = { nodes: new ArrayBuffer(0), nodeCount: 0, blocks: new ArrayBuffer(0), blockCount: 0, depth: 0 };
    await expect(writeTree('/proc/subray/deep/tree.bvh', { ...tree, bounds } as never)).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(readdirSync('/proc')).not.toContain('subray');
  });
});
