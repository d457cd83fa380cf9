import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random-stream.js';
import { BRAKING_MAX, type Driver, equilibriumGap } from '../../../src/scene/traffic-flow/driver.js';
import type { Crossing, RoadUser, TrafficPlan, TrafficWay } from '../../../src/scene/traffic-flow/traffic-plan.js';
import { settled, TRAFFIC_STEP, TrafficState } from '../../../src/scene/traffic-flow/traffic-state.js';

const CAR: Driver = { speed: 13.9, headway: 1.5, gap: 2, acceleration: 1.4, braking: 2 };
const WALKER: Driver = { speed: 1.35, headway: 0.6, gap: 0.4, acceleration: 1, braking: 1 };

/** A straight way along x, `round` metres until it begins anew. */
const straight = (length: number, round: number): TrafficWay => ({
  points: Float64Array.from([0, 0, 0, length, 0, 0]),
  along: Float64Array.from([0, length]),
  round,
});

/** `count` movers on a way, apart by equal shares of its round give or take `slack` metres. */
function spread(way: number, round: number, count: number, driver: Driver, random: RandomStream): RoadUser[] {
  return Array.from({ length: count }, (_, k) => ({
    way,
    driver: { ...driver, speed: driver.speed * (1 + 0.1 * random.bell()) },
    left: 0,
    front: driver === CAR ? 2.3 : 0.3,
    back: driver === CAR ? 2.3 : 0.3,
    along: ((k + 0.2 * random.unit()) * round) / count,
    speed: 0.3 * driver.speed,
  }));
}

/** A walkers' way of 600 m that crosses two lanes of 400 m, there and back; 60 movers. */
function crossingPlan(seed: number, cars = 20, walkers = 20): TrafficPlan {
  const random = new RandomStream(seed, 'movers');
  const lanes = [straight(380, 400), straight(380, 400)];
  const others = [
    { way: 0, from: 200, to: 203 },
    { way: 1, from: 150, to: 153 },
  ];
  const crossings: Crossing[] = [
    { first: { way: 2, from: 150, to: 157 }, others },
    { first: { way: 2, from: 450, to: 457 }, others },
  ];
  return {
    ways: [...lanes, straight(600, 600)],
    movers: [0, 1]
      .flatMap((way) => spread(way, 400, cars, CAR, random))
      .concat(spread(2, 600, walkers, WALKER, random)),
    crossings,
  };
}

describe('movers on one way', () => {
  it('keep the equilibrium gap that their number leaves them', () => {
    const random = new RandomStream(1, 'movers');
    const movers = spread(0, 400, 16, CAR, random).map((mover) => ({ ...mover, driver: CAR }));
    const state = new TrafficState({
      ways: [straight(400, 400)],
      movers: settled({ ways: [straight(400, 400)], movers, crossings: [] }, 600),
      crossings: [],
    });
    const gap = 400 / 16 - 4.6;
    for (const speed of state.speed) expect(equilibriumGap(CAR, speed)).toBeCloseTo(gap, 2);
  });

  it('come to rest at the end of a braking, not beyond it', () => {
    const [mover] = spread(0, 400, 1, CAR, new RandomStream(1, 'movers'));
    const state = new TrafficState({ ways: [straight(400, 400)], movers: [{ ...mover, speed: 1 }], crossings: [] });
    state.acceleration[0] = -50;
    expect(state.wayAfter(0, TRAFFIC_STEP)).toBeCloseTo(0.01, 12);
    state.advance();
    expect(state.speed[0]).toBe(0);
  });
});

describe('traffic with a crossing', () => {
  it.each([1, 2, 3, 4, 5, 6])('never has two bodies in one place, nor runs backwards (seed %i)', (seed) => {
    const plan = crossingPlan(seed);
    const state = new TrafficState({ ...plan, movers: settled(plan, 30) });
    const passed = plan.movers.map(() => 0);
    const found = { overlaps: 0, shared: 0, backwards: 0, braking: 0, waiting: 0 };
    for (let step = 0; step < 60 / TRAFFIC_STEP; step++) {
      state.decide();
      for (const [k, { way }] of plan.movers.entries()) {
        found.braking = Math.max(found.braking, -state.acceleration[k]);
        for (const [other, one] of plan.movers.entries())
          if (one.way === way && other !== k && state.gapTo(k, other) <= 0) found.overlaps++;
        const metres = state.wayAfter(k, TRAFFIC_STEP);
        if (metres < 0) found.backwards++;
        passed[k] += metres;
        if (way < 2 && state.speed[k] < 0.1) found.waiting++;
      }
      for (const { first, others } of plan.crossings) {
        const isOn = (stretch: typeof first) =>
          plan.movers.some(({ way }, k) => way === stretch.way && state.isOn(k, stretch));
        if (isOn(first) && others.some(isOn)) found.shared++;
      }
      state.advance();
    }
    expect(found).toMatchObject({ overlaps: 0, shared: 0, backwards: 0 });
    expect(found.braking).toBeLessThanOrEqual(BRAKING_MAX);
    // Cars wait for walkers, and everybody gets on.
    expect(found.waiting).toBeGreaterThan(0);
    expect(Math.min(...passed)).toBeGreaterThan(10);
  });

  it('conserves the flow: as many pass each place of a lane', () => {
    const plan = { ...crossingPlan(9), crossings: [] };
    const state = new TrafficState({ ...plan, movers: settled(plan, 300) });
    const counts = [0, 100, 250].map(() => 0);
    const lane = [...plan.movers.keys()].filter((k) => plan.movers[k].way === 0);
    for (let step = 0; step < 300 / TRAFFIC_STEP; step++) {
      const before = Float64Array.from(state.along);
      state.decide();
      state.advance();
      for (const [place, at] of [1, 100, 250].entries())
        counts[place] += lane.filter((k) => (state.along[k] - at + 400) % 400 < (before[k] - at + 400) % 400).length;
    }
    expect(Math.min(...counts)).toBeGreaterThan(50);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  });

  it('does not change when the movers are many steps later', () => {
    const plan = crossingPlan(3);
    const halfway = { ...plan, movers: settled(plan, 10) };
    expect(settled(halfway, 10)).toEqual(settled(plan, 20));
  });
});
