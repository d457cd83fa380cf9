import { describe, expect, it } from 'vitest';
import { createWebFiles } from '../../src/base/files/web-files.js';
import type { Engine } from '../../src/engine/engine.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { askWorkbench } from '../../src/workbench/ask-workbench.js';
import type { AskOf, OperationName } from '../../src/workbench/operations.js';
import { webRunStore } from '../../src/workbench/web-run-store.js';
import { Workbench } from '../../src/workbench/workbench.js';

const TEXT = `
scene: { parts: [{ generate: { kind: terrain, triangles: 2000 } }] }
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 2], on: ground, duration: 0.05 }]
output: [cloud.las]
`;

/** A workbench that counts the engines that it opens and closes, and notes the messages of its runs. */
function countingBench() {
  const counts = { opened: 0, closed: 0 };
  const openEngine: typeof nodeMachine.openEngine = async (...given) => {
    counts.opened++;
    const engine: Engine = await nodeMachine.openEngine(...given);
    const close = engine.close.bind(engine);
    engine.close = () => {
      counts.closed++;
      return close();
    };
    return engine;
  };
  const chooseEngine: typeof nodeMachine.chooseEngine = async (_request, { log } = {}) => {
    log?.info('cpu engine: chosen');
    return { kind: 'cpu' };
  };
  const machine = { ...nodeMachine, files: createWebFiles({ sources: {} }), openEngine, chooseEngine };
  const bench = new Workbench({ machine, folder: '.', runs: webRunStore(new Map()) });
  const said: string[] = [];
  const emit = (event: unknown) => {
    const { kind, message } = event as { kind: string; message?: string };
    if (kind === 'log') said.push(message ?? '');
  };
  const ask = <Name extends OperationName>(name: Name, given: AskOf<Name>) =>
    askWorkbench(bench, name, given, { signal: new AbortController().signal, emit });
  const run = async (name: string, options: object = {}) =>
    (await ask('run', { text: TEXT, run: name, engine: 'cpu', ...options })).report.points;
  return { bench, ask, run, counts, said };
}

describe('an engine that is made ready', () => {
  it('is that of the next runs, whose points are those of any other run', async () => {
    const cold = countingBench();
    const points = await cold.run('cold');
    await cold.bench.close();
    const { bench, ask, run, counts } = countingBench();
    await ask('scene', { text: TEXT });
    await ask('ready', { text: TEXT, engine: 'cpu' });
    expect(counts).toEqual({ opened: 1, closed: 0 });
    await ask('ready', { text: TEXT, engine: 'cpu' });
    expect([await run('first'), await run('second')]).toEqual([points, points]);
    expect(counts).toEqual({ opened: 1, closed: 0 });
    await bench.close();
    expect(counts).toEqual({ opened: 1, closed: 1 });
  });

  it('is waited for by a run that begins meanwhile, which says what was said of it', async () => {
    const { bench, ask, run, counts, said } = countingBench();
    await ask('scene', { text: TEXT });
    const ready = ask('ready', { text: TEXT, engine: 'auto' });
    expect(await run('meanwhile', { engine: 'auto' })).toBeGreaterThan(0);
    await ready;
    expect(counts.opened).toBe(1);
    expect(said).toEqual(['cpu engine: chosen']);
    await run('later', { engine: 'auto' });
    expect(said).toHaveLength(1);
    await bench.close();
    expect(counts.closed).toBe(1);
  });

  it('gives way to another that is asked for, and not while a run has it', async () => {
    const { bench, ask, run, counts } = countingBench();
    await ask('scene', { text: TEXT });
    await ask('ready', { text: TEXT, engine: 'cpu' });
    const running = run('one thread', { threads: 1 });
    await ask('ready', { text: TEXT, engine: 'cpu' });
    expect(await running).toBeGreaterThan(0);
    expect(counts).toEqual({ opened: 2, closed: 1 });
    await bench.close();
    expect(counts).toEqual({ opened: 2, closed: 2 });
  });

  it('is none without a scene, and goes with it', async () => {
    const { bench, ask, counts } = countingBench();
    await ask('ready', { text: TEXT, engine: 'cpu' });
    expect(counts.opened).toBe(0);
    await ask('scene', { text: TEXT });
    const ready = ask('ready', { text: TEXT, engine: 'cpu' });
    await bench.close();
    await ready;
    expect(counts.opened).toBe(counts.closed);
  });
});
