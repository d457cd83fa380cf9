import { UserError } from '../base/errors.js';
import type { Files } from '../base/files/files.js';
import { OutputExistsError } from '../base/files/output-fault.js';
import { type RecordingFiles, recordInputs } from '../base/files/record-inputs.js';
import { formatCount } from '../base/format-count.js';
import type { Log, OnProgress } from '../base/log.js';
import { SILENT_LOG } from '../base/log.js';
import { counted, percentOf } from '../base/text.js';
import type { TreeCounts } from '../base/tree-counts.js';
import { type Fault, throwFaults } from '../base/yaml/faults.js';
import type { DisplayedPoints } from '../cloud/display/pack-points.js';
import type { StageSeconds } from '../device/stages.js';
import type { Engine, EngineCounters } from '../engine/engine.js';
import { lossWarnings } from '../io/records/losses.js';
import { frameBoxes } from '../products/frames/frame-classes.js';
import { needsOf, PRODUCTS, type ProductReport } from '../products/index.js';
import type { ReducedScene } from '../scene/part-outline.js';
import type { Scene } from '../scene/scene.js';
import { checkIsSurvey, checkSurvey } from '../survey/check.js';
import { faultsWithInputs, outputFaults, outputFolders, resumeFolder, surveyInputs } from '../survey/check-outputs.js';
import type { Survey } from '../survey/survey.js';
import { blindLegs, HitTally, WHAT_KEEPS } from './blind-legs.js';
import { cloudHeaders } from './cloud-headers.js';
import type { EngineRequest } from './engines/choose-engine.js';
import { type InstrumentScan, pulsesOf } from './instrument-scan.js';
import { subraysOf } from './instrument-scans.js';
import { hasJournal } from './journal/has-journal.js';
import type { Journal, JournalOptions } from './journal/open-journal.js';
import { labelNotes } from './label-notes.js';
import { type LegReport, LossTally } from './leg-losses.js';
import type { Machine, WithMachine } from './machine.js';
import { createCrew } from './point-crew/create-crew.js';
import type { MadePoints } from './point-crew/made-points.js';
import { makePoints } from './point-crew/point-crew.js';
import { neededFacts } from './points/scene-facts.js';
import { worldReference } from './scene-crs.js';
import { openScene, type SceneDevice } from './scene-device.js';
import { standLegs } from './stand-legs.js';
import { SurveyOutputs } from './survey-outputs.js';
import { surveyWarnings } from './survey-warnings.js';
import type { LegRange } from './trace-pieces.js';

export interface RunOptions extends EngineRequest, WithMachine {
  /**
   * Source of the run's scene on a device, which takes it back afterwards; absent: the run opens its own, and closes
   * it.
   */
  scenes?: SceneSource;
  /**
   * Worker threads of the CPU engine, and for building trees; default: all that the machine has, and for a short scan
   * the calling one.
   */
  threads?: number;
  /** Whether built trees are kept for the next run and reused, if the machine can; default: true. */
  cache?: boolean;
  /** Whether existing outputs are replaced. */
  force?: boolean;
  /**
   * Whether traced pulses are kept beside the outputs until the run is complete, and those that an interrupted run of
   * the same survey kept there are not traced again; default: false.
   */
  resume?: boolean | ResumeOptions;
  /**
   * The pulses to scan. The run is then a piece of the survey: its files describe the whole, and warnings about the
   * whole are left out. Absent: all.
   */
  only?: LegRange;
  /** Parts of the scene that are not read, since none of these pulses can hit them; absent: all are read. */
  reduced?: ReducedScene;
  /** Ends the scan early: the files hold the points until then, and the report says `stopped`. */
  stop?: AbortSignal;
  /** Ends the run: nothing is written. */
  signal?: AbortSignal;
  onProgress?: OnProgress;
  /**
   * Receives the points of each piece in their order, as far as a viewer draws them; their memory is the receiver's.
   * The run awaits its promise.
   */
  onPoints?(points: DisplayedPoints): unknown;
  log?: Log;
}

/** Scenes on devices for runs; several runs may use the same, one after the other. */
export interface SceneSource {
  /** See `openScene`. */
  open(...request: Parameters<typeof openScene>): Promise<SceneDevice>;
  /** Takes back a device; `failed`: the run ended early, and nothing is known of its state. */
  release(device: SceneDevice, failed: boolean): Promise<void>;
}

const OWN_SCENE: SceneSource = Object.freeze({
  open: openScene,
  release: (device: SceneDevice) => device.close(),
});

