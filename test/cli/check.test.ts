import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../io/sample-cloud.js';
import { lasBytes } from '../support/las-files.js';
import { subray } from './fakes.js';

const folder = temporaryFolder();

function write(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe('subray info --check', () => {
  it('says that a file has no faults, and succeeds', async () => {
    const file = write('good.las', lasBytes());
    const { code, stdout } = await subray(['info', file, '--check']);
    expect([code, stdout]).toEqual([0, `${file}: LAS 1.4, 1 point checked: no faults\n`]);
  });

  it('says what is wrong at which byte, a line a fault, and fails', async () => {
    const bytes = lasBytes({ points: [{ x: 1, y: 2, z: 3, classification: 40 }] });
    bytes[60] = 0x80;
    const file = write('bad.las', bytes);
    const { code, stdout } = await subray(['info', file, '--check']);
    const at = new DataView(bytes.buffer).getUint32(96, true);
    expect([code, stdout.split('\n')]).toEqual([
      1,
      [
        `${file}: LAS 1.4, 1 point checked: 2 faults`,
        'byte 60, header-text: found a byte in the generating software; expected printable ASCII, then zeros to the end',
        `byte ${at}, class: found class 40 at point 1; expected 0 to 22, or from 64 on`,
        '',
      ],
    ]);
  });

  it.each([
    ['', 'an empty file: 1 fault', 0],
    ['LASF', 'a file of 4 bytes, too short for a header: 1 fault', 4],
    ['L', 'a file of 1 byte, too short for a header: 1 fault', 1],
    ['x,y,z', 'a file of 5 bytes, too short for a header: 2 faults', 5],
  ])('says that a file without a header has none: %j', async (text, subject, at) => {
    const file = write('short.laz', text);
    const { code, stdout } = await subray(['info', file, '--check']);
    const lines = stdout.trimEnd().split('\n');
    expect([code, lines[0]]).toEqual([1, `${file}: ${subject}`]);
    expect(lines.at(-1)).toBe(`byte ${at}, header-end: found the end of the file; expected a header of 227 bytes`);
    expect(JSON.parse((await subray(['info', file, '--check', '--json'])).stdout)).not.toHaveProperty('version');
  });

  it('reports in JSON', async () => {
    const file = write('json.las', lasBytes().subarray(0, 300));
    const { code, stdout } = await subray(['info', file, '--check', '--json']);
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      {
        kind: 'check',
        path: file,
        format: 'LAS',
        version: '1.4',
        points: 0,
        faults: [{ rule: 'header-end', at: 300, found: 'the end of the file', expected: 'a header of 375 bytes' }],
      },
    ]);
  });

  it.each([
    [['--check'], 'a.ply', 'ply\n', /--check holds LAS, LAZ and COPC files/],
    [['--check'], 'missing.las', undefined, /there is no such file/],
    [['--check', '--png', 'x.png'], 'b.las', 'LASF', /--check and --png are two tasks/],
  ] as const)('refuses %j of %s', async (words, name, text, message) => {
    const file = text === undefined ? join(folder, name) : write(name, text);
    expect(await subray(['info', file, ...words])).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});
