import { describe, expect, it } from 'vitest';
import { Node2, Triangle } from '../../../src/device/records.generated.js';
import { storageCount } from '../../../src/engine/gpu/bindings.js';
import type { GpuLimits } from '../../../src/engine/gpu/gpu-adapter.js';
import { recordsOfSegment } from '../../../src/engine/gpu/gpu-scene.js';
import { PLAIN_PROGRAM, passesFor } from '../../../src/engine/gpu/passes.js';
import { sceneCapacity } from '../../../src/engine/gpu/scene-capacity.js';

const MIB = 2 ** 20;

const limitsOf = (bindingMib: number, storageBuffers: number): GpuLimits => ({
  bindingBytes: bindingMib * MIB,
  bufferBytes: 2 * bindingMib * MIB,
  storageBuffers,
  workgroups: 65535,
});

/** Storage buffers of the most demanding pass over a scene of so many triangles, three for each node. */
function buffersFor(triangles: number, limits: GpuLimits): number {
  const segments = (records: number, size: number) => {
    const recordsEach = recordsOfSegment(size, limits);
    return { count: Math.max(1, Math.ceil(records / recordsEach)), recordsEach };
  };
  const scene = { nodes: segments(triangles / 3, Node2.SIZE), triangles: segments(triangles, Triangle.SIZE) };
  return Math.max(...passesFor(PLAIN_PROGRAM).map((pipeline) => storageCount(pipeline, scene)));
}

describe('sceneCapacity', () => {
  it.each([
    [128, 8],
    [128, 10],
    [256, 12],
    [512, 9],
  ])('is the most that %i MiB a binding and %i buffers a pass allow', (bindingMib, storageBuffers) => {
    const limits = limitsOf(bindingMib, storageBuffers);
    const { triangles } = sceneCapacity(limits);
    expect(buffersFor(triangles, limits)).toBeLessThanOrEqual(storageBuffers);
    expect(buffersFor(triangles + 3, limits)).toBeGreaterThan(storageBuffers);
  });

  it('is five million triangles and more with the least that WebGPU guarantees', () => {
    const { triangles, segments } = sceneCapacity(limitsOf(128, 8));
    expect(triangles).toBeGreaterThan(5e6);
    expect(segments).toBeGreaterThan(2);
  });

  it('grows with the binding up to the numbers that triangles are given', () => {
    const sizes = [64, 128, 1024, 4095].map((mib) => sceneCapacity(limitsOf(mib, 16)).triangles);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(sizes.at(-1)).toBe(2 ** 26);
  });

  it('is nothing where a pass has no buffers left', () => {
    expect(sceneCapacity(limitsOf(128, 4)).triangles).toBe(0);
  });
});
