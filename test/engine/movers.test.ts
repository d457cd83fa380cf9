import { describe, expect, it } from 'vitest';
import { translation } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { CpuStages } from '../../src/bench/cpu-stages.js';
import { BLOCK_PULSES, Hit, Instrument, Point, Pulse } from '../../src/device/records.generated.js';
import { openCpuEngine } from '../../src/engine/cpu/node-cpu-engine.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { PulseTracer } from '../../src/engine/cpu/pulse-tracer.js';
import { createSceneMemory } from '../../src/engine/cpu/scene-memory.js';
import { inLong } from '../support/long-run.js';
import { bruteForce, type Placed, sceneWithMovers, standingAt } from '../support/movers.js';
import {
  boxOf,
  everyMotion,
  type MoverSurvey,
  moverInput,
  SEVEN,
  TURN_AT_STATION,
  TURN_ON_CAR,
} from '../support/moving-surveys.js';
import { meshOf, rectangle, sphere } from '../support/scenes.js';

const { fround } = Math;
const HIT = Hit.SIZE / 4;
const PULSE = Pulse.SIZE / 4;

/** What differs from brute force among the subrays of some pulses, and how much was looked at. */
async function compare(survey: MoverSurvey, pulses: readonly number[]) {
  const { program, settings, device } = await moverInput(survey);
  const stages = await CpuStages.open({ device, settings }, program);
  const rayleigh = new Float32Array(program.buffers.instrument)[Instrument.rayleighUp / 4];
  const seen = { subrays: 0, onMovers: 0, objects: [] as string[], worst: 0 };
  for (const first of pulses) {
    const made = stages.run(first, 64);
    const records = new Float32Array(made.pulse.pulses);
    const directions = new Float32Array(made.subray.directions);
    const hits = new Float32Array(made.traverse.hits);
    const words = new Uint32Array(made.traverse.hits);
    for (let k = 0; k < 64 * settings.subrayCount; k++) {
      const at = Math.floor(k / settings.subrayCount) * PULSE;
      const vector = (field: number) => records.subarray(at + field / 4, at + field / 4 + 3);
      const direction = Array.from(directions.subarray(4 * k, 4 * k + 3)) as unknown as Vec3;
      const start = startOf(vector(Pulse.origin), vector(Pulse.direction), direction, rayleigh);
      const time = (survey.sceneTime ?? 0) + records[at + Pulse.timeHigh / 4] + records[at + Pulse.timeLow / 4];
      const expected = bruteForce(survey.scene, start, direction, time);
      const distance = hits[k * HIT + Hit.distance / 4];
      const instance = distance < 0 ? undefined : words[k * HIT + Hit.instance / 4];
      seen.subrays++;
      if (instance !== expected?.instance)
        seen.objects.push(
          `${first} ${k}: ${instance} at ${distance}, not ${expected?.instance} at ${expected?.distance}`,
        );
      else if (expected && survey.scene.instances[expected.instance].motion !== undefined) {
        seen.onMovers++;
        seen.worst = Math.max(seen.worst, Math.abs(distance - expected.distance));
      }
    }
  }
  return seen;
}

/** The place at which a subray of a round beam leaves, its exit in f32, as the kernel has it: see wasm/exits.ts. */
function startOf(origin: Float32Array, axis: Float32Array, d: Vec3, rayleigh: number): Vec3 {
  const c = Array.from(axis, (x) => fround(rayleigh * x));
  const exit = [1, 2, 0].map((y, x) => {
    const z = (y + 1) % 3;
    return [x, fround(fround(d[y] * c[z]) - fround(d[z] * c[y]))];
  });
  return exit.map(([x, off]) => origin[x] + off) as unknown as Vec3;
}

/** First pulses of stretches all over a turn of the head. */
const STRETCHES = Array.from({ length: inLong(40, 14) }, (_, k) => k * inLong(997, 2_849));

