import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as subray from '../src/index.js';

const ROOT = resolve(import.meta.dirname, '..');

/** Words in code of the README's table of exports. */
function namesInReadme(): string[] {
  const [, table] = /\| for \| exports \|\n([\s\S]*?)\n\n/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))!;
  return [...table.matchAll(/`(\w+)`/g)].map(([, name]) => name);
}

describe('the package', () => {
  it('exports what the README says, and the README names every function', () => {
    const functions = Object.entries(subray).filter(
      ([name, value]) => typeof value === 'function' && /^[a-z]/.test(name),
    );
    expect(namesInReadme().sort()).toEqual(functions.map(([name]) => name).sort());
  });

  it('scans triangles of a program, as often as wanted, and writes what a survey in memory asks for', async () => {
    const positions = Float32Array.of(-20, -20, 0, 20, -20, 0, 20, 20, 0, -20, 20, 0);
    const indices = Uint32Array.of(0, 1, 2, 0, 2, 3);
    const scene = subray.createScene([{ name: 'floor', positions, indices, reflectance: 0.4, classification: 2 }]);
    const settings: subray.ScanSettings = {
      scanner: 'velodyne-vlp-16',
      legs: [{ position: [0, 0, 1.7], duration: 0.01 }],
    };
    const count = async (batches: AsyncIterable<subray.PointBatch>) => {
      let points = 0;
      for await (const batch of batches) points += batch.count;
      return points;
    };
    const how = { engine: 'cpu', threads: 1, cache: false } as const;
    const points = await count(subray.scan({ scene, ...settings, ...how }));
    expect(points).toBeGreaterThan(500);
    const device = await subray.openScene(scene, how);
    expect(await count(device.scan(settings))).toBe(points);
    expect(await count(device.scan(settings))).toBe(points);
    await device.close();
    const output = [join(mkdtempSync(join(tmpdir(), 'subray-index-')), 'floor.las')];
    const survey = await subray.createSurvey({ scene, ...settings, output });
    expect((await subray.runSurvey(survey, how)).outputs[0].points).toBe(points);
    rmSync(dirname(output[0]), { recursive: true });
  });

  it('lists the pulses of a scanner of the catalogue on a path', async () => {
    const scanner = subray.loadScanner('velodyne-vlp-16');
    const points = [
      [0, 0, 0],
      [0, 20, 0],
    ] as const;
    const trajectory = subray.pathTrajectory(points, { speed: 10 });
    const leg: subray.Leg = {
      name: 'walk',
      pointSourceId: 1,
      path: { kind: 'recorded', trajectory },
      azimuthStart: 0,
      azimuthEnd: 2 * Math.PI,
      startTime: 0,
    };
    const mount: subray.Mount = { position: [0, 0, 2], heading: 0, pitch: 0, roll: 0 };
    // A shot of 16 lasers every 55.296 µs for 2 s (VLP-16 User Manual).
    expect(subray.legTiming(scanner, leg).pulseCount).toBe(16 * Math.ceil(2 / 55.296e-6));
    const program = subray.createPulseProgram({ scanner, mount, leg, frameOrigin: [0, 0, 0] });
    const { origins, times } = await subray.listPulses(program, 16 * 18_000, 1);
    expect(times[0]).toBeCloseTo(18_000 * 55.296e-6, 9);
    expect(origins[1]).toBeCloseTo(10 * times[0], 1);
    await expect(subray.listPulses(program, program.pulseCount, 1)).rejects.toThrow(subray.UserError);
  });

  it('takes no speed that leads nowhere', () => {
    const points = [
      [0, 0, 0],
      [1, 0, 0],
    ] as const;
    for (const speed of [0, -1, Number.NaN, Infinity])
      expect(() => subray.pathTrajectory(points, { speed })).toThrow(`speed: found ${speed}, expected a number > 0`);
    const limits = { speed: 1, acceleration: 0, yawRate: 1, turn: 'stop' } as const;
    expect(() => subray.multicopterTrajectory(points, limits)).toThrow('acceleration: found 0');
  });
});
