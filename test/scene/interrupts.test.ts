import { describe, expect, it } from 'vitest';
import { IDENTITY } from '../../src/base/affine.js';
import { AbortedError } from '../../src/base/errors.js';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { createScene } from '../../src/scene/create-scene.js';
import { loadScene } from '../../src/scene/load-scene.js';
import type { PartPlacement, SceneDescription } from '../../src/scene/scene-description.js';
import { prepareScene } from '../../src/simulation/node-prepare-scene.js';
import { inLong } from '../support/long-run.js';

const files = createWebFiles({ sources: { 'm.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 1\nv 0 0 2\nf 1 2 3\nf 1 3 4\n' } });
const place = { file: 'survey.yaml', line: 3 };

const sceneOf = (placement: PartPlacement): SceneDescription => ({
  parts: [{ name: 't', source: { kind: 'file', path: 'm.obj' }, transform: IDENTITY, placement, place }],
  labels: [],
  materials: [],
});

const scattered = (count: number): PartPlacement => ({
  kind: 'scatter',
  count,
  seed: 1,
  min: [0, 0],
  max: [1000, 1000],
  scaleMin: 1,
  scaleMax: 2,
  spacing: 0,
});

/** Longest wait of timers during `work`, ms. */
async function longestGap(work: Promise<unknown>): Promise<number> {
  let [last, gap] = [performance.now(), 0];
  const look = () => {
    gap = Math.max(gap, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 5);
  await work;
  look();
  clearInterval(timer);
  return gap;
}

describe('loading a scene', () => {
  it('leaves signals their turn while tens of thousands of objects are placed', async () => {
    const started = performance.now();
    const gap = await longestGap(loadScene(sceneOf(scattered(inLong(150_000, 40_000))), { files }));
    expect(gap).toBeLessThan(Math.max(500, (performance.now() - started) / 2));
  });

  it('ends when it is aborted among millions of objects', async () => {
    const aborting = new AbortController();
    setTimeout(() => aborting.abort(), 50);
    await expect(loadScene(sceneOf(scattered(2_000_000)), { files, signal: aborting.signal })).rejects.toThrow(
      AbortedError,
    );
  });

  it('refuses more placements than a scene may have before it moves one', async () => {
    const transforms = new Array(2_000_001).fill(IDENTITY);
    await expect(loadScene(sceneOf({ kind: 'list', transforms }), { files })).rejects.toThrow(
      'found 2000001 placements up to part t, expected at most 2000000 in a scene',
    );
  });
});

describe('preparing a scene', () => {
  it('ends when it is aborted, also without a mesh for a worker', async () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 1);
    const scene = createScene([{ name: 'a', positions }]);
    await expect(prepareScene(scene, { cache: false, signal: AbortSignal.abort() })).rejects.toThrow(AbortedError);
  });
});
