import { describe, expect, it } from 'vitest';
import { medianShare, pulseShare, swathProfile } from '../../../src/planning/scanner/swath-profile.js';

/** A fan of even angles to 45° on either side, on two channels rolled by `roll`. */
function rolledFan(roll: number) {
  const angles = Array.from({ length: 2048 }, (_, k) => ((k + 0.5) / 2048 - 0.5) * (Math.PI / 2));
  const places = [roll, -roll].flatMap((turn) =>
    angles.map((angle) => [Math.tan(angle) * Math.cos(turn), Math.tan(angle) * Math.sin(turn)]),
  );
  return {
    count: places.length,
    right: Float64Array.from(places, ([right]) => right),
    ahead: Float64Array.from(places, ([, ahead]) => ahead),
  };
}

describe('the profile of a swath', () => {
  const flat = swathProfile(rolledFan(0), { left: -1, right: 1 });
  const FAR = 100;

  it('has the density of even angles: 1 / (θ (1 + x²)) of the pulses for each metre across', () => {
    // Of a band, whose middle is 1/32 from its edge, within the 2 % by which 128 pulses a band can be in error.
    for (const x of [-0.97, -0.53, 0.03, 0.41, 0.97])
      expect(pulseShare(flat, x, FAR, FAR) * (Math.PI / 2) * (1 + x * x)).toBeCloseTo(1, 1);
    expect(pulseShare(flat, 1.01, FAR, FAR)).toBe(0);
    expect(medianShare(flat) * (Math.PI / 2) * (1 + 0.5 ** 2)).toBeCloseTo(1, 1);
  });

  it('has the channel that looks ahead or back alone where the line begins and ends', () => {
    const roll = 0.25;
    const rolled = swathProfile(rolledFan(roll), { left: -Math.cos(roll), right: Math.cos(roll) });
    const whole = pulseShare(rolled, 0.8, FAR, FAR);
    const ahead = 0.8 * Math.tan(roll);
    expect(pulseShare(rolled, 0.8, 0, FAR)).toBeCloseTo(whole / 2, 12);
    expect(pulseShare(rolled, 0.8, FAR, 0)).toBeCloseTo(whole / 2, 12);
    expect(pulseShare(rolled, 0.8, 1.1 * ahead, FAR)).toBeCloseTo(whole, 12);
    expect(pulseShare(rolled, 0.8, -1.1 * ahead, FAR)).toBe(0);
  });

  it('repeats the neighbour in a band that no pulse meets', () => {
    const two = { count: 2, right: Float64Array.of(-0.9, 0.9), ahead: Float64Array.of(0, 0) };
    const sparse = swathProfile(two, { left: -1, right: 1 });
    expect(pulseShare(sparse, 0.3, FAR, FAR)).toBe(pulseShare(sparse, 0.9, FAR, FAR));
    expect(pulseShare(sparse, 0.9, FAR, FAR)).toBeGreaterThan(0);
  });
});
