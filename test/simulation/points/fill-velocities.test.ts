import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../../src/base/vec3.js';
import { NO_SURFACE } from '../../../src/simulation/points/scene-bodies.js';
import { velocityFrom } from '../../support/movers.js';
import { FRAME, fromTurningVehicle, ofRollingWheel, velocitiesOf } from '../../support/velocities.js';

describe('along a beam of a vehicle that turns', () => {
  it.each<[name: string, arm: Vec3, meets: 'standing' | 'oncoming', expected: number]>([
    ['what stands comes closer', [0.5, 1, 1.8], 'standing', -8.641589],
    ['likewise from its origin', [0, 0, 0], 'standing', -8.654978],
    ['what comes towards it is faster', [0.5, 1, 1.8], 'oncoming', -17.528477],
  ])('%s', (_, arm, meets, expected) => {
    const { radial, moving } = fromTurningVehicle(arm, meets);
    expect(radial).toBeCloseTo(expected, 5);
    expect(moving).toBe(meets === 'oncoming' ? 1 : 0);
  });
});

describe('of a wheel that rolls towards a sensor', () => {
  it.each([
    ['top', 1, -30],
    ['hub', 0.5, -15],
    ['bottom', 0, 0],
  ])('its %s', (_, share, expected) => {
    const { radial, velocity } = ofRollingWheel(share);
    expect(radial).toBeCloseTo(expected, 3);
    expect(velocity[1]).toBeCloseTo(expected, 3);
  });
});

it('moves above 0.05 m/s', () => {
  const moving = (speed: number) => velocitiesOf({ way: [0, 9, 0], motion: velocityFrom(FRAME, [speed, 0, 0]) }).moving;
  expect([0, 0.0499, 0.0501, -1].map(moving)).toEqual([0, 0, 1, 1]);
});

it('is unknown of what no surface sent back', () => {
  expect(velocitiesOf({ way: [0, 9, 0], body: NO_SURFACE })).toEqual({
    radial: Number.NaN,
    velocity: [Number.NaN, Number.NaN, Number.NaN],
    moving: 0,
  });
});
