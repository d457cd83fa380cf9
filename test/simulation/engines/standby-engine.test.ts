import { describe, expect, it } from 'vitest';
import type { Engine, PointRecords, PulseRange } from '../../../src/engine/engine.js';
import { wholeLeg, zeroCounters } from '../../../src/engine/engine.js';
import { DeviceLostError } from '../../../src/engine/gpu/gpu-errors.js';
import type { PulseProgram } from '../../../src/scanner/pulse-program.js';
import { StandbyEngine } from '../../../src/simulation/engines/standby-engine.js';

const LEG = { pulseCount: 10 } as PulseProgram;
const CHUNK = 3;

/** An engine of chunks of three pulses whose device is lost when it comes to pulse `lostAt`; a chunk's count is its first pulse. */
class FakeEngine implements Engine {
  readonly device: string;
  readonly threads = 1;
  readonly counters = zeroCounters();
  closed = 0;
  readonly name: 'cpu' | 'gpu';
  private readonly fault: { at: number; error: Error } | undefined;

  constructor(name: 'cpu' | 'gpu', fault?: { at: number; error: Error }) {
    this.name = name;
    this.device = `the ${name}`;
    this.fault = fault;
  }

  async *trace(program: PulseProgram, { first, end }: PulseRange = wholeLeg(program)): AsyncIterable<PointRecords> {
    for (let pulse = first; pulse < end; pulse += CHUNK) {
      if (this.fault && pulse + CHUNK > this.fault.at) throw this.fault.error;
      const pulseCount = Math.min(CHUNK, end - pulse);
      this.counters.pulses += pulseCount;
      this.counters.stages.echo += 1;
      yield { floats: new Float32Array(), words: new Uint32Array(), count: pulse, pulseCount };
    }
  }

  async close(): Promise<void> {
    this.closed++;
  }
}

async function chunksOf(engine: Engine): Promise<[first: number, pulses: number][]> {
  const chunks: [number, number][] = [];
  for await (const { count, pulseCount } of engine.trace(LEG)) chunks.push([count, pulseCount]);
  return chunks;
}

const loss = new DeviceLostError('reset', 6, 3);

describe('StandbyEngine', () => {
  it('is the first engine while that lasts', async () => {
    const gpu = new FakeEngine('gpu');
    const engine = new StandbyEngine(gpu, () => Promise.reject(new Error('not needed')));
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
      const engine = new StandbyEngine(gpu, async (error) => {
        heard.push(error);
        return cpu;
      });
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
    const engine = new StandbyEngine(new FakeEngine('gpu', { at: 4, error }), async () => new FakeEngine('cpu'));
    await expect(chunksOf(engine)).rejects.toBe(error);
  });
});
