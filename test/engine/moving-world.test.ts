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
import { inLong } from '../support/long-run.js';
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

// A GPU in software compiles for half a minute.
describe.each(inLong(ENGINES, ENGINES.slice(0, 1)))(
  'a world that moves with its sensor, on the %s',
  (_, there, open) => {
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
  },
);

describe.each(ENGINES)('bodies that come and go, on the %s', (_, there, open) => {
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
});
