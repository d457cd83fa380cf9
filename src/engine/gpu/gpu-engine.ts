import { AbortedError, invariant, UserError } from '../../base/errors.js';
import type { DeviceScene } from '../../device/device-scene.js';
import { type ProgramRoom, type PulseProgram, programRoomOf, wholeLeg } from '../../device/pulse-program.js';
import type { RunSettings } from '../../device/run-settings.js';
import { addSeconds } from '../../device/stages.js';
import {
  addCounts,
  type Chunk,
  type Engine,
  type EngineCounters,
  type EngineTraceOptions,
  holdable,
  readOutputs,
  zeroCounters,
} from '../engine.js';
import { CHUNK_MAX, chunkCapacity, SLOT_COUNT } from './chunk-capacity.js';
import { ChunkPace } from './chunk-pace.js';
import type { GpuAdapter, GpuLimits } from './gpu-adapter.js';
import { DeviceLostError, OutOfDeviceMemoryError } from './gpu-errors.js';
import { checkBuffers, type GpuSceneLayout, layOutGpuScene } from './gpu-scene.js';
import { type ChunkInFlight, type ChunkResult, GpuSession } from './gpu-session.js';
import { PLAIN_PROGRAM, sceneKind, type Walk } from './passes.js';
import { WalkTrial } from './walk-trial.js';

export interface GpuEngineOptions {
  scene: DeviceScene;
  adapter: GpuAdapter;
  /** Maximum number of subrays of a chunk. */
  chunkSubraysMax?: number;
  /** The way of subrays through the trees; absent: the fastest, which is found by trying. */
  walk?: Walk;
}

/** Number of attempts to acquire a lost device again, and to allocate smaller chunks. */
const TRIES = 3;

/**
 * The GPU engine: the stages as compute passes, from the pulse program to packed points. It acquires a device and
 * uploads the scene before the first trace. Throws UserError if the scene does not fit the adapter's limits; `prepare`
 * and `trace` do if it does not fit its memory, or if a leg's program or a single pulse does not fit.
 */
export async function openGpuEngine(options: GpuEngineOptions): Promise<Engine> {
  const { scene, adapter } = options;
  return new GpuEngine(options, layOutGpuScene(scene, adapter.limits, { ...PLAIN_PROGRAM, ...sceneKind(scene) }));
}

/** The run for which the session has room, and the number of pulses of its chunks. */
interface Prepared {
  settings: RunSettings;
  room: ProgramRoom;
  capacity: number;
  pace: ChunkPace;
  walks: WalkTrial;
}

class GpuEngine implements Engine {
  readonly name = 'gpu';
  readonly device: string;
  readonly threads = 1;
  readonly counters: EngineCounters;
  private readonly options: GpuEngineOptions;
  private readonly layout: GpuSceneLayout;
  private opened: GpuSession | undefined;
  private prepared: Prepared | undefined;
  private losses = 0;
  private closed = false;
  private signal: AbortSignal | undefined;
  /** Time when the device last finished a chunk, for adapters without timestamps. */
  private lastDone = 0;

  constructor(options: GpuEngineOptions, layout: GpuSceneLayout) {
    this.options = options;
    this.layout = layout;
    this.device = options.adapter.name;
    this.counters = options.adapter.timestamps ? zeroCounters() : { ...zeroCounters(), stages: undefined };
  }

  async prepare(settings: RunSettings, room: ProgramRoom): Promise<void> {
    const { prepared } = this;
    if (prepared && fits(prepared, settings, room))
      return this.session.compile(settings, room, prepared.walks.possible);
    const { adapter, chunkSubraysMax = CHUNK_MAX.subrays } = this.options;
    const capacity = chunkCapacity(settings, adapter.limits, { ...CHUNK_MAX, subrays: chunkSubraysMax });
    if (capacity === 0) throw pulseTooLarge(settings, adapter);
    checkProgramRoom(room, adapter.limits);
    this.checkFeatures(settings);
    this.opened ??= await this.openSession();
    const { subrayCount } = settings;
    const walks = new WalkTrial(adapter, subrayCount, this.options.walk);
    await this.makeReady({ settings, room, capacity, pace: new ChunkPace(capacity, subrayCount), walks });
  }

  /** Throws UserError if the run's features need more buffers than the GPU allows. */
  private checkFeatures({ features }: RunSettings): void {
    const { scene, adapter } = this.options;
    checkBuffers(this.layout, { ...PLAIN_PROGRAM, ...sceneKind(scene), features }, adapter.limits);
  }

  private openSession(): Promise<GpuSession> {
    return GpuSession.open(this.options.adapter, this.options.scene, this.layout);
  }

  private get session(): GpuSession {
    invariant(this.opened, 'the engine is made ready before it traces');
    return this.opened;
  }

