import type { DeviceScene } from '../../src/engine/device-scene.js';
import type { Engine, PulseRange } from '../../src/engine/engine.js';
import { wholeLeg } from '../../src/engine/engine.js';
import type { GpuAdapter } from '../../src/engine/gpu/gpu-adapter.js';
import { createGpuEngine, type GpuEngineOptions } from '../../src/engine/gpu/gpu-engine.js';
import { Point } from '../../src/engine/records.generated.js';
import { createPulseProgram, type PulseProgram, programRoomOf } from '../../src/scanner/pulse-program.js';
import { createRunSettings } from '../../src/simulation/run-settings.js';
import { station, testScanner } from './scan.js';
import { deviceSceneOf, meshOf, rectangle, sceneOf } from './scenes.js';

/** Subrays of a pulse in the leg of these tests. */
export const SUBRAYS = 3;

const scanner = testScanner({ detection: { maxReturns: 3, rangeResolution: 2 } });

/** What the engine is opened with besides scene and adapter. */
export const SETTINGS = createRunSettings({
  seed: 3,
  scanner,
  footprint: { pattern: 'disc', subrays: SUBRAYS, weights: 'uniform' },
  extinction: 0,
});

/** A leg of `pulseCount` pulses. */
export function legOf(pulseCount: number): PulseProgram {
  const mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 } as const;
  const program = createPulseProgram(scanner, mount, station([0, 0, 0], { sectorDeg: 360 }), 0, [0, 0, 0]);
  return { ...program, pulseCount };
}

/** A wall. */
export const smallScene = (): Promise<DeviceScene> =>
  deviceSceneOf(sceneOf([meshOf(rectangle([-5, 10, -5], [10, 0, 0], [0, 0, 10]))]));

const scene = await smallScene();

/** An engine on `adapter`, with the small scene unless `options` say otherwise. */
export function openEngine(adapter: GpuAdapter, options: Partial<GpuEngineOptions> = {}): Promise<Engine> {
  return createGpuEngine({ scene, settings: SETTINGS, programRoom: programRoomOf([legOf(1)]), adapter, ...options });
}

/** What a leg gave: all point records as words, chunk by chunk in one, and the pulses of each chunk. */
export interface Traced {
  words: Uint32Array;
  chunks: number[];
}

/** Traces a leg or a range of it; `between` is called for each chunk, while the host has it. */
export async function traceAll(
  engine: Engine,
  program: PulseProgram,
  { range = wholeLeg(program), between }: { range?: PulseRange; between?: (chunk: number) => unknown } = {},
): Promise<Traced> {
  const parts: Uint32Array[] = [];
  const chunks: number[] = [];
  for await (const { words, count, pulseCount } of engine.trace(program, range)) {
    chunks.push(pulseCount);
    await between?.(chunks.length - 1);
    parts.push(words.slice(0, (count * Point.SIZE) / 4));
  }
  return { words: joined(parts), chunks };
}

/** The points whose pulses lie in the range, of all points. */
export function pointsWithin(words: Uint32Array, { first, end }: PulseRange): Uint32Array {
  const size = Point.SIZE / 4;
  const points = Array.from({ length: words.length / size }, (_, k) => words.subarray(k * size, (k + 1) * size));
  return joined(points.filter((point) => point[Point.pulse / 4] >= first && point[Point.pulse / 4] < end));
}

/** (pulse, return number) of every point. */
export function pulsesAndReturns(words: Uint32Array): [pulse: number, number: number][] {
  const size = Point.SIZE / 4;
  return Array.from({ length: words.length / size }, (_, k) => [
    words[k * size + Point.pulse / 4],
    words[k * size + Point.returnNumber / 4],
  ]);
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** An adapter that keeps the devices it gave, newest last; `use` may change them. */
export interface RecordingAdapter extends GpuAdapter {
  readonly devices: GPUDevice[];
}

/** `adapter`, with what `changes` says instead; `use` makes of each device (they count from 0) what the engine gets. */
export function recording(
  adapter: GpuAdapter,
  use: (device: GPUDevice, k: number) => GPUDevice = (device) => device,
  changes: Partial<GpuAdapter> = {},
): RecordingAdapter {
  const devices: GPUDevice[] = [];
  const requestDevice = async () => {
    const device = await adapter.requestDevice();
    devices.push(device);
    return use(device, devices.length - 1);
  };
  return { ...adapter, requestDevice, ...changes, devices };
}

/** Whether the device has been destroyed or lost. */
export async function isGone(device: GPUDevice): Promise<boolean> {
  const later = new Promise<undefined>((resolve) => setTimeout(resolve, 20));
  return (await Promise.race([device.lost, later])) !== undefined;
}
