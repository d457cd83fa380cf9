import '../../support/cheap-engine.js';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Point } from '../../../src/device/records.generated.js';
import type { Engine } from '../../../src/engine/engine.js';
import { areSame, legOf, openEngine, SETTINGS, SUBRAYS, traceAll } from '../../support/gpu-engine.js';
import { NEEDS_SOFTWARE_GPU, softwareAdapter } from '../../support/software-adapter.js';

const leg = legOf(1000);

describe.skipIf(!softwareAdapter)(`chunks of the GPU engine that are held${NEEDS_SOFTWARE_GPU}`, () => {
  let engine: Engine;
  let whole: Uint32Array;
  beforeAll(async () => {
    engine = await openEngine(softwareAdapter!, { chunkSubraysMax: 96 * SUBRAYS });
    whole = (await traceAll(engine, leg)).words;
  });
  afterAll(() => engine.close());

  it('keep their records while all others come; memory of others is used again', async () => {
    const held: Uint32Array[] = [];
    const memories = new Set<ArrayBufferLike>();
    const releases: (() => void)[] = [];
    let chunk = 0;
    for await (const { outputs, hold } of engine.trace(SETTINGS, leg)) {
      const { words, count } = outputs.points;
      memories.add(words.buffer);
      if (chunk++ % 3 > 0) continue;
      held.push(words.subarray(0, (count * Point.SIZE) / 4));
      releases.push(hold());
    }
    expect(chunk).toBeGreaterThan(8);
    expect(memories.size).toBeLessThan(chunk);
    let [at, found] = [0, 0];
    for (const words of held) {
      const pulse = words[Point.pulse / 4];
      while (whole[at + Point.pulse / 4] !== pulse) at += Point.SIZE / 4;
      if (areSame(words, whole.subarray(at, at + words.length))) found++;
    }
    expect(found).toBe(held.length);
    for (const release of releases) release();
  });

  it('are in memory that threads share', async () => {
    for await (const { outputs } of engine.trace(SETTINGS, leg))
      expect(outputs.points.words.buffer).toBeInstanceOf(SharedArrayBuffer);
  });
});