  /** Compiles shaders and allocates buffers on the session. */
  private async makeReady(prepared: Prepared): Promise<void> {
    const { settings, room } = prepared;
    await this.session.compile(settings, room, prepared.walks.possible);
    this.prepared = undefined;
    await this.allocate(prepared);
    this.prepared = prepared;
  }

  /** Allocates buffers for chunks, and smaller ones if memory is short. */
  private async allocate(prepared: Prepared): Promise<void> {
    for (let smaller = 0; ; smaller++) {
      try {
        const { settings, room, capacity: pulses } = prepared;
        return await this.session.allocate({ settings, room, pulses });
      } catch (error) {
        if (!(error instanceof OutOfDeviceMemoryError)) throw error;
        if (smaller === TRIES || prepared.capacity === 1) throw this.tooLittleMemory(prepared.capacity, error);
        prepared.capacity = Math.max(1, prepared.capacity >> 2);
        prepared.pace.limit(prepared.capacity);
      }
    }
  }

  private tooLittleMemory(pulses: number, cause: Error): UserError {
    return new UserError(`'${this.device}' has not enough memory, not even for chunks of ${pulses} pulses`, {
      hint: 'close other programs that use the GPU, use a smaller scene, or --engine cpu',
      cause,
    });
  }

  async *trace(
    settings: RunSettings,
    program: PulseProgram,
    { range = wholeLeg(program), signal }: EngineTraceOptions = {},
  ): AsyncIterable<Chunk> {
    this.signal = signal;
    this.checkStopped();
    await this.prepare(settings, programRoomOf([program]));
    const leg: LegInWork = { program, settings, next: range.first, end: range.end, slot: 0, inFlight: [] };
    await this.session.load(settings, program, this.ready().walks.possible);
    try {
      while (leg.next < leg.end || leg.inFlight.length > 0) {
        this.checkStopped();
        const result = await this.advance(leg);
        if (!result) continue;
        const chunk = leg.inFlight[0];
        leg.inFlight.shift();
        this.count(leg, chunk, result);
        // The device must not wait while the host processes the points.
        this.submit(leg);
        this.tryWalks(leg);
        const { hold, end } = holdable(result.release);
        try {
          yield { ...chunkOf(chunk, result), hold };
        } finally {
          end();
        }
      }
    } finally {
      await this.settle(leg);
    }
  }

  /**
   * Keeps the device busy, and returns the result of the oldest chunk; undefined if the device was lost and is back.
   */
  private async advance(leg: LegInWork): Promise<ChunkResult | undefined> {
    try {
      this.submit(leg);
      return await this.session.collect(leg.inFlight[0]);
    } catch (error) {
      this.checkStopped();
      const reason = await this.session.lossReason();
      if (reason === undefined) throw error;
      // Chunks not handed over yet are traced again; the others are not touched.
      const pulses = leg.inFlight.reduce((sum, chunk) => sum + chunk.pulseCount, 0);
      leg.next = leg.inFlight[0]?.firstPulse ?? leg.next;
      leg.inFlight.length = 0;
      await this.recover(leg, new DeviceLostError(reason, leg.next, pulses));
      return undefined;
    }
  }

  private submit(leg: LegInWork): void {
    const { pace, walks } = this.ready();
    // One at a time until the speed of the device is known.
    const atOnce = pace.known ? SLOT_COUNT : 1;
    while (leg.inFlight.length < atOnce && leg.next < leg.end) {
      const pulses = Math.min(pace.next, leg.end - leg.next);
      leg.inFlight.push(this.session.submit(leg.slot, walks.next(pulses === pace.next), leg.next, pulses));
      leg.next += pulses;
      leg.slot = (leg.slot + 1) % SLOT_COUNT;
    }
  }

  /** Tries all ways through the trees when it is time; until they are compiled, chunks go on as they do. */
  private tryWalks({ settings, program, next, end }: LegInWork): void {
    const { pace, walks } = this.ready();
    if (!walks.isDue(end - next, pace)) return;
    walks.begin();
    const { session } = this;
    // Results of a lost device's compilation do not apply to its replacement.
    const ifSame = (then: () => void) => () => {
      if (this.opened === session) then();
    };
    // If they do not compile, the run goes on as it is.
    void session.openWays(settings, program, walks.possible).then(
      ifSame(() => walks.plan()),
      ifSame(() => walks.giveUp()),
    );
  }

  private ready(): Prepared {
    invariant(this.prepared, 'the engine is made ready before it traces');
    return this.prepared;
  }

  /** Waits for pending chunks if a leg is left early, since their buffers are needed again. */
  private async settle({ inFlight }: LegInWork): Promise<void> {
    for (const { mapped, slot } of inFlight) {
      await mapped.catch(() => {});
      this.session.release(slot);
    }
  }

