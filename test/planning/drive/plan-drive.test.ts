import { describe, expect, it } from 'vitest';
import { planDrive } from '../../../src/planning/drive/plan-drive.js';
import type { DriveRequest } from '../../../src/planning/plan-request.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { level, objOf, sceneFolder } from '../plain-scenes.js';

const folder = sceneFolder();
// A ramp of 5 m between two plains: from x = 0 to 50.
const ramp = folder.write(
  'ramp.obj',
  objOf([level(-50, -10, 0, 10, 0), [0, -10, 0, 50, -10, 5, 50, 10, 5, 0, 10, 0], level(50, -10, 100, 10, 5)]),
);

const drive = (request: Partial<DriveRequest>) =>
  planDrive(
    { kind: 'mls', scene: ramp, scanner: 'velodyne-vlp-16', ...request },
    { machine: nodeMachine, cache: false },
  );

describe('planDrive', () => {
  it('drives along the longer side, on the ground', async () => {
    const plan = await drive({ speed: 8 });
    const path = plan.legs[0].section.path as number[][];
    expect(path[0]).toEqual([-50, 0, 0]);
    expect(path[path.length - 1]).toEqual([100, 0, 5]);
    for (const [x, y, z] of path) {
      expect(y).toBe(0);
      expect(Math.abs(z - Math.min(5, Math.max(0, x / 10)))).toBeLessThan(0.1);
    }
    expect(plan.length).toBeCloseTo(100 + Math.hypot(50, 5), 0);
    expect(plan.scanTime).toBeCloseTo(plan.length / 8, 9);
    // 16 lasers on a head that turns 10 times a second, 0.2° from firing to firing (18.08
    // kHz): 5 cm and 3.5 cm at 10 m.
    expect(plan.lineSpacing).toBeCloseTo(8 / 160, 6);
    expect(plan.pointSpacing).toBeCloseTo(10 * 2 * Math.PI * 10 * 55.296e-6, 4);
    expect(plan.pulsesPerMetre).toBeCloseTo(16 / 55.296e-6 / 8, -1);
    expect(plan.pulseRateHz).toBeCloseTo(16 / 55.296e-6, 6);
    expect(plan.lineRateHz).toBeCloseTo(160, 9);
    expect(plan).toMatchObject({ kind: 'mls', speed: 8, referenceRange: 10, notes: [], totalTime: plan.scanTime });
    expect(plan.legs[0]).toMatchObject({ section: { name: 'drive', speed: 8 }, comment: '150 m, 18.8 s' });
    expect(plan.area).toEqual({ min: [-50, -10], max: [100, 10] });
    expect(plan.map.area).toEqual(plan.area);
    // As densely as the cells of the ground: 150 m in 400.
    const [track] = plan.map.tracks;
    expect([plan.map.tracks.length, track.length]).toEqual([1, 401]);
    expect([track[0], track[400]]).toEqual([[-50, 0], [100, 0]]); // biome-ignore format: places
    expect(plan.sections.platform).toBe('vehicle-roof');
  });

  it('drives along a path that is given', async () => {
    const plan = await drive({
      path: [
        [-40, -5],
        [-40, -5],
        [-10, -5],
        [-10, 5],
      ],
    });
    expect(plan.legs[0].section).toMatchObject({
      path: [
        [-40, -5, 0],
        [-10, -5, 0],
        [-10, 5, 0],
      ],
      speed: 10,
    });
    expect(plan.length).toBeCloseTo(40, 9);
  });

  it('turns a line scanner across the way', async () => {
    const plan = await drive({ scanner: 'riegl-lms-q560' });
    expect(plan.sections.mount).toMatchObject({ heading: 90, position: [0, 0, 2.4] });
    // The stated mount of a survey is kept.
    const scene = folder.write(
      'own.yaml',
      'scene: { parts: [ { file: ramp.obj } ] }\nscanner: riegl-lms-q560\nmount: { heading: 45 }\n',
    );
    expect((await drive({ scene, scanner: undefined })).sections.mount).toEqual({ heading: 45 });
  });

  it('says what is wrong with a path', async () => {
    await expect(drive({ path: [[0, 0]] })).rejects.toThrow(/at least two places/);
    await expect(
      drive({
        path: [
          [0, 0],
          [0, 11],
        ],
      }),
    ).rejects.toThrow(/--path: found 0,11, which is outside/);
    const ceiling = folder.write('ceiling.obj', objOf([level(0, 0, 10, 10, 0), level(0, 0, 10, 10, 1.5)]));
    await expect(drive({ scene: ceiling })).rejects.toThrow(/no ground to drive on/);
  });
});
