import { noCounts, OUTPUTS } from '../../device/buffers.js';
import { type PulseProgram, type PulseRange, programRoomOf } from '../../device/pulse-program.js';
import { BLOCK_PULSES, Hit, Instrument, Point, Pulse, Run } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import { type StageName, stagesOf } from '../../device/stages.js';
import { type Chunk, type ChunkCounts, type Records, readOutputs } from '../engine.js';
import { instantiateKernel, type Kernel } from './kernel.js';
import { addressTable, CHUNK_PULSES, type MemoryLayout, strideOf } from './memory-layout.js';
import { MoverWindows } from './mover-windows.js';
import type { SceneMemory } from './scene-memory.js';
import { loadProgram, loadRun } from './shared-memory.js';
import { SubrayFields } from './subray-fields.js';

/** Hits of a pulse: an entry a subray, then one a slice of foliage. */
export interface SubrayHits {
  /**
   * Metres from its origin at the instrument; < 0 without a hit, and then the other fields are undefined, except for
   * energy 0.
   */
  distance: Float32Array;
  surface: Uint32Array;
  /** Unit vectors, x y z, turned to the sensor. */
  normal: Float32Array;
  /** Energy that comes back to the receiver. */
  energy: Float32Array;
}

/** Copies of the kernel's buffers for one pulse, as each stage left them. */
export interface PulseBuffers {
  /** Its Pulse record, as it was fired. */
  pulse: Records;
  /** Directions of its subrays, x y z. A silent pulse has none. */
  directions: Float32Array;
  hits: SubrayHits;
  /** Stretch of each hit's pulse over the sent one, for echoes by peaks; 0: no hit that counts. */
  stretches: Float32Array;
  /** Ranges of the middles of these pulses, which may lie beside the hits' own. */
  middles: Float32Array;
  /** Its returns as Point records, before noise of ranges and angles. */
  found: Records;
  /**
   * Returns that `echo` would find if none were too weak, too near, too far or too many. Of a sampling receiver: the
   * peaks of the light.
   */
  unlimited: Records;
  outputs: Chunk['outputs'];
}

/** Returns of a pulse where the instrument does not limit them. */
const RETURNS_MOST = 15;

/**
 * The stages of the CPU engine on one leg, in this thread: for single pulses, and for a look at the buffers between the
 * stages.
 */
export class PulseTracer {
  private readonly memory: WebAssembly.Memory;
  private readonly layout: MemoryLayout;
  private readonly settings: RunSettings;
  private readonly kernel: Kernel;
  private readonly stages: ReturnType<typeof stagesOf>;
  private readonly own: Readonly<Record<'pulses' | 'directions' | 'hits' | 'returns' | 'scratch', number>>;
  private readonly addresses: Uint32Array;
  private readonly movers: MoverWindows;

  /** Takes the whole memory besides the scene. Throws UserError if the leg does not fit. */
  constructor(
    module: WebAssembly.Module,
    { memory, layOut }: SceneMemory,
    settings: RunSettings,
    program: PulseProgram,
  ) {
    this.layout = layOut({ settings, bytes: programRoomOf([program]).bytes });
    this.memory = memory;
    this.settings = settings;
    this.stages = stagesOf(settings);
    const [thread] = this.layout.threads;
    this.own = thread.own as typeof this.own;
    this.addresses = addressTable(this.layout, thread, this.layout.slots[0]);
    loadRun(memory, this.layout, settings);
    loadProgram(memory, this.layout, program);
    this.movers = new MoverWindows(memory, this.layout);
    this.kernel = instantiateKernel(module, memory);
  }

  /**
   * Traces pulses as a run does, and hands over their outputs piece by piece, in order; they are
   * valid until `take` returns.
   */
  trace({ first, end }: PulseRange, take: (piece: PulseRange & { outputs: Chunk['outputs'] }) => void): void {
    for (let from = first; from < end; from += CHUNK_PULSES) {
      const to = Math.min(end, from + CHUNK_PULSES);
      const counts = this.begin();
      for (let pulse = from; pulse < to; pulse += BLOCK_PULSES)
        this.traceBlock(pulse, Math.min(BLOCK_PULSES, to - pulse), counts);
      take({ first: from, end: to, outputs: this.outputs(counts) });
    }
  }

  /**
   * Traces some pulses, each by itself, of one chunk at most, and returns their outputs in order; they are valid until
   * the next call.
   */
  traceEach(pulses: readonly number[]): Chunk['outputs'] {
    const counts = this.begin();
    for (const pulse of pulses) this.traceBlock(pulse, 1, counts);
    return this.outputs(counts);
  }

  /** Traces one pulse, and returns the output of every stage of interest. */
  look(pulse: number): PulseBuffers {
    const seen: Partial<PulseBuffers> = {};
    const counts = this.begin();
    this.traceBlock(pulse, 1, counts, (stage, returns) => this.keep(seen, stage, returns));
    const outputs = this.outputs(counts);
    return { ...(seen as PulseBuffers), outputs: copied(outputs), unlimited: this.unlimited(pulse) };
  }

  /** Puts all addresses, and the outputs at their beginning. */
  private begin(): ChunkCounts {
    const [{ table }] = this.layout.threads;
    new Uint32Array(this.memory.buffer, table, this.addresses.length).set(this.addresses);
    this.kernel.bind(table);
    return noCounts();
  }