  private checkStopped(): void {
    if (this.closed || this.signal?.aborted) throw new AbortedError();
  }

  /** Acquires a new device, with scene, shaders, buffers and the current leg; if that fails, no device is kept. */
  private async recover({ settings, program }: LegInWork, loss: DeviceLostError): Promise<void> {
    this.losses++;
    if (this.losses > TRIES) throw loss;
    const prepared = this.ready();
    // The same chunk once more might bring the device down once more.
    prepared.pace.lose();
    prepared.walks.stop();
    try {
      this.checkStopped();
      this.opened = await this.openSession();
      await this.makeReady(prepared);
      this.checkStopped();
      await this.session.load(settings, program, prepared.walks.possible);
    } catch (error) {
      this.session.close();
      throw error instanceof AbortedError ? error : loss.because(error);
    }
  }

  private count(
    { settings }: LegInWork,
    { pulseCount, submitted, walk }: ChunkInFlight,
    { counts, stages, finished }: ChunkResult,
  ): void {
    const waited = (finished - Math.max(submitted, this.lastDone)) / 1000;
    this.lastDone = finished;
    const { counters } = this;
    addCounts(counters, pulseCount, settings, counts);
    if (stages && counters.stages) addSeconds(counters.stages, stages);
    const busy = stages && Object.values(stages).reduce((sum, seconds) => sum + seconds, 0);
    const { pace, walks } = this.ready();
    pace.learn(pulseCount, busy ?? waited);
    if (stages?.traverse !== undefined) walks.learn(walk, pulseCount, stages.traverse);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.opened?.close();
  }
}

/** Whether a run and its programs fit into the room made for another. */
function fits({ settings, room }: Prepared, wanted: RunSettings, { bytes }: ProgramRoom): boolean {
  const same =
    settings.subrayCount === wanted.subrayCount &&
    settings.hitCount === wanted.hitCount &&
    settings.maxReturns === wanted.maxReturns &&
    settings.samplesMax >= wanted.samplesMax;
  const isWithin = (sizes: Readonly<Record<string, number>>, most: Readonly<Record<string, number>>) =>
    Object.entries(sizes).every(([name, size]) => size <= most[name]);
  const sizesOf = ({ buffers }: RunSettings) =>
    Object.fromEntries(Object.entries(buffers).map(([name, { byteLength }]) => [name, byteLength]));
  return (
    same &&
    wanted.features.join() === settings.features.join() &&
    isWithin(bytes, room.bytes) &&
    isWithin(sizesOf(wanted), sizesOf(settings))
  );
}

const pulseTooLarge = ({ subrayCount }: RunSettings, { limits }: GpuAdapter): UserError =>
  new UserError(
    `a pulse of ${subrayCount} subrays does not fit the GPU's limit of ${limits.bindingBytes} bytes a binding`,
    { hint: 'use fewer subrays, or --engine cpu' },
  );

/** A leg being traced: the next pulse to submit, the next slot to use, pending chunks, oldest first. */
interface LegInWork {
  program: PulseProgram;
  settings: RunSettings;
  next: number;
  end: number;
  slot: number;
  inFlight: ChunkInFlight[];
}

function chunkOf({ pulseCount }: ChunkInFlight, { outputs, counts }: ChunkResult): Omit<Chunk, 'hold'> {
  const records = readOutputs(counts, (name, words) => ({
    floats: new Float32Array(outputs[name], 0, words),
    words: new Uint32Array(outputs[name], 0, words),
  }));
  return { pulseCount, counts, outputs: records };
}

/** The user's name of each buffer of a program, and advice for making it shorter. */
const LISTS: Readonly<Partial<Record<keyof ProgramRoom['bytes'], readonly [name: string, remedy: string]>>> = {
  channels: ['channels of the scanner', 'use fewer channels'],
  elements: ['directions of the scan pattern', 'use a shorter pattern'],
  knots: ['poses of the path', 'use fewer poses, or cut the path into several legs'],
};

/** Throws UserError if a buffer of the coming programs is larger than the GPU can bind. */
function checkProgramRoom({ bytes }: ProgramRoom, { bindingBytes, bufferBytes }: GpuLimits): void {
  const most = Math.min(bindingBytes, bufferBytes);
  for (const [list, size] of Object.entries(bytes)) {
    if (size <= most) continue;
    const [name, remedy] = LISTS[list as keyof typeof bytes] ?? [`numbers of the leg (${list})`, 'use another leg'];
    throw new UserError(`the ${name} take ${mib(size)}; this GPU binds ${mib(most)}`, {
      hint: `${remedy}, or --engine cpu`,
    });
  }
}

const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
