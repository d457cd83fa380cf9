import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFiles } from '../base/files/node-files.js';
import { intensityScale } from '../cloud/tone-mapping/intensity-scale.js';
import type { PulseProgram, PulseRange } from '../device/pulse-program.js';
import type { RunSettings } from '../device/run-settings.js';
import type { StageSeconds } from '../device/stages.js';
import type { Engine, EngineCounters } from '../engine/engine.js';
import { createPointSink } from '../io/clouds/cloud-formats.js';
import type { Scene } from '../scene/scene.js';
import { countersSince } from '../simulation/engines/counter-sums.js';
import type { InstrumentScan } from '../simulation/instrument-scan.js';
import { linkBudgetOf } from '../simulation/points/link-budget-of.js';
import { surfaceColumns } from '../simulation/points/scene-facts.js';
import { unpackPoints } from '../simulation/points/unpack-points.js';
import { SOFTWARE } from '../version.js';

/** Work per second of one kind of measurement. */
interface Rates {
  subraysPerSecond: number;
  pulsesPerSecond: number;
  pointsPerSecond: number;
}

/** Speed of one engine on one survey. */
export interface EngineMeasurement {
  /**
   * Subrays a second of the traverse stage alone: by the GPU's own clock (absent if it has none), or summed over all
   * threads.
   */
  traverseSubraysPerSecond?: number;
  /** From the pulse program to packed points in the host's memory. */
  traced: Rates;
  /**
   * The same, with conversion to world points and writing to a LAS file, both in this thread; a run
   * has threads for the former.
   */
  written: Rates;
  /** Seconds by stage over the traced pulses. */
  stages?: StageSeconds;
  subrays: number;
}

interface MeasureOptions {
  /** Seconds of each measurement; the first, unmeasured round takes as long. */
  seconds: number;
  /** Number of measurements; their median counts. */
  repeats: number;
}

/** Stretches of a leg measured in turn, since the scene is not the same all around. */
const STRETCHES = 4;

/** Measures a warmed-up engine on a leg. */
export async function measureEngine(
  engine: Engine,
  settings: RunSettings,
  program: PulseProgram,
  scan: InstrumentScan,
  scene: Scene,
  { seconds, repeats }: MeasureOptions,
): Promise<EngineMeasurement> {
  await traceFor(engine, settings, program, seconds);
  const rounds: Round[] = [];
  for (let k = 0; k < repeats; k++) rounds.push(await traceFor(engine, settings, program, seconds));
  const traced = median(rounds);
  const written = await writeFor(engine, settings, program, scan, scene, seconds);
  const { subrays, stages } = traced.work;
  return {
    traverseSubraysPerSecond: stages && (subrays / stages.traverse) * engine.threads,
    traced: ratesOf(traced),
    written: ratesOf(written),
    stages,
    subrays,
  };
}

/** Work done in some time. */
interface Round {
  seconds: number;
  work: EngineCounters;
}

const median = (rounds: Round[]) =>
  rounds.toSorted((a, b) => a.work.subrays / a.seconds - b.work.subrays / b.seconds)[rounds.length >> 1];

function ratesOf({ seconds, work }: Round): Rates {
  return {
    subraysPerSecond: work.subrays / seconds,
    pulsesPerSecond: work.pulses / seconds,
    pointsPerSecond: work.returns / seconds,
  };
}

function stretchesOf({ pulseCount }: PulseProgram): PulseRange[] {
  const size = Math.ceil(pulseCount / STRETCHES);
  return Array.from({ length: STRETCHES }, (_, k) => ({
    first: Math.min(k * size, pulseCount),
    end: Math.min((k + 1) * size, pulseCount),
  }));
}

/**
 * Traces for about `seconds`, divided equally among the stretches; repeats a short leg. Work in flight on a GPU at the
 * end of a stretch is awaited but not counted: the time of a few chunks per measurement.
 */
async function traceFor(
  engine: Engine,
  settings: RunSettings,
  program: PulseProgram,
  seconds: number,
  onChunk: (chunk: Parameters<typeof unpackPoints>[0]) => Promise<void> | void = () => {},
): Promise<Round> {
  const before = structuredClone(engine.counters);
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  for (let share = 1; elapsed() < seconds; share++) {
    for (const [k, range] of stretchesOf(program).entries()) {
      const until = (seconds * (k + 1)) / STRETCHES;
      for await (const chunk of engine.trace(settings, program, { range })) {
        await onChunk(chunk.outputs.points);
        if (share === 1 ? elapsed() > until : elapsed() > seconds) break;
      }
    }
  }
  return { seconds: elapsed(), work: countersSince(before, engine.counters) };
}

async function writeFor(
  engine: Engine,
  settings: RunSettings,
  program: PulseProgram,
  scan: InstrumentScan,
  scene: Scene,
  seconds: number,
): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), 'subray-bench-'));
  const header = { bounds: scene.bounds, software: SOFTWARE, created: new Date(0) };
  const context = {
    frameOrigin: scene.frameOrigin,
    startTime: 0,
    pointSourceId: 1,
    labels: surfaceColumns(scene.surfaces),
    intensity: intensityScale(scan.intensity, linkBudgetOf(scan)),
  };
  try {
    const sink = await createPointSink({ path: join(folder, 'cloud.las'), format: 'las', pointFormat: 6 }, header, {
      files: nodeFiles,
    });
    const round = await traceFor(engine, settings, program, seconds, (chunk) =>
      sink.write(unpackPoints(chunk, context).points),
    );
    await sink.abort();
    return round;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
