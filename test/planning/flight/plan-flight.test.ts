import { describe, expect, it } from 'vitest';
import { planFlight } from '../../../src/planning/flight/plan-flight.js';
import { coverageShares } from '../../../src/planning/plan-map.js';
import type { FlightRequest } from '../../../src/planning/plan-request.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { box, level, objOf, sceneFolder } from '../plain-scenes.js';

const folder = sceneFolder();
const plain = folder.write('plain.obj', objOf([level(-200, -100, 200, 100, 10)]));
// The eastern half lies 30 m lower, and a tower stands on the western one.
const stepped = folder.write(
  'stepped.obj',
  objOf([level(-200, -100, 0, 100, 30), level(0, -100, 200, 100, 0), ...box(-50, -5, -40, 5, 30, 90)]),
);
const DEGREE = Math.PI / 180;

const fly = (request: Partial<FlightRequest>) =>
  planFlight(
    { kind: 'als', scene: plain, scanner: 'riegl-lms-q560', height: 400, ...request },
    { machine: nodeMachine, cache: false },
  );

/** A survey of the plain whose pulse rate is set. */
const fixedAt = (pulseRate: number): string =>
  folder.write(
    `at-${pulseRate}.yaml`,
    `scene: { parts: [ { file: plain.obj } ] }\nscanner: { id: riegl-vq-780i, pulseRate: ${pulseRate} }\n`,
  );

