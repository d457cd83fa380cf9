import { describe, expect, it } from 'vitest';
import { type Affine, compose, IDENTITY, rotation, scaling, translation } from '../../src/base/affine.js';
import { DEGREE } from '../../src/base/angle.js';
import { angleBetween, rotate } from '../../src/base/quaternion.js';
import { orientationOf } from '../../src/platform/pose-at.js';
import { generateModel } from '../../src/procedural/generate.js';
import type { SceneSize } from '../../src/procedural/procedural-kind.js';
import type { SceneDetails } from '../../src/procedural/scene-details.js';
import { areClose, footprintOf, type GroundOutline } from '../../src/procedural/street/footprints.js';
import type { Model } from '../../src/scene/model.js';
import { bodyPoseAt } from '../../src/scene/motion/motion-pose.js';
import { poseOnWay } from '../../src/scene/traffic-flow/way-pose.js';
import { limbsOfTraffic } from '../../src/scene/traffic-limbs.js';
import { sampleOf } from '../support/long-run.js';
import { checkClose, checkSame } from '../support/quick-checks.js';
import { hashModel } from './models.js';

const VEHICLES = { car: 5, van: 2, lorry: 1, bus: 1, bicycle: 2 };
const RUN = { startTime: 0, from: 0, to: 60 };

const street = (seed: number, details: SceneDetails, size: SceneSize = {}) =>
  generateModel('street', { seed, triangles: 250_000, size: { length: 150, ...size }, details });

/** The motions of a street's movers, in the world. */
const motionsOf = ({ traffic }: Model, place: Affine = IDENTITY, run = RUN) =>
  traffic === undefined ? [] : (limbsOfTraffic(traffic, place, run) ?? []);

/** The bodies of a street that move. */
const moversOf = (model: Model) => model.instances.filter(({ body }) => body !== undefined);

/** What stands in the way: below the height of people, without the ground and what hangs above it. */
const standing = (model: Model): GroundOutline[] =>
  model.instances
    .filter(({ name, body }) => body === undefined && !/^(street_|wires|tree|grass|hedge|house|fence)/.test(name))
    .map(({ mesh, transform }) => footprintOf(model.meshes[mesh], transform, 2));

/** Where the movers that are there at a moment cover the ground; their boxes turn with them. */
function outlinesAt(model: Model, motions: ReturnType<typeof motionsOf>, time: number) {
  return moversOf(model).flatMap(({ mesh, name, transform }, k) => {
    const pose = bodyPoseAt(motions[k].motion, time);
    if (!pose.isVisible) return [];
    const [c, s] = rotate(pose.orientation, [1, 0, 0]);
    const body = [c, -s, 0, pose.position[0], s, c, 0, pose.position[1], 0, 0, 1, pose.position[2]];
    const frame = compose(body, compose(motions[k].place, transform));
    return [{ name, outline: footprintOf(model.meshes[mesh], frame, 2), z: frame[11] }];
  });
}

