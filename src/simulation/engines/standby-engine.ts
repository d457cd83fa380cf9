import { type ProgramRoom, type PulseProgram, wholeLeg } from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import type { Chunk, Engine, EngineCounters, EngineTraceOptions } from '../../engine/engine.js';
import { DeviceLostError } from '../../engine/gpu/gpu-errors.js';
import { sumCounters } from './counter-sums.js';

/** Makes the engine that takes over. */
interface Standby {
  /** Called if the first engine cannot take the scan. Rethrows errors that are not that engine's. */
  refused(error: unknown): Promise<Engine>;
  /** Called if its device is lost for good. */
  lost(loss: DeviceLostError): Promise<Engine>;
}

/**
 * The engine `first`, until it refuses a scan or its device is lost for good. From that pulse on, the engine that
 * `standby` makes continues, so that no pulse is missing or traced twice.
 */
export class StandbyEngine implements Engine {
  private current: Engine;
  private readonly standby: Standby;
  /** Counters of the replaced engine. */
  private before: EngineCounters | undefined;

  constructor(first: Engine, standby: Standby) {
    this.current = first;
    this.standby = standby;
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

  async prepare(settings: RunSettings, room: ProgramRoom): Promise<void> {
    try {
      await this.current.prepare(settings, room);
    } catch (error) {
      if (this.before) throw error;
      await this.change(await this.standby.refused(error));
      await this.current.prepare(settings, room);
    }
  }

  async *trace(settings: RunSettings, program: PulseProgram, options: EngineTraceOptions = {}): AsyncIterable<Chunk> {
    const { first, end } = options.range ?? wholeLeg(program);
    let next = first;
    try {
      for await (const chunk of this.current.trace(settings, program, options)) {
        next += chunk.pulseCount;
        yield chunk;
      }
    } catch (error) {
      if (this.before || !(error instanceof DeviceLostError)) throw error;
      await this.change(await this.standby.lost(error));
      yield* this.current.trace(settings, program, { ...options, range: { first: next, end } });
    }
  }

  private async change(next: Engine): Promise<void> {
    const gone = this.current;
    this.current = next;
    this.before = gone.counters;
    await gone.close();
  }

  close(): Promise<void> {
    return this.current.close();
  }
}
