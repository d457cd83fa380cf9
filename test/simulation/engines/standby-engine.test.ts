import { describe, expect, it } from 'vitest';
import { noCounts } from '../../../src/device/buffers.js';
import { type ProgramRoom, type PulseProgram, wholeLeg } from '../../../src/device/pulse-program.js';
import type { RunSettings } from '../../../src/device/run-settings.js';
import type { Chunk, Engine, EngineTraceOptions } from '../../../src/engine/engine.js';
import { zeroCounters } from '../../../src/engine/engine.js';
import { DeviceLostError } from '../../../src/engine/gpu/gpu-errors.js';
import { StandbyEngine } from '../../../src/simulation/engines/standby-engine.js';
import { emptyOutputs } from '../../support/empty-outputs.js';

const LEG = { pulseCount: 10 } as PulseProgram;
const SETTINGS = {} as RunSettings;
const ROOM = {} as ProgramRoom;
const notNeeded = () => Promise.reject(new Error('not needed'));
const CHUNK = 3;

/**
 * An engine of chunks of three pulses whose device is lost when it comes to pulse `lostAt`; a chunk's count is its
 * first pulse.
 */
class FakeEngine implements Engine {
  readonly device: string;
  readonly threads = 1;
  readonly counters = zeroCounters();
  closed = 0;
  prepared = 0;
  refusal: Error | undefined;
  readonly name: 'cpu' | 'gpu';
  private readonly fault: { at: number; error: Error } | undefined;

  constructor(name: 'cpu' | 'gpu', fault?: { at: number; error: Error }) {
    this.name = name;
    this.device = `the ${name}`;
    this.fault = fault;
  }

  async prepare(): Promise<void> {
    if (this.refusal) throw this.refusal;
    this.prepared++;
  }

  async *trace(
    _: RunSettings,
    program: PulseProgram,
    { range: { first, end } = wholeLeg(program) }: EngineTraceOptions = {},
  ): AsyncIterable<Chunk> {
    for (let pulse = first; pulse < end; pulse += CHUNK) {
      if (this.fault && pulse + CHUNK > this.fault.at) throw this.fault.error;
      const pulseCount = Math.min(CHUNK, end - pulse);
      this.counters.pulses += pulseCount;
      this.counters.stages.echo += 1;
      yield { pulseCount, counts: noCounts(), outputs: emptyOutputs(pulse), hold: () => () => {} };
    }
  }

  async close(): Promise<void> {
    this.closed++;
  }
}

async function chunksOf(engine: Engine): Promise<[first: number, pulses: number][]> {
  const chunks: [number, number][] = [];
  for await (const { outputs, pulseCount } of engine.trace(SETTINGS, LEG))
    chunks.push([outputs.points.count, pulseCount]);
  return chunks;
}

const loss = new DeviceLostError('reset', 6, 3);

describe('StandbyEngine', () => {
  it('is the first engine while that lasts', async () => {
    const gpu = new FakeEngine('gpu');
    const engine = new StandbyEngine(gpu, { refused: notNeeded, lost: notNeeded });
    expect(await chunksOf(engine)).toEqual([
      [0, 3],
      [3, 3],
      [6, 3],
      [9, 1],
    ]);
    expect([engine.name, engine.device, engine.counters.pulses]).toEqual(['gpu', 'the gpu', 10]);
    await engine.close();
    expect(gpu.closed).toBe(1);
  });

  it.each([0, 7])(
    'goes on where the device was lost, at pulse %i, with nothing twice and nothing missing',
    async (at) => {
      const [gpu, cpu] = [new FakeEngine('gpu', { at, error: loss }), new FakeEngine('cpu')];
      const heard: Error[] = [];
      const lost = async (error: Error) => {
        heard.push(error);
        return cpu;
      };
      const engine = new StandbyEngine(gpu, { refused: notNeeded, lost });
      const chunks = await chunksOf(engine);
      expect(chunks.map(([first]) => first)).toEqual([0, 3, 6, 9]);
      expect(heard).toEqual([loss]);
      expect(cpu.counters.pulses).toBe(at === 0 ? 10 : 4);
      expect([engine.name, engine.counters.pulses, engine.counters.stages?.echo]).toEqual(['cpu', 10, 4]);
      // The next leg is the other engine's from the beginning.
      expect(await chunksOf(engine)).toHaveLength(4);
      await engine.close();
      expect([gpu.closed, cpu.closed]).toEqual([1, 1]);
    },
  );

  it('takes no other error for a loss', async () => {
    const error = new Error('a fault of its own');
    const engine = new StandbyEngine(new FakeEngine('gpu', { at: 4, error }), {
      refused: notNeeded,
      lost: async () => new FakeEngine('cpu'),
    });
    await expect(chunksOf(engine)).rejects.toBe(error);
  });

  it('changes to the other engine where the first refuses what comes next', async () => {
    const [gpu, cpu] = [new FakeEngine('gpu'), new FakeEngine('cpu')];
    const heard: unknown[] = [];
    const refused = async (error: unknown) => {
      heard.push(error);
      return cpu;
    };
    const engine = new StandbyEngine(gpu, { refused, lost: notNeeded });
    await engine.prepare(SETTINGS, ROOM);
    expect(await chunksOf(engine)).toHaveLength(4);
    gpu.refusal = new Error('too large');
    await engine.prepare(SETTINGS, ROOM);
    expect([engine.name, heard, gpu.closed, cpu.prepared]).toEqual(['cpu', [gpu.refusal], 1, 1]);
    expect(await chunksOf(engine)).toHaveLength(4);
    expect(engine.counters.pulses).toBe(20);
  });
});
