import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { Chunk } from '../../src/engine/engine.js';
import { runSurvey } from '../../src/node-scans.js';
import type { Survey } from '../../src/survey/survey.js';
import { countingMachine, folderOf, keeping, listen, OPTIONS, partsOf, TWO_LEGS, wholeCloud } from './resumed-runs.js';
import { roomSurvey } from './room-survey.js';

/** Files of a disk with room for so many bytes of a journal; `grow` makes more. */
function smallDisk(room: number) {
  const state = { room, isFull: false };
  const full = (path: string) => {
    state.isFull = true;
    const cause = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    return new UserError('cannot write: no space left on the device', { place: { file: path }, cause });
  };
  const create: typeof nodeFiles.create = async (path, options) => {
    const file = await nodeFiles.create(path, options);
    const append = file.append.bind(file);
    file.append = async (bytes) => {
      const fits = bytes.subarray(0, Math.max(state.room, 0));
      state.room -= bytes.length;
      await append(fits);
      if (fits.length < bytes.length) throw full(path);
    };
    return file;
  };
  return { state, full, files: { ...nodeFiles, create } };
}

describe('a disk that fills up while a part is written', () => {
  /** Runs until the disk is full, which the outputs meet a chunk later. */
  async function fill(survey: Survey, room: number) {
    const { state, full, files } = smallDisk(room);
    const { warnings, log } = listen();
    const { machine } = countingMachine((engine) => {
      const trace = engine.trace.bind(engine);
      engine.trace = async function* (...args): AsyncIterable<Chunk> {
        for await (const chunk of trace(...args)) {
          yield chunk;
          if (state.isFull) throw full(survey.outputs[0].path);
        }
      };
    });
    const run = runSurvey(survey, { ...OPTIONS, machine: { ...machine, files }, resume: true, log });
    await expect(run).rejects.toThrow('no space left on the device');
    return warnings;
  }

  it('keeps the chunks of it that are whole, says how many pulses these are, and the next run goes on from there', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    const warnings = await fill(survey, 600_000);
    const path = join(folderOf(survey), 'leg1-pulse0.part');
    expect(warnings).toEqual([
      `no more is kept for --resume: ${path}: cannot write: no space left on the device`,
      keeping(survey, 'free some space there; the same command with --resume goes on'),
    ]);
    const [, kept, total] = /keeps ([\d,]+) of ([\d,]+) pulses/
      .exec(warnings[1])!
      .map((n) => Number(n.replaceAll(',', '')));
    expect(kept).toBeGreaterThan(0);
    expect(partsOf(survey)).toEqual(['leg1-pulse0.part']);
    const again = listen();
    const report = await runSurvey(survey, { ...OPTIONS, resume: true, log: again.log });
    // Nothing torn is left at its end.
    expect(again.warnings).toEqual([]);
    expect([report.resumed?.pulses, report.pulses]).toEqual([kept, total]);
    expect(readFileSync(survey.outputs[0].path, 'utf8')).toBe(await wholeCloud());
  });

  it('leaves nothing where no chunk had room', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    expect(await fill(survey, 100)).toHaveLength(1);
    expect(existsSync(folderOf(survey))).toBe(false);
  });
});
