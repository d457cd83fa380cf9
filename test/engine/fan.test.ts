import { describe, expect, it } from 'vitest';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { createRayMemory, RayTracer } from '../../src/engine/cpu/ray-tracer.js';
import { deviceSceneOf, meshOf, random, sceneOf } from '../support/scenes.js';

const DEGREE = Math.PI / 180;
const SEED = 7_733;
const SUBRAYS = 8;
const PULSES = 256;
/** Half the width of the beam, radians. */
const HALF_WIDTH = 0.00025;

/** Loose triangles of decimetres, of which many meet a line of pulses with a corner only. */
function leaves(): Float32Array {
  const next = random(SEED);
  const corners: number[] = [];
  for (let k = 0; k < 60_000; k++) {
    const [x, y, z] = [next() * 60 - 30, next() * 60 - 30, next() * 8];
    for (let corner = 0; corner < 3; corner++)
      corners.push(x + next() * 0.3 - 0.15, y + next() * 0.3 - 0.15, z + next() * 0.3 - 0.15);
  }
  return Float32Array.from(corners);
}

/**
 * Pulses across the track of an aircraft 100 m high that heads `heading` degrees from x, from place
 * to place by `shift` metres.
 */
function lineOfPulses(heading: number, shift: number): Float32Array {
  const [sin, cos] = [Math.sin(heading * DEGREE), Math.cos(heading * DEGREE)];
  const rays: number[] = [];
  for (let pulse = 0; pulse < PULSES; pulse++) {
    const across = (pulse - PULSES / 2) * 0.05 * DEGREE + 0.001;
    for (let k = 0; k < SUBRAYS; k++) {
      const turn = (k / SUBRAYS) * 2 * Math.PI;
      const [side, ahead] = [Math.tan(across) + HALF_WIDTH * Math.cos(turn), HALF_WIDTH * Math.sin(turn) + 0.02];
      const to = [ahead * cos - side * sin, ahead * sin + side * cos, -1];
      const length = Math.hypot(...to);
      rays.push(pulse * shift * cos, pulse * shift * sin, 100, ...to.map((x) => x / length));
    }
  }
  return Float32Array.from(rays);
}

describe('a fan of pulses aslant of the axes meets what its pulses meet one by one', () => {
  it.each([
    [33, 0],
    [33, 0.002],
    [-61, 0.002],
    [0, 0],
  ])('heading %i degrees, %f m from pulse to pulse', async (heading, shift) => {
    const scene = await deviceSceneOf(sceneOf([meshOf(leaves())]));
    const tracer = new RayTracer(await loadKernelModule(), createRayMemory(scene, SUBRAYS, 1));
    const rays = lineOfPulses(heading, shift);
    const together = tracer.trace(rays);
    const size = SUBRAYS * 6;
    for (let pulse = 0; pulse < PULSES; pulse++) {
      const alone = tracer.trace(rays.subarray(pulse * size, (pulse + 1) * size));
      const part = <T extends Float32Array | Uint32Array>(array: T) =>
        array.subarray(pulse * SUBRAYS, (pulse + 1) * SUBRAYS);
      expect(part(together.distance), `pulse ${pulse}, seed ${SEED}`).toEqual(alone.distance);
    }
    expect(together.count).toBeGreaterThan(100);
  });
});
