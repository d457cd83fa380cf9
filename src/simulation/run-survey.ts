import { dirname, joinPath } from '../base/files/paths.js';
import { checkTextFile, writeTextFile } from '../base/files/text-file.js';
import type { Log, OnProgress } from '../base/log.js';
import { SILENT_LOG } from '../base/log.js';
import type { StageSeconds } from '../device/stages.js';
import type { Engine } from '../engine/engine.js';
import type { WrittenFile } from '../io/point-sink.js';
import { labelsJson } from '../scene/labels.js';
import { loadScene } from '../scene/load-scene.js';
import type { Scene } from '../scene/scene.js';
import { checkSurvey } from '../survey/check.js';
import { checkReach } from '../survey/reach.js';
import type { Survey } from '../survey/survey.js';
import { checkMaterials } from './check-materials.js';
import type { EngineRequest } from './engines/choose-engine.js';
import type { WrittenFrames } from './frames/frame-writer.js';
import type { WithMachine } from './machine.js';
import { hidesDirections } from './points/restrict-pulses.js';
import type { TracedPoints } from './points/traced-points.js';
import { runOf, type ScanPlan, scanPlansOf } from './scan-plan.js';
import { SurveyOutputs } from './survey-outputs.js';
import { traceInstruments } from './trace-instruments.js';
import { reportPulses } from './trace-points.js';

export interface RunOptions extends EngineRequest, WithMachine {
  /** Worker threads of the CPU engine, and for building trees; all that the machine has unless given. */
  threads?: number;
  /** Keep built trees for the next run, and use those of the last, where the machine can; true unless given. */
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
  /** Points that the survey's restrictions have taken; `points` are the others. */
  dropped: number;
  points: number;
  seconds: { load: number; build: number; simulate: number; write: number; total: number };
  /** What `seconds.simulate` went into: making the engine ready, waiting for its points, and unpacking them. */
  simulation: { open: number; wait: number; unpack: number };
  /** Seconds in each stage on the device, summed over threads; null where the device cannot tell. */
  stages: StageSeconds | null;
  peakMemoryBytes: number;
  outputs: WrittenFile[];
  /** The files of frames by scanner; absent where the survey asks for none. */
  frames?: WrittenFrames[];
}

/**
 * Runs a survey from its scene to its finished files: clouds as the survey's outputs say, and beside the first of them
 * `labels.json` with the names of all label ids. A file takes its final name when it is complete; when the run ends early
 * nothing stays. Throws UserError for what the survey or `options` ask for and cannot be had, AbortedError.
 */
export async function runSurvey(survey: Survey, options: RunOptions): Promise<RunReport> {
  const { machine, threads = machine.threads, force = false, signal, onProgress, log = SILENT_LOG } = options;
  const { files } = machine;
  const clock = startClock();
  await checkSurvey(survey, { files, force });
  const choice = await machine.chooseEngine(options, { signal, log });
  const scene = await loadScene(survey.scene, { files, log, signal, onProgress });
  checkMaterials(survey, scene, log);
  for (const warning of checkReach(survey, scene.bounds)) log.warn(warning);
  const labels = labelsFile(survey, scene);
  if (labels) await checkTextFile(files, labels.path, labels.text, { force });
  clock.lap('load');
  const device = await machine.prepareScene(scene, { ...options, threads, log });
  clock.lap('build');
  const plans = scanPlansOf(survey);
  const began = performance.now();
  const runs = plans.map((plan) => runOf(plan, device));
  const engine = await machine.openEngine(runs[0], device, { choice, threads, log });
  const spent = { open: (performance.now() - began) / 1000, unpack: 0 };
  let dropped = 0;
  const traced = traceInstruments(engine, runs, scene, {
    signal,
    onPulses: reportPulses(onProgress),
    onUnpacked: (seconds) => {
      spent.unpack += seconds;
    },
    onDropped: (points) => {
      dropped += points;
    },
    createPulseLister: needsPulses(survey) ? machine.createPulseLister : undefined,
  });
  const createOutputs = () => SurveyOutputs.create(survey, plans, scene, { files, force });
  const written = await writeFiles(traced, createOutputs, clock).finally(() => engine.close());
  if (labels) await writeTextFile(files, labels.path, labels.text, { force });
  clock.lap('write');
  if (written.points === 0) log.warn(NOTHING_RECORDED);
  return {
    ...describeWork(engine, dropped),
    ...describeTime(clock.seconds, spent),
    peakMemoryBytes: machine.peakMemoryBytes(),
    ...written,
  };
}

/** Whether the pulses themselves are needed besides their points. */
const needsPulses = ({ frames, restrictions }: Survey): boolean =>
  frames !== undefined || restrictions.some(hidesDirections);

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

async function writeFiles(
  traced: AsyncIterable<TracedPoints & { plan: ScanPlan }>,
  createOutputs: () => Promise<SurveyOutputs>,
  clock: Clock,
): Promise<Pick<RunReport, 'outputs' | 'frames' | 'points'>> {
  const outputs = await createOutputs();
  try {
    for await (const chunk of traced) {
      clock.lap('simulate');
      await outputs.write(chunk, chunk.plan);
      clock.lap('write');
    }
    clock.lap('simulate');
    const { frames, ...clouds } = await outputs.finish();
    return frames.length > 0 ? { ...clouds, frames } : clouds;
  } catch (error) {
    await outputs.abort();
    throw error;
  }
}

/** Where the names of label ids go, and what is written there; undefined where the survey has no file. */
function labelsFile({ outputs: [first], frames }: Survey, scene: Scene): { path: string; text: string } | undefined {
  const beside = first?.path ?? frames?.pattern;
  return beside === undefined
    ? undefined
    : { path: joinPath(dirname(beside), 'labels.json'), text: labelsJson(scene.names) };
}

/** What the engine did. */
function describeWork({ name, device, threads, counters }: Engine, dropped: number) {
  const { pulses, subrays, hits, returns, stages = null } = counters;
  return { engine: name, device, threads, pulses, subrays, hits, returns, dropped, stages };
}

function describeTime(seconds: RunReport['seconds'], { open, unpack }: Omit<RunReport['simulation'], 'wait'>) {
  return {
    seconds,
    simulation: { open, wait: seconds.simulate - open - unpack, unpack },
  };
}