describe('moving traffic of a street', () => {
  it.each(sampleOf([1, 2, 3, 4], 2))('never has a body in another one, nor in what stands (seed %i)', (seed) => {
    const model = street(
      seed,
      { vehicles: VEHICLES, moving: { vehicles: 14, walkers: 46 } },
      { parked: 0.9, people: 10, length: 250, lanes: seed < 3 ? 2 : 4 },
    );
    const motions = motionsOf(model);
    expect(motions).toHaveLength(60);
    const still = standing(model);
    const faults: string[] = [];
    let seen = 0;
    for (let time = 0; time <= 60; time += 0.1) {
      const now = outlinesAt(model, motions, time);
      seen += now.length;
      for (const [k, one] of now.entries()) {
        for (const other of now.slice(k + 1))
          if (areClose(one.outline, other.outline, 0)) faults.push(`${one.name} in ${other.name} at ${time}`);
        if (still.some((other) => areClose(one.outline, other, 0))) faults.push(`${one.name} at ${time}`);
        if (/^person/.test(one.name)) continue;
        // Nobody is over the scanner at the origin.
        const { x, y } = one.outline;
        if (Math.hypot(x, y) < 0.6) faults.push(`${one.name} over the origin at ${time}`);
      }
    }
    expect(faults.slice(0, 5)).toEqual([]);
    // Most are there at any time.
    expect(seen / 601).toBeGreaterThan(40);
  });

  it('goes forwards, at bounded speeds and decelerations, on the road', () => {
    const model = street(7, { moving: { vehicles: 10, walkers: 10, speed: 10 } });
    for (const [k, { motion }] of motionsOf(model).entries()) {
      const isVehicle = /^car/.test(moversOf(model)[k].name);
      for (let time = 0; time < 59; time += 0.5) {
        const [from, to] = [bodyPoseAt(motion, time), bodyPoseAt(motion, time + 0.05)];
        if (!from.isVisible || !to.isVisible) continue;
        const [x, y] = rotate(from.orientation, [1, 0, 0]);
        const ahead = (to.position[0] - from.position[0]) * x + (to.position[1] - from.position[1]) * y;
        const where = `mover ${k} at ${time} s`;
        checkSame(ahead > -1e-9 && ahead / 0.05 < (isVehicle ? 13 : 2), true, `${where}: ${ahead} m ahead`);
        if (isVehicle) checkClose(from.position[2], 0, 0.2, where);
      }
    }
  });

  it('is that of the seed, and of its own seed, and leaves the street as it is', () => {
    const moving = { vehicles: 4, walkers: 2 };
    const [one, again, other] = [
      street(5, { moving }),
      street(5, { moving }),
      street(5, { moving: { ...moving, seed: 9 } }),
    ];
    expect(again.traffic).toEqual(one.traffic);
    expect(hashModel(again)).toBe(hashModel(one));
    expect(other.traffic?.movers).not.toEqual(one.traffic?.movers);
    const parked = ({ instances }: Model) =>
      instances.filter(({ name, body }) => /^car/.test(name) && body === undefined);
    expect(parked(other)).toEqual(parked(one));
  });

  it('goes on as before in a longer run, and with the place of its part', () => {
    const model = street(2, { moving: { vehicles: 6, walkers: 4 } });
    const place = compose(translation([100, -20, 3]), compose(rotation([0, 0, 1], 0.7), scaling([2, 2, 2])));
    const [short, long, placed] = [
      motionsOf(model),
      motionsOf(model, IDENTITY, { ...RUN, to: 70 }),
      motionsOf(model, place),
    ];
    for (const [k, { motion }] of short.entries()) {
      const at = bodyPoseAt(motion, 31.7);
      expect(bodyPoseAt(long[k].motion, 31.7)).toEqual(at);
      const there = bodyPoseAt(placed[k].motion, 31.7);
      const [x, y] = at.position;
      expect(there.position[0]).toBeCloseTo(100 + 2 * (x * Math.cos(0.7) - y * Math.sin(0.7)), 6);
      expect(there.position[1]).toBeCloseTo(-20 + 2 * (x * Math.sin(0.7) + y * Math.cos(0.7)), 6);
      expect(rotate(there.orientation, [1, 0, 0])[0]).toBeCloseTo(
        rotate(at.orientation, rotate([0, 0, 0, 1], [1, 0, 0]))[0] * Math.cos(0.7) -
          rotate(at.orientation, [1, 0, 0])[1] * Math.sin(0.7),
        6,
      );
    }
    expect(() => motionsOf(model, scaling([1, 2, 1]))).toThrow(/mirrored, or stretched unequally/);
    expect(() => motionsOf(model, scaling([-1, 1, 1]))).toThrow(/mirrored/);
    expect(limbsOfTraffic(model.traffic ?? expect.fail(), scaling([1, 1, 0]), RUN)).toBeUndefined();
  });

  it('turns by 1° at most between two knots, even where a walker begins his way anew', () => {
    const model = street(4, { moving: { vehicles: 4, walkers: 14 } }, { length: 60 });
    let returned = 0;
    for (const { motion } of motionsOf(model)) {
      for (let k = 0; k + 1 < motion.times.length; k++) {
        if (motion.holds?.[k] === 1) continue;
        checkClose(angleBetween(orientationOf(motion, k), orientationOf(motion, k + 1)), 0, 1.01 * DEGREE, k);
      }
      if (motion.holds && motion.visible?.[motion.visible.length - 1] === 1) returned++;
    }
    expect(returned).toBeGreaterThan(5);
  });

  it('leaves free the lane that a scanner drives', () => {
    const model = street(3, { moving: { vehicles: 6 } }, { drive: 40 });
    expect(new Set(model.traffic?.movers.map(({ way }) => way))).toEqual(new Set([0]));
    for (const { transform } of moversOf(model)) expect(transform[0]).toBeLessThan(0);
  });

  it('gives walkers the crossing from kerb to kerb, whatever the bend of the street', () => {
    const { traffic } = street(1, { moving: { vehicles: 4, walkers: 2 } }, { length: 300 });
    if (traffic === undefined) expect.fail();
    for (const { first } of traffic.crossings)
      for (const place of [first.from, first.to]) {
        const [x, y] = poseOnWay(traffic.ways[first.way], place).position;
        // The line of the street is y = x²/1300, its kerb 5.25 m beside it, and points of a way 0.25 m apart.
        const aside = Math.abs(y - (x * x) / 1300);
        expect(aside).toBeGreaterThan(5.2);
        expect(aside).toBeLessThan(5.6);
      }
  });

  it('refuses more than there is room for, and vehicles that would stand in the way', () => {
    expect(() => street(1, { moving: { vehicles: 40 } })).toThrow(/^moving\.vehicles: found 40, .* no room for/);
    expect(() => street(1, { moving: { vehicles: 2 } }, { lanes: 1 })).toThrow(/^moving\.vehicles: found 2/);
    expect(() => street(1, { moving: { walkers: 900 } })).toThrow(/^moving\.walkers: found 900/);
    expect(() => street(1, { moving: { vehicles: 2 } }, { traffic: 3 })).toThrow(/no moving beside traffic/);
    expect(() => street(1, { moving: { vehicles: 2.5 } })).toThrow(/moving\.vehicles: found 2\.5, expected a whole/);
    expect(() => street(1, { moving: { speed: 90 } })).toThrow(/moving\.speed: found 90/);
    expect(() => street(1, { moving: { seed: 0.5 } })).toThrow(/moving\.seed: found 0\.5/);
  });

  it('refuses more steps than motions may have knots', () => {
    const model = street(1, { moving: { vehicles: 4 } });
    expect(() => motionsOf(model, IDENTITY, { ...RUN, to: 1e7 })).toThrow(/more than 16777216 knots/);
  });
});
