import { type MoverTreePlace, moverNodes } from '../../bvh/mover-tree.js';
import { MovingTree } from '../../bvh/moving-tree.js';
import type { PulseRange } from '../../device/pulse-program.js';
import { Node4, SceneRoot } from '../../device/records.generated.js';
import { ROUNDING_SHARE, type TimesOfPulses, timesOfPulses } from '../pulse-times.js';
import type { MemoryLayout } from './memory-layout.js';

/** Length of a window, seconds: boxes of cars grow by a few metres in it, which costs less than more trees. */
const WINDOW = 0.1;

/**
 * The tree over the boxes of movers that a thread of the CPU engine has beside the static one. It holds them during a
 * window of time, in which all pulses of the block in hand lie. Hits do not depend on where windows begin and end.
 */
export class MoverWindows {
  private readonly memory: WebAssembly.Memory;
  private readonly thread: number;
  private readonly window: number;
  private readonly moverCount: number;
  private readonly tree: MovingTree | undefined;
  private layout: MemoryLayout;
  private times: TimesOfPulses | undefined;
  private first = Infinity;
  private last = -Infinity;

  /** For a scene that lies in memory. */
  constructor(memory: WebAssembly.Memory, layout: MemoryLayout, thread = 0, window = WINDOW) {
    this.memory = memory;
    this.layout = layout;
    this.thread = thread;
    this.window = window;
    const { root, instances } = layout.shared as Record<'root' | 'instances', number>;
    const words = new Uint32Array(memory.buffer, root, SceneRoot.SIZE / 4);
    const [instanceCount, moverCount] = [words[SceneRoot.instanceCount / 4], words[SceneRoot.moverCount / 4]];
    this.moverCount = moverCount;
    if (moverCount > 0)
      this.tree = new MovingTree({ instances: memory.buffer, at: instances, instanceCount, moverCount });
    this.begin(layout);
  }

  /** Begins with a leg, laid out like this: no mover is there until `cover` is called. */
  begin(layout: MemoryLayout): void {
    this.layout = layout;
    if (this.tree === undefined) return;
    this.times = undefined;
    [this.first, this.last] = [Infinity, -Infinity];
    this.tree.clear(this.place());
  }

  /** Makes the tree hold all movers that these pulses, a block, may meet. */
  cover(pulses: PulseRange): void {
    if (this.tree === undefined) return;
    this.times ??= this.legTimes();
    this.hold(...this.times(pulses));
  }

  /** Makes the tree hold all movers that a ray may meet at `time`, seconds of the scene's clock. */
  coverMoment(time: number): void {
    const room = ROUNDING_SHARE * (1 + Math.abs(time));
    this.hold(time - room, time + room);
  }

  private hold(first: number, last: number): void {
    if (this.tree === undefined || (first >= this.first && last <= this.last)) return;
    this.first = first;
    this.last = Math.max(last, first + this.window);
    this.tree.write(this.place(), this.first, this.last);
  }

  /** The clock of the leg, which lies in memory by now. */
  private legTimes(): TimesOfPulses {
    const { shared } = this.layout as { shared: Record<'program' | 'channels' | 'instrument', number> };
    const view = (at: number) => new DataView(this.memory.buffer, at);
    return timesOfPulses({
      program: view(shared.program),
      channels: view(shared.channels),
      instrument: view(shared.instrument),
    });
  }

  private place(): MoverTreePlace {
    const { movers } = this.layout.threads[this.thread].own as Record<'movers', number>;
    const words = (moverNodes(this.moverCount) * Node4.SIZE) / 4;
    return {
      floats: new Float32Array(this.memory.buffer, movers, words),
      words: new Uint32Array(this.memory.buffer, movers, words),
      firstNode: (movers - (this.layout.shared.nodes as number)) / Node4.SIZE,
    };
  }
}