/** Options of runs that can be resumed. */
export interface ResumeOptions {
  /** Seconds of tracing that are kept at once: so much is lost if the program is killed; default: 10. */
  seconds?: number;
  /** Whether it stays when the run is complete, as of an epoch that others follow; default: false. */
  keep?: boolean;
}

export const RESUME_DEFAULTS = Object.freeze({ seconds: 10, keep: false }) satisfies ResumeOptions;

/** Report of a run, with the reports of its products on their files; printed by `subray run --json`. */
export interface RunReport extends ProductReport {
  engine: Engine['name'];
  /** The maker's name of the device that computed. */
  device: string;
  threads: number;
  pulses: number;
  subrays: number;
  hits: number;
  returns: number;
  /** The scan was ended early by `stop`; absent: it is whole. */
  stopped?: true;
  /** Pulses and subrays that an interrupted run had traced; absent: the run was not to be resumed. */
  resumed?: Journal['resumed'];
  /** Points dropped by the survey's restrictions; `points` does not include them. */
  dropped: number;
  /** Points of the survey, counted once however often they were written. */
  points: number;
  /**
   * Triangles of trees that were built for this run, and of those found in the cache; a geometry that is placed
   * often counts once. None of a scene that an earlier run left in memory.
   */
  trees: TreeCounts;
  /** Pulses of each scanner in each leg, and how many of them met something that is too weak to be recorded. */
  legs: LegReport[];
  seconds: { load: number; build: number; simulate: number; write: number; total: number };
  /**
   * Parts of `seconds.simulate`: making the engine ready, and waiting for points; then the seconds of making points and
   * the content of files, summed over the threads that do it meanwhile.
   */
  simulation: { open: number; wait: number; points: number };
  /** Seconds in each stage on the device, summed over threads; null if the device cannot measure them. */
  stages: StageSeconds | null;
  peakMemoryBytes: number;
  /**
   * Seconds of the processors for the same steps, summed over all threads of the program; `start`: until the run began.
   * Absent: the machine does not report them.
   */
  processor?: ProcessorSeconds;
}

/** Seconds of the processors for the steps of a run, summed over threads. */
export interface ProcessorSeconds {
  start: number;
  load: number;
  build: number;
  simulate: number;
  write: number;
}

/**
 * Runs a survey from its scene to its finished files: clouds as the survey's outputs define, and beside each of
 * them `NAME.labels.json` with the names of all label ids. Files get their final names together when all are complete;
 * if the run ends early, no file remains, and those that it would have replaced stay. Throws UserError if the survey or
 * `options` cannot be carried out, AbortedError.
 */
export async function runSurvey(survey: Survey, options: RunOptions): Promise<RunReport> {
  const { force = false, log = SILENT_LOG, scenes = OWN_SCENE, only } = options;
  // Warnings about the scene were given when the survey was cut into pieces.
  const ofScene = only ? SILENT_LOG : log;
  const clock = startClock(options.machine);
  const files = recordInputs(options.machine.files);
  const machine = { ...options.machine, files };
  checkIsSurvey(survey);
  await files.recover(outputFolders(survey), log);
  await checkSurvey(survey, { files, force });
  const resuming = resumingOf(survey, options);
  if (!resuming && (await hasJournal(files, resumeFolder(survey)))) log.warn(leftBehind(resumeFolder(survey)));
  const needs = { colors: survey.colors !== undefined, subrays: subraysOf(survey, only) };
  const opening = { ...options, machine, log: ofScene, ...needs };
  const device = await scenes.open(survey.scene, opening);
  let failed = true;
  try {
    const placed = await standLegs(survey, device.scene);
    const known = await withReference(placed, device.scene, ofScene);
    const report = await writeScan(device, known, { ...options, machine, resuming }, clock);
    failed = false;
    return report;
  } finally {
    await scenes.release(device, failed);
  }
}

const leftBehind = (folder: string): string =>
  `${folder} keeps what an interrupted run traced, of which this one uses nothing: take --resume to go on from there, or remove the folder`;

/** The run's journal; undefined if it is not to be resumed. Throws UserError for invalid seconds. */
function resumingOf(survey: Survey, { resume, machine, log = SILENT_LOG }: RunOptions): JournalOptions | undefined {
  if (!resume) return undefined;
  const { seconds = RESUME_DEFAULTS.seconds, keep = RESUME_DEFAULTS.keep } = resume === true ? {} : resume;
  if (!(seconds >= 0)) throw new UserError(`resume.seconds: found ${seconds}, expected a number >= 0`);
  // Not through files that note their reads: the journal is no input of the survey.
  return { files: machine.files, folder: resumeFolder(survey), seconds, keep, log };
}

