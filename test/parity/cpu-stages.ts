import type { DeviceScene } from '../../src/device/device-scene.js';
import { type PulseProgram, programRoomOf } from '../../src/device/pulse-program.js';
import { Hit, Point, Pulse } from '../../src/device/records.generated.js';
import type { RunSettings } from '../../src/device/run-settings.js';
import { instantiateKernel } from '../../src/engine/cpu/kernel.js';
import { addressTable, layOutMemory, strideOf } from '../../src/engine/cpu/memory-layout.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { allocateMemory, loadProgram, loadRun, loadScene } from '../../src/engine/cpu/shared-memory.js';

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

/** What is put through the stages. */
export interface StageInput {
  device: DeviceScene;
  settings: RunSettings;
}

/** Puts `count` pulses from `first` on (a block at most) through the kernel, stage by stage. */
export async function runCpuStages(
  { device, settings }: StageInput,
  program: PulseProgram,
  first: number,
  count: number,
): Promise<StageOutputs> {
  const layout = layOutMemory(device, { settings, bytes: programRoomOf([program]).bytes }, 1);
  const memory = allocateMemory(layout.bytes);
  loadScene(memory, layout, device);
  loadRun(memory, layout, settings);
  loadProgram(memory, layout, program);
  const [thread] = layout.threads;
  const addresses = addressTable(layout, thread);
  new Uint32Array(memory.buffer, thread.table, addresses.length).set(addresses);
  const kernel = instantiateKernel(await loadKernelModule(), memory);
  kernel.bind(thread.table);

  const work = thread.own as Work;
  const copy = (at: number, size: number) => new Uint8Array(memory.buffer, at, size).slice().buffer;
  kernel.pulse(first, count);
  const pulses = copy(work.pulses, count * Pulse.SIZE);
  kernel.subray(first, count);
  const directions = readDirections(memory, work, count, settings, program);
  kernel.traverse(first, count);
  const traversed = readHits(memory, work, count, settings);
  kernel.reflect(first, count);
  const reflected = readHits(memory, work, count, settings);
  const returns = kernel.echo(first, count);
  const echoed = copy(work.returns, returns * Point.SIZE);
  kernel.shade(first, returns);
  const shaded = copy(work.returns, returns * Point.SIZE);
  kernel.perturb(first, returns);
  const perturbed = copy(work.returns, returns * Point.SIZE);
  return { pulses, directions, traversed, reflected, echoed, shaded, perturbed };
}

type Work = Readonly<Record<'pulses' | 'directions' | 'hits' | 'returns', number>>;

function readDirections(
  memory: WebAssembly.Memory,
  work: Work,
  count: number,
  settings: RunSettings,
  program: PulseProgram,
) {
  const { subrayCount } = settings;
  const width = strideOf(settings) / 4;
  const all = new Float32Array(memory.buffer, work.directions, count * 3 * width);
  const weights = new Float32Array(program.buffers.subrays);
  const out = new Float32Array(count * subrayCount * 4);
  for (let ray = 0; ray < count * subrayCount; ray++) {
    const [p, k] = [Math.floor(ray / subrayCount), ray % subrayCount];
    for (let axis = 0; axis < 3; axis++) out[ray * 4 + axis] = all[(p * 3 + axis) * width + k];
    out[ray * 4 + 3] = weights[k * 4 + 3];
  }
  return out;
}

/** The kernel holds hits by field, pulse by pulse. */
function readHits(memory: WebAssembly.Memory, work: Work, count: number, settings: RunSettings): ArrayBuffer {
  const { subrayCount } = settings;
  const width = strideOf(settings) / 4;
  const all = new Uint32Array(memory.buffer, work.hits, count * width * HIT_WORDS);
  const out = new Uint32Array(count * subrayCount * HIT_WORDS);
  for (let ray = 0; ray < count * subrayCount; ray++) {
    const [p, k] = [Math.floor(ray / subrayCount), ray % subrayCount];
    for (let field = 0; field < HIT_WORDS; field++)
      out[ray * HIT_WORDS + field] = all[(p * HIT_WORDS + field) * width + k];
  }
  return out.buffer;
}
