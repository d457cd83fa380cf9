import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { type RunOptions, runSurvey } from '../../src/node-scans.js';
import { removeJournal } from '../../src/simulation/journal/remove-journal.js';
import type { RunReport } from '../../src/simulation/run-survey.js';
import { inLong, sampleOf } from '../support/long-run.js';
import { walkerFile } from '../support/walker-model.js';
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
  TWO_LEGS,
  wholeCloud,
} from './resumed-runs.js';
import { roomSurvey } from './room-survey.js';

/**
 * Between them: scanners that fire together and alone, masks, artefacts, waveforms in and beside clouds, frames,
 * pulses, a part that moves and one that bends.
 */
const SURVEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'two scanners with masks and frames': {
    scanner:
      'scanners: [ { name: left, scanner: { id: velodyne-vlp-16, rotationRate: 20 } }, { name: right, scanner: velodyne-hdl-32e } ]',
    legs: 'legs: [ { position: [0, 0, 1], duration: 0.02 }, { from: [-1, 0, 1], to: [1, 0, 1.2], speed: 50 } ]',
    restrict: 'restrict: [ { share: 0.9 }, { azimuth: [-20, 20] } ]',
    poseError: 'poseError: { position: { horizontal: { white: 0.01 } } }',
    output: 'output: [ cloud.laz, { file: cloud.csv, fields: [standard, true_position] } ]',
    more: 'frames: { file: "frames/%s-%03d.pcd", by: seconds, duration: 0.01, coordinates: sensor }\npulses: shots.csv',
  },
  'a leg with artefacts': {
    scanner: 'scanner: velodyne-vlp-16',
    legs: 'legs: [ { position: [0, 0, 1], duration: 0.03 }, { position: [1, 0, 1], duration: 0.03 } ]',
    output: 'output: [ cloud.csv, { file: v.npz, fields: [radial_velocity, velocity, moving] } ]',
    scene:
      'scene: { parts: [ { file: room.obj }, { name: box, file: room.obj, transform: { scale: 0.2 }, motion: { velocity: [3, 9, 0], turnRate: 90 } }, { name: walker, file: walker.gltf, transform: { translate: [-1, 1, 0] }, animation: { clip: Walk, speed: 2 } } ] }',
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

/** What stands in the room, and moves its limbs. */
const MODELS = { 'walker.gltf': walkerFile() };

/** An output folder's visible files by name, as digests; `resume` folders have names of their own. */
function filesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter(
    (name) => statSync(join(folder, name)).isFile() && !/^(room\.obj|walker\.gltf|survey\.yaml)$/.test(name),
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

const factsOf = ({ pulses, subrays, hits, returns, dropped, points }: RunReport) => ({
  pulses,
  subrays,
  hits,
  returns,
  dropped,
  points,
});

/** Chunks are under way in the one while the other's are kept. */
const THREADS: RunOptions = { ...OPTIONS, threads: 2 };

describe.each(sampleOf(Object.entries(SURVEYS), 2))('%s', (_, sections) => {
  it('gives the same bytes, and the same counts, after it was stopped at several moments', async () => {
    const whole = await roomSurvey(sections, MODELS);
    const wanted = await runSurvey(whole, THREADS);
    const files = filesIn(dirname(whole.file));
    expect(wanted).not.toHaveProperty('resumed');

    const survey = await roomSurvey(sections, MODELS);
    for (const share of inLong([0.2, 0.5, 0.8], [0.2, 0.7])) {
      const before = existsSync(folderOf(survey)) ? partsOf(survey).length : 0;
      expect(await interrupt(survey, share, THREADS)).toEqual([expect.stringContaining('cloud')]);
      expect(partsOf(survey).length).toBeGreaterThan(before);
      expect(Object.keys(filesIn(dirname(survey.file))).filter((name) => !name.includes('.resume/'))).toEqual([]);
    }
    const { counted, machine } = countingMachine();
    const report = await runSurvey(survey, { ...THREADS, machine, resume: RESUME });
    expect(filesIn(dirname(survey.file))).toEqual(files);
    expect(factsOf(report)).toEqual(factsOf(wanted));
    expect(report.resumed?.pulses).toBeGreaterThan(0.5 * report.pulses);
    expect(counted.pulses + (report.resumed?.pulses ?? 0)).toBe(report.pulses);
    expect(existsSync(folderOf(survey))).toBe(false);
  });
});

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
    await removeJournal({ files: nodeFiles, folder: folderOf(survey), log });
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
    const survey = await interruptedSurvey();
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
});
