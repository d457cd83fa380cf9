import { describe, expect, it } from 'vitest';
import { fromAttitude } from '../../src/base/quaternion.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { Point } from '../../src/device/records.generated.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Leg } from '../../src/platform/leg.js';
import type { SampledMotion } from '../../src/scene/motion/sampled-motion.js';
import type { Scene } from '../../src/scene/scene.js';
import { colouredWorld, IN_SUNLIGHT } from '../support/coloured-movers.js';
import { ENGINES, type OpenEngine } from '../support/engines.js';
import { evenly, motionThrough, sceneWithMovers, velocityFrom } from '../support/movers.js';
import { moverInput, SEVEN, TURN_AT_STATION } from '../support/moving-surveys.js';
import { settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, materialsOf, meshOf, rectangle } from '../support/scenes.js';

const DEGREE = Math.PI / 180;
/** Of those of a turn of the head. */
const PULSES = 12_000;
const FIELDS = Point.SIZE / 4;

type Input = Awaited<ReturnType<typeof moverInput>>;

/** The points of a leg as records. */
async function recordsOf({ device, settings, program }: Input, open: OpenEngine, end = program.pulseCount) {
  const engine = await open(device);
  const parts: Uint8Array[] = [];
  for await (const { outputs } of engine.trace(settings, program, { range: { first: 0, end } }))
    parts.push(new Uint8Array(outputs.points.words.slice().buffer));
  await engine.close();
  const { buffer } = Uint8Array.from(Buffer.concat(parts));
  const [floats, words] = [new Float32Array(buffer), new Uint32Array(buffer)];
  return Array.from({ length: words.length / FIELDS }, (_, k) => {
    const f32 = (field: number) => floats[k * FIELDS + field / 4];
    const u32 = (field: number) => words[k * FIELDS + field / 4];
    return {
      key: `${u32(Point.pulse)}/${u32(Point.returnNumber)}`,
      position: [0, 4, 8].map((at) => f32(Point.position + at)) as unknown as Vec3,
      time: f32(Point.timeHigh) + f32(Point.timeLow),
      range: f32(Point.range),
      cosine: f32(Point.incidenceCosine),
      energy: f32(Point.energy),
      surface: u32(Point.surface),
      color: u32(Point.color),
    };
  });
}

describe.each(ENGINES)('a world that moves with its sensor, on the %s', (_, there, open) => {
  /** A car at 15 m/s that turns by 20°/s, as a path of the platform, or as the motion of a body. */
  const TURN = 20 * DEGREE;
  const placeAt = (t: number): Vec3 => [15 * t, -2 * t, 0];
  const turning: SampledMotion = motionThrough((t) => ({ place: placeAt(t), turn: TURN * t }), evenly(0, 0.2, 41));
  const path: Leg['path'] = {
    kind: 'recorded',
    trajectory: {
      times: Float64Array.from(turning.times),
      positions: Float64Array.from(evenly(0, 0.2, 41).flatMap((t) => [...placeAt(t).slice(0, 2), 1.6])),
      orientations: Float64Array.from(evenly(0, 0.2, 41).flatMap((t) => fromAttitude(-TURN * t, 0, 0))),
    },
  } as Leg['path'];
  const cases: [name: string, leg: Leg, motion: SampledMotion, isTurned: boolean][] = [
    [
      'at constant velocity',
      {
        ...TURN_AT_STATION,
        path: {
          kind: 'straight',
          from: [0, 0, 1.6],
          to: [1.5, -0.2, 1.6],
          speed: 10 * Math.hypot(1.5, 0.2),
          attitude: { heading: 0, pitch: 0, roll: 0 },
        },
      },
      velocityFrom([0, 0, 0], [15, -2, 0]),
      false,
    ],
    ['turning', { ...TURN_AT_STATION, path }, turning, true],
  ];

  it.skipIf(!there).each(cases)('gives the points of one that stands, %s', async (_, leg, motion, isTurned) => {
    const still = {
      ...TURN_AT_STATION,
      path: { kind: 'station', position: [0, 0, 1.6], attitude: { heading: 0, pitch: 0, roll: 0 } } as Leg['path'],
    };
    // Without shadows where the sun would stand elsewhere for the sensor.
    const colors = isTurned ? ({ kind: 'base' } as const) : IN_SUNLIGHT;
    const standing = await recordsOf(
      await moverInput({ scene: colouredWorld(), leg: still, footprint: SEVEN, colors }),
      open,
      PULSES,
    );
    const moving = await recordsOf(
      await moverInput({ scene: colouredWorld(motion), leg, footprint: SEVEN, colors }),
      open,
      PULSES,
    );
    const byKey = new Map(moving.map((point) => [point.key, point]));
    const seen = { same: 0, elsewhere: 0, otherColor: 0, otherEnergy: 0 };
    for (const point of standing) {
      const other = byKey.get(point.key);
      // A subray that passes an edge on its other side changes a return.
      if (other?.surface !== point.surface || Math.abs(other.range - point.range) > 1e-4) seen.elsewhere++;
      else {
        seen.same++;
        seen.otherColor += Number(other.color !== point.color);
        seen.otherEnergy += Number(Math.abs(other.energy / point.energy - 1) > 1e-3);
      }
    }
    expect(seen.same).toBeGreaterThan(5_000);
    expect(new Set(standing.map(({ color }) => color)).size).toBeGreaterThan(100);
    expect(seen.elsewhere / seen.same).toBeLessThan(2e-3);
    expect(seen.otherColor / seen.same).toBeLessThan(2e-3);
    expect(seen.otherEnergy / seen.same).toBeLessThan(2e-3);
  });
});

