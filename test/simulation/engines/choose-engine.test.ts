import { describe, expect, it } from 'vitest';
import { AbortedError, InvariantError, UserError } from '../../../src/base/errors.js';
import { noCounts } from '../../../src/device/buffers.js';
import type { PulseProgram } from '../../../src/device/pulse-program.js';
import type { RunSettings } from '../../../src/device/run-settings.js';
import { type Engine, zeroCounters } from '../../../src/engine/engine.js';
import type { AdapterKind, GpuAdapter, NoAdapter } from '../../../src/engine/gpu/gpu-adapter.js';
import { DeviceLostError } from '../../../src/engine/gpu/gpu-errors.js';
import {
  chooseEngine,
  ENGINE_DEFAULTS,
  type EngineChoice,
  type EngineRequest,
  openEngine,
} from '../../../src/simulation/engines/choose-engine.js';
import { emptyOutputs } from '../../support/empty-outputs.js';

const H200 = { name: 'NVIDIA H200', software: false } as GpuAdapter;
const NONE: NoAdapter = { reason: 'WebGPU finds no adapter', detail: 'Found no drivers!' };
const SOFTWARE_ONLY: NoAdapter = { reason: "'SwiftShader' is a software adapter", softwareOnly: true };

function listen() {
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  return { lines, log: { info: note, warn: note } };
}

/** The choice if `found` is present, its messages, and the kinds of adapter that were looked for. */
async function choose(request: EngineRequest, found: GpuAdapter | NoAdapter) {
  const { lines, log } = listen();
  const asked: AdapterKind[] = [];
  const find = async (kind: AdapterKind) => {
    asked.push(kind);
    return found;
  };
  return { choice: await chooseEngine(request, find, log), lines, asked };
}

describe('chooseEngine', () => {
  it('looks for a real GPU unless told otherwise', async () => {
    expect(ENGINE_DEFAULTS).toEqual({ engine: 'auto', adapter: 'hardware' });
    expect(Object.isFrozen(ENGINE_DEFAULTS)).toBe(true);
    const { choice, lines, asked } = await choose({}, H200);
    expect(choice).toEqual({ kind: 'gpu', adapter: H200, cpuFallback: true });
    // Its name is logged once it has taken the scene.
    expect([lines, asked]).toEqual([[], ['hardware']]);
  });

  it('takes the CPU where there is none, and says why', async () => {
    const { choice, lines } = await choose({ engine: 'auto' }, NONE);
    expect(choice).toEqual({ kind: 'cpu' });
    expect(lines).toEqual(['cpu engine: WebGPU finds no adapter']);
    expect((await choose({}, SOFTWARE_ONLY)).lines).toEqual(["cpu engine: 'SwiftShader' is a software adapter"]);
  });

  it('names the remedy where the GPU was asked for', async () => {
    const found = { ...NONE, remedy: 'install a driver' };
    await expect(choose({ engine: 'gpu' }, found)).rejects.toThrow(
      'there is no hardware GPU: WebGPU finds no adapter (Found no drivers!); install a driver, or use --engine cpu',
    );
  });

  it('does not look, and says nothing, for the CPU', async () => {
    expect(await choose({ engine: 'cpu' }, H200)).toEqual({ choice: { kind: 'cpu' }, lines: [], asked: [] });
  });

  it('looks for the kind that is named', async () => {
    const { choice, asked } = await choose({ engine: 'gpu', adapter: 'software' }, H200);
    expect(asked).toEqual(['software']);
    expect(choice).toMatchObject({ kind: 'gpu', cpuFallback: false });
  });

  it.each([
    ['hardware', NONE, 'there is no hardware GPU: WebGPU finds no adapter (Found no drivers!); use --engine cpu'],
    [
      'hardware',
      SOFTWARE_ONLY,
      "there is no hardware GPU: 'SwiftShader' is a software adapter; use --engine cpu, or take it with --adapter software",
    ],
    ['software', { reason: 'none' }, 'there is no software adapter: none; use --engine cpu'],
    ['auto', { reason: 'none' }, 'there is no hardware GPU or software adapter: none; use --engine cpu'],
  ] as const)('ends on one line where a GPU of kind %s is asked for and not there', async (adapter, found, message) => {
    const error = await choose({ engine: 'gpu', adapter }, found).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).format()).toBe(message);
  });

  it('refuses names that there are not', async () => {
    await expect(choose({ engine: 'tpu' as never }, H200)).rejects.toThrow(
      'engine: found "tpu", expected one of "auto"',
    );
    await expect(choose({ adapter: 'any' as never }, H200)).rejects.toThrow('adapter: found "any"');
  });
});

