import { streamKey } from '../../src/base/random.js';
import type { DeviceScene } from '../../src/device/device-scene.js';
import { type ProgramRoom, type PulseProgram, type PulseRange, programRoomOf } from '../../src/device/pulse-program.js';
import { Point } from '../../src/device/records.generated.js';
import type { RunSettings } from '../../src/device/run-settings.js';
import type { Engine, EngineTraceOptions } from '../../src/engine/engine.js';
import type { GpuAdapter } from '../../src/engine/gpu/gpu-adapter.js';
import { type GpuEngineOptions, openGpuEngine } from '../../src/engine/gpu/gpu-engine.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { createRunSettings } from '../../src/pack/run-settings.js';
import { station, testScanner } from './scan.js';
import { deviceSceneOf, materialsOf, meshOf, rectangle, sceneOf } from './scenes.js';

/** Subrays of a pulse in the leg of these tests. */
export const SUBRAYS = 3;

const scanner = testScanner({ detection: { maxReturns: 3, rangeResolution: 2 } });

const footprint = { pattern: 'disc', subrays: SUBRAYS, weights: 'uniform' } as const;
const wall = sceneOf([meshOf(rectangle([-5, 10, -5], [10, 0, 0], [0, 0, 10]))]);

/** Settings of traces, on any scene of one material. */
export const SETTINGS = createRunSettings({
  footprint,
  maxReturns: scanner.detection.maxReturns,
  materials: materialsOf(wall),
});

/** A leg of `pulseCount` pulses. */
export function legOf(pulseCount: number): PulseProgram {
  const mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 } as const;
  const leg = station([0, 0, 0], { sectorDeg: 360 });
  const program = createPulseProgram({
    scanner,
    mount,
    leg,
    randomKey: streamKey(3),
    frameOrigin: [0, 0, 0],
    footprint,
  });
  return { ...program, pulseCount };
}

/** Room for the leg, with these bytes replaced. */
export const roomWith = (bytes: Partial<ProgramRoom['bytes']>): ProgramRoom => {
  const room = programRoomOf([legOf(1)]);
  return { ...room, bytes: { ...room.bytes, ...bytes } };
};

/** A wall. */
export const smallScene = (): Promise<DeviceScene> => deviceSceneOf(wall);

const scene = await smallScene();

/** An engine on `adapter` that is ready for the leg, with the small scene unless `options` say otherwise. */
export async function openEngine(
  adapter: GpuAdapter,
  { room = programRoomOf([legOf(1)]), ...options }: Partial<GpuEngineOptions> & { room?: ProgramRoom } = {},
): Promise<Engine> {
  const engine = await openGpuEngine({ scene, adapter, ...options });
  try {
    await engine.prepare(SETTINGS, room);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Output of a leg: all point records as words, chunk by chunk in one, and the pulses of each chunk. */
export interface Traced {
  words: Uint32Array;
  chunks: number[];
}

interface TraceAllOptions extends EngineTraceOptions {
  /** Absent: SETTINGS. */
  settings?: RunSettings;
  between?: (chunk: number) => unknown;
}

/** Traces a leg or a range of it; `between` is called for each chunk, while the host has it. */
export async function traceAll(
  engine: Engine,
  program: PulseProgram,
  { range, signal, between, settings = SETTINGS }: TraceAllOptions = {},
): Promise<Traced> {
  const parts: Uint32Array[] = [];
  const chunks: number[] = [];
  for await (const { outputs, pulseCount } of engine.trace(settings, program, { range, signal })) {
    const { words, count } = outputs.points;
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

/** Whether points are the same, word for word; `toEqual` takes a tenth of a second. */
export const areSame = (words: Uint32Array, others: Uint32Array): boolean =>
  Buffer.compare(bytesOf(words), bytesOf(others)) === 0;

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) => Buffer.from(buffer, byteOffset, byteLength);

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

/**
 * `adapter`, with `changes` to its facts; `use` turns each device (counted from 0) into the one that the engine gets.
 */
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
