import type { Vec3 } from './vec3.js';

/** 2^-32, which maps 32 random bits to [0, 1). */
const UNIT = 1 / 4294967296;

/** Mixes 32 bits so that every input bit affects every output bit (finalizer of MurmurHash3, Appleby 2011). */
export function mixBits(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A 32-bit number from a seed (any safe integer) and a name. */
export function hashSeed(seed: number, name: string): number {
  let h = mixBits((seed >>> 0) ^ 0x9e3779b9) ^ mixBits(Math.floor(seed / 4294967296) | 0);
  for (let i = 0; i < name.length; i++) h = mixBits(Math.imul(h, 31) + name.charCodeAt(i));
  return h >>> 0;
}

/**
 * A seeded stream of random numbers, xoshiro128** (Blackman and Vigna, 2018) in 32-bit integer arithmetic, so that a
 * scene is the same on every machine. Sine and cosine elsewhere come from V8's own port of fdlibm, which is the same
 * everywhere, too.
 */
export class RandomStream {
  private readonly seed: number;
  private s0: number;
  private s1: number;
  private s2: number;
  private s3: number;

  /** Streams with the same seed and different names are independent; `seed` is any safe integer. */
  constructor(seed: number, name: string) {
    this.seed = hashSeed(seed, name);
    this.s0 = mixBits(this.seed + 1);
    this.s1 = mixBits(this.seed + 2);
    this.s2 = mixBits(this.seed + 3);
    this.s3 = mixBits(this.seed + 4) | 1;
  }

  /** A separate stream, independent of the numbers drawn from this one. */
  fork(name: string): RandomStream {
    return new RandomStream(this.seed, name);
  }

  /** 32 random bits. */
  bits(): number {
    const product = Math.imul(this.s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = this.s1 << 9;
    this.s2 ^= this.s0;
    this.s3 ^= this.s1;
    this.s1 ^= this.s2;
    this.s0 ^= this.s3;
    this.s2 ^= shifted;
    this.s3 = (this.s3 << 11) | (this.s3 >>> 21);
    return result;
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return this.bits() * UNIT;
  }

  /** Uniform in [low, high). */
  range(low: number, high: number): number {
    return low + (high - low) * this.unit();
  }

  /** A whole number, 0 … count − 1. */
  index(count: number): number {
    return Math.floor(this.unit() * count);
  }

  /** Returns true with this probability. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** A random entry of the list, which must not be empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.index(list.length)];
  }

  /** Bell-shaped, mean 0, standard deviation 1, within ±3.5 (sum of four uniforms). */
  bell(): number {
    return (this.unit() + this.unit() + this.unit() + this.unit() - 2) * Math.sqrt(3);
  }

  /** A unit vector, uniform on the sphere (by rejection from the cube). */
  direction(): Vec3 {
    for (;;) {
      const x = this.range(-1, 1);
      const y = this.range(-1, 1);
      const z = this.range(-1, 1);
      const squared = x * x + y * y + z * z;
      if (squared > 1 || squared < 1e-4) continue;
      const s = 1 / Math.sqrt(squared);
      return [x * s, y * s, z * s];
    }
  }
}
