import { programRoomOf } from '../../device/pulse-program.js';
import { Hit, Instrument, Pulse, Run } from '../../device/records.generated.js';
import type { RunSettings } from '../../device/run-settings.js';
import { instantiateKernel, type Kernel } from './kernel.js';
import { addressTable, NO_RUN, strideOf } from './memory-layout.js';
import { MoverWindows } from './mover-windows.js';
import type { SceneMemory } from './scene-memory.js';
import { loadRun } from './shared-memory.js';

/** First hits of rays, an entry per ray. */
export interface RaySurfaces {
  /** In lengths of the ray's direction; < 0 without a hit, and then all other fields are 0. */
  distance: Float32Array;
  /** Index of its surface in the scene. */
  surface: Uint32Array;
  /** Its normal, x y z, on the side of the ray's origin. */
  normal: Float32Array;
}

/** The settings of pulses of one subray. */
function singleSettings(): RunSettings {
  const run = new Uint32Array(Run.SIZE / 4);
  run[Run.subrayCount / 4] = 1;
  run[Run.hitCount / 4] = 1;
  const { settings } = NO_RUN;
  return { ...settings, buffers: { ...settings.buffers, run: run.buffer } };
}

/**
 * The `traverse` stage on unrelated rays, each by itself: rays with similar directions but distant origins would take
 * hundreds of times as long together. Takes the whole memory besides the scene.
 */
export class SingleRays {
  private readonly kernel: Kernel;
  private readonly movers: MoverWindows;
  private readonly pulse: Float32Array;
  private readonly direction: Float32Array;
  private readonly floats: Float32Array;
  private readonly words: Uint32Array;
  /** Numbers from one field of a hit to the next. */
  private readonly width: number;

  constructor(module: WebAssembly.Module, { memory, layOut }: SceneMemory) {
    const settings = singleSettings();
    const bytes = { ...programRoomOf([]).bytes, instrument: Instrument.SIZE };
    const layout = layOut({ settings, bytes });
    const [thread] = layout.threads;
    const own = thread.own as Record<'pulses' | 'directions' | 'hits', number>;
    const { buffer } = memory;
    // A former user of the memory left its own numbers there.
    new Uint8Array(buffer, layout.shared.instrument, Instrument.SIZE).fill(0);
    loadRun(memory, layout, settings);
    this.width = strideOf(settings) / 4;
    this.pulse = new Float32Array(buffer, own.pulses, Pulse.SIZE / 4).fill(0);
    this.direction = new Float32Array(buffer, own.directions, 3 * this.width);
    this.floats = new Float32Array(buffer, own.hits, (Hit.SIZE / 4) * this.width);
    this.words = new Uint32Array(buffer, own.hits, (Hit.SIZE / 4) * this.width);
    const addresses = addressTable(layout, thread);
    new Uint32Array(buffer, thread.table, addresses.length).set(addresses);
    this.movers = new MoverWindows(memory, layout);
    this.kernel = instantiateKernel(module, memory);
    this.kernel.bind(thread.table);
  }

  /**
   * First hits of rays, of 6 numbers each: origin relative to the scene's frame origin, and direction. `times`: when
   * each sees what moves, seconds of the scene's clock; absent: all at 0.
   */
  trace(rays: Float32Array, times?: ArrayLike<number>): RaySurfaces {
    const count = rays.length / 6;
    const out = {
      distance: new Float32Array(count).fill(-1),
      surface: new Uint32Array(count),
      normal: new Float32Array(3 * count),
    };
    for (let k = 0; k < count; k++) {
      this.setTime(times?.[k] ?? 0);
      for (let axis = 0; axis < 3; axis++) {
        this.pulse[Pulse.origin / 4 + axis] = rays[6 * k + axis];
        this.direction.fill(rays[6 * k + 3 + axis], axis * this.width, (axis + 1) * this.width);
      }
      if (this.kernel.traverse(k, 1) > 0) this.unload(out, k);
    }
    return out;
  }

  /** The scene's time at the instrument is 0, so that the ray's own is that of the scene's clock. */
  private setTime(time: number): void {
    this.movers.coverMoment(time);
    this.pulse[Pulse.timeHigh / 4] = time;
    this.pulse[Pulse.timeLow / 4] = time - Math.fround(time);
  }

  private unload(out: RaySurfaces, k: number): void {
    out.distance[k] = this.floats[this.placeOf(Hit.distance)];
    out.surface[k] = this.words[this.placeOf(Hit.surface)];
    out.normal[3 * k] = this.floats[this.placeOf(Hit.normalX)];
    out.normal[3 * k + 1] = this.floats[this.placeOf(Hit.normalY)];
    out.normal[3 * k + 2] = this.floats[this.placeOf(Hit.normalZ)];
  }

  private placeOf(field: number): number {
    return (field / 4) * this.width;
  }
}
