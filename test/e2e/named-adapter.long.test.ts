import { describe, expect, it } from 'vitest';
import { isSoftware, scan, softwareWorkplace } from './engine-scans.js';

describe.skipIf(!isSoftware)('a machine with a software GPU only (skipped: SwiftShader is not at hand)', () => {
  const place = softwareWorkplace();

  it('takes it where it is named, in the program with all its shaders', async () => {
    const gpu = await scan(place, place.run, 'gpu', '--engine', 'gpu', '--adapter', 'software');
    const cpu = await scan(place, place.answer, 'cpu', '--engine', 'cpu');
    expect(gpu.report).toMatchObject({ engine: 'gpu', device: 'SwiftShader', points: cpu.report.points });
    expect(gpu.said).toEqual([]);
    expect(gpu.cloud.length).toBe(cpu.cloud.length);
    // Times of the device, and not nothing.
    expect(gpu.report.stages.traverse).toBeGreaterThan(0);
  });
});
