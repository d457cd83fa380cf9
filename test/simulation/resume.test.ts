import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AbortedError, InvariantError, UserError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { Log } from '../../src/base/log.js';
import type { Chunk, Engine } from '../../src/engine/engine.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { type RunOptions, removeJournal, runSurvey } from '../../src/simulation/node-run-survey.js';
import type { RunReport } from '../../src/simulation/run-survey.js';
import type { Survey } from '../../src/survey/survey.js';
import { testRandom } from '../support/random.js';
import { roomSurvey } from './room-survey.js';

const OPTIONS: RunOptions = { engine: 'cpu', threads: 2, cache: false };
/** A part for every chunk. */
const RESUME = { seconds: 0 };

/** Between them: scanners that fire together and alone, masks, artefacts, waveforms in and beside clouds, frames, pulses. */
const SURVEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'two scanners with masks and frames': {
    scanner:
      'scanners: [ { name: left, scanner: { id: velodyne-vlp-16, rotationRate: 20 } }, { name: right, scanner: velodyne-hdl-32e } ]',
    legs: 'legs: [ { position: [0, 0, 1], duration: 0.04 }, { from: [-1, 0, 1], to: [1, 0, 1.2], speed: 25 } ]',
    restrict: 'restrict: [ { share: 0.9 }, { azimuth: [-20, 20] } ]',
    poseError: 'poseError: { position: { horizontal: { white: 0.01 } } }',
    output: 'output: [ cloud.laz, cloud.csv ]',
    more: 'frames: { file: "frames/%s-%03d.pcd", by: seconds, duration: 0.01, coordinates: sensor }\npulses: shots.csv',
  },
  'a leg with artefacts': {
    scanner: 'scanner: velodyne-vlp-16',
    legs: 'legs: [ { position: [0, 0, 1], duration: 0.05 }, { position: [1, 0, 1], duration: 0.05 } ]',
    output: 'output: [ cloud.csv ]',
    more: 'detector: { artefacts: { crosstalk: { level: -20, within: 4 }, blooming: { above: 30, level: -30, width: 2 }, outliers: { probability: 0.02 } } }',
  },
  'a receiver that samples': {
    scanner:
      'scanner: { id: riegl-vz-400, verticalStep: 2, horizontalStep: 1, receiver: { sampling: { bits: 12, saturation: 1.0e-3 }, bandwidth: 200, detector: { kind: gaussian } } }',
    legs: 'legs: [ { position: [0, 0, 1] }, { position: [0, 1, 1] } ]',
    output: 'output: [ { file: cloud.las, waveforms: internal } ]',
    more: 'waveforms: flight.npz',
  },
};

/** An output folder's visible files by name, as digests; `resume` folders have names of their own. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter(
    (name) => statSync(join(folder, name)).isFile() && !/^(room\.obj|survey\.yaml)$/.test(name),
  );
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

const folderOf = (survey: Survey) => `${survey.outputs[0].path}.resume`;
const partsOf = (survey: Survey) => readdirSync(folderOf(survey)).filter((name) => name.endsWith('.part'));

/** The line that says what is kept. */
const keeping = (survey: Survey, advice: string): string => {
  const folder = folderOf(survey).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return expect.stringMatching(new RegExp(`^${folder} keeps [1-9][\\d,]* of [\\d,]+ pulses: ${advice}$`));
};

function listen() {
  const [infos, warnings]: string[][] = [[], []];
  const log: Log = { info: (text) => void infos.push(text), warn: (text) => void warnings.push(text) };
  return { infos, warnings, log };
}

/** A machine that counts the pulses that its engine traces, and changes its chunks or the engine. */
function countingMachine(change: (engine: Engine) => void = () => {}) {
  const counted = { pulses: 0 };
  const openEngine: typeof nodeMachine.openEngine = async (...args) => {
    const engine = await nodeMachine.openEngine(...args);
    const trace = engine.trace.bind(engine);
    engine.trace = async function* (settings, program, options): AsyncIterable<Chunk> {
      for await (const chunk of trace(settings, program, options)) {
        counted.pulses += chunk.pulseCount;
        yield chunk;
      }
    };
    change(engine);
    return engine;
  };
  return { counted, machine: { ...nodeMachine, openEngine } };
}

