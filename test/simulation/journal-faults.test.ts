import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AbortedError, InvariantError, UserError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { Chunk } from '../../src/engine/engine.js';
import { type RunOptions, runSurvey } from '../../src/node-scans.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { sampleOf } from '../support/long-run.js';
import { testRandom } from '../support/random.js';
import {
  countingMachine,
  folderOf,
  interrupt,
  interruptedSurvey,
  keeping,
  listen,
  OPTIONS,
  partsOf,
  RESUME,
  startRun,
  TWO_LEGS,
  wholeCloud,
} from './resumed-runs.js';
import { roomSurvey } from './room-survey.js';

/** Writes this manifest, with parts that are of it. */
function sealParts(folder: string, manifest: string): void {
  writeFileSync(join(folder, 'manifest.json'), manifest);
  const key = createHash('sha256').update(manifest).digest('hex');
  for (const name of readdirSync(folder).filter((other) => other.endsWith('.part'))) {
    const bytes = readFileSync(join(folder, name));
    bytes.write(key, 16, 'latin1');
    writeFileSync(join(folder, name), bytes);
  }
}

describe('a run whose journal fails', () => {
  it('goes on when another one has removed the folder', async () => {
    for (const stops of [false, true]) {
      const survey = await roomSurvey(TWO_LEGS);
      const { run, warnings } = startRun(survey, (done) => {
        rmSync(folderOf(survey), { recursive: true, force: true });
        return stops && done > 0.5;
      });
      if (stops) await expect(run).rejects.toThrow(AbortedError);
      else expect((await run).points).toBeGreaterThan(1000);
      expect(warnings).toEqual([expect.stringMatching(/^no more is kept for --resume: /)]);
      expect(existsSync(folderOf(survey))).toBe(false);
    }
  });

  it('is refused where a file has the name of the folder', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    writeFileSync(folderOf(survey), 'mine');
    const error = await runSurvey(survey, { ...OPTIONS, resume: true }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).format()).toBe(
      `${folderOf(survey)}: --resume keeps in a folder of this name what is traced, which cannot be written: it is no folder\n` +
        '  remove or rename what is there, write the outputs into another folder, or leave out --resume',
    );
    expect(readFileSync(folderOf(survey), 'utf8')).toBe('mine');
  });

  it('goes on without a journal where that cannot be written, and says so', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const files = {
      ...nodeFiles,
      create: async (path: string) => {
        throw new UserError('cannot write: no space left on the device', { place: { file: path }, cause: full });
      },
    };
    const { warnings, log } = listen();
    const machine = { ...nodeMachine, files };
    const report = await runSurvey(survey, { ...OPTIONS, machine, resume: RESUME, log });
    const path = join(folderOf(survey), 'leg1-pulse0.part');
    expect(warnings).toEqual([`no more is kept for --resume: ${path}: cannot write: no space left on the device`]);
    expect(report.points).toBeGreaterThan(1000);
    expect(existsSync(folderOf(survey))).toBe(false);
  });
});

