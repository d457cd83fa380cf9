import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log, OnProgress } from '../base/log.js';
import { SILENT_LOG } from '../base/log.js';
import type { PointBatch } from '../cloud/point-batch.js';
import type { Engine, StageSeconds } from '../engine/engine.js';
import { createPointWriter } from '../io/create-point-writer.js';
import type { PointWriter, WrittenFile } from '../io/point-writer.js';
import { checkTextFile, writeTextFile } from '../io/text-file.js';
import { labelsJson } from '../scene/labels.js';
import { loadScene } from '../scene/load-scene.js';
import type { Scene } from '../scene/scene.js';
import { checkSurvey } from '../survey/check.js';
import { utcOfGpsTime } from '../survey/gps-time.js';
import { checkReach } from '../survey/reach.js';
import type { Survey } from '../survey/survey.js';
import { SOFTWARE } from '../version.js';
import type { EngineRequest } from './choose-engine.js';
import { chooseEngine, createEngine } from './node-engine.js';
import { prepareScene } from './prepare-scene.js';
import { reportPulses, tracePoints } from './trace-points.js';

export interface RunOptions extends EngineRequest {
  /** Worker threads of the CPU engine, and for building trees; all that the machine has unless given. */
  threads?: number;
  /** Keep built trees for the next run, and use those of the last; true unless given. */
  cache?: boolean;
  /** Replace outputs that exist. */
  force?: boolean;
  signal?: AbortSignal;
  onProgress?: OnProgress;
  log?: Log;
}

/** What a run did; printed by `subray run --json`. */
export interface RunReport {
  engine: Engine['name'];
  /** What computed, as its maker calls it. */
  device: string;
  threads: number;
  pulses: number;
  subrays: number;
  hits: number;
  returns: number;
  points: number;
  seconds: { load: number; build: number; simulate: number; write: number; total: number };
  /** What `seconds.simulate` went into: making the engine ready, waiting for its points, and unpacking them. */
  simulation: { open: number; wait: number; unpack: number };
  /** Seconds in each stage on the device, summed over threads; null where the device cannot tell. */
  stages: StageSeconds | null;
  peakMemoryBytes: number;
  outputs: WrittenFile[];
}

/**
 * Runs a survey from its scene to its finished files: clouds as the survey's outputs say, and beside the first of them
 * `labels.json` with the names of all label ids. A file takes its final name when it is complete; when the run ends early
 * nothing stays. Throws UserError for what the survey or `options` ask for and cannot be had, AbortedError.
 */
export async function runSurvey(survey: Survey, options: RunOptions = {}): Promise<RunReport> {
  const { threads = availableParallelism(), force = false, signal, onProgress, log = SILENT_LOG } = options;
  const clock = startClock();
  await checkSurvey(survey, { force });
  const choice = await chooseEngine(options, { signal, log });
  const scene = await loadScene(survey.scene, { log, signal, onProgress });
  for (const warning of checkReach(survey, scene.bounds)) log.warn(warning);
  const labels = labelsFile(survey, scene);
  if (labels) await checkTextFile(labels.path, labels.text, { force });
  clock.lap('load');
  const device = await prepareScene(scene, { ...options, threads, log });
  clock.lap('build');
  const engine = await createEngine(survey, device, { choice, threads, signal, log });
  clock.lap('simulate');
  const spent = { open: clock.seconds.simulate, unpack: 0 };
  try {
    const onUnpacked = (seconds: number) => {
      spent.unpack += seconds;
    };
    const points = tracePoints(engine, survey, scene, { onPulses: reportPulses(onProgress), onUnpacked });
    const { outputs, count } = await writeClouds(points, survey, scene, { force, clock });
    if (labels) await writeTextFile(labels.path, labels.text, { force });
    clock.lap('write');
    if (count === 0) log.warn(NOTHING_RECORDED);
    return { ...reportOf(engine, clock.seconds, spent), points: count, outputs };
  } finally {
    await engine.close();
  }
}

const NOTHING_RECORDED =
  'no pulse gave a return: the cloud has no points; check where the legs are, how they are turned, and what the detector records';

type Clock = ReturnType<typeof startClock>;

/** Seconds by name; a lap counts from the last. */
function startClock() {
  const seconds = { load: 0, build: 0, simulate: 0, write: 0, total: 0 };
  const started = performance.now();
  let last = started;
  const lap = (name: keyof typeof seconds) => {
    const now = performance.now();
    seconds[name] += (now - last) / 1000;
    seconds.total = (now - started) / 1000;
    last = now;
  };
  return { seconds, lap };
}

async function writeClouds(
  batches: AsyncIterable<PointBatch>,
  survey: Survey,
  scene: Scene,
  { force, clock }: { force: boolean; clock: Clock },
): Promise<{ outputs: WrittenFile[]; count: number }> {
  const header = {
    bounds: cloudBounds(survey, scene),
    wkt: survey.wkt,
    software: SOFTWARE,
    created: surveyDay(survey),
  };
  const writers: PointWriter[] = [];
  let count = 0;
  try {
    for (const output of survey.outputs) writers.push(await createPointWriter(output, header, { force }));
    for await (const batch of batches) {
      clock.lap('simulate');
      for (const writer of writers) await writer.write(batch);
      count += batch.count;
      clock.lap('write');
    }
    clock.lap('simulate');
    const outputs: WrittenFile[] = [];
    for (const writer of writers) outputs.push(await writer.finish());
    return { outputs, count };
  } catch (error) {
    await Promise.all(writers.map((writer) => writer.abort()));
    throw error;
  }
}

/** The day of the survey itself: a file must not depend on when it was computed. */
const surveyDay = ({ legs: [first] }: Survey) => new Date(first ? utcOfGpsTime(first.startTime) : 0);

/** Deviations of the ranging noise that a point may lie outside the scene: further out is a point in 10⁹. */
const NOISE_REACH = 6;

/** A box that no point leaves: that of the scene, widened by the ranging noise. */
function cloudBounds({ scanner }: Survey, { bounds }: Scene): Scene['bounds'] {
  const reach = NOISE_REACH * scanner.detection.rangeNoise;
  const [x, y, z] = bounds.min;
  const [u, v, w] = bounds.max;
  return { min: [x - reach, y - reach, z - reach], max: [u + reach, v + reach, w + reach] };
}

/** Where the names of label ids go, and what is written there; undefined where the survey has no output. */
function labelsFile({ outputs: [first] }: Survey, scene: Scene): { path: string; text: string } | undefined {
  return first && { path: join(dirname(first.path), 'labels.json'), text: labelsJson(scene.names) };
}

function reportOf(
  { name, device, threads, counters }: Engine,
  seconds: RunReport['seconds'],
  { open, unpack }: Omit<RunReport['simulation'], 'wait'>,
): Omit<RunReport, 'points' | 'outputs'> {
  const { pulses, subrays, hits, returns, stages = null } = counters;
  return {
    engine: name,
    device,
    threads,
    pulses,
    subrays,
    hits,
    returns,
    seconds,
    simulation: { open, wait: seconds.simulate - open - unpack, unpack },
    stages,
    // Kibibytes, on every platform that Node runs on.
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
  };
}
