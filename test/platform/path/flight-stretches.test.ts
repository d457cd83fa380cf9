import { describe, expect, it } from 'vitest';
import { add, length, scale, subtract, type Vec3 } from '../../../src/base/vec3.js';
import { type FlightLimits, flightStretches } from '../../../src/platform/path/flight-stretches.js';

const LIMITS: FlightLimits = { speed: 10, acceleration: 2, yawRate: 1 };
const stretchesOf = (points: Vec3[], smooth = true, yaws = true) => flightStretches(points, LIMITS, smooth, yaws);

describe('the stretches of a flight', () => {
  it('end on their very points, whatever rounding there is on the way', () => {
    const points: Vec3[] = [
      [0.1, 0.2, 0.3],
      [7.3, 11.9, 4.7],
      [-3.1, 0.7, 2.9],
    ];
    const flights = stretchesOf(points, false);
    expect(flights.map((flight) => flight.length)).toEqual([1, 1]);
    flights.forEach(([line], k) => {
      expect(line.at(0).position).toEqual(points[k]);
      expect(line.at(line.length).position).toEqual(points[k + 1]);
      const way = subtract(points[k + 1], points[k]);
      expect(line.length).toBe(length(way));
      const middle = add(points[k], scale(way, 0.5));
      expect(line.at(line.length / 2).position).toEqual(middle.map((value) => expect.closeTo(value, 12)));
      expect(line.at(3).direction).toEqual(way.map((value) => expect.closeTo(value / line.length, 12)));
    });
  });

  it('lead round a right angle: a line, an arc of v²/a, a line, that touch', () => {
    const [[into, round, outOf], ...others] = stretchesOf([
      [0, 0, 5],
      [0, 200, 5],
      [150, 200, 5],
    ]);
    expect(others).toEqual([]);
    expect([into, round, outOf].map((stretch) => stretch.length)).toEqual(
      [150, 25 * Math.PI, 100].map((metres) => expect.closeTo(metres, 9)),
    );
    expect([into, round, outOf].map((stretch) => stretch.radius)).toEqual([
      Number.POSITIVE_INFINITY,
      expect.closeTo(50, 9),
      Number.POSITIVE_INFINITY,
    ]);
    expect(round.speedMax).toBeCloseTo(10, 9);
    // The middle of the arc: 50 m from its centre at (50, 150), to the north-west.
    const { position, direction } = round.at(round.length / 2);
    const part = 50 * Math.SQRT1_2;
    expect(position).toEqual([50 - part, 150 + part, 5].map((value) => expect.closeTo(value, 9)));
    expect(direction).toEqual([Math.SQRT1_2, Math.SQRT1_2, 0].map((value) => expect.closeTo(value, 12)));
    expect(round.at(0).position).toEqual(into.at(into.length).position);
    expect(outOf.at(0).position).toEqual(round.at(round.length).position);
  });

  it('turn no faster than the craft yaws: an arc of v over that rate', () => {
    const corner: Vec3[] = [
      [0, 0, 5],
      [400, 400, 5],
      [800, 0, 5],
    ];
    const radiusOf = (yawRate: number) => flightStretches(corner, { ...LIMITS, yawRate }, true, true)[0][1].radius;
    expect(radiusOf(0.1)).toBeCloseTo(100, 9);
    expect(radiusOf(1)).toBeCloseTo(50, 9);
  });

  it('stop between a line that has a heading and one that has none, where the craft yaws', () => {
    const tower: Vec3[] = [
      [0, 0, 0],
      [0, 0, 100],
      [100, 0, 100],
    ];
    expect(stretchesOf(tower)).toHaveLength(2);
    expect(stretchesOf(tower.toReversed())).toHaveLength(2);
    expect(stretchesOf(tower, true, false)).toHaveLength(1);
  });

  it('do not stop between two lines that have no heading', () => {
    // Each 0.9 µrad from the vertical, to either side: not a line, and without any yaw.
    const crooked: Vec3[] = [
      [0, 0, 0],
      [9e-5, 0, 100],
      [0, 0, 200],
    ];
    const flights = stretchesOf(crooked);
    expect(flights).toHaveLength(1);
    expect(flights[0][1].speedMax).toBe(10);
  });

  it('stop where the path turns back', () => {
    const back: Vec3[] = [
      [0, 0, 5],
      [0, 100, 5],
      [0, 20, 5],
    ];
    expect(stretchesOf(back)).toHaveLength(2);
    // 0.01 rad less than half a turn is still flown round, 0.009 less is not.
    const almost = (angle: number): Vec3[] => [
      ...back.slice(0, 2),
      [80 * Math.sin(angle), 100 - 80 * Math.cos(angle), 5],
    ];
    expect(stretchesOf(almost(0.0101), true, false)).toHaveLength(1);
    expect(stretchesOf(almost(0.0099), true, false)).toHaveLength(2);
  });
});
