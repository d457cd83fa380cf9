import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AbortedError, UserError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import type { EngineChoice } from '../../src/simulation/engines/choose-engine.js';
import { type Machine, THREADS_MAX } from '../../src/simulation/machine.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { openForScans } from '../../src/simulation/scan.js';
import { openScene } from '../../src/simulation/scene-device.js';
import { createSurvey } from '../../src/survey/create-survey.js';
import { testScanner } from '../support/scan.js';
import { wallAt } from './instrument-scans.js';

const scene = wallAt(10);

/** A machine that notes its calls, and chooses `choice`. */
function machineOf(choice: Promise<EngineChoice>, threads = 3) {
  const asked: unknown[] = [];
  const standing: number[] = [];
  let closed = 0;
  const machine = {
    ...nodeMachine,
    threads,
    chooseEngine(_request: unknown, options: unknown) {
      asked.push(options);
      return choice;
    },
    standBy(count: number) {
      standing.push(count);
      return { close: () => void closed++ };
    },
  } as unknown as Machine;
  return { machine, asked, standing, closed: () => closed };
}
const CPU = Promise.resolve<EngineChoice>({ kind: 'cpu' });
const GPU = Promise.resolve({ kind: 'gpu', adapter: {}, cpuFallback: true } as unknown as EngineChoice);

describe('openScene', () => {
  it('starts threads for the CPU engine, and frees them when it is closed', async () => {
    const { machine, standing, closed } = machineOf(CPU);
    const device = await openScene(scene, { machine });
    expect([standing, closed()]).toEqual([[3], 0]);
    await device.close();
    expect(closed()).toBe(1);
    const given = machineOf(CPU);
    await openScene(scene, { machine: given.machine, threads: 2 });
    expect(given.standing).toEqual([2]);
  });

  it('starts none for a short scan, unless several are asked for', async () => {
    const standing = async (options: { subrays?: number; threads?: number }) => {
      const { machine, standing } = machineOf(CPU);
      await openScene(scene, { machine: { ...machine, soloSubrays: 1000 }, ...options });
      return standing;
    };
    expect(await standing({ subrays: 1000 })).toEqual([]);
    expect(await standing({ subrays: 1000, threads: 1 })).toEqual([]);
    expect(await standing({ subrays: 1001 })).toEqual([3]);
    expect(await standing({ subrays: 10, threads: 2 })).toEqual([2]);
    const { machine, standing: none } = machineOf(CPU);
    await openScene(scene, { machine: { ...machine, soloSubrays: undefined }, subrays: 1 });
    expect(none).toEqual([3]);
  });

  it('starts none for the GPU engine', async () => {
    const { machine, standing } = machineOf(GPU);
    await openScene(scene, { machine });
    expect(standing).toEqual([]);
  });

  it('takes as many threads as fit, and refuses other numbers', async () => {
    const { machine, standing } = machineOf(CPU, THREADS_MAX + 5);
    await openScene(scene, { machine });
    for (const threads of [1, THREADS_MAX]) await openScene(scene, { machine, threads });
    expect(standing).toEqual([THREADS_MAX, 1, THREADS_MAX]);
    for (const threads of [0, -1, 1.5, THREADS_MAX + 1])
      await expect(openScene(scene, { machine, threads })).rejects.toThrow('threads must be a whole number from 1');
  });

  it('hands on the signal and the log to the choice of the engine', async () => {
    const { machine, asked } = machineOf(CPU);
    const { signal } = new AbortController();
    const log = { info() {}, warn() {} } as never;
    await openScene(scene, { machine, signal, log });
    expect(asked).toEqual([{ signal, log }]);
  });

  it('ends with the fault of the choice, and refuses what is no scene', async () => {
    const fault = new Error('there is no GPU');
    for (const engine of ['gpu', 'auto'] as const)
      await expect(openScene(scene, { ...machineOf(Promise.reject(fault)), engine })).rejects.toBe(fault);
    await expect(openScene({} as never, machineOf(CPU))).rejects.toThrow('found a value that is not a scene');
  });
});

describe('the choice of an engine', () => {
  const description = {
    parts: [{ name: 'a', source: { kind: 'file', path: '/a.obj' }, placement: { kind: 'none' } }],
    materials: [],
  } as never;

  /** Opens a scene of one file; whether the file has been looked at by the time that nothing else moves on. */
  async function lookedAt(engine: 'auto' | 'gpu', choice: Promise<EngineChoice>): Promise<boolean> {
    let looked = false;
    const look = async () => {
      looked = true;
      throw new UserError('no such file');
    };
    const files = { ...nodeFiles, stat: look, read: look, open: look };
    const { machine } = machineOf(choice);
    const opening = openScene(description, { machine: { ...machine, files } as Machine, engine });
    opening.catch(() => {});
    for (let turn = 0; turn < 50 && !looked; turn++) await setTimeout(10);
    return looked;
  }

  it('goes on while the scene is read, unless an engine is named', async () => {
    const never = new Promise<EngineChoice>(() => {});
    expect(await lookedAt('auto', never)).toBe(true);
    expect(await lookedAt('gpu', never)).toBe(false);
  });
});

describe('a scene kept for scans', () => {
  const settings = { scanner: testScanner(), legs: [{ position: [0, 0, 0] as [number, number, number] }] };
  const all = async (scan: AsyncGenerator<{ count: number }>) => {
    let count = 0;
    for await (const batch of scan) count += batch.count;
    return count;
  };

  it('takes signal, progress and log with each scan', async () => {
    const machine = nodeMachine;
    const opening = new AbortController();
    const opened = await openForScans(scene, {
      machine,
      engine: 'cpu',
      threads: 1,
      cache: false,
      signal: opening.signal,
    });
    const tasks: string[] = [];
    const count = await all(opened.scan({ ...settings, onProgress: ({ task }) => tasks.push(task) }));
    expect(count).toBeGreaterThan(0);
    expect(tasks).toContain('simulate');
    const { signal } = new AbortController();
    expect(await all(opened.scan({ ...settings, signal }))).toBe(count);
    await expect(all(opened.scan({ ...settings, signal: AbortSignal.abort() }))).rejects.toThrow(AbortedError);
    opening.abort();
    await expect(all(opened.scan(settings))).rejects.toThrow(AbortedError);
    await opened.close();
    await expect(all(opened.scan({ ...settings, signal }))).rejects.toThrow('the scene is closed');
  });

  it('is not prepared once it is closed', async () => {
    let prepared = 0;
    const { machine } = machineOf(CPU);
    const counting = { ...machine, prepareScene: async () => void prepared++ } as unknown as Machine;
    const device = await openScene(scene, { machine: counting });
    const survey = await createSurvey({ ...settings, scene }, { files: nodeFiles });
    await device.close();
    await expect(all(device.scan(survey))).rejects.toThrow(AbortedError);
    expect(prepared).toBe(0);
  });
});
