import { describe, expect, it } from 'vitest';
import { looksDown, nadirMount } from '../../../src/planning/scanner/nadir-mount.js';
import { patternOutline } from '../../../src/planning/scanner/pattern-outline.js';
import { angleAcross, scannerOutline, swathOf, verticalWindow } from '../../../src/planning/scanner/swath.js';
import type { Deflector, LaserChannel } from '../../../src/scanner/scanner.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';

const DEGREE = Math.PI / 180;
const laser = (angles: Partial<LaserChannel> = {}): LaserChannel => ({
  elevation: 0,
  azimuthOffset: 0,
  roll: 0,
  origin: [0, 0, 0],
  fireTime: 0,
  ...angles,
});
const parallel = (fov: number): Deflector => ({
  kind: 'parallel',
  pulseRateHz: 1e5,
  scanRateHz: 100,
  fieldOfView: fov * DEGREE,
});

const offAxis = async (deflector: Deflector) =>
  Math.max(...(await patternOutline(deflector, nodeMachine)).map(([, y]) => Math.acos(Math.min(1, y)))) / DEGREE;

describe('patternOutline', () => {
  it('finds how far a mirror that nutates throws the beam', async () => {
    const palmer = (incidence: number): Deflector => ({
      kind: 'palmer',
      pulseRateHz: 1e5,
      rotationRateHz: 20,
      mirrorTilt: 7 * DEGREE,
      incidence: incidence * DEGREE,
    });
    // A mirror tilted by τ turns the beam by 2τ in the plane of incidence.
    expect(await offAxis(palmer(0))).toBeCloseTo(14, 6);
    expect(Math.max(...(await patternOutline(palmer(45), nodeMachine)).map(([, , z]) => z))).toBeCloseTo(
      Math.sin(14 * DEGREE),
      6,
    );
    // Out of that plane by less: sin 2τ cos δ where the mirror is tilted square to it, a little more nearby.
    const across = Math.max(...(await patternOutline(palmer(45), nodeMachine)).map(([x]) => x)) / Math.sin(14 * DEGREE);
    expect(across).toBeGreaterThan(Math.SQRT1_2);
    expect(across).toBeLessThan(1.02 * Math.SQRT1_2);
  });

  it('finds how far prisms throw the beam', async () => {
    const prism = { angle: 18 * DEGREE, refractiveIndex: 1.51, rotationRateHz: 100 };
    const one: Deflector = { kind: 'risley', pulseRateHz: 1e5, airIndex: 1, prisms: [prism] };
    // Inclined face first: the ray meets it at 18°, goes on at asin(sin 18° / 1.51) to its normal,
    // and leaves the flat face.
    const inside = 18 * DEGREE - Math.asin(Math.sin(18 * DEGREE) / 1.51);
    expect(await offAxis(one)).toBeCloseTo(Math.asin(1.51 * Math.sin(inside)) / DEGREE, 9);
    // Two of HELIOS++'s Livox Mid-70, whose pulses lie within 35.19° (helios-compat §11.6).
    const mid70: Deflector = {
      ...one,
      prisms: [-29.7, 29.7].map((angle) => ({ ...prism, angle: angle * DEGREE, refractiveIndex: 1.5095 })),
    };
    expect(await offAxis(mid70)).toBeCloseTo(35.19, 1);
  });
});

describe('swathOf', () => {
  it('covers 2 h tan(θ/2) across', async () => {
    const scanner = { deflector: parallel(60), channels: [laser()] };
    const mount = nadirMount(scanner);
    const swath = swathOf(await scannerOutline(scanner, nodeMachine), mount);
    expect(looksDown(swath)).toBe(true);
    expect(swath?.right).toBeCloseTo(Math.tan(30 * DEGREE), 9);
    expect(swath?.left).toBeCloseTo(-Math.tan(30 * DEGREE), 9);
    expect(swath?.ahead).toBeCloseTo(0, 9);
    expect(swath?.farthest).toBeCloseTo(1 / Math.cos(30 * DEGREE), 9);
    expect(swath && angleAcross(swath) / DEGREE).toBeCloseTo(60, 9);
  });

  it('sets an instrument right whose laser looks anywhere', async () => {
    const scanner = {
      deflector: parallel(40),
      channels: [laser({ elevation: 1.1, azimuthOffset: -2.3, roll: 0.4 })],
    };
    const swath = swathOf(await scannerOutline(scanner, nodeMachine), nadirMount(scanner));
    expect(swath?.right).toBeCloseTo(Math.tan(20 * DEGREE), 9);
    expect(swath?.back).toBeCloseTo(0, 9);
  });

  it('centres a window that lies to one side', async () => {
    const deflector: Deflector = {
      kind: 'polygon',
      pulseRateHz: 1e5,
      elevationMin: -40 * DEGREE,
      elevationMax: 60 * DEGREE,
      verticalStep: 0.1 * DEGREE,
      horizontalStep: 0,
      lineRateMaxHz: 100,
    };
    const scanner = { deflector, channels: [laser()] };
    const swath = swathOf(await scannerOutline(scanner, nodeMachine), nadirMount(scanner));
    expect(swath?.right).toBeCloseTo(Math.tan(50 * DEGREE), 9);
    expect(swath?.left).toBeCloseTo(-Math.tan(50 * DEGREE), 9);
  });

  it('looks ahead and back with a cone and with lasers one above the other', async () => {
    const cone: Deflector = {
      kind: 'conic',
      pulseRateHz: 1e5,
      rotationRateHz: 80,
      halfAngleAcross: 20 * DEGREE,
      halfAngleAlong: 10 * DEGREE,
    };
    const oval = { deflector: cone, channels: [laser()] };
    expect(swathOf(await scannerOutline(oval, nodeMachine), nadirMount(oval))?.ahead).toBeCloseTo(
      Math.tan(10 * DEGREE),
      9,
    );
    const spinning = {
      deflector: { kind: 'spinning', rotationRateHz: 10, firingPeriod: 5e-5 } as const,
      channels: [laser({ elevation: -15 * DEGREE }), laser({ elevation: 15 * DEGREE })],
    };
    const swath = swathOf(
      await scannerOutline(spinning, nodeMachine, [-Math.PI / 4, Math.PI / 4]),
      nadirMount(spinning),
    );
    // At 45° to the side the ground is √2 as far away: a laser 15° off the plane looks √2 tan 15° ahead there.
    expect(swath?.right).toBeCloseTo(1, 9);
    expect(swath?.ahead).toBeCloseTo(Math.SQRT2 * Math.tan(15 * DEGREE), 9);
    expect(
      (await verticalWindow(spinning, { heading: 1, pitch: 0, roll: 0 }, nodeMachine)).map((angle) => angle / DEGREE),
    ).toEqual([expect.closeTo(-15, 9), expect.closeTo(15, 9)]);
  });

  it('knows no swath of what looks at the horizon', async () => {
    const scanner = { deflector: parallel(60), channels: [laser()] };
    expect(swathOf(await scannerOutline(scanner, nodeMachine), { heading: 0, pitch: 0, roll: 0 })).toBeUndefined();
    expect(looksDown(undefined)).toBe(false);
    // Lines along the flight.
    expect(
      looksDown(swathOf(await scannerOutline(scanner, nodeMachine), { heading: 0, pitch: -Math.PI / 2, roll: 0 })),
    ).toBe(false);
  });
});
