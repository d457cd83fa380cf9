import { dirname, joinPath } from '../base/files/paths.js';
import { checkTextFile, writeTextFile } from '../base/files/text-file.js';
import type { Log, OnProgress } from '../base/log.js';
import { SILENT_LOG } from '../base/log.js';
import type { StageSeconds } from '../device/stages.js';
import type { Engine } from '../engine/engine.js';
import type { WrittenFile } from '../io/point-sink.js';
import { labelsJson } from '../scene/labels.js';
import type { Scene } from '../scene/scene.js';
import { checkSurvey } from '../survey/check.js';
import { checkExits } from '../survey/check-exits.js';
import { checkReach } from '../survey/reach.js';
import type { Survey } from '../survey/survey.js';
import type { EngineRequest } from './engines/choose-engine.js';
import type { WrittenFrames } from './frames/frame-writer.js';
import type { InstrumentScan } from './instrument-scan.js';
import type { WithMachine } from './machine.js';
import type { TracedPoints } from './points/traced-points.js';
import { openScene, type SceneDevice } from './scene-device.js';
import { SurveyOutputs } from './survey-outputs.js';

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
  const { machine, force = false } = options;
  const clock = startClock();
  await checkSurvey(survey, { files: machine.files, force });
  const device = await openScene(survey.scene, options);
  try {
    return await writeScan(device, survey, options, clock);
  } finally {
    await device.close();
  }
}

/** Scans the scene on `device` to finished files. */
async function writeScan(
  device: SceneDevice,
  survey: Survey,
  { machine, force = false, log = SILENT_LOG }: RunOptions,
  clock: Clock,
): Promise<RunReport> {
  const { files } = machine;
  const { scene } = device;
  const labels = labelsFile(survey, scene);
  const { scans, engine, trace } = await device.start(survey, {
    onChecked: async () => {
      const warnings = [...checkReach(survey, scene.bounds), ...checkExits(survey, scene.bounds)];
      for (const warning of warnings) log.warn(warning);
      if (labels) await checkTextFile(files, labels.path, labels.text, { force });
      clock.lap('load');
    },
    onBuilt: () => clock.lap('build'),
  });
  const spent = { open: clock.sinceLap(), unpack: 0 };
  let dropped = 0;
  const traced = trace({
    // Frames need the pulses themselves besides their points.
    listPulses: survey.frames !== undefined,
    onUnpacked: (seconds) => {
      spent.unpack += seconds;
    },
    onDropped: (points) => {
      dropped += points;
    },
  });
  const written = await writeFiles(traced, () => SurveyOutputs.create(survey, scans, scene, { files, force }), clock);
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
  const sinceLap = () => (performance.now() - last) / 1000;
  return { seconds, lap, sinceLap };
}

async function writeFiles(
  traced: AsyncIterable<TracedPoints & { scan: InstrumentScan }>,
  createOutputs: () => Promise<SurveyOutputs>,
  clock: Clock,
): Promise<Pick<RunReport, 'outputs' | 'frames' | 'points'>> {
  const outputs = await createOutputs();
  try {
    for await (const chunk of traced) {
      clock.lap('simulate');
      await outputs.write(chunk, chunk.scan);
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
