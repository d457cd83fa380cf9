import { bindKernel } from '../../src/engine/cpu/bind-kernel.js';
import { fillMemory } from '../../src/engine/cpu/fill-memory.js';
import { PAGE } from '../../src/engine/cpu/kernel.js';
import { layOutMemory, type ThreadLayout } from '../../src/engine/cpu/memory-layout.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import type { EngineOptions } from '../../src/engine/engine.js';
import { Hit, Point, Pulse } from '../../src/engine/records.generated.js';
import type { PulseProgram } from '../../src/scanner/pulse-program.js';

const HIT_WORDS = Hit.SIZE / 4;

/** What the CPU engine's kernel leaves behind after each stage, in the layouts of the GPU. */
export interface StageOutputs {
  /** Pulse records. */
  pulses: ArrayBuffer;
  /** x, y, z and weight of every subray. */
  directions: Float32Array<ArrayBuffer>;
  /** Hit records after traverse, and after reflect. */
  traversed: ArrayBuffer;
  reflected: ArrayBuffer;
  /** Point records after echo, shade and perturb: dense. */
  echoed: ArrayBuffer;
  shaded: ArrayBuffer;
  perturbed: ArrayBuffer;
}

/** Puts `count` pulses from `first` on (a block at most) through the kernel, stage by stage. */
export async function runCpuStages(
  options: EngineOptions,
  program: PulseProgram,
  first: number,
  count: number,
): Promise<StageOutputs> {
  const { scene, settings } = options;
  const layout = layOutMemory(scene, settings, options.programRoom, 1);
  const pages = Math.ceil(layout.bytes / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  fillMemory(memory, layout, scene, settings);
  const bytes = (at: number, size: number) => new Uint8Array(memory.buffer, at, size);
  bytes(layout.program, program.record.byteLength).set(new Uint8Array(program.record));
  for (const list of ['channels', 'parts', 'knots'] as const)
    bytes(layout[list], program[list].byteLength).set(new Uint8Array(program[list]));
  const kernel = bindKernel(await loadKernelModule(), {
    memory,
    layout,
    thread: 0,
    topNode: scene.topNode,
    instanceCount: scene.instanceCount,
    subrayCount: settings.subrayCount,
  });

  const work = layout.threads[0];
  const copy = (at: number, size: number) => bytes(at, size).slice().buffer;
  kernel.pulse(first, count);
  const pulses = copy(work.pulses, count * Pulse.SIZE);
  kernel.subray(count);
  const directions = readDirections(memory, work, count, options);
  kernel.traverse(count);
  const traversed = readHits(memory, work, count, settings.subrayCount);
  kernel.reflect(count);
  const reflected = readHits(memory, work, count, settings.subrayCount);
  const returns = kernel.echo(count);
  const echoed = copy(work.points, returns * Point.SIZE);
  kernel.shade(returns, first);
  const shaded = copy(work.points, returns * Point.SIZE);
  kernel.perturb(returns, first);
  const perturbed = copy(work.points, returns * Point.SIZE);
  return { pulses, directions, traversed, reflected, echoed, shaded, perturbed };
}

/** Subrays of a pulse with the padding to whole vectors. */
const padded = (subrayCount: number) => Math.ceil(subrayCount / 4) * 4;

function readDirections(memory: WebAssembly.Memory, work: ThreadLayout, count: number, { settings }: EngineOptions) {
  const { subrayCount } = settings;
  const width = padded(subrayCount);
  const all = new Float32Array(memory.buffer, work.directions, count * 3 * width);
  const weights = new Float32Array(settings.subrays);
  const out = new Float32Array(count * subrayCount * 4);
  for (let ray = 0; ray < count * subrayCount; ray++) {
    const [p, k] = [Math.floor(ray / subrayCount), ray % subrayCount];
    for (let axis = 0; axis < 3; axis++) out[ray * 4 + axis] = all[(p * 3 + axis) * width + k];
    out[ray * 4 + 3] = weights[k * 4 + 3];
  }
  return out;
}

/** The kernel holds hits by field, pulse by pulse. */
function readHits(memory: WebAssembly.Memory, work: ThreadLayout, count: number, subrayCount: number): ArrayBuffer {
  const width = padded(subrayCount);
  const all = new Uint32Array(memory.buffer, work.hits, count * width * HIT_WORDS);
  const out = new Uint32Array(count * subrayCount * HIT_WORDS);
  for (let ray = 0; ray < count * subrayCount; ray++) {
    const [p, k] = [Math.floor(ray / subrayCount), ray % subrayCount];
    for (let field = 0; field < HIT_WORDS; field++)
      out[ray * HIT_WORDS + field] = all[(p * HIT_WORDS + field) * width + k];
  }
  return out.buffer;
}
