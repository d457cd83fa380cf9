import { availableParallelism, cpus } from 'node:os';
import { UserError } from '../base/errors.js';
import { type Log, SILENT_LOG } from '../base/log.js';
import type { Engine } from '../engine/engine.js';
import type { AdapterKind } from '../engine/gpu/gpu-adapter.js';
import type { Walk } from '../engine/gpu/passes.js';
import type { PreparedScene } from '../pack/prepared-scene.js';
import type { Scene } from '../scene/scene.js';
import type { EngineChoice } from '../simulation/engines/choose-engine.js';
import { chooseEngine, openEngine } from '../simulation/engines/node-engine.js';
import { programOf, runOf, type ScanRun } from '../simulation/instrument-scan.js';
import { prepareScene } from '../simulation/node-prepare-scene.js';
import { VERSION } from '../version.js';
import { benchScan, loadBenchScene } from './bench-cases.js';
import { BENCH_SCENES, BENCH_SURVEYS, type BenchScene, type BenchSurvey } from './bench-scenes.js';
import { type EngineMeasurement, measureEngine } from './measure-engine.js';
import { resizedWorkgroups } from './resized-workgroups.js';

export interface BenchOptions {
  /** Seconds of each measurement. */
  seconds?: number;
  /** Measurements of each kind; their median counts. */
  repeats?: number;
  /** Adapter of the GPU engine. */
  adapter?: AdapterKind;
  /** Names of scenes; default: all. */
  scenes?: readonly string[];
  /** Invocations of a workgroup of the GPU engine's passes; absent: its own. */
  workgroup?: number;
  /** Maximum number of subrays of the GPU engine's chunks; absent: its own. */
  chunkSubrays?: number;
  /** The way of subrays through the GPU engine's trees; absent: the fastest, which it finds by trying. */
  walk?: Walk;
  /** Divisor of every scene's triangles, for trying out the benchmark. */
  shrink?: number;
  log?: Log;
}

const BENCH_DEFAULTS = Object.freeze({ seconds: 3, repeats: 3, adapter: 'hardware', shrink: 1 } as const);

/** One engine on one survey of one scene. */
export interface BenchRow extends EngineMeasurement {
  scene: string;
  survey: BenchSurvey;
  triangles: number;
  engine: 'cpu' | 'gpu';
  /** Seconds until the engine is ready: upload and compilation, or starting workers. */
  openSeconds: number;
}

export interface BenchReport {
  subray: string;
  node: string;
  cpu: string;
  threads: number;
  /** The adapter's name, or the reason for its absence. */
  gpu: string;
  rows: BenchRow[];
}

/** An engine in the benchmark: its name, its choice, and the options of the GPU's. */
interface Contestant extends Pick<BenchOptions, 'chunkSubrays' | 'walk'> {
  engine: 'cpu' | 'gpu';
  choice: EngineChoice;
}

/** Measures both engines (the GPU's if there is an adapter) on the same surveys of the same scenes. */
export async function benchEngines(options: BenchOptions = {}): Promise<BenchReport> {
  const { adapter, seconds, repeats, shrink } = { ...BENCH_DEFAULTS, ...options };
  const { scenes = BENCH_SCENES.map(({ name }) => name), log = SILENT_LOG } = options;
  const { gpu, contestants } = await findContestants(adapter, options);
  const rows: BenchRow[] = [];
  for (const wanted of BENCH_SCENES.filter(({ name }) => scenes.includes(name))) {
    const benchScene = { ...wanted, triangles: Math.ceil(wanted.triangles / shrink) };
    log.info(`${benchScene.name}: making ${benchScene.triangles} triangles`);
    const scene = await loadBenchScene(benchScene);
    const device = await prepareScene(scene, { cache: false, log });
    for (const survey of BENCH_SURVEYS)
      for (const contestant of contestants) {
        const row = await measure(benchScene, survey, scene, device, contestant, { seconds, repeats });
        log.info(describeRow(row));
        rows.push(row);
      }
  }
  const [{ model }] = cpus();
  return { subray: VERSION, node: process.version, cpu: model, threads: availableParallelism(), gpu, rows };
}

async function findContestants(
  kind: AdapterKind,
  { workgroup, chunkSubrays, walk }: BenchOptions,
): Promise<{ gpu: string; contestants: Contestant[] }> {
  const cpu: Contestant = { engine: 'cpu', choice: { kind: 'cpu' } };
  try {
    const choice = await chooseEngine({ engine: 'gpu', adapter: kind });
    if (choice.kind === 'cpu') return { gpu: 'none', contestants: [cpu] };
    const adapter = workgroup ? resizedWorkgroups(choice.adapter, workgroup) : choice.adapter;
    const contestant: Contestant = { engine: 'gpu', choice: { ...choice, adapter }, chunkSubrays, walk };
    return { gpu: adapter.name, contestants: [cpu, contestant] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { gpu: error.message, contestants: [cpu] };
  }
}

/** The engine of a contestant, ready for the run. */
async function open({ choice, chunkSubrays, walk }: Contestant, run: ScanRun, device: PreparedScene): Promise<Engine> {
  if (choice.kind === 'cpu' || (chunkSubrays ?? walk) === undefined) return openEngine(run, device, { choice });
  const { openGpuEngine } = await import('../engine/gpu/gpu-engine.js');
  const engine = await openGpuEngine({
    scene: device.device,
    adapter: choice.adapter,
    chunkSubraysMax: chunkSubrays,
    walk,
  });
  try {
    await engine.prepare(run.settings, run.room);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function measure(
  { name, triangles }: BenchScene,
  survey: BenchSurvey,
  scene: Scene,
  device: PreparedScene,
  contestant: Contestant,
  options: { seconds: number; repeats: number },
): Promise<BenchRow> {
  const scan = benchScan(survey, scene);
  const run = runOf(scan, device);
  const program = programOf(scan, 0, scene);
  const started = performance.now();
  const engine = await open(contestant, run, device);
  const openSeconds = (performance.now() - started) / 1000;
  try {
    const measurement = await measureEngine(engine, run.settings, program, scan, scene, options);
    return { scene: name, survey, triangles, engine: contestant.engine, openSeconds, ...measurement };
  } finally {
    await engine.close();
  }
}

const million = (perSecond: number) => (perSecond / 1e6).toFixed(perSecond < 1e6 ? 3 : 1);

/** A row as one line, rates in millions a second. */
function describeRow({ scene, survey, engine, traverseSubraysPerSecond, traced, written }: BenchRow): string {
  const kernel = traverseSubraysPerSecond === undefined ? '–' : million(traverseSubraysPerSecond);
  const whole = `${million(traced.subraysPerSecond)} subrays, ${million(traced.pulsesPerSecond)} pulses, ${million(traced.pointsPerSecond)} points`;
  return `${scene}, ${survey}, ${engine}: traverse ${kernel}; traced ${whole}; written ${million(written.pointsPerSecond)} points`;
}
