import { BUFFERS, type BufferName, type BufferRow, itemBytes, noCounts } from '../../src/device/buffers.js';
import type { DeviceScene } from '../../src/device/device-scene.js';
import { type PulseProgram, programRoomOf } from '../../src/device/pulse-program.js';
import { Hit } from '../../src/device/records.generated.js';
import type { RunSettings } from '../../src/device/run-settings.js';
import { STAGES, type Stage, type StageName } from '../../src/device/stages.js';
import { instantiateKernel } from '../../src/engine/cpu/kernel.js';
import { addressTable, layOutMemory, strideOf } from '../../src/engine/cpu/memory-layout.js';
import { loadKernelModule } from '../../src/engine/cpu/node-kernel-module.js';
import { allocateMemory, loadProgram, loadRun, loadScene } from '../../src/engine/cpu/shared-memory.js';
import { subrayWeights } from '../support/subray-weights.js';

const HIT_WORDS = Hit.SIZE / 4;

/** What a stage of the CPU engine's kernel leaves behind in the buffers that it writes, in the layouts of the GPU; lists are dense. */
type Written = Readonly<Record<BufferName, ArrayBuffer>>;

/** By stage. */
export type StageOutputs = Readonly<Record<StageName, Written>>;

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
  const [slot] = layout.slots;
  const addresses = addressTable(layout, thread, slot);
  new Uint32Array(memory.buffer, thread.table, addresses.length).set(addresses);
  const kernel = instantiateKernel(await loadKernelModule(), memory);
  kernel.bind(thread.table);

  const places = { ...thread.own, ...slot } as Work;
  const counted = noCounts();
  const read = (name: BufferName): ArrayBuffer => {
    if (name === 'directions') return readDirections(memory, places, count, settings, program);
    if (name === 'hits') return readHits(memory, places, count, settings);
    const { per, output }: BufferRow = BUFFERS[name];
    const items = per === 'return' ? counted.returns : output ? counted[output] : count;
    return new Uint8Array(memory.buffer, places[name], items * itemBytes('cpu', name)).slice().buffer;
  };
  const run = ({ name, unit, counts, writes }: Stage & { name: StageName }) => {
    const made = kernel[name](first, unit === 'return' ? counted.returns : count);
    if (counts) counted[counts] = made;
    const isHere = (written: BufferName) => (BUFFERS[written] as BufferRow).on !== 'gpu';
    return [name, Object.fromEntries(writes.filter(isHere).map((written) => [written, read(written)]))];
  };
  return Object.fromEntries(STAGES.map(run));
}

type Work = Readonly<Record<BufferName, number>>;

function readDirections(
  memory: WebAssembly.Memory,
  work: Work,
  count: number,
  settings: RunSettings,
  program: PulseProgram,
): ArrayBuffer {
  const { subrayCount } = settings;
  const width = strideOf(settings) / 4;
  const all = new Float32Array(memory.buffer, work.directions, count * 3 * width);
  const weights = subrayWeights(program.buffers.subrays, subrayCount);
  const out = new Float32Array(count * subrayCount * 4);
  for (let ray = 0; ray < count * subrayCount; ray++) {
    const [p, k] = [Math.floor(ray / subrayCount), ray % subrayCount];
    for (let axis = 0; axis < 3; axis++) out[ray * 4 + axis] = all[(p * 3 + axis) * width + k];
    out[ray * 4 + 3] = weights[k];
  }
  return out.buffer;
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