  private traceBlock(
    first: number,
    count: number,
    counts: ChunkCounts,
    after?: (stage: StageName, returns: number) => void,
  ): void {
    let returns = 0;
    for (const { name, unit, counts: counter } of this.stages) {
      if (name === 'traverse') this.movers.cover({ first, end: first + count });
      const made = this.kernel[name](first, unit === 'return' ? returns : count);
      if (counter) counts[counter] += made;
      if (counter === 'returns') returns = made;
      after?.(name, returns);
    }
  }

  /** Keeps a stage's output that later stages may overwrite. */
  private keep(seen: Partial<PulseBuffers>, stage: StageName, returns: number): void {
    if (stage === 'reflect') {
      seen.pulse = this.records(this.own.pulses, 1, Pulse.SIZE);
      const isSilent = seen.pulse.words[Pulse.silent / 4] !== 0;
      seen.directions = isSilent ? new Float32Array(0) : this.directions();
      seen.hits = isSilent ? noHits() : this.hits();
      // Later stages write middles only where these are not the hits themselves.
      const length = strideOf(this.settings);
      this.bytes(this.middles, length).set(this.bytes(this.own.hits, length));
    } else if (stage === 'echo' || stage === 'detect') {
      // The first array, and the fifth: wasm/shares.ts.
      const fields = new SubrayFields(this.memory, this.own, this.settings);
      const isSilent = (seen.hits as SubrayHits).distance.length === 0;
      const ofHits = (at: number) => (isSilent ? new Float32Array(0) : fields.floatsAt(at).slice());
      seen.stretches = ofHits(this.own.scratch);
      seen.middles = ofHits(this.middles);
      seen.found = this.records(this.own.returns, returns, Point.SIZE);
    }
  }

  /** Address of the middles of pulses. */
  private get middles(): number {
    return this.own.scratch + 4 * strideOf(this.settings);
  }

  private directions(): Float32Array {
    const fields = new SubrayFields(this.memory, this.own, this.settings);
    return interleaved([0, 1, 2].map((axis) => fields.directions(0, axis)));
  }

  private hits(): SubrayHits {
    const fields = new SubrayFields(this.memory, this.own, this.settings);
    return {
      distance: fields.hitFloats(0, Hit.distance).slice(),
      surface: fields.hitWords(0, Hit.surface).slice(),
      normal: interleaved([Hit.normalX, Hit.normalY, Hit.normalZ].map((field) => fields.hitFloats(0, field))),
      energy: fields.hitFloats(0, Hit.energy).slice(),
    };
  }

  /** Lets `echo` look at the hits of the pulse traced last once more, without limits. */
  private unlimited(pulse: number): Records {
    const { run, instrument } = this.layout.shared as Record<'run' | 'instrument', number>;
    const kept = [this.bytes(run, Run.SIZE).slice(), this.bytes(instrument, Instrument.SIZE).slice()];
    for (const at of [run + Run.maxReturns, instrument + Instrument.maxReturns]) this.setWord(at, RETURNS_MOST);
    this.setWord(instrument + Instrument.gated, 0);
    for (const field of [Instrument.minEnergy, Instrument.minPower, Instrument.blindZone])
      this.setFloat(instrument + field, 0);
    this.setFloat(this.own.pulses + Pulse.rangeMin, 0);
    this.setFloat(this.own.pulses + Pulse.rangeMax, Infinity);
    const count = this.kernel.echo(pulse, 1);
    this.bytes(run, Run.SIZE).set(kept[0]);
    this.bytes(instrument, Instrument.SIZE).set(kept[1]);
    return this.records(this.own.returns, count, Point.SIZE);
  }

  private outputs(counts: ChunkCounts): Chunk['outputs'] {
    const [slot] = this.layout.slots;
    return readOutputs(counts, (name, words) => ({
      floats: new Float32Array(this.memory.buffer, slot[name], words),
      words: new Uint32Array(this.memory.buffer, slot[name], words),
    }));
  }

  private records(at: number, count: number, size: number): Records {
    return recordsOf(this.bytes(at, count * size).slice(), count);
  }

  private bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  private setWord(at: number, value: number): void {
    new Uint32Array(this.memory.buffer, at, 1)[0] = value;
  }

  private setFloat(at: number, value: number): void {
    new Float32Array(this.memory.buffer, at, 1)[0] = value;
  }
}

const recordsOf = ({ buffer }: Uint8Array, count: number): Records => ({
  floats: new Float32Array(buffer),
  words: new Uint32Array(buffer),
  count,
});

/** Outputs in memory of their own. */
const copied = (outputs: Chunk['outputs']): Chunk['outputs'] =>
  Object.fromEntries(
    OUTPUTS.map(({ name }) => {
      const { words, count } = outputs[name];
      return [name, recordsOf(new Uint8Array(words.slice().buffer), count)];
    }),
  ) as Chunk['outputs'];

const noHits = (): SubrayHits => ({
  distance: new Float32Array(0),
  surface: new Uint32Array(0),
  normal: new Float32Array(0),
  energy: new Float32Array(0),
});

/** Vectors from their coordinates. */
function interleaved([x, y, z]: readonly Float32Array[]): Float32Array {
  const vectors = new Float32Array(3 * x.length);
  for (let k = 0; k < x.length; k++) vectors.set([x[k], y[k], z[k]], 3 * k);
  return vectors;
}