/** The survey in the reference system of its scene, if it has none of its own; says so. */
export async function withReference(survey: Survey, scene: Scene, log: Log): Promise<Survey> {
  const { crs, note, warnings } = await worldReference(survey, scene);
  if (note !== undefined) log.info(note);
  for (const warning of warnings) log.warn(warning);
  return { ...survey, crs };
}

/** Options of a run whose files note their reads, and its journal, if it is to be resumed. */
type ScanOptions = RunOptions & { machine: { files: RecordingFiles }; resuming?: JournalOptions };

/** Scans the scene on `device` and finishes all files. */
async function writeScan(device: SceneDevice, survey: Survey, options: ScanOptions, clock: Clock): Promise<RunReport> {
  const run = await prepareRun(device, survey, options, clock);
  const tally = new RunTally(run.scans);
  const written = await traceToFiles(run, tally, options, clock);
  await run.journal?.finish();
  clock.lap('write');
  await warnOfResult(run, tally, written, options);
  const { journal, engine, counters, open, trees } = run;
  return {
    ...describeWork(engine, counters(), tally.dropped),
    ...(tally.stopped && { stopped: true as const }),
    ...(journal && { resumed: journal.resumed }),
    ...describeTime(clock.seconds, open, tally.seconds),
    ...(clock.processor && { processor: clock.processor }),
    trees,
    peakMemoryBytes: options.machine.peakMemoryBytes(),
    ...written,
    points: tally.points,
    legs: tally.losses.report(run.scans),
  };
}

/** A run whose engine is ready. */
interface PreparedRun extends Awaited<ReturnType<SceneDevice['start']>> {
  survey: Survey;
  scene: Scene;
  /** Paths of all files that were read for it. */
  inputs: readonly string[];
  /** The scene with its trees. */
  prepare: () => ReturnType<SceneDevice['prepare']>;
  /** Absent: the run is not to be resumed. */
  journal?: Journal;
  trees: TreeCounts;
  /** Seconds that making the engine ready took. */
  open: number;
}

/**
 * Makes the engine ready, and warns of doubtful settings. Throws UserError for faults that only scene and engine show.
 */
async function prepareRun(
  device: SceneDevice,
  survey: Survey,
  { machine: { files }, log = SILENT_LOG, only, signal, onProgress, resuming }: ScanOptions,
  clock: Clock,
): Promise<PreparedRun> {
  const { scene } = device;
  const inputs = [...new Set([...surveyInputs(survey), ...files.inputs])];
  let journal: Journal | undefined;
  let trees = { built: 0, found: 0 };
  const started = await device.start(survey, {
    only,
    // This run's own: the device may have been opened by another.
    signal,
    onProgress,
    log: only ? SILENT_LOG : log,
    onChecked: async () => {
      if (!only) {
        for (const note of labelNotes(survey, scene)) log.info(note);
        for (const warning of surveyWarnings(survey, scene)) log.warn(warning);
      }
      throwFaults([...sceneFaults(survey, scene), ...(await faultsWithInputs(files, survey, inputs))]);
      clock.lap('load');
    },
    onBuilt: (counts) => {
      trees = counts;
      clock.lap('build');
    },
    replaceEngine:
      resuming &&
      (async (engine, work) => {
        const { openJournal } = await import('./journal/open-journal.js');
        journal = await openJournal({ ...work, survey, scene, engine }, resuming);
        return journal.engine;
      }),
  });
  return { ...started, survey, scene, prepare: () => device.prepare(), inputs, journal, trees, open: clock.sinceLap() };
}

