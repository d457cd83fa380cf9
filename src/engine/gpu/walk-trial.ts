import type { ChunkPace } from './chunk-pace.js';
import type { AdapterDescription } from './gpu-adapter.js';
import { WALKS, type Walk } from './passes.js';

/** Chunks with each way through the trees; the faster one counts. */
const CHUNKS_EACH = 2;
/** Number of chunks of a run that justifies compiling all ways, and trying them: of this leg and of earlier ones. */
const CHUNKS_WORTH_IT = 16;
/** Subrays of a pulse that are a bundle, and of one that has quarters. */
const BUNDLE_LEAST = 2;
const QUARTERED_LEAST = 4;

type AdapterTraits = Pick<AdapterDescription, 'software' | 'timestamps'>;

/**
 * The way through the trees for each chunk. The fastest depends on the width of beams at the triangles, and on the size
 * of these, which are unknown before: all ways are tried, and the fastest is kept.
 */
export class WalkTrial {
  private fastest: Walk;
  private mayBegin: boolean;
  private begun = false;
  private planned: Walk[] = [];
  /** Pulses so far. */
  private traced = 0;
  /** Seconds a pulse. */
  private readonly times = new Map<Walk, number[]>();

  /** For pulses of `subrayCount` subrays on this adapter. With `only`, there is no trial. */
  constructor(adapter: AdapterTraits, subrayCount: number, only?: Walk) {
    const isBundle = subrayCount >= BUNDLE_LEAST;
    this.fastest = isBundle ? (only ?? firstOf(adapter, subrayCount)) : 'subray';
    this.mayBegin = subrayCount >= QUARTERED_LEAST && !only && adapter.timestamps && !adapter.software;
  }

  /** The ways that chunks may take. */
  get possible(): readonly Walk[] {
    return this.begun ? WALKS : [this.fastest];
  }

  /**
   * Whether to try all ways now, with `pulses` of a leg still to come: once chunks have grown, and a whole one is left.
   * A run of many short legs counts as a long one: after so many chunks it is likely to go on.
   */
  isDue(pulses: number, { grown, next }: Pick<ChunkPace, 'grown' | 'next'>): boolean {
    const worthIt = this.traced + pulses >= CHUNKS_WORTH_IT * next;
    return this.mayBegin && !this.begun && grown && pulses >= next && worthIt;
  }

  /** All ways become possible; they are tried once `plan` is called. */
  begin(): void {
    this.begun = true;
  }

  /** The next chunks try all ways, unless the trial has been stopped. */
  plan(): void {
    if (!this.begun) return;
    this.times.clear();
    this.planned = Array.from({ length: CHUNKS_EACH }, () => WALKS).flat();
  }

  /** The way of the next chunk. The last one of a leg, which may be small, tells nothing of a way and tries none. */
  next(whole = true): Walk {
    return (whole ? this.planned.shift() : undefined) ?? this.fastest;
  }

  /** A chunk of `pulses` went this way through the trees within `seconds`. */
  learn(walk: Walk, pulses: number, seconds: number): void {
    this.traced += pulses;
    const times = this.times.get(walk) ?? [];
    if (!this.begun || times.length === CHUNKS_EACH) return;
    this.times.set(walk, [...times, seconds / pulses]);
    const all = WALKS.map((name) => this.times.get(name) ?? []);
    if (all.some(({ length }) => length < CHUNKS_EACH)) return;
    const least = all.map((list) => Math.min(...list));
    this.fastest = WALKS[least.indexOf(Math.min(...least))];
  }

  /** Chunks that were under way are lost: all ways may be tried again. */
  stop(): void {
    this.begun = false;
    this.planned = [];
  }

  /** There will be no trial. */
  giveUp(): void {
    this.stop();
    this.mayBegin = false;
  }
}

/** The way without a trial: four times as many invocations keep a GPU busy, but do not help an adapter on the CPU. */
function firstOf({ software }: AdapterTraits, subrayCount: number): Walk {
  if (software) return 'pulse';
  return subrayCount < QUARTERED_LEAST ? 'subray' : 'quarter';
}
