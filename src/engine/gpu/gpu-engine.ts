import { AbortedError, invariant, UserError } from '../../base/errors.js';
import type { PulseProgram } from '../../scanner/pulse-program.js';
import type { Engine, EngineCounters, EngineOptions, PointRecords, PulseRange } from '../engine.js';
import { STAGES, wholeLeg, zeroCounters } from '../engine.js';
import { Point } from '../records.generated.js';
import { checkProgramRoom } from './check-program-room.js';
import { CHUNK_MAX, chunkCapacity, SLOT_COUNT } from './chunk-capacity.js';
import { ChunkPace } from './chunk-pace.js';
import type { GpuAdapter } from './gpu-adapter.js';
import { DeviceLostError, OutOfDeviceMemoryError } from './gpu-errors.js';
import { type ChunkInFlight, type ChunkResult, GpuSession } from './gpu-session.js';

export interface GpuEngineOptions extends EngineOptions {
  adapter: GpuAdapter;
  /** Subrays of a chunk at most. */
  chunkSubraysMax?: number;
}

/** How often a device that was lost is taken anew in a run, and how often smaller chunks are tried. */
const TRIES = 3;

/**
 * The GPU engine: the stages as compute passes, from the pulse program to packed points. Throws UserError where the scene,
 * a leg's program or a single pulse does not fit the adapter's limits or memory, AbortedError where the signal has ended it already.
 */
export async function createGpuEngine(options: GpuEngineOptions): Promise<Engine> {
  const { adapter, settings, chunkSubraysMax = CHUNK_MAX.subrays } = options;
  const capacity = chunkCapacity(settings, adapter.limits, { ...CHUNK_MAX, subrays: chunkSubraysMax });
  if (capacity === 0) {
    throw new UserError(
      `a pulse of ${settings.subrayCount} subrays does not fit the GPU's limit of ${adapter.limits.bindingBytes} bytes a binding`,
      { hint: 'use fewer subrays, or --engine cpu' },
    );
  }
  checkProgramRoom(options.programRoom, adapter.limits);
  const engine = new GpuEngine(options, capacity);
  await engine.open();
  return engine;
}

class GpuEngine implements Engine {
  readonly name = 'gpu';
  readonly device: string;
  readonly threads = 1;
  readonly counters: EngineCounters;
  private readonly options: GpuEngineOptions;
  private readonly pace: ChunkPace;
  private capacity: number;
  private session!: GpuSession;
  private losses = 0;
  private closed = false;
  /** When the device last finished a chunk, for adapters without timestamps. */
  private lastDone = 0;

  constructor(options: GpuEngineOptions, capacity: number) {
    this.options = options;
    this.device = options.adapter.name;
    this.counters = options.adapter.timestamps ? zeroCounters() : { ...zeroCounters(), stages: undefined };
    this.capacity = capacity;
    this.pace = new ChunkPace(capacity, options.settings.subrayCount);
  }

  /** Takes a device and makes everything ready on it; where that fails, no device is kept. */
  async open(): Promise<void> {
    this.checkStopped();
    const session = await GpuSession.open(this.options.adapter, this.options);
    try {
      await this.allocate(session);
      this.checkStopped();
    } catch (error) {
      session.close();
      throw error;
    }
    this.session = session;
  }

  /** Makes room for chunks, and them smaller where memory does not suffice. */
  private async allocate(session: GpuSession): Promise<void> {
    for (let smaller = 0; ; smaller++) {
      try {
        return await session.allocate(this.options, this.capacity);
      } catch (error) {
        if (!(error instanceof OutOfDeviceMemoryError)) throw error;
        if (smaller === TRIES || this.capacity === 1) throw this.tooLittleMemory(error);
        this.capacity = Math.max(1, this.capacity >> 2);
        this.pace.limit(this.capacity);
      }
    }
  }

  private tooLittleMemory(cause: Error): UserError {
    return new UserError(`'${this.device}' has not enough memory, not even for chunks of ${this.capacity} pulses`, {
      hint: 'close other programs that use the GPU, use a smaller scene, or --engine cpu',
      cause,
    });
  }

