import type { Engine, EngineCounters, PointRecords, PulseRange } from '../../engine/engine.js';
import { wholeLeg } from '../../engine/engine.js';
import { DeviceLostError } from '../../engine/gpu/gpu-errors.js';
import type { PulseProgram } from '../../scanner/pulse-program.js';
import { sumCounters } from './sum-counters.js';

/**
 * The engine `first` until its device is lost for good; from the pulse where that happened on what `replace` makes, so that no
 * pulse is missing and none comes twice.
 */
export class StandbyEngine implements Engine {
  private current: Engine;
  private readonly replace: (loss: DeviceLostError) => Promise<Engine>;
  /** What the engine that is gone has counted. */
  private before: EngineCounters | undefined;

  constructor(first: Engine, replace: (loss: DeviceLostError) => Promise<Engine>) {
    this.current = first;
    this.replace = replace;
  }

  get name(): Engine['name'] {
    return this.current.name;
  }

  get device(): string {
    return this.current.device;
  }

  get threads(): number {
    return this.current.threads;
  }

  get counters(): EngineCounters {
    const { counters } = this.current;
    return this.before ? sumCounters(this.before, counters) : counters;
  }

  async *trace(program: PulseProgram, range: PulseRange = wholeLeg(program)): AsyncIterable<PointRecords> {
    let { first } = range;
    try {
      for await (const chunk of this.current.trace(program, range)) {
        first += chunk.pulseCount;
        yield chunk;
      }
    } catch (error) {
      if (this.before || !(error instanceof DeviceLostError)) throw error;
      await this.change(error);
      yield* this.current.trace(program, { first, end: range.end });
    }
  }

  private async change(loss: DeviceLostError): Promise<void> {
    const lost = this.current;
    this.current = await this.replace(loss);
    this.before = lost.counters;
    await lost.close();
  }

  close(): Promise<void> {
    return this.current.close();
  }
}
