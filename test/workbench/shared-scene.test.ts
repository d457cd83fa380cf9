import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../src/base/errors.js';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { webRunStore } from '../../src/workbench/web-run-store.js';
import { Workbench } from '../../src/workbench/workbench.js';

const TEXT = `scene: { parts: [{ file: square.obj }, { file: square.obj, up: y }] }
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 1] }]
output: [a.las]
`;
const SQUARE = 'v 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n';

/** A workbench with the model. */
function openBench() {
  const files = createWebFiles({ sources: { 'square.obj': SQUARE } });
  return new Workbench({ machine: { ...nodeMachine, files }, folder: '.', runs: webRunStore(new Map()) });
}

describe('a scene that several ask for', () => {
  it('is read on for the others when the first one gives up, and read once', async () => {
    const bench = openBench();
    const read = await bench.survey(TEXT);
    const control = new AbortController();
    const asked = [control.signal, undefined, undefined].map((signal) => bench.scenes.loadPlaced(read, { signal }));
    control.abort();
    const [first, second, third] = await Promise.allSettled(asked);
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(AbortedError) });
    expect(second.status).toBe('fulfilled');
    expect(third).toEqual(second);
    expect(await bench.scenes.loadPlaced(read)).toBe((second as PromiseFulfilledResult<unknown>).value);
    await bench.close();
  });

  it('has its trees built on likewise', async () => {
    const bench = openBench();
    const scene = await bench.scenes.load(await bench.survey(TEXT));
    const control = new AbortController();
    const asked = [control.signal, undefined].map((signal) => bench.scenes.inspectorOf(scene, { signal }));
    control.abort();
    const [first, second] = await Promise.allSettled(asked);
    expect(first).toMatchObject({ status: 'rejected', reason: expect.any(AbortedError) });
    expect(second.status).toBe('fulfilled');
    await bench.close();
  });
});