describe('the journal of an interrupted run', () => {
  it('differs from that of another run where its manifest is damaged', async () => {
    const survey = await interruptedSurvey();
    const manifest = join(folderOf(survey), 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    const resumed = () => runSurvey(survey, { ...OPTIONS, resume: true }).catch((thrown: unknown) => thrown);
    const flipped = text.replace(/"digest": "(.)/, (_, digit) => `"digest": "${digit === '0' ? '1' : '0'}`);
    expect(flipped).not.toBe(text);
    for (const damaged of ['', '[]', 'null', '{"format":"subray journal 1"}', '{ "legs": 3', text.slice(9), flipped]) {
      writeFileSync(manifest, damaged);
      const error = await resumed();
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).format()).toBe(
        `${manifest}: the journal cannot be gone on with, since its manifest is damaged: it is not as a run wrote it\n` +
          `  remove ${folderOf(survey)} to begin anew`,
      );
    }
    rmSync(manifest);
    mkdirSync(manifest);
    expect(((await resumed()) as UserError).message).toMatch(/its manifest is damaged: found a folder, expected /);
    rmSync(manifest, { recursive: true });
    writeFileSync(manifest, text);
    expect(await resumed()).toMatchObject({ resumed: { pulses: expect.any(Number) } });
  });

  it('is pointed out by a run that makes no use of it', async () => {
    const survey = await interruptedSurvey();
    const { warnings, log } = listen();
    await runSurvey(survey, { ...OPTIONS, log });
    expect(warnings).toEqual([
      `${folderOf(survey)} keeps what an interrupted run traced, of which this one uses nothing: take --resume to go on from there, or remove the folder`,
    ]);
    await runSurvey(survey, { ...OPTIONS, log, force: true, resume: true });
    expect(warnings).toHaveLength(1);
  });

  it('is not offered for the same command after a fault that would come again', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    const failing = async (error: Error) => {
      const { machine } = countingMachine((engine) => {
        const trace = engine.trace.bind(engine);
        engine.trace = async function* (...args): AsyncIterable<Chunk> {
          for await (const chunk of trace(...args)) yield chunk;
          throw error;
        };
      });
      const { warnings, log } = listen();
      rmSync(folderOf(survey), { recursive: true, force: true });
      await expect(runSurvey(survey, { ...OPTIONS, machine, log, resume: true })).rejects.toThrow(error);
      return warnings;
    };
    expect(await failing(new UserError('cannot write: the file is too large'))).toEqual([
      keeping(
        survey,
        'once the fault is mended, --resume goes on from there, unless that changes the scene, the scanner or the legs',
      ),
    ]);
    expect(await failing(new InvariantError('ours'))).toEqual([
      keeping(survey, 'a version without the fault begins anew; remove it if it is of no use'),
    ]);
    expect(await failing(new Error('reset'))).toEqual([
      keeping(survey, 'the same command with --resume goes on from there'),
    ]);
  });

  it.each(
    sampleOf<[string, Readonly<Record<string, string>>, RegExp]>(
      [
        ['a seed', { seed: 'seed: 9' }, /all legs differ, as with another seed, scanner or footprint$/],
        [
          'a leg',
          { legs: TWO_LEGS.legs.replace('[1, 0, 1]', '[1, 0.1, 1]') },
          /leg "there" of scanner "velodyne-vlp-16" differs \(pulses, settings, materials or seed\)$/,
        ],
        [
          'legs',
          { legs: TWO_LEGS.legs.replace(' ]', ', { position: [0, 0, 2] } ]') },
          /it has 2 legs with pulses, this run 3/,
        ],
        [
          'a scene',
          { scene: 'scene: { parts: [ { file: room.obj, transform: { translate: [0.1, 0, 0] } } ] }' },
          /: the scene is another$/,
        ],
        [
          'a material',
          { scene: 'scene: { parts: [ { file: room.obj } ], materials: { default: { reflectance: 0.1 } } }' },
          /all legs differ/,
        ],
      ],
      2,
    ),
  )('is refused by a run with another choice of %s', async (_, change, difference) => {
    const survey = await interruptedSurvey();
    const before = partsOf(survey);
    const other = { ...(await roomSurvey({ ...TWO_LEGS, ...change })), outputs: survey.outputs };
    const error = await runSurvey(other, { ...OPTIONS, resume: true }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    const { message, place, hint } = error as UserError;
    expect(message).toMatch(/^found the journal of another run, which does not fit this one: /);
    expect(message).toMatch(difference);
    expect(place?.file).toBe(folderOf(survey));
    expect(hint).toBe('go on with the survey and the engine of that run, or remove the folder to begin anew');
    expect(partsOf(survey)).toEqual(before);
    // Nor does a run without --resume touch it.
    await runSurvey(other, OPTIONS);
    expect(partsOf(survey)).toEqual(before);
  });

  it('is refused by another engine and another version, even with force', async () => {
    const survey = await interruptedSurvey();
    const { machine } = countingMachine((engine) => Object.assign(engine, { name: 'gpu', device: 'Tahiti' }));
    const resumed = (options: RunOptions = {}) => runSurvey(survey, { ...OPTIONS, resume: true, ...options });
    await expect(resumed({ machine, force: true })).rejects.toThrow(
      'it is by the cpu engine (cpu), this run uses the gpu engine (Tahiti), which rounds otherwise',
    );
    const manifest = join(folderOf(survey), 'manifest.json');
    const text = readFileSync(manifest, 'utf8');
    sealParts(folderOf(survey), text.replace(/"subray \d[^"]*"/, '"subray 0.0.1 results 3"'));
    await expect(resumed()).rejects.toThrow(/it is by "subray 0.0.1 results 3", this is subray /);
    sealParts(folderOf(survey), text.replace('subray journal 1', 'subray journal 2'));
    await expect(resumed()).rejects.toThrow(/another run, which .*: it is by another version of subray$/);
    sealParts(folderOf(survey), text);
    expect((await resumed()).resumed?.pulses).toBeGreaterThan(0);
  });

  it('is not what another engine traced that took over', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    const { machine } = countingMachine((engine) => {
      const trace = engine.trace.bind(engine);
      engine.trace = async function* (...args): AsyncIterable<Chunk> {
        let chunks = 0;
        for await (const chunk of trace(...args)) {
          if (++chunks === 3) Object.assign(engine, { device: 'another' });
          yield chunk;
        }
      };
    });
    await interrupt(survey, 0.9, { machine, resume: true });
    const report = await runSurvey(survey, { ...OPTIONS, resume: true });
    // Two chunks.
    expect(report.resumed?.pulses).toBe(2 * 4096);
  });

  it('is traced again where it is damaged, with a warning', async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = testRandom(seed);
    const cloud = await wholeCloud();
    for (let round = 0; round < 8; round++) {
      const survey = await interruptedSurvey();
      const damaged = new Set<string>();
      const parts = partsOf(survey);
      for (let k = 0; k < 2; k++) {
        const name = parts[Math.floor(random() * parts.length)];
        const path = join(folderOf(survey), name);
        const bytes = readFileSync(path);
        if (bytes.length === 0) continue;
        const at = Math.floor(random() * bytes.length);
        if (random() < 0.3) truncateSync(path, at);
        else {
          bytes[at] ^= 1 << Math.floor(random() * 8);
          writeFileSync(path, bytes);
        }
        damaged.add(name);
      }
      const { warnings, log } = listen();
      const { counted, machine } = countingMachine();
      const report = await runSurvey(survey, { ...OPTIONS, machine, resume: RESUME, log });
      const said = `seed ${seed}, round ${round}: ${warnings.join('\n')}`;
      expect(readFileSync(survey.outputs[0].path, 'utf8') === cloud, said).toBe(true);
      expect(report.resumed?.pulses, said).toBeGreaterThan(0);
      expect(counted.pulses + (report.resumed?.pulses ?? 0), said).toBe(report.pulses);
      for (const line of warnings)
        expect(line, said).toMatch(/\.part: damaged at byte \d+ \(.*\); what it held from there is traced again$/);
      expect(new Set(warnings.map((line) => /([^/\\]+\.part):/.exec(line)?.[1])), said).toEqual(damaged);
      expect(existsSync(folderOf(survey)), said).toBe(false);
    }
  });

  it('is kept whole while damage is mended, by runs that are stopped as well', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    await interrupt(survey, 0.6, { resume: true });
    const path = join(folderOf(survey), 'leg1-pulse0.part');
    const bytes = readFileSync(path);
    bytes[Math.floor(bytes.length / 2)] ^= 4;
    writeFileSync(path, bytes);
    await interrupt(survey, 0.8, { resume: true });
    const { machine, counted } = countingMachine();
    const report = await runSurvey(survey, { ...OPTIONS, machine, resume: true });
    expect(counted.pulses).toBeLessThan(0.3 * report.pulses);
    expect(readFileSync(survey.outputs[0].path, 'utf8')).toBe(await wholeCloud());
  });

  it('is no folder of others: their files stay, with a warning', async () => {
    const survey = await interruptedSurvey();
    writeFileSync(join(folderOf(survey), 'notes.txt'), 'mine');
    const { warnings, log } = listen();
    await runSurvey(survey, { ...OPTIONS, resume: true, log });
    expect(readdirSync(folderOf(survey))).toEqual(['notes.txt']);
    expect(warnings).toEqual([
      `${folderOf(survey)}: the journal of this run is no longer needed, but cannot be removed: it holds "notes.txt" (not of the journal); remove the folder if you need nothing in it`,
    ]);
  });

  it('has folders in place of its files: plain words, and the rest is removed', async () => {
    const survey = await interruptedSurvey();
    const [part] = partsOf(survey);
    rmSync(join(folderOf(survey), part));
    mkdirSync(join(folderOf(survey), part));
    const { warnings, log } = listen();
    await runSurvey(survey, { ...OPTIONS, resume: true, log });
    expect(readdirSync(folderOf(survey))).toEqual([part]);
    expect(warnings.at(-1)).toMatch(
      /cannot be removed: it holds "leg1-pulse0\.part" \((it is a folder|permission denied)\); /,
    );
    expect(warnings.join('\n')).not.toMatch(/E[A-Z]{4,}/);
  });
});