/** Starts a run to be resumed, and stops it once `isTime` says so of the share of its pulses that are done. */
function startRun(survey: Survey, isTime: (share: number) => boolean, options: RunOptions = {}) {
  const controller = new AbortController();
  const { warnings, log } = listen();
  const run = runSurvey(survey, {
    ...OPTIONS,
    resume: RESUME,
    log,
    signal: controller.signal,
    onProgress: ({ task, done, total }) => {
      if (task === 'simulate' && isTime(done / total)) controller.abort();
    },
    ...options,
  });
  return { run, warnings };
}

/** Runs a survey and stops it when `share` of its pulses are done. */
async function interrupt(survey: Survey, share: number, options: RunOptions = {}): Promise<string[]> {
  const { run, warnings } = startRun(survey, (done) => done >= share, options);
  await expect(run).rejects.toThrow(AbortedError);
  return warnings;
}

const factsOf = ({ pulses, subrays, hits, returns, dropped, points }: RunReport) => ({
  pulses,
  subrays,
  hits,
  returns,
  dropped,
  points,
});

describe.each(Object.entries(SURVEYS))('%s', (_, sections) => {
  it('gives the same bytes, and the same counts, after it was stopped at several moments', async () => {
    const whole = await roomSurvey(sections);
    const wanted = await runSurvey(whole, OPTIONS);
    const files = filesIn(dirname(whole.file));
    expect(wanted).not.toHaveProperty('resumed');

    const survey = await roomSurvey(sections);
    for (const share of [0.2, 0.5, 0.8]) {
      const before = existsSync(folderOf(survey)) ? partsOf(survey).length : 0;
      expect(await interrupt(survey, share)).toEqual([expect.stringContaining('cloud')]);
      expect(partsOf(survey).length).toBeGreaterThan(before);
      expect(Object.keys(filesIn(dirname(survey.file))).filter((name) => !name.includes('.resume/'))).toEqual([]);
    }
    const { counted, machine } = countingMachine();
    const report = await runSurvey(survey, { ...OPTIONS, machine, resume: RESUME });
    expect(filesIn(dirname(survey.file))).toEqual(files);
    expect(factsOf(report)).toEqual(factsOf(wanted));
    expect(report.resumed?.pulses).toBeGreaterThan(0.5 * report.pulses);
    expect(counted.pulses + (report.resumed?.pulses ?? 0)).toBe(report.pulses);
    expect(existsSync(folderOf(survey))).toBe(false);
  });
});

const TWO_LEGS = {
  legs: 'legs: [ { name: here, position: [0, 0, 1], duration: 0.05 }, { name: there, position: [1, 0, 1], duration: 0.05 } ]',
  output: 'output: [ cloud.csv ]',
};

/** The file that an undisturbed run of that survey writes. */
async function wholeCloud(): Promise<string> {
  const survey = await roomSurvey(TWO_LEGS);
  await runSurvey(survey, OPTIONS);
  return readFileSync(survey.outputs[0].path, 'utf8');
}