const LEG = { pulseCount: 10 } as PulseProgram;
const SETTINGS = {} as RunSettings;

describe('openEngine', () => {
  const prepare = async () => {};
  const engineOf = (name: 'cpu' | 'gpu') => ({ name, device: name === 'gpu' ? H200.name : 'cpu' }) as Engine;

  /** Opens the chosen engine, with a GPU that fails with `fault`. */
  async function open(choice: EngineChoice, fault?: unknown) {
    const { lines, log } = listen();
    const gpu = async () => {
      if (fault) throw fault;
      return engineOf('gpu');
    };
    const engine = await openEngine(choice, { cpu: async () => engineOf('cpu'), gpu }, prepare, log);
    return { name: engine.name, lines };
  }

  const auto: EngineChoice = { kind: 'gpu', adapter: H200, cpuFallback: true };
  const gpuOnly: EngineChoice = { ...auto, cpuFallback: false };

  it('says which GPU it is where that was left open', async () => {
    expect(await open(auto)).toEqual({ name: 'gpu', lines: ['gpu engine: NVIDIA H200'] });
    expect(await open(gpuOnly)).toEqual({ name: 'gpu', lines: [] });
    expect(await open({ kind: 'cpu' })).toEqual({ name: 'cpu', lines: [] });
  });

  it('goes on with the CPU where the GPU is lost half-way, and says so', async () => {
    const { lines, log } = listen();
    const lost: Engine['trace'] = () => {
      throw new DeviceLostError('reset', 0, 10);
    };
    const done: Engine['trace'] = async function* () {
      yield { pulseCount: 10, counts: noCounts(), outputs: emptyOutputs(), hold: () => () => {} };
    };
    const close = async () => {};
    const gpu = async (): Promise<Engine> => ({ ...engineOf('gpu'), counters: zeroCounters(), close, trace: lost });
    const cpu = async (): Promise<Engine> => ({ ...engineOf('cpu'), counters: zeroCounters(), close, trace: done });
    const pulses: number[] = [];
    const engine = await openEngine(auto, { cpu, gpu }, prepare, log);
    for await (const chunk of engine.trace(SETTINGS, LEG)) pulses.push(chunk.pulseCount);
    expect(pulses).toEqual([10]);
    const said = 'the GPU was lost (reset) while pulses 0 to 9 were in work; the cpu engine goes on';
    expect(lines).toEqual(['gpu engine: NVIDIA H200', said]);
    const strict = await openEngine(gpuOnly, { cpu, gpu }, prepare, log);
    expect(() => strict.trace(SETTINGS, LEG)).toThrow(DeviceLostError);
  });

  it('takes the CPU where the GPU cannot take the scene, and says why', async () => {
    const tooLarge = new UserError('the scene takes 900 MiB', { hint: 'use fewer triangles' });
    expect(await open(auto, tooLarge)).toEqual({ name: 'cpu', lines: ['cpu engine: the scene takes 900 MiB'] });
    await expect(open(gpuOnly, tooLarge)).rejects.toBe(tooLarge);
  });

  it('takes the CPU where the GPU cannot take what is to be scanned, and closes the GPU', async () => {
    const { lines, log } = listen();
    const refused = new UserError('a pulse of 5000 subrays does not fit');
    let closed = 0;
    const close = async () => void closed++;
    const make = { cpu: async () => engineOf('cpu'), gpu: async () => ({ ...engineOf('gpu'), close }) };
    const prepareOn = async ({ name }: Engine) => {
      if (name === 'gpu') throw refused;
    };
    const engine = await openEngine(auto, make, prepareOn, log);
    expect([engine.name, closed, lines]).toEqual(['cpu', 1, ['cpu engine: a pulse of 5000 subrays does not fit']]);
    await expect(openEngine(gpuOnly, make, prepareOn, log)).rejects.toBe(refused);
  });

  it('makes one line of what a driver throws', async () => {
    const fault = new Error('no device for you\n - at vkCreateDevice');
    const { name, lines } = await open(auto, fault);
    expect([name, lines]).toEqual(['cpu', ["cpu engine: 'NVIDIA H200' cannot be used: no device for you"]]);
    const error = await open(gpuOnly, fault).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toBe("'NVIDIA H200' cannot be used: no device for you");
  });

  it.each([new InvariantError('a shader is wrong'), new AbortedError()])('does not hide %s', async (fault) => {
    await expect(open(auto, fault)).rejects.toBe(fault);
  });
});
