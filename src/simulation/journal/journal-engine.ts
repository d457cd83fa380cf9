import { AbortedError } from '../../base/errors.js';
import { type ProgramRoom, type PulseProgram, wholeLeg } from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import {
  addCounts,
  type Chunk,
  type Engine,
  type EngineCounters,
  type EngineTraceOptions,
  zeroCounters,
} from '../../engine/engine.js';
import { sumCounters } from '../engines/counter-sums.js';
import type { JournalReader } from './journal-reader.js';
import type { JournalWriter } from './journal-writer.js';

/** A journal, and the numbers of legs in it. */
export interface OpenJournal {
  reader: JournalReader;
  writer: JournalWriter;
  /** Number of a leg in the manifest. */
  legOf(settings: RunSettings, program: PulseProgram): Promise<number>;
}

/**
 * An engine that takes pulses from a journal as far as that has them, has another engine trace the rest, and keeps the
 * new chunks in the journal. Its output is that of the other engine for all pulses, chunk boundaries aside.
 */
export class JournalEngine implements Engine {
  /** Counters of the chunks from the journal; no stage took time for them. */
  readonly kept: EngineCounters = zeroCounters();
  private readonly engine: Engine;
  private readonly journal: OpenJournal;
  /** The engine for which the journal is. */
  private readonly wanted: Pick<Engine, 'name' | 'device'>;

  constructor(engine: Engine, journal: OpenJournal) {
    this.engine = engine;
    this.journal = journal;
    this.wanted = { name: engine.name, device: engine.device };
  }

  get name(): Engine['name'] {
    return this.engine.name;
  }

  get device(): string {
    return this.engine.device;
  }

  get threads(): number {
    return this.engine.threads;
  }

  get counters(): EngineCounters {
    return sumCounters(this.engine.counters, this.kept);
  }

  prepare(settings: RunSettings, room: ProgramRoom): Promise<void> {
    return this.engine.prepare(settings, room);
  }

  async *trace(
    settings: RunSettings,
    program: PulseProgram,
    { range = wholeLeg(program), signal }: EngineTraceOptions = {},
  ): AsyncIterable<Chunk> {
    const { reader, writer } = this.journal;
    const leg = await this.journal.legOf(settings, program);
    for (let at = range.first; at < range.end; ) {
      if (signal?.aborted) throw new AbortedError();
      const kept = await reader.next(leg, at, range.end);
      if (kept) {
        // A part has no gaps.
        await writer.endPart();
        addCounts(this.kept, kept.pulseCount, settings, kept.counts);
        at += kept.pulseCount;
        yield kept;
        continue;
      }
      const end = Math.min(range.end, reader.nextStart(leg, at) ?? range.end);
      for await (const chunk of this.engine.trace(settings, program, { range: { first: at, end }, signal })) {
        const writing = this.keep(leg, at, chunk);
        at += chunk.pulseCount;
        try {
          yield chunk;
        } finally {
          // The engine needs the memory of the chunk again.
          await writing;
        }
      }
    }
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  /** Keeps a chunk, unless another engine had to take over: a resumed run would not. */
  private keep(leg: number, first: number, chunk: Chunk): Promise<void> {
    const { writer } = this.journal;
    const { name, device } = this.engine;
    if (name !== this.wanted.name || device !== this.wanted.device) return writer.stop();
    return writer.add(leg, first, chunk);
  }
}