describe.each(ENGINES)('numbers of moving bodies, on the %s', (_, there, open) => {
  interface Sweep {
    scene: Scene;
    rotationRateHz: number;
    firingPeriod: number;
    azimuth: [from: number, to: number];
    sceneTime?: number;
  }

  /** Points of one beam that sweeps about the origin. */
  async function sweep({ scene, rotationRateHz, firingPeriod, azimuth, sceneTime = 0 }: Sweep) {
    const scanner = testScanner({ deflector: { kind: 'spinning', rotationRateHz, firingPeriod } });
    const mount = { position: [0, 0, 0] as Vec3, heading: 0, pitch: 0, roll: 0 };
    const leg: Leg = {
      ...station([0, 0, 0]),
      path: {
        kind: 'station',
        position: [0, 0, 0],
        attitude: { heading: 0, pitch: 0, roll: 0 },
        duration: (azimuth[1] - azimuth[0]) / 360 / rotationRateHz,
      },
      azimuthStart: azimuth[0] * DEGREE,
      azimuthEnd: azimuth[1] * DEGREE,
    };
    const program = createPulseProgram({ scanner, mount, leg, frameOrigin: scene.frameOrigin, sceneTime });
    const settings = settingsWith({ materials: materialsOf(scene) });
    return recordsOf({ device: await deviceSceneOf(scene), settings, program }, open);
  }

  const side = (corner: Vec3, edge: Vec3, velocity: Vec3) =>
    sceneWithMovers(
      [meshOf(rectangle(corner, edge, [0, 0, 2]))],
      [{ mesh: 0, motion: velocityFrom([0, 0, 0], velocity) }],
    );

  it.skipIf(!there).each([
    [15, 4.358139],
    [-15, 4.650743],
    [30, 4.226127],
    [0, 4.5],
  ])('a car at %s m/s is as long as a beam that turns has seen it', async (speed, length) => {
    const scene = side([7.1, -2.25, -1], [0, 4.5, 0], [0, speed, 0]);
    const points = await sweep({
      scene,
      rotationRateHz: 10,
      firingPeriod: 1e-6,
      azimuth: [60, 120],
      sceneTime: 1 / 60,
    });
    const [front, rear] = [points[0], points[points.length - 1]];
    expect(Math.abs(front.position[1] - rear.position[1] - length)).toBeLessThan(1e-3);
    if (speed !== 15) return;
    expect(front.position[1]).toBeCloseTo(2.542895, 3);
    expect(front.time + 1 / 60).toBeCloseTo(0.019526333, 5);
    expect(rear.position[1]).toBeCloseTo(-1.815244, 3);
    expect(rear.time + 1 / 60).toBeCloseTo(0.028983747, 5);
  });

  it.skipIf(!there).each([
    [15, -1.207572, 1.207572],
    [-15, -0.582233, 0.582233],
    [3, -5.200156, 5.200156],
  ])('a car at %s m/s that a slow head sees from there to here', async (speed, from, to) => {
    const scene = side([-2.25, 30, -1], [4.5, 0, 0], [speed, 0, 0]);
    const points = await sweep({
      scene,
      rotationRateHz: 10 / 360,
      firingPeriod: 2e-5,
      azimuth: [-15, 15],
      sceneTime: -1.5,
    });
    expect(points[0].position[0]).toBeCloseTo(from, 3);
    expect(points[points.length - 1].position[0]).toBeCloseTo(to, 3);
    if (speed === 15) expect(points[0].time - 1.5).toBeCloseTo(-0.230505, 4);
  });

  it.skipIf(!there)('a plate that crosses a beam is hit as often as it is there', async () => {
    const scene = side([-1.5, 30, -1], [1, 0, 0], [20, 0, 0]);
    const points = await sweep({ scene, rotationRateHz: 1e-9, firingPeriod: 1e-4, azimuth: [0, 3.6e-8] });
    expect(Math.abs(points.length - 500)).toBeLessThanOrEqual(1);
  });

  it.skipIf(!there)('a wall comes closer', async () => {
    const scene = side([-50, 50, -1], [100, 0, 0], [0, -20, 0]);
    const points = await sweep({ scene, rotationRateHz: 1e-9, firingPeriod: 1e-4, azimuth: [0, 3.6e-7] });
    const at = points.find(({ time }) => Math.abs(time - 0.75) < 1e-6);
    expect(Math.abs((at?.range ?? 0) - 35)).toBeLessThan(1e-4);
  });

  it.skipIf(!there)(
    'a plate that comes and goes lets light through while it is away, and is not in the way then',
    async () => {
      const meshes = [
        meshOf(rectangle([-1, 20, -1], [2, 0, 0], [0, 0, 2])),
        meshOf(rectangle([-1, 0, -1], [2, 0, 0], [0, 0, 2])),
      ];
      const times = [0, 0.1, 0.3, 0.5, 0.7];
      const motion = motionThrough(() => ({ place: [0, 10, 0] }), times, { visible: Uint8Array.of(1, 0, 1, 0, 0) });
      const scene = sceneWithMovers(meshes, [{ mesh: 0 }, { mesh: 1, motion }]);
      const points = await sweep({ scene, rotationRateHz: 1e-9, firingPeriod: 1e-4, azimuth: [0, 3.6e-7] });
      expect(points).toHaveLength(10_000);
      const near = points.filter(({ range }) => Math.abs(range - 10) < 1e-4).map(({ time }) => time);
      const far = points.filter(({ range }) => Math.abs(range - 20) < 1e-4);
      expect(near.length + far.length).toBe(10_000);
      expect(near).toHaveLength(3_000);
      expect(near.filter((t) => (t > 0.1001 && t < 0.2999) || t > 0.5001)).toEqual([]);
    },
  );

  it.skipIf(!there)('a plate turns away', async () => {
    const plate = meshOf(rectangle([-1, 0, -1], [2, 0, 0], [0, 0, 2]));
    const motion = motionThrough((t) => ({ place: [0, 10, 0], turn: Math.PI * t }), evenly(0, 1, 181));
    const scene = sceneWithMovers([plate], [{ mesh: 0, motion }]);
    const points = await sweep({ scene, rotationRateHz: 1e-9, firingPeriod: 1e-4, azimuth: [0, 3.6e-7] });
    const at = points.find(({ time }) => Math.abs(time - 0.2) < 1e-6);
    expect(at?.cosine).toBeCloseTo(0.809017, 5);
  });
});
