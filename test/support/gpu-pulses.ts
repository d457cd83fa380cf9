import { hostBuffers, itemBytes } from '../../src/device/buffers.js';
import { type PulseProgram, programRoomOf } from '../../src/device/pulse-program.js';
import { createChunkBuffers } from '../../src/engine/gpu/chunk-buffers.js';
import { bind, createPipeline } from '../../src/engine/gpu/compute-pipeline.js';
import { dispatch } from '../../src/engine/gpu/dispatch.js';
import { chunkRecord } from '../../src/engine/gpu/gpu-session.js';
import { PLAIN_PROGRAM, passesFor } from '../../src/engine/gpu/passes.js';
import { device, readBack } from './gpu-run.js';
import { settingsWith } from './scan.js';

const settings = settingsWith();
/** The pulse pass has nothing to do with the scene. */
const NO_SCENE = {
  segments: { nodes: { count: 1, recordsEach: 1 }, triangles: { count: 1, recordsEach: 1 } },
  stackEntries: 1,
};

/** Pulse records of these numbers, made by the engine's own pulse pass; fastest for runs of consecutive numbers. */
export const gpuPulses = (program: PulseProgram, numbers: readonly number[]): Promise<ArrayBuffer> =>
  writtenByPulse(program, numbers, 'pulses');

/** Output of the engine's pulse pass for these numbers. */
export async function writtenByPulse(
  program: PulseProgram,
  numbers: readonly number[],
  buffer: 'pulses' | 'counts',
): Promise<ArrayBuffer> {
  if (!device) throw new Error('there is no GPU');
  const [pass] = passesFor({ ...PLAIN_PROGRAM, deflector: program.deflector });
  const compute = await createPipeline(device, pass, NO_SCENE);
  const stretches = stretchesOf(numbers);
  const pulses = Math.max(...stretches.map(({ count }) => count));
  const { shared, all } = await createChunkBuffers(device, { settings, room: programRoomOf([program]), pulses });
  const group = bind(device, compute, shared);
  for (const name of hostBuffers('run')) device.queue.writeBuffer(shared[name]!, 0, settings.buffers[name]);
  for (const name of hostBuffers('leg')) device.queue.writeBuffer(shared[name]!, 0, program.buffers[name]);
  const size = itemBytes('gpu', buffer);
  const out = new Uint8Array(numbers.length * size);
  let at = 0;
  for (const { first, count } of stretches) {
    device.queue.writeBuffer(shared.chunk!, 0, chunkRecord(first, count));
    const encoder = device.createCommandEncoder();
    const encoded = encoder.beginComputePass();
    encoded.setPipeline(compute.pipeline);
    encoded.setBindGroup(0, group);
    dispatch(encoded, pass.extent, { pulseCount: count, ...settings, doubts: undefined });
    encoded.end();
    device.queue.submit([encoder.finish()]);
    out.set(new Uint8Array(await readBack(device, shared[buffer]!, count * size)), at);
    at += count * size;
  }
  for (const buffer of all) buffer.destroy();
  return out.buffer;
}

/** Numbers that follow each other, in order. */
function stretchesOf(numbers: readonly number[]): { first: number; count: number }[] {
  const stretches: { first: number; count: number }[] = [];
  for (const number of numbers) {
    const last = stretches.at(-1);
    if (last && number === last.first + last.count) last.count++;
    else stretches.push({ first: number, count: 1 });
  }
  return stretches;
}