describe('planFlight', () => {
  it('lays out lines whose numbers can be done by hand', async () => {
    const plan = await fly({ fieldOfView: 40 * DEGREE, overlap: 0.25, speed: 50, height: 150 });
    // 2 · 150 · tan 20° = 109.19 m; a quarter of it overlaps: 81.89 m; 200 m need 1 + ⌈90.81 / 81.89⌉ lines.
    expect(plan.swathWidth).toBeCloseTo(109.191, 3);
    expect(plan.spacing).toBeCloseTo(81.893, 3);
    expect(plan.fieldOfView / DEGREE).toBeCloseTo(40, 6);
    expect(plan.lines).toHaveLength(3);
    expect(plan.heading).toBe(Math.PI / 2);
    // Along the longer side, and one line of the scanner (0.5 m at 100 lines a second and 50 m/s) more at either end.
    expect(plan.lines[0].length).toBeCloseTo(401, 6);
    expect(plan.scanTime).toBeCloseTo((3 * 401) / 50, 6);
    // Half a turn at 3° a second each, and the way to the next line.
    expect(plan.totalTime).toBeCloseTo(plan.scanTime + 2 * (60 + 81.893 / 50), 3);
    // 100 lines a second; each facet takes 90° of the mirror's turn, of which 40° are used: 240 kHz · 40/90.
    expect(plan.pulseRateHz).toBeCloseTo((240_000 * 40) / 90, -3);
    expect(plan.distances.along).toBeCloseTo(0.5, 9);
    expect(plan.distances.acrossEdge).toBeCloseTo((plan.distances.across ?? 0) / Math.cos(20 * DEGREE) ** 2, 9);
    expect(plan.density.strip).toBeCloseTo(plan.pulseRateHz / (50 * plan.swathWidth), 9);
    expect(plan.density.block).toBeCloseTo(plan.density.strip / 0.75, 9);
    expect(plan.distances.rangeMin).toBeCloseTo(150, 3);
    expect(plan.distances.rangeMax).toBeCloseTo(150 / Math.cos(20 * DEGREE), 3);
    expect(plan.ground).toEqual({ low: 10, mean: 10, high: 10 });
    expect(plan.altitude).toEqual([160, 160]);
    expect(plan.legs[0].section).toMatchObject({ name: 'line 1', speed: 50 });
    // The block is 273 m wide: every cell is seen, the overlaps twice.
    const shares = coverageShares(plan.map);
    expect(shares.none).toBe(0);
    expect(shares.more).toBeCloseTo((2 * (109.191 - 81.893)) / 200, 1);
  });

  it('chooses the pulse rate for a density, and keeps one that the survey sets', async () => {
    const request = {
      density: 8,
      speed: 60,
      overlap: 0,
      height: 600,
      area: { min: [-200, -100], max: [200, 900] },
      heading: 90 * DEGREE,
    } as const;
    // 692.8 m wide, of each pulse of the mirror's turn two thirds leave: 8 points need 8 · 60 · 692.8 · 3/2 = 499 kHz.
    const free = await fly({ ...request, scanner: 'riegl-vq-780i' });
    expect(free.sections.scanner).toMatchObject({ id: 'riegl-vq-780i', pulseRate: 500_000 });
    expect(free.notes.join()).toContain('the pulse rate is chosen for the density: 500000 Hz');
    expect(free.density.block).toBeGreaterThan(8);
    await expect(fly({ ...request, scene: fixedAt(150_000), scanner: undefined })).rejects.toThrow(
      '--density: found 8, expected at most 2.41 (points/m²)',
    );
  });

  it('flies slower where edges that one line covers would leave too few points', async () => {
    // Two swaths of 109.19 m, 81.89 m apart, cover 191 m: a seventh less than lines without end would have.
    const request = {
      fieldOfView: 40 * DEGREE,
      overlap: 0.25,
      height: 150,
      area: { min: [-150, -95], max: [150, 95] },
      density: 12,
    } as const;
    const plan = await fly(request);
    expect(plan.lines).toHaveLength(2);
    expect(plan.density.area).toBeGreaterThan(12 * 0.99);
    expect(plan.density.area).toBeLessThan(12 * 1.01);
    expect(plan.density.block).toBeGreaterThan(13);
    expect(plan.notes.join()).toContain('the speed is chosen for the density');
    const fixed = folder.write(
      'fixed.yaml',
      'scene: { parts: [ { file: plain.obj } ] }\nscanner: { id: riegl-lms-q560, pulseRate: 180000, lineRate: 100 }\n',
    );
    const own = await fly({ ...request, scene: fixed, scanner: undefined });
    const given = await fly({ ...request, scene: fixed, scanner: undefined, speed: own.speed * 1.1 });
    expect(given.notes.join()).toMatch(
      /over the area itself there are 1[0-1]\.\d points\/m², less than the 12 required/,
    );
  });

  it('says which share of the area has no scene below it', async () => {
    // The plain ends at x = 200, half of the way.
    const half = await fly({ area: { min: [100, -100], max: [300, 100] } });
    expect(half.notes.join()).toMatch(/(49|50|51) % of the area has no scene below it/);
    expect((await fly({ area: { min: [0, -50], max: [100, 50] } })).notes.join()).not.toContain('no scene below');
  });

  it('says a density of thousands in digits', async () => {
    const dense = fly({ scanner: 'riegl-vux-1uav', platform: 'quadcopter', height: 20, kind: 'uav', density: 1e6 });
    await expect(dense).rejects.toThrow(/expected at most \d{4,} \(points/);
  });

  it('keeps to the highest ground, or to the mean', async () => {
    const above = await fly({ scene: stepped, height: 400 });
    expect(above.altitude[0]).toBeCloseTo(430, 3);
    expect(above.reference).toBe('highest');
    const mean = await fly({ scene: stepped, height: 400, above: 'mean' });
    expect(mean.altitude[0]).toBeCloseTo(415, 0);
    expect(mean.distances.rangeMin).toBeCloseTo(mean.altitude[0] - 90, 3);
  });

  it('follows the terrain within its climb', async () => {
    const plan = await planFlight(
      {
        kind: 'uav',
        scene: stepped,
        scanner: 'velodyne-alpha-prime',
        height: 65,
        speed: 10,
        climb: 2,
        fieldOfView: 60 * DEGREE,
      },
      { machine: nodeMachine, cache: false },
    );
    expect(plan.reference).toBe('terrain');
    expect(plan.altitude[0]).toBeCloseTo(65, 0);
    expect(plan.altitude[1]).toBeCloseTo(95, 0);
    for (const { section } of plan.legs) {
      const points = section.waypoints as [number, number, number][];
      points.slice(1).forEach(([x, y, z], k) => {
        const [a, b, c] = points[k];
        expect(Math.abs(z - c)).toBeLessThanOrEqual(0.2 * Math.hypot(x - a, y - b) + 0.002);
      });
      expect(section).toMatchObject({ azimuth: [-30, 30], turn: 'smooth', speed: 10 });
    }
    expect(plan.notes.join()).toContain('the climb is limited');
  });

  it('keeps the mount of a platform that looks down, and the place of one that does not', async () => {
    const kept = await fly({ scanner: 'riegl-vux-1uav', platform: 'quadcopter', height: 100 });
    expect(kept.sections).toEqual({ scanner: expect.anything(), platform: 'quadcopter', mount: undefined });
    const turned = await fly({ platform: 'tripod', height: 100 });
    expect(turned.sections.mount).toMatchObject({ position: [0, 0, 1.5] });
    expect(turned.mount.position).toEqual([0, 0, 1.5]);
    // The scanner is 1.5 m above its platform.
    expect((turned.legs[0].section.from as number[])[2]).toBeCloseTo(10 + 100 - 1.5, 3);
  });

  it('says of wishes that cannot be met what can', async () => {
    // 4000 m / cos 22.5° = 4329.6 m; 1500 m · cos 22.5° = 1385.8 m.
    await expect(fly({ height: 4000 })).rejects.toThrow(
      /--height: found 4000, expected at most 1385\.8 \(m\): .* 4330 m away, .* 1500 m far/,
    );
    await expect(fly({ scanner: 'leica-als50', height: 150 })).rejects.toThrow(/expected at least 200 \(m\)/);
    await expect(fly({ scene: stepped, height: 50 })).rejects.toThrow(/found 50, expected more than 60\.0 \(m\)/);
    await expect(fly({ fieldOfView: 61 * DEGREE })).rejects.toThrow(/--fov: found 61, expected at most 45 \(deg\)/);
    await expect(fly({ scanner: 'livox-mid-40', height: 100, fieldOfView: 20 * DEGREE })).rejects.toThrow(/is fixed/);
    await expect(fly({ scanner: 'velodyne-vlp-16', height: 20, fieldOfView: 175 * DEGREE })).rejects.toThrow(
      /cannot look down/,
    );
    await expect(fly({ area: { min: [500, 0], max: [600, 10] } })).rejects.toThrow(/--area: nothing of the scene/);
    await expect(fly({ scanner: 'riegl-lms-q56' })).rejects.toThrow(/did you mean "riegl-lms-q560"/);
    await expect(fly({ platform: 'quadcoper' })).rejects.toThrow(/--platform: .*did you mean "quadcopter"/);
    await expect(fly({ scanner: undefined })).rejects.toThrow(/--scanner is missing/);
    await expect(fly({ scene: folder.path('cloud.las') })).rejects.toThrow(/ends in \.xml, \.yaml/);
  });
});
