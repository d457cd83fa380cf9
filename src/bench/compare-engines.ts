import { type Log, SILENT_LOG } from '../base/log.js';
import type { Engine } from '../engine/engine.js';
import type { AdapterKind } from '../engine/gpu/gpu-adapter.js';
import type { PreparedScene } from '../pack/prepared-scene.js';
import type { Scene } from '../scene/scene.js';
import type { EngineChoice } from '../simulation/engines/choose-engine.js';
import { chooseEngine, openEngine } from '../simulation/engines/node-engine.js';
import { programOf, runOf } from '../simulation/instrument-scan.js';
import { prepareScene } from '../simulation/node-prepare-scene.js';
import { surfaceColumns } from '../simulation/points/scene-facts.js';
import { benchScan, loadBenchScene } from './bench-cases.js';
import { BENCH_SCENES, BENCH_SURVEYS, type BenchSurvey } from './bench-scenes.js';
import { compareReturns, type ReturnComparison } from './compare-returns.js';
import { spreadRanges, traceRanges } from './trace-ranges.js';

export interface CompareEnginesOptions {
  /** Pulses of each survey of each scene. */
  pulses?: number;
  adapter?: AdapterKind;
  /** Names of scenes; default: all. */
  scenes?: readonly string[];
  /** Divisor of every scene's triangles. */
  shrink?: number;
  log?: Log;
}

const COMPARE_DEFAULTS = Object.freeze({ pulses: 200_000, adapter: 'hardware', shrink: 1 } as const);

/**
 * Largest share of a run's returns that may differ between the engines: rounding sometimes moves a subray to another
 * leaf.
 */
const DIFFERING_SHARE_MAX = 1e-5;

/** Differences of the engines on one survey of one scene. */
export interface ParityRow extends Omit<ReturnComparison, 'differing'> {
  scene: string;
  survey: BenchSurvey;
  /** Pulses with different returns. */
  differing: number;
}

export interface ParityReport {
  gpu: string;
  rows: ParityRow[];
  /** Whether the differences are within the limits. */
  ok: boolean;
}

/** Number of stretches of a leg from which pulses are taken. */
const STRETCHES = 50;

/** Compares the engines on the surveys of the benchmark. Throws UserError if the adapter is missing. */
export async function compareEngines(options: CompareEnginesOptions = {}): Promise<ParityReport> {
  const { adapter, pulses, shrink } = { ...COMPARE_DEFAULTS, ...options };
  const { scenes = BENCH_SCENES.map(({ name }) => name), log = SILENT_LOG } = options;
  const choice = await chooseEngine({ engine: 'gpu', adapter });
  const rows: ParityRow[] = [];
  for (const wanted of BENCH_SCENES.filter(({ name }) => scenes.includes(name))) {
    log.info(`${wanted.name}: making ${Math.ceil(wanted.triangles / shrink)} triangles`);
    const scene = await loadBenchScene({ ...wanted, triangles: Math.ceil(wanted.triangles / shrink) });
    const device = await prepareScene(scene, { cache: false, log });
    const engines = await openBoth(scene, device, choice);
    try {
      for (const survey of BENCH_SURVEYS) {
        const { differing, ...comparison } = await compareOn(survey, scene, device, engines, pulses);
        rows.push({ scene: wanted.name, survey, differing: differing.length, ...comparison });
      }
    } finally {
      await Promise.all([engines.cpu.close(), engines.gpu.close()]);
    }
  }
  const gpu = choice.kind === 'gpu' ? choice.adapter.name : '';
  return { gpu, rows, ok: rows.every(({ differing, returns }) => differing <= DIFFERING_SHARE_MAX * returns) };
}

interface BothEngines {
  cpu: Engine;
  gpu: Engine;
}

/** Both engines with a scene on them, for all its surveys. */
async function openBoth(scene: Scene, device: PreparedScene, choice: EngineChoice): Promise<BothEngines> {
  const first = runOf(benchScan(BENCH_SURVEYS[0], scene), device);
  const gpu = await openEngine(first, device, { choice });
  return { gpu, cpu: await openEngine(first, device) };
}

async function compareOn(
  survey: BenchSurvey,
  scene: Scene,
  device: PreparedScene,
  { cpu, gpu }: BothEngines,
  pulses: number,
): Promise<ReturnComparison> {
  const scan = benchScan(survey, scene);
  const { settings } = runOf(scan, device);
  const program = programOf(scan, 0, scene);
  const ranges = spreadRanges(program, STRETCHES, Math.ceil(pulses / STRETCHES));
  const right = await traceRanges(cpu, settings, program, ranges);
  return compareReturns(await traceRanges(gpu, settings, program, ranges), right, surfaceColumns(scene.surfaces));
}
