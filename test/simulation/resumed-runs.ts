import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import type { Log } from '../../src/base/log.js';
import type { Chunk, Engine } from '../../src/engine/engine.js';
import { type RunOptions, runSurvey } from '../../src/node-scans.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import type { Survey } from '../../src/survey/survey.js';
import { roomSurvey } from './room-survey.js';

export const OPTIONS: RunOptions = { engine: 'cpu', threads: 1, cache: false };
/** A part for every chunk. */
export const RESUME = { seconds: 0 };

export const folderOf = (survey: Survey) => `${survey.outputs[0].path}.resume`;
export const partsOf = (survey: Survey) => readdirSync(folderOf(survey)).filter((name) => name.endsWith('.part'));

/** The line about the kept pulses. */
export const keeping = (survey: Survey, advice: string): string => {
  const folder = folderOf(survey).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return expect.stringMatching(new RegExp(`^${folder} keeps [1-9][\\d,]* of [\\d,]+ pulses: ${advice}$`));
};

export function listen() {
  const [infos, warnings]: string[][] = [[], []];
  const log: Log = { info: (text) => void infos.push(text), warn: (text) => void warnings.push(text) };
  return { infos, warnings, log };
}

/** A machine that counts the pulses that its engine traces, and changes its chunks or the engine. */
export function countingMachine(change: (engine: Engine) => void = () => {}) {
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
export function startRun(survey: Survey, isTime: (share: number) => boolean, options: RunOptions = {}) {
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
export async function interrupt(survey: Survey, share: number, options: RunOptions = {}): Promise<string[]> {
  const { run, warnings } = startRun(survey, (done) => done >= share, options);
  await expect(run).rejects.toThrow(AbortedError);
  return warnings;
}

/** Sections of a survey with six chunks, three a leg. */
export const TWO_LEGS = {
  legs: 'legs: [ { name: here, position: [0, 0, 1], duration: 0.03 }, { name: there, position: [1, 0, 1], duration: 0.03 } ]',
  output: 'output: [ cloud.csv ]',
};

/** The file that an undisturbed run of that survey writes. */
export const wholeCloud = once(async () => {
  const survey = await roomSurvey(TWO_LEGS);
  await runSurvey(survey, OPTIONS);
  return readFileSync(survey.outputs[0].path, 'utf8');
});

/**
 * That survey, each time in a folder of its own, with the journal of a run that was stopped when 0.6 of its pulses were
 * done.
 */
export async function interruptedSurvey(): Promise<Survey> {
  const survey = await roomSurvey(TWO_LEGS);
  mkdirSync(folderOf(survey));
  for (const [name, bytes] of await interruptedJournal()) writeFileSync(join(folderOf(survey), name), bytes);
  return survey;
}

const interruptedJournal = once(async () => {
  const survey = await roomSurvey(TWO_LEGS);
  await interrupt(survey, 0.6);
  const folder = folderOf(survey);
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
});

/** The result of `make`, made at the first call only. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
