import { describe, expect, it } from 'vitest';
import { compose, IDENTITY } from '../../src/base/affine.js';
import { angleBetween, rotate } from '../../src/base/quaternion.js';
import { type DistrictWish, planDistrict, streetGrid } from '../../src/procedural/district/district-plan.js';
import { parkVehicles, placePedestrians, placeStreetFurniture } from '../../src/procedural/district/place-life.js';
import { placeDistrictMovers } from '../../src/procedural/district/place-traffic.js';
import { generateModel } from '../../src/procedural/generate.js';
import { ModelBuilder } from '../../src/procedural/model-builder.js';
import { areClose, footprintOf, type GroundOutline } from '../../src/procedural/street/footprints.js';
import type { Model } from '../../src/scene/model.js';
import { bodyPoseAt } from '../../src/scene/motion/motion-pose.js';
import { limbsOfTraffic } from '../../src/scene/traffic-limbs.js';
import { inLong, sampleOf } from '../support/long-run.js';

const SECONDS = inLong(120, 40);
const VEHICLES = { car: 5, van: 2, bicycle: 2, bus: 3 };
/** Half of the carriageway of all streets, and the width of pavements, metres. */
const [ROAD_HALF, PAVEMENT] = [5.25, 3];

const EXTENT = 220;

/** A district without its houses, whose lanes and pavements are the same, in a fraction of the time. */
function district(seed: number, details: Pick<DistrictWish, 'vehicles' | 'moving'>, more: DistrictWish = {}): Model {
  const wish = { extent: EXTENT, ...more, ...details };
  const plan = { seed, triangles: 1e6, detail: 0, wish, model: new ModelBuilder(), ...planDistrict(seed, 1e6, wish) };
  parkVehicles(plan);
  if (details.moving) placeDistrictMovers(plan, details.moving);
  placeStreetFurniture(plan);
  placePedestrians(plan);
  return plan.model.finish();
}

const motionsOf = ({ traffic }: Model, to = SECONDS) =>
  traffic === undefined ? [] : (limbsOfTraffic(traffic, IDENTITY, { startTime: 0, from: 0, to }) ?? []);

const moversOf = (model: Model) => model.instances.filter(({ body }) => body !== undefined);

/** Where the movers that are there at a moment cover the ground. */
function outlinesAt(model: Model, motions: ReturnType<typeof motionsOf>, time: number) {
  return moversOf(model).flatMap(({ mesh, name, transform }, k) => {
    const pose = bodyPoseAt(motions[k].motion, time);
    if (!pose.isVisible) return [];
    const [c, s] = rotate(pose.orientation, [1, 0, 0]);
    const body = [c, -s, 0, pose.position[0], s, c, 0, pose.position[1], 0, 0, 1, pose.position[2]];
    const frame = compose(body, compose(motions[k].place, transform));
    return [{ name, outline: footprintOf(model.meshes[mesh], frame, 2) }];
  });
}

const cornersOf = ({ x, y, cos, sin, halfLength: l, halfWidth: w }: GroundOutline): [number, number][] =>
  [
    [l, w],
    [l, -w],
    [-l, w],
    [-l, -w],
  ].map(([u, v]) => [x + cos * u - sin * v, y + sin * u + cos * v]);

