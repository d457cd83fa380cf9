import { mixBits } from '../base/random-stream.js';

/** The largest value of 2-D gradient noise with unit gradients is √½; this scales it to about ±1. */
const AMPLITUDE = Math.SQRT2;
const DIAGONAL = Math.SQRT1_2;

/** Eight unit gradients, x and y in turn. */
const GRADIENTS = new Float64Array([
  1,
  0,
  DIAGONAL,
  DIAGONAL,
  0,
  1,
  -DIAGONAL,
  DIAGONAL,
  -1,
  0,
  -DIAGONAL,
  -DIAGONAL,
  0,
  -1,
  DIAGONAL,
  -DIAGONAL,
]);

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);

/** Dot product of the lattice point's gradient with the vector from it. */
function corner(seed: number, ix: number, iy: number, dx: number, dy: number): number {
  const g = (mixBits(Math.imul(ix, 0x27d4eb2f) ^ Math.imul(iy, 0x165667b1) ^ seed) & 7) * 2;
  return GRADIENTS[g] * dx + GRADIENTS[g + 1] * dy;
}

/** Gradient noise (Perlin 2002) with a lattice of 1: smooth, 0 at lattice points, about −1 … 1. */
function gradientNoise(x: number, y: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const dx = x - ix;
  const dy = y - iy;
  const u = fade(dx);
  const v = fade(dy);
  const low = corner(seed, ix, iy, dx, dy) * (1 - u) + corner(seed, ix + 1, iy, dx - 1, dy) * u;
  const high = corner(seed, ix, iy + 1, dx, dy - 1) * (1 - u) + corner(seed, ix + 1, iy + 1, dx - 1, dy - 1) * u;
  return (low * (1 - v) + high * v) * AMPLITUDE;
}

/**
 * Fractal sum of gradient noise: each octave of twice the frequency and `gain` times the amplitude; with
 * half of it, about −1 … 1.
 */
export function fractalNoise(x: number, y: number, seed: number, octaves: number, gain = 0.5): number {
  let sum = 0;
  let amplitude = 0.5;
  for (let octave = 0; octave < octaves; octave++) {
    sum += amplitude * gradientNoise(x, y, mixBits(seed + octave));
    amplitude *= gain;
    x *= 2;
    y *= 2;
  }
  return sum;
}