describe('movers are hit where f64 finds them', () => {
  it.each<[name: string, survey: Omit<MoverSurvey, 'scene'>]>([
    ['from a station, one subray', { leg: TURN_AT_STATION }],
    ['from a station, seven', { leg: TURN_AT_STATION, footprint: SEVEN }],
    ['from a car, one subray', { leg: TURN_ON_CAR }],
    ['from a car, seven', { leg: TURN_ON_CAR, footprint: SEVEN }],
    ['from a station, wide at the exit', { leg: TURN_AT_STATION, footprint: SEVEN, exitRadius: 0.02 }],
    [
      'from a car, wide at the exit, later',
      { leg: TURN_ON_CAR, footprint: SEVEN, exitRadius: 0.02, sceneTime: 0.0371 },
    ],
  ])('%s', async (_, survey) => {
    const seen = await compare({ scene: everyMotion(), ...survey }, STRETCHES);
    expect(seen.objects.slice(0, 5)).toEqual([]);
    expect(seen.worst).toBeLessThan(1e-5);
    expect(seen.onMovers / seen.subrays).toBeGreaterThan(0.04);
  });
});

/** A leg outside the scene, whose beams look into it first. */
const OUTSIDE = {
  ...TURN_AT_STATION,
  path: { ...TURN_AT_STATION.path, position: [4, -90, 2] },
} as typeof TURN_AT_STATION;

describe('footprints metres wide where the scene begins', () => {
  it.each([0, 0.02])('are hit where f64 finds it, with %f m at the exit', async (exitRadius) => {
    const survey = { scene: everyMotion(), leg: OUTSIDE, footprint: SEVEN, exitRadius, sceneTime: 0.2 };
    const stretches = Array.from({ length: inLong(30, 12) }, (_, k) => k * 157);
    const seen = await compare({ ...survey, divergence: 0.12 }, stretches);
    expect(seen.objects.slice(0, 5)).toEqual([]);
    expect(seen.worst).toBeLessThan(2e-5);
    expect(seen.onMovers).toBeGreaterThan(20);
  });

  it('have the same hits in any company', async () => {
    const survey = { scene: everyMotion(), leg: OUTSIDE, footprint: SEVEN, divergence: 0.12 };
    const expected = await hitsOf(survey, 0.01, BLOCK_PULSES);
    expect(expected.filter((word) => word > 0).length).toBeGreaterThan(500);
    expect(await hitsOf(survey, 0.01, 1)).toEqual(expected);
  });
});

/** All words of the hits of some pulses, so many at a time, in windows of a length; those without a hit are 0. */
async function hitsOf(survey: MoverSurvey, window: number, atOnce: number): Promise<Uint32Array> {
  const { device, settings, program } = await moverInput(survey);
  const stages = await CpuStages.open({ device, settings }, program, window);
  const all = [0, 9_000, 21_000].flatMap((from) =>
    Array.from({ length: BLOCK_PULSES / atOnce }, (_, k) => {
      const { hits } = stages.run(from + k * atOnce, atOnce).traverse;
      const [words, floats] = [new Uint32Array(hits), new Float32Array(hits)];
      return Array.from(words, (word, w) => (floats[w - (w % HIT)] < 0 || w % HIT === HIT - 1 ? 0 : word));
    }).flat(),
  );
  return Uint32Array.from(all);
}

describe('hits do not depend on windows and company', () => {
  it.each<[name: string, survey: MoverSurvey]>([
    ['from a station', { scene: everyMotion(), leg: TURN_AT_STATION, footprint: SEVEN }],
    ['from a car, wide at the exit', { scene: everyMotion(), leg: TURN_ON_CAR, footprint: SEVEN, exitRadius: 0.02 }],
  ])('%s', async (_, survey) => {
    const expected = await hitsOf(survey, 0.01, BLOCK_PULSES);
    expect(expected.filter((word) => word > 0).length).toBeGreaterThan(5_000);
    for (const window of [0, 0.001, 0.025])
      expect(await hitsOf(survey, window, BLOCK_PULSES), `${window} s`).toEqual(expected);
    for (const atOnce of [1, 16]) expect(await hitsOf(survey, 0.01, atOnce), `${atOnce} at once`).toEqual(expected);
  });
});