describe('moving traffic of a district', () => {
  it.each(sampleOf([1, 2, 3, 4, 5, 6], 1))(
    'never has a body in another one, nor in what stands, and keeps to road and pavement (seed %i)',
    (seed) => {
      const model = district(
        seed,
        { vehicles: VEHICLES, moving: { vehicles: 30, walkers: 40 } },
        { parked: 0.9, people: 30 },
      );
      const motions = motionsOf(model);
      expect(motions).toHaveLength(70);
      const plan = planDistrict(seed, 1e6, { extent: EXTENT });
      const { columns, rows } = streetGrid(plan);
      const isOnPavement = ([x, y]: [number, number]) =>
        plan.blocks.some(({ x0, x1, y0, y1 }) => {
          const within = Math.min(x - x0, x1 - x, y - y0, y1 - y);
          return within > 0 && within < PAVEMENT;
        });
      const offRoad = (x: number, y: number) =>
        Math.min(...columns.map((at) => Math.abs(x - at)), ...rows.map((at) => Math.abs(y - at))) - ROAD_HALF;
      const still = model.instances
        .filter(({ name, body }) => body === undefined && !/^(district_|tree|grass|house)/.test(name))
        .map(({ mesh, transform }) => footprintOf(model.meshes[mesh], transform, 2));
      const faults: string[] = [];
      let [seen, way, driven] = [0, 0, 0];
      for (let time = 0; time <= SECONDS; time += 0.2) {
        const now = outlinesAt(model, motions, time);
        seen += now.length;
        for (const [k, one] of now.entries()) {
          const { x, y } = one.outline;
          const at = `at ${time.toFixed(1)} s, ${x.toFixed(1)} ${y.toFixed(1)}`;
          for (const other of now.slice(k + 1))
            if (areClose(one.outline, other.outline, 0)) faults.push(`${one.name} in ${other.name} ${at}`);
          if (still.some((other) => areClose(one.outline, other, 0))) faults.push(`${one.name} in what stands ${at}`);
          const corners = cornersOf(one.outline);
          if (/^person/.test(one.name)) {
            if (!corners.every(isOnPavement)) faults.push(`${one.name} off the pavement ${at}`);
            continue;
          }
          if (corners.some((corner) => offRoad(...corner) > 0)) faults.push(`${one.name} off the road ${at}`);
          // Nobody is over the scanner at the origin.
          if (Math.hypot(x, y) < 0.6) faults.push(`${one.name} over the origin ${at}`);
        }
      }
      expect(faults.slice(0, 5)).toEqual([]);
      expect(seen / (SECONDS * 5 + 1)).toBeGreaterThan(50);
      for (const [k, { name }] of moversOf(model).entries()) {
        if (/^person/.test(name)) continue;
        for (let time = 0; time < SECONDS - 0.5; time += 0.5) {
          const [from, to] = [bodyPoseAt(motions[k].motion, time), bodyPoseAt(motions[k].motion, time + 0.5)];
          if (!from.isVisible || !to.isVisible) continue;
          way += Math.hypot(to.position[0] - from.position[0], to.position[1] - from.position[1]);
          driven += 0.5;
        }
      }
      // They get on, although they wait for each other.
      expect(way / driven).toBeGreaterThan(2.5);
    },
  );

  it('is that of the seed, and of its own, goes on as before in a longer run, and slows down in turns', () => {
    const moving = { vehicles: 20, walkers: 6 };
    const [one, again, other] = [
      district(3, { moving }),
      district(3, { moving }),
      district(3, { moving: { ...moving, seed: 9 } }),
    ];
    expect(again.traffic).toEqual(one.traffic);
    expect(other.traffic?.movers).not.toEqual(one.traffic?.movers);
    const still = ({ instances }: Model) =>
      instances.filter(({ body, name }) => body === undefined && !/^tree|^grass/.test(name)).map(({ name }) => name);
    expect(still(other)).toEqual(still(one));
    const [short, long] = [motionsOf(one, 20), motionsOf(one, 30)];
    let turns = 0;
    for (const [k, { motion }] of short.entries()) {
      expect(bodyPoseAt(long[k].motion, 17.3)).toEqual(bodyPoseAt(motion, 17.3));
      if (/^person/.test(moversOf(one)[k].name)) continue;
      for (let time = 0; time < 19; time += 0.1) {
        const [from, to] = [bodyPoseAt(motion, time), bodyPoseAt(motion, time + 0.1)];
        if (!from.isVisible || !to.isVisible) continue;
        const speed = Math.hypot(to.position[0] - from.position[0], to.position[1] - from.position[1]) / 0.1;
        const turn = angleBetween(from.orientation, to.orientation) / 0.1;
        if (turn > 0.2) turns++;
        // Across a bend of 6 m that is taken at 3.5 m/s: 2 m/s², and somewhat more where they still brake.
        expect(speed * turn).toBeLessThan(3);
      }
    }
    expect(turns).toBeGreaterThan(20);
  });

  it('keeps the lane over the origin to the east free, on which a scanner drives', () => {
    const model = district(2, { moving: { vehicles: 24 } });
    for (const { points } of model.traffic?.ways ?? [])
      for (let k = 0; k + 6 < points.length; k += 3) {
        const isEast = points[k + 3] > points[k] && points[k + 4] === points[k + 1];
        expect(isEast && Math.abs(points[k + 1]) < 2.5).toBe(false);
      }
    expect(model.traffic?.movers).toHaveLength(24);
  });

  it('is in the model of a district, which still has its houses', () => {
    const model = generateModel('district', {
      seed: 1,
      triangles: 300_000,
      size: { extent: 160 },
      details: { moving: { vehicles: 5, walkers: 3 } },
    });
    expect(moversOf(model)).toHaveLength(8);
    expect(model.instances.filter(({ name }) => /^house/.test(name)).length).toBeGreaterThan(20);
  });

  it('refuses more than there is room for, and vehicles that do not turn', () => {
    expect(() => district(1, { moving: { vehicles: 900 } })).toThrow(
      /^moving\.vehicles: found 900, .* district has no/,
    );
    expect(() => district(1, { moving: { walkers: 990 } })).toThrow(/^moving\.walkers: found 990/);
    expect(() => district(1, { vehicles: { bus: 1 }, moving: { vehicles: 2 } })).toThrow(/none of car, van, bicycle/);
  });
});
