import { CpuStages, type StageInput, type StageOutputs } from '../../src/bench/cpu-stages.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { Hit, Point, WaveformPart } from '../../src/device/records.generated.js';
import { RADIOMETRY_DEFAULTS } from '../../src/material/radiometry.js';
import { materialsAt } from '../../src/pack/prepared-scene.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import { createRunSettings } from '../../src/pack/run-settings.js';
import type { Leg } from '../../src/platform/leg.js';
import type { BinSettings } from '../../src/scanner/bin-settings.js';
import type { Footprint } from '../../src/scanner/footprint.js';
import { peakRate } from '../../src/scanner/peak-rate.js';
import { PHYSICS, type Physics } from '../../src/scanner/physics.js';
import { HELIOS_SHAPE_WIDTH } from '../../src/scanner/receiver/pulse-shapes.js';
import { roundBeam } from '../../src/scanner/resolve-divergence.js';
import type { Detection, Scanner } from '../../src/scanner/scanner.js';
import type { Scene } from '../../src/scene/scene.js';
import { station, testScanner } from './scan.js';
import { preparedSceneOf } from './scenes.js';

/** Echoes in bins, and all else as instruments record it. */
export const IN_BINS: Physics = { ...PHYSICS.si, echoes: 'bins' };

export interface BinBeam {
  /** Of HELIOS++, ns; 4 if absent. */
  pulseLength?: number;
  /** Nanoseconds. */
  bins?: Partial<BinSettings>;
  /** Watts. */
  minPower?: number;
  detection?: Partial<Detection>;
  overrides?: Partial<Omit<Scanner, 'detection'>>;
  physics?: Physics;
  footprint?: Footprint;
  leg?: Leg;
}

/** Seven subrays of the same energy, in a beam of 1 mrad. */
export const SEVEN: Footprint = { pattern: 'rings', subrays: 7, weights: 'uniform' };

/** A scanner with pulses of HELIOS++. */
export function binScanner({ pulseLength = 4, bins, minPower = 1e-30, detection, overrides }: BinBeam = {}): Scanner {
  const { size = 0.25, window = 1, longest = 0 } = bins ?? {};
  const duration = (pulseLength * 1e-9 * HELIOS_SHAPE_WIDTH) / 7;
  return testScanner({
    divergence: roundBeam(1e-3),
    pulse: { energy: 1, duration },
    detection: {
      minEnergy: minPower / peakRate(duration),
      bins: { size: size * 1e-9, window: window * 1e-9, longest: longest * 1e-9 },
      ...detection,
    },
    ...overrides,
  });
}

export const binProgram = (beam: BinBeam): PulseProgram =>
  createPulseProgram({
    scanner: binScanner(beam),
    mount: { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 },
    leg: beam.leg ?? station([0, 0, 0]),
    frameOrigin: [0, 0, 0],
    footprint: beam.footprint ?? SEVEN,
    physics: beam.physics ?? IN_BINS,
  });

/**
 * A scene and a run for the stages, with up to 15 returns of a pulse, and so many samples for a receiver that has some,
 * or bins that are recorded.
 */
export async function binInput(
  scene: Scene,
  footprint: Footprint = SEVEN,
  samplesMax = 0,
  waveforms = false,
): Promise<StageInput> {
  const prepared = await preparedSceneOf(scene);
  const materials = materialsAt(prepared, testScanner().wavelengthNm, RADIOMETRY_DEFAULTS);
  const settings = createRunSettings({
    footprint,
    maxReturns: 15,
    bins: samplesMax === 0 || waveforms,
    materials,
    samplesMax,
    waveforms,
  });
  return { device: prepared.device, settings };
}

/** The part of a waveform at a place, as the stages leave it. */
export function partAt(windows: ArrayBuffer, waves: ArrayBuffer, k: number) {
  const words = new Uint32Array(windows, k * WaveformPart.SIZE, WaveformPart.SIZE / 4);
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length);
  const count = words[WaveformPart.sampleCount / 4];
  return {
    pulse: words[WaveformPart.pulse / 4],
    first: words[WaveformPart.firstSample / 4],
    flags: words[WaveformPart.flags / 4],
    nearest: floats[WaveformPart.nearest / 4],
    farthest: floats[WaveformPart.farthest / 4],
    bins: Array.from(count === 0 ? [] : new Float32Array(waves, 4 * words[WaveformPart.sampleStart / 4], count)),
  };
}

/** Parts of recorded bins that are dense, as the CPU leaves them; the first without bins ends them. */
export function partsOf({ windows, waves }: Record<'windows' | 'waves', ArrayBuffer>) {
  const parts: ReturnType<typeof partAt>[] = [];
  for (let k = 0; k < windows.byteLength / WaveformPart.SIZE; k++) {
    const part = partAt(windows, waves, k);
    if (part.bins.length === 0) break;
    parts.push(part);
  }
  return parts;
}

/** A hit of a subray. */
export interface FoundHit {
  distance: number;
  energy: number;
  surface: number;
  normal: number[];
}

/** The hits of pulse `p`, in the order of the subrays; those without energy are left out. */
export function hitsOf({ reflect }: StageOutputs, subrays: number, p = 0): FoundHit[] {
  const floats = new Float32Array(reflect.hits, p * subrays * Hit.SIZE, (subrays * Hit.SIZE) / 4);
  const words = new Uint32Array(floats.buffer, floats.byteOffset, floats.length);
  return Array.from({ length: subrays }, (_, k) => {
    const at = (k * Hit.SIZE) / 4;
    const normal = [Hit.normalX, Hit.normalY, Hit.normalZ].map((field) => floats[at + field / 4]);
    const energy = floats[at + Hit.energy / 4];
    return { distance: floats[at], energy: floats[at] >= 0 ? energy : 0, surface: words[at + Hit.surface / 4], normal };
  }).filter(({ energy }) => energy > 0);
}

/** Points in a stage's returns, in order. */
export function pointsOf(returns: ArrayBuffer) {
  const [floats, words] = [new Float32Array(returns), new Uint32Array(returns)];
  return Array.from({ length: returns.byteLength / Point.SIZE }, (_, k) => {
    const f = (field: number) => floats[(k * Point.SIZE + field) / 4];
    const u = (field: number) => words[(k * Point.SIZE + field) / 4];
    const vector = (field: number) => [f(field), f(field + 4), f(field + 8)];
    return {
      range: f(Point.range),
      energy: f(Point.energy),
      echoWidth: f(Point.echoWidth),
      position: vector(Point.position),
      normal: vector(Point.normal),
      surface: u(Point.surface),
      pulse: u(Point.pulse),
      number: u(Point.returnNumber),
      count: u(Point.returnCount),
      hits: u(Point.hitSubrays),
    };
  });
}

/** Hits and returns of the first pulse of a beam in a scene, on the CPU. */
export async function echoesIn(input: StageInput, beam: BinBeam = {}) {
  const outputs = await (await CpuStages.open(input, binProgram(beam))).run(0, 1);
  const { returns } = input.settings.samplesMax > 0 ? outputs.detect : outputs.echo;
  return { hits: hitsOf(outputs, input.settings.subrayCount), points: pointsOf(returns) };
}