/** The points of a leg as bytes, by an engine with so many threads, in pieces of so many pulses. */
async function bytesOf(survey: MoverSurvey, threads: number, piece: number): Promise<Buffer> {
  const { device, settings, program } = await moverInput(survey);
  const engine = await openCpuEngine({ scene: device, threads });
  const parts: Uint8Array[] = [];
  for (let first = 0; first < program.pulseCount; first += piece) {
    const range = { first, end: Math.min(program.pulseCount, first + piece) };
    for await (const { outputs } of engine.trace(settings, program, { range }))
      parts.push(new Uint8Array(outputs.points.words.slice().buffer));
  }
  await engine.close();
  return Buffer.concat(parts);
}

describe('points of movers', () => {
  const survey = { scene: everyMotion(), leg: TURN_ON_CAR, footprint: SEVEN };

  it('are the same by any threads and in any pieces', async () => {
    const whole = await bytesOf(survey, 1, Infinity);
    expect(whole.length / Point.SIZE).toBeGreaterThan(20_000);
    expect(Buffer.compare(await bytesOf(survey, 2, Infinity), whole)).toBe(0);
    expect(Buffer.compare(await bytesOf(survey, 2, 7_001), whole)).toBe(0);
  });

  it('are those of pulses alone', async () => {
    const whole = await bytesOf(survey, 1, Infinity);
    const { device, settings, program } = await moverInput(survey);
    const tracer = new PulseTracer(await loadKernelModule(), await createSceneMemory(device), settings, program);
    const pulses = Array.from({ length: 300 }, (_, k) => (k * 7919) % program.pulseCount).sort((a, b) => a - b);
    const { words } = tracer.traceEach(pulses).points;
    const all = new Uint32Array(whole.buffer, whole.byteOffset, whole.length / 4);
    const wanted = new Set(pulses);
    const expected = all.filter((_, w) => wanted.has(all[w - (w % (Point.SIZE / 4)) + Point.pulse / 4]));
    expect(words).toEqual(expected);
  });
});

describe('a mover that stands', () => {
  it('gives what a standing instance gives', async () => {
    const meshes = [
      meshOf(rectangle([-40, -40, 0], [80, 0, 0], [0, 80, 0])),
      meshOf(boxOf([2, 4, 1.5])),
      meshOf(sphere(2, 20)),
    ];
    const placed = (stands: boolean): Placed[] => [
      { mesh: 0 },
      { mesh: 1, ...(stands ? { transform: translation([9, 8, 1]) } : { motion: standingAt([9, 8, 1]) }) },
      { mesh: 2, ...(stands ? { transform: translation([-6, 7, 1.5]) } : { motion: standingAt([-6, 7, 1.5]) }) },
    ];
    const [standing, moving] = await Promise.all(
      [true, false].map(async (stands) => {
        const scene = sceneWithMovers(meshes, placed(stands));
        return new Float32Array((await bytesOf({ scene, leg: TURN_AT_STATION, footprint: SEVEN }, 1, Infinity)).buffer);
      }),
    );
    expect(moving.length).toBe(standing.length);
    const fields = Point.SIZE / 4;
    const labels = (floats: Float32Array) =>
      new Uint32Array(floats.buffer).filter((_, w) => [Point.surface / 4, Point.pulse / 4].includes(w % fields));
    expect(labels(moving)).toEqual(labels(standing));
    const off = moving.map((value, w) => (w % fields === Point.range / 4 ? Math.abs(value - standing[w]) : 0));
    expect(off.reduce((most, value) => Math.max(most, value))).toBeLessThan(1e-5);
  });
});