/** Traces all pulses, or until `stop`, and completes the files. */
async function traceToFiles(
  { survey, scene, inputs, journal, scans, engine, tracePieces }: PreparedRun,
  tally: RunTally,
  { machine, threads = machine.threads, force = false, only, onPoints, stop, signal }: ScanOptions,
  clock: Clock,
): Promise<ProductReport> {
  const { files } = machine;
  const headers = cloudHeaders(survey, scans, scene);
  const boxes = frameBoxes(survey.frames, scene);
  const needs = needsOf(survey);
  const shown = onPoints !== undefined;
  const { scene: _, ...facts } = survey;
  const known = await neededFacts(scene, needs, { file: survey.file }, signal);
  const wanted = { survey: facts, scans, needs, scene: known, headers, boxes, shown };
  const pulses = only ? only.end - only.first : scans.reduce((sum, scan) => sum + pulsesOf(scan), 0);
  const { crew, setup } = await createCrew(machine, wanted, engine, pulses);
  const coders = machine.createCoders(threads);
  const outputs = () =>
    SurveyOutputs.create(survey, scans, { scene, boxes }, headers, { files, force, inputs, coders });
  try {
    const pieces = makePoints(tracePieces(), crew, setup);
    return await writeFiles(pieces, tally, outputs, { clock, onPoints, stop });
  } catch (error) {
    await journal?.leave(error);
    if (error instanceof OutputExistsError) await refuseOvertaken(files, survey);
    throw error;
  } finally {
    await Promise.all([crew.close(), coders.close()]);
  }
}

/** Warns of doubtful results. */
async function warnOfResult(
  { survey, scene, scans, counters, prepare }: PreparedRun,
  tally: RunTally,
  written: ProductReport,
  { machine, log = SILENT_LOG, only }: ScanOptions,
): Promise<void> {
  if (!only) {
    const { losses } = tally;
    const lost = (scan: InstrumentScan, leg: number) => losses.of(scan, leg).lost;
    const returned = (scan: InstrumentScan, leg: number) => losses.of(scan, leg).returned;
    const describeWeakHits = weakHitsIn(scene, prepare, machine);
    for (const warning of await blindLegs(machine, scans, scene, tally.hits.hits, { lost, returned, describeWeakHits }))
      log.warn(warning);
    if (tally.points === 0) log.warn(nothingKept(losses, counters().pulses));
  }
  if (tally.cut > 0) {
    const words = survey.physics?.echoes === 'bins' ? tooManyBins : tooFewSamples;
    log.warn(words(tally.cut, counters().pulses));
  }
  const returns = tally.points + tally.dropped;
  // Foliage that is summed up counts as hits by its slices.
  if (!scene.media && tally.lone > LONE_MAX * returns)
    log.info(loneSubrays(tally.lone / returns, survey.footprint.subrays));
  for (const { scanner, dropped = 0, doubts = [] } of written.frames ?? []) {
    for (const doubt of doubts) log.warn(doubt);
    if (dropped > 0)
      log.info(
        `frames of ${scanner}: the last of ${counted(dropped, 'leg')} is incomplete and left out; incomplete: keep writes it`,
      );
  }
  for (const warning of lossWarnings(Object.values(written).flat())) log.warn(warning);
  for (const product of PRODUCTS) {
    const strays = await product.strayFiles?.(survey, machine.files);
    if (strays !== undefined) log.warn(strays);
  }
}

/** Looks at hits of legs without returns, in a copy of the scene that is made when the first one is asked for. */
function weakHitsIn(
  scene: Scene,
  prepare: PreparedRun['prepare'],
  machine: Machine,
): (scan: InstrumentScan, leg: number) => Promise<string | undefined> {
  const inspect = async () => {
    const [{ SceneInspector }, prepared, kernel] = await Promise.all([
      import('./inspect/scene-inspector.js'),
      prepare(),
      machine.loadKernelModule(),
    ]);
    return SceneInspector.of(scene, prepared, kernel);
  };
  let inspector: ReturnType<typeof inspect> | undefined;
  return async (scan, leg) => {
    inspector ??= inspect();
    const { describeWeakHits } = await import('./inspect/weak-hits.js');
    return describeWeakHits(await inspector, scan, leg);
  };
}

/** Faults of products that only the scene shows. */
export const sceneFaults = (survey: Survey, scene: Scene): Fault[] =>
  PRODUCTS.flatMap((product) => product.sceneFaults?.(survey, scene) ?? []);

const nothingOf = (lost: number, pulses: number) =>
  `no pulse had a return: the cloud has no points; ${percentOf(lost, pulses)} of the pulses met something, which is too weak or sends nothing back`;

/** Why a run has no points. */
function nothingKept({ returned, lost }: Pick<LossTally, 'returned' | 'lost'>, pulses: number): string {
  if (returned > lost)
    return `no return is kept: the cloud has no points, although ${percentOf(returned, pulses)} of the pulses had one; ${WHAT_KEEPS}`;
  return lost > 0 ? nothingOf(lost, pulses) : NOTHING_RECORDED;
}

