import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSurvey } from '../../src/node-scans.js';
import { roomSurvey } from './room-survey.js';

const LEGS =
  'legs: [ { name: a, position: [0, 0, 1], duration: 0.003, pointSourceId: 512 }, { name: b, strip: x, position: [1, 0, 1], duration: 0.003 }, { name: c, strip: x, position: [1, 1, 1], duration: 0.003 } ]';

/** File source id and GUID by LAS 1.4 R15, table 3: two bytes at 4, sixteen at 8. */
async function headsOf(sections: Record<string, string>, names: readonly string[]) {
  const survey = await roomSurvey({ legs: LEGS, ...sections });
  await runSurvey(survey, { engine: 'cpu', threads: 1, cache: false });
  return names.map((name) => {
    const bytes = readFileSync(join(dirname(survey.file), name));
    return { line: bytes.readUInt16LE(4), guid: bytes.subarray(8, 24) };
  });
}

const FILES =
  'output: [ { file: "l-%s.las", by: leg }, { file: "s-%s.laz", by: strip }, all.las, { file: old.las, pointFormat: 1 } ]';

describe('the head of a LAS file', () => {
  it('has the number of the flight line of a leg, 0 of several', async () => {
    const heads = await headsOf({ output: FILES }, [
      'l-a.las',
      'l-b.las',
      'l-c.las',
      's-a.laz',
      's-x.laz',
      'all.las',
      'old.las',
    ]);
    expect(heads.map(({ line }) => line)).toEqual([512, 2, 3, 512, 0, 0, 0]);
  });

  it('has one GUID in all files of a survey, a UUID of version 8, and another for another seed or start', async () => {
    const heads = await headsOf({ output: FILES }, ['l-a.las', 's-x.laz', 'all.las', 'old.las']);
    const [first, ...rest] = heads.map(({ guid }) => guid.toString('hex'));
    expect(rest).toEqual([first, first, first]);
    expect(heads[0].guid.readUInt16LE(6) >> 12).toBe(8);
    expect(heads[0].guid[8] >> 6).toBe(0b10);
    const again = await headsOf({ output: 'output: [ again.las ]' }, ['again.las']);
    expect(again[0].guid.toString('hex')).toBe(first);
    const others: Record<string, string>[] = [{ seed: 'seed: 2' }, { startTime: 'startTime: 2026-03-01T08:00:00Z' }];
    for (const other of others) {
      const [{ guid }] = await headsOf({ output: 'output: [ other.las ]', ...other }, ['other.las']);
      expect(guid.toString('hex')).not.toBe(first);
    }
  });
});
