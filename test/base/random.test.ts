import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DRAW, draw, normalPair, type StreamKey, streamKey, uniform } from '../../src/base/random.js';
import * as records from '../../src/device/records.generated.js';
import {
  DRAW_ANGLE,
  DRAW_FALSE,
  DRAW_JITTER,
  DRAW_LEAVES,
  DRAW_MEDIUM,
  DRAW_PHOTON,
  DRAW_RANGE,
  DRAW_SAMPLE,
  DRAW_SUBRAY,
} from '../../src/device/records.generated.js';

/** pcg4d of Jarzynski and Olano (2020), written in whole numbers of any length: another way than the code's. */
function pcg4d(key: readonly bigint[], counter: bigint, index: bigint, stage: bigint): bigint[] {
  const M = 0xffffffffn;
  let [x, y, z, w] = [counter, index, key[0] + stage, key[1]].map((v) => (v * 1664525n + 1013904223n) & M);
  const mix = () => {
    x = (x + y * w) & M;
    y = (y + z * x) & M;
    z = (z + x * y) & M;
    w = (w + y * z) & M;
  };
  mix();
  [x, y, z, w] = [x, y, z, w].map((v) => v ^ (v >> 16n));
  mix();
  return [x, y, z, w];
}

it('draws the words of pcg4d', () => {
  const words = new Uint32Array(4);
  for (const given of [
    [0, 0, 0, 0, 0],
    [1, 2, 3, 4, 5],
    [4294967295, 4294967295, 4294967294, 255, 16],
    [123456789, 3141592653, 987654321, 7, 2],
  ]) {
    const [low, high, counter, index, stage] = given;
    draw([low, high], counter, index, stage, words);
    const [a, b, ...rest] = given.map(BigInt);
    expect([...words].map(BigInt), given.join(' ')).toEqual(pcg4d([a, b], ...(rest as [bigint, bigint, bigint])));
  }
});

it('the generator has the arithmetic of the device', () => {
  // The device's own text: the same constants, the same order.
  const wasm = readFileSync(new URL('../../wasm/random.ts', import.meta.url), 'utf8');
  expect(wasm).toContain('1664525');
  expect(wasm).toContain('x += y * w; y += z * x; z += x * y; w += y * z;');
  expect(wasm).toContain('x ^= x >> 16; y ^= y >> 16; z ^= z >> 16; w ^= w >> 16;');
});

it('a uniform number is neither 0 nor 1', () => {
  expect(uniform(0)).toBeGreaterThan(0);
  expect(uniform(0xffffffff)).toBeLessThan(1);
});

it('normal numbers have mean 0, deviation 1 and no correlation (seed 5)', () => {
  const [words, pair] = [new Uint32Array(4), new Float64Array(2)];
  const n = 40_000;
  let [sum, squares, product] = [0, 0, 0];
  for (let k = 0; k < n; k++) {
    draw(streamKey(5), k, 0, 99, words);
    normalPair(words[0], words[1], pair, 0);
    sum += pair[0] + pair[1];
    squares += pair[0] ** 2 + pair[1] ** 2;
    product += pair[0] * pair[1];
  }
  // Five deviations: 1/√(2n) of the mean, √(1/n) of the variance, 1/√n of the product.
  expect(Math.abs(sum / (2 * n))).toBeLessThan(5 / Math.sqrt(2 * n));
  expect(Math.abs(squares / (2 * n) - 1)).toBeLessThan(5 / Math.sqrt(n));
  expect(Math.abs(product / n)).toBeLessThan(5 / Math.sqrt(n));
});

describe('streams', () => {
  const LENGTH = 10_000;
  const { key: _, ...ofHost } = DRAW;
  /** All that numbers are drawn for, on the device and on the host. */
  const STAGES = [
    DRAW_SUBRAY,
    DRAW_JITTER,
    DRAW_RANGE,
    DRAW_ANGLE,
    DRAW_SAMPLE,
    DRAW_FALSE,
    DRAW_PHOTON,
    DRAW_MEDIUM,
    DRAW_LEAVES,
    ...Object.values(ofHost),
  ];

  interface Name {
    seed: number;
    leg: number;
    instrument: number;
    stage: number;
  }

  const keyOf = ({ seed, leg, instrument }: Name): StreamKey => streamKey(seed, leg, instrument);

  function numbersOf(name: Name): Float64Array {
    const [key, words, numbers] = [keyOf(name), new Uint32Array(4), new Float64Array(LENGTH)];
    for (let pulse = 0; pulse < LENGTH; pulse++) {
      draw(key, pulse, 0, name.stage, words);
      numbers[pulse] = uniform(words[0]) - 0.5;
    }
    return numbers;
  }

  /** Pairs that lie next to each other, those whose names have the same sum among them, and far ones. */
  function* pairs(): Generator<[Name, Name]> {
    for (let k = 0; k < 200; k++) {
      const [stage, other] = [STAGES[k % STAGES.length], STAGES[(k + 1 + (k % 5)) % STAGES.length]];
      const name = { seed: k, leg: k % 7, instrument: k % 3, stage };
      yield [name, { ...name, seed: name.seed + 1, leg: name.leg + 1 }];
      yield [
        { ...name, leg: name.leg + 1 },
        { ...name, seed: name.seed + 1 },
      ];
      yield [
        { ...name, instrument: 1, leg: 0 },
        { ...name, instrument: 0, leg: 1 },
      ];
      yield [name, { ...name, seed: name.seed + 2 ** (32 + (k % 20)), stage: other }];
      yield [name, { ...name, stage: other }];
    }
  }

  it('share no number and do not correlate for 1000 pairs of names', () => {
    let count = 0;
    for (const [one, other] of pairs()) {
      const [a, b] = [numbersOf(one), numbersOf(other)];
      let [product, same] = [0, 0];
      for (let k = 0; k < LENGTH; k++) {
        product += a[k] * b[k];
        same += Number(a[k] === b[k]);
      }
      const correlation = (12 * product) / LENGTH;
      const names = `${JSON.stringify(one)} and ${JSON.stringify(other)}`;
      expect(same, names).toBe(0);
      // Five deviations: of 1000 pairs that are independent, one is beyond four in every sixteenth list of stages.
      expect(Math.abs(correlation), names).toBeLessThan(5 / Math.sqrt(LENGTH));
      count++;
    }
    expect(count).toBe(1000);
  });

  it('are named by every stage of the device, each by another number', () => {
    const known = Object.entries(records).filter(([name]) => name.startsWith('DRAW_'));
    expect(known.map(([, stage]) => stage).filter((stage) => !STAGES.includes(stage as number))).toEqual([]);
    expect(new Set(STAGES).size).toBe(STAGES.length);
  });

  it('have keys of their own, 200,000 names long', () => {
    const keys = new Set<string>();
    for (let seed = 0; seed < 1000; seed++)
      for (let leg = 0; leg < 20; leg++)
        for (let instrument = 0; instrument < 10; instrument++) keys.add(streamKey(seed, leg, instrument).join(' '));
    expect(keys.size).toBe(200_000);
  });

  it('differ for more names from those of fewer', () => {
    expect(streamKey(1, 0)).not.toEqual(streamKey(1));
    expect(streamKey(1, 0, 0)).not.toEqual(streamKey(1, 0));
  });

  it('tell apart the seeds that a survey may have', () => {
    expect(streamKey(2 ** 32)).not.toEqual(streamKey(0));
    expect(streamKey(Number.MAX_SAFE_INTEGER)).not.toEqual(streamKey(2 ** 32 - 1));
  });
});