const NOTHING_RECORDED =
  'no pulse had a return: the cloud has no points; check where the legs are, how they are turned, and what the detector records';

/** The share of returns from which on it is said that they are of one subray alone. */
const LONE_MAX = 0.1;

const loneSubrays = (share: number, subrays: number) =>
  `${(100 * share).toFixed(0)} % of the returns are of one subray alone, which passes the detection limit by itself: with footprint.subrays ${subrays}, their number depends on that of subrays (docs/points.md has a table)`;

const tooFewSamples = (cut: number, pulses: number) =>
  `the receiver had too few samples, or more than its 16 parts of a waveform, for ${formatCount(cut)} of ${formatCount(pulses)} pulses with returns, whose later light is lost: see receiver.sampling.samples`;

const tooManyBins = (cut: number, pulses: number) =>
  `the waveforms of ${formatCount(cut)} of ${formatCount(pulses)} pulses have more bins with light than are recorded, or more than 16 parts; their later bins are lost`;

type Clock = ReturnType<typeof startClock>;

/** Seconds by name, of the clock and of the processors; a lap is counted from the previous one. */
function startClock({ processorSeconds }: Machine) {
  const seconds = { load: 0, build: 0, simulate: 0, write: 0, total: 0 };
  const start = processorSeconds?.() ?? 0;
  const processor = processorSeconds && { start, load: 0, build: 0, simulate: 0, write: 0 };
  const started = performance.now();
  let last = started;
  let lastOfProcessor = start;
  const lap = (name: Exclude<keyof typeof seconds, 'total'>) => {
    const now = performance.now();
    seconds[name] += (now - last) / 1000;
    seconds.total = (now - started) / 1000;
    last = now;
    if (!processor) return;
    const used = processorSeconds();
    processor[name] += used - lastOfProcessor;
    lastOfProcessor = used;
  };
  const sinceLap = () => (performance.now() - last) / 1000;
  return { seconds, processor, lap, sinceLap };
}

/** Sums over the pieces of a run. */
class RunTally {
  readonly hits = new HitTally();
  readonly losses = new LossTally();
  points = 0;
  dropped = 0;
  cut = 0;
  lone = 0;
  /** Of making points, summed over threads. */
  seconds = 0;
  /** Whether the scan was ended early. */
  stopped = false;
  private readonly scans: readonly InstrumentScan[];

  constructor(scans: readonly InstrumentScan[]) {
    this.scans = scans;
  }

  add({ scan, leg, hits, points, dropped, cut, lone, seconds, ...losses }: MadePoints): void {
    this.hits.add(this.scans[scan], leg, hits);
    this.losses.add(this.scans[scan], leg, losses);
    this.points += points;
    this.dropped += dropped;
    this.cut += cut;
    this.lone += lone;
    this.seconds += seconds;
  }
}

async function writeFiles(
  pieces: AsyncIterable<MadePoints>,
  tally: RunTally,
  createOutputs: () => Promise<SurveyOutputs>,
  { clock, onPoints, stop }: { clock: Clock } & Pick<RunOptions, 'onPoints' | 'stop'>,
): Promise<ProductReport> {
  const outputs = await createOutputs();
  try {
    for await (const made of pieces) {
      clock.lap('simulate');
      tally.add(made);
      await outputs.write(made);
      if (made.shown) await onPoints?.(made.shown);
      clock.lap('write');
      if (stop?.aborted) {
        tally.stopped = true;
        break;
      }
    }
    clock.lap('simulate');
    return await outputs.finish();
  } catch (error) {
    await outputs.abort();
    throw error;
  }
}

/** Throws UserError that names all files in the way of a survey, none of which was there when its run began. */
async function refuseOvertaken(files: Files, survey: Survey): Promise<void> {
  throwFaults(await outputFaults(files, survey, false), OVERTAKEN);
}

const OVERTAKEN =
  'not there when this run began: another run wrote the same outputs in the meantime; nothing of this one was kept';

/** The work that the engine did. */
function describeWork({ name, device, threads }: Engine, counters: EngineCounters, dropped: number) {
  const { pulses, subrays, hits, returns, stages = null } = counters;
  return { engine: name, device, threads, pulses, subrays, hits, returns, dropped, stages };
}

function describeTime(
  seconds: RunReport['seconds'],
  open: number,
  points: number,
): Pick<RunReport, 'seconds' | 'simulation'> {
  return { seconds, simulation: { open, wait: seconds.simulate - open, points } };
}