  async *trace(program: PulseProgram, range: PulseRange = wholeLeg(program)): AsyncIterable<PointRecords> {
    const leg: LegInWork = { program, next: range.first, end: range.end, slot: 0, inFlight: [] };
    invariant(program.deflector === this.options.programRoom.deflector, `no shader deflects as '${program.deflector}'`);
    this.session.load(program);
    try {
      while (leg.next < leg.end || leg.inFlight.length > 0) {
        this.checkStopped();
        const result = await this.advance(leg);
        if (!result) continue;
        const chunk = leg.inFlight[0];
        leg.inFlight.shift();
        this.count(chunk, result);
        // The device must not wait for what the host makes of the points.
        this.submit(leg);
        yield recordsOf(chunk, result);
      }
    } finally {
      await this.settle(leg);
    }
  }

  /** Keeps the device busy, and gives what came of the oldest chunk; undefined where the device was lost and is back. */
  private async advance(leg: LegInWork): Promise<ChunkResult | undefined> {
    try {
      this.submit(leg);
      return await this.session.collect(leg.inFlight[0]);
    } catch (error) {
      this.checkStopped();
      const reason = await this.session.lossReason();
      if (reason === undefined) throw error;
      // What was not handed over yet begins anew; what was is not touched again.
      const pulses = leg.inFlight.reduce((sum, chunk) => sum + chunk.pulseCount, 0);
      leg.next = leg.inFlight[0]?.firstPulse ?? leg.next;
      leg.inFlight.length = 0;
      await this.recover(new DeviceLostError(reason, leg.next, pulses));
      this.session.load(leg.program);
      return undefined;
    }
  }

  private submit(leg: LegInWork): void {
    // One by one until it is known how fast the device is.
    const atOnce = this.pace.known ? SLOT_COUNT : 1;
    while (leg.inFlight.length < atOnce && leg.next < leg.end) {
      const pulses = Math.min(this.pace.next, leg.end - leg.next);
      leg.inFlight.push(this.session.submit(leg.slot, leg.next, pulses));
      leg.next += pulses;
      leg.slot = (leg.slot + 1) % SLOT_COUNT;
    }
  }

  /** Waits for what is still in work when a leg is left early: its buffers are needed again. */
  private async settle({ inFlight }: LegInWork): Promise<void> {
    for (const { mapped, slot } of inFlight) {
      await mapped.catch(() => {});
      this.session.release(slot);
    }
  }

  private checkStopped(): void {
    if (this.closed || this.options.signal?.aborted) throw new AbortedError();
  }

  private async recover(loss: DeviceLostError): Promise<void> {
    this.losses++;
    if (this.losses > TRIES) throw loss;
    try {
      await this.open();
    } catch (error) {
      throw error instanceof AbortedError ? error : loss.because(error);
    }
  }

  private count({ pulseCount, submitted }: ChunkInFlight, { returns, hits, stages, finished }: ChunkResult): void {
    const waited = (finished - Math.max(submitted, this.lastDone)) / 1000;
    this.lastDone = finished;
    const { counters } = this;
    counters.pulses += pulseCount;
    counters.subrays += pulseCount * this.options.settings.subrayCount;
    counters.hits += hits;
    counters.returns += returns;
    if (stages && counters.stages) for (const stage of STAGES) counters.stages[stage] += stages[stage] ?? 0;
    const busy = stages && Object.values(stages).reduce((sum, seconds) => sum + seconds, 0);
    this.pace.learn(pulseCount, busy ?? waited);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.session.close();
  }
}

/** A leg while it is being traced: the next pulse to submit, the next slot to use, chunks in work, oldest first. */
interface LegInWork {
  program: PulseProgram;
  next: number;
  end: number;
  slot: number;
  inFlight: ChunkInFlight[];
}

function recordsOf({ pulseCount }: ChunkInFlight, { points, returns }: ChunkResult): PointRecords {
  const words = (returns * Point.SIZE) / 4;
  const [floats, integers] = [new Float32Array(points, 0, words), new Uint32Array(points, 0, words)];
  return { floats, words: integers, count: returns, pulseCount };
}