describe('a run to be resumed', () => {
  it('writes the same files as one that is not, and leaves no folder', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    const report = await runSurvey(survey, { ...OPTIONS, resume: true });
    expect(report.resumed).toEqual({ pulses: 0, subrays: 0 });
    expect(readFileSync(survey.outputs[0].path, 'utf8')).toBe(await wholeCloud());
    expect(existsSync(folderOf(survey))).toBe(false);
  });

  it('keeps what was traced when it is stopped, however short that was, and says how to go on', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    const warnings = await interrupt(survey, 0.6, { resume: true });
    expect(warnings).toEqual([keeping(survey, 'the same command with --resume goes on from there')]);
    // One part, over the end of a leg.
    expect(partsOf(survey)).toEqual(['leg1-pulse0.part']);
    const { infos, log } = listen();
    const report = await runSurvey(survey, { ...OPTIONS, resume: true, log });
    expect(infos).toContain(`${folderOf(survey)}: going on with 1 part of an interrupted run`);
    expect(report.resumed?.pulses).toBeGreaterThan(0.5 * report.pulses);
    expect(readFileSync(survey.outputs[0].path, 'utf8')).toBe(await wholeCloud());
  });

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

  it('stays for another run where it is to be kept', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    await runSurvey(survey, { ...OPTIONS, resume: { keep: true } });
    const cloud = readFileSync(survey.outputs[0].path, 'utf8');
    expect(partsOf(survey)).toEqual(['leg1-pulse0.part']);
    const { counted, machine } = countingMachine();
    const report = await runSurvey(survey, { ...OPTIONS, machine, force: true, resume: { keep: true } });
    expect([counted.pulses, report.resumed?.pulses]).toEqual([0, report.pulses]);
    expect(readFileSync(survey.outputs[0].path, 'utf8')).toBe(cloud);
    const { warnings, log } = listen();
    await removeJournal(survey, log);
    expect([existsSync(folderOf(survey)), warnings]).toEqual([false, []]);
  });

  it('leaves no folder when it is stopped before anything was traced', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    const controller = new AbortController();
    const { machine } = countingMachine((engine) => {
      const trace = engine.trace.bind(engine);
      engine.trace = (...args) => {
        controller.abort();
        return trace(...args);
      };
    });
    const run = runSurvey(survey, { ...OPTIONS, machine, resume: true, signal: controller.signal });
    await expect(run).rejects.toThrow(AbortedError);
    expect(existsSync(folderOf(survey))).toBe(false);
  });

  it('keeps what was traced when its files cannot be written', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    const { path } = survey.outputs[0];
    const { machine } = countingMachine(() => writeFileSync(path, 'in the way'));
    const { warnings, log } = listen();
    await expect(runSurvey(survey, { ...OPTIONS, machine, log, resume: true })).rejects.toThrow('the file exists');
    // Labels and clouds are refused before the first pulse.
    expect(warnings).toEqual([]);
    expect(existsSync(folderOf(survey))).toBe(false);
  });

  it('goes on with other masks and coordinates, since these come behind the engine', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    await interrupt(survey, 0.6);
    const masked = await roomSurvey({ ...TWO_LEGS, restrict: 'restrict: [ { share: 0.5 } ]' });
    const report = await runSurvey({ ...masked, outputs: survey.outputs }, { ...OPTIONS, resume: true });
    expect(report.resumed?.pulses).toBeGreaterThan(0);
    await runSurvey(masked, OPTIONS);
    const [cloud, other] = [masked, survey].map(({ outputs }) => readFileSync(outputs[0].path, 'utf8'));
    expect(cloud).toBe(other);
  });

  it('refuses times that are none', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    await expect(runSurvey(survey, { ...OPTIONS, resume: { seconds: Number.NaN } })).rejects.toThrow(
      'resume.seconds: found NaN, expected a number >= 0',
    );
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
    const warnings = await fill(survey, 1_500_000);
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

describe('what an interrupted run kept', () => {
  it('is told from that of another run where its manifest is damaged', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    await interrupt(survey, 0.6);
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
    const survey = await roomSurvey(TWO_LEGS);
    await interrupt(survey, 0.6);
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

  it.each<[string, Readonly<Record<string, string>>, RegExp]>([
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
  ])('is refused by a run with another choice of %s', async (_, change, difference) => {
    const survey = await roomSurvey(TWO_LEGS);
    await interrupt(survey, 0.6);
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
    const survey = await roomSurvey(TWO_LEGS);
    await interrupt(survey, 0.6);
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
      const survey = await roomSurvey(TWO_LEGS);
      await interrupt(survey, 0.9);
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
    const survey = await roomSurvey(TWO_LEGS);
    await interrupt(survey, 0.6);
    writeFileSync(join(folderOf(survey), 'notes.txt'), 'mine');
    const { warnings, log } = listen();
    await runSurvey(survey, { ...OPTIONS, resume: true, log });
    expect(readdirSync(folderOf(survey))).toEqual(['notes.txt']);
    expect(warnings).toEqual([
      `${folderOf(survey)}: the journal of this run is no longer needed, but cannot be removed: it holds "notes.txt" (not of the journal); remove the folder if you need nothing in it`,
    ]);
  });

  it('has folders in place of its files: plain words, and the rest is removed', async () => {
    const survey = await roomSurvey(TWO_LEGS);
    await interrupt(survey, 0.6);
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
