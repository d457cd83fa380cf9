import { type MoverTreePlace, moverNodes } from '../../bvh/mover-tree.js';
import { MovingTree } from '../../bvh/moving-tree.js';
import { Instrument, Node4, Pulse, SceneRoot } from '../../device/records.generated.js';
import type { MemoryLayout } from './memory-layout.js';

/** Length of a window, seconds: boxes of cars grow by 0.3 m in it. */
const WINDOW = 0.01;

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
    [this.first, this.last] = [Infinity, -Infinity];
    this.tree.clear(this.place());
  }

  /** Makes the tree hold all movers that the `count` pulses of the block may meet. */
  cover(count: number): void {
    if (this.tree === undefined) return;
    const [first, last] = this.timesOf(count);
    if (first >= this.first && last <= this.last) return;
    this.first = first;
    this.last = Math.max(last, first + this.window);
    this.tree.write(this.place(), this.first, this.last);
  }

  /** The first and the last moment of pulses, on the scene's clock. */
  private timesOf(count: number): [first: number, last: number] {
    const { instrument } = this.layout.shared as Record<'instrument', number>;
    const leg = new Float32Array(this.memory.buffer, instrument, Instrument.SIZE / 4);
    const start = leg[Instrument.sceneTimeHigh / 4] + leg[Instrument.sceneTimeLow / 4];
    const { pulses } = this.layout.threads[this.thread].own as Record<'pulses', number>;
    const records = new Float32Array(this.memory.buffer, pulses, (count * Pulse.SIZE) / 4);
    let [first, last] = [Infinity, -Infinity];
    for (let at = 0; at < records.length; at += Pulse.SIZE / 4) {
      const time = start + (records[at + Pulse.timeHigh / 4] + records[at + Pulse.timeLow / 4]);
      if (time < first) first = time;
      if (time > last) last = time;
    }
    return [first, last];
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
