import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../src/base/vec3.js';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { listPulses } from '../../src/engine/cpu/node-list-pulses.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { MirrorSwing } from '../../src/scanner/deflectors/mirror-swing.js';
import type { RisleyPrisms } from '../../src/scanner/deflectors/risley.js';
import type { Deflector } from '../../src/scanner/scanner.js';
import { differenceOf, directionOf, LEVEL_MOUNT, pulsesOf, scannerWith, standing } from '../support/pulses.js';

const DEGREE = Math.PI / 180;
/** Directions are f32. */
const ROUNDING = 1.5e-7;

/** Directions of pulses by their numbers. */
async function directions(deflector: Deflector, numbers: readonly number[], rest = {}, leg = standing(100)) {
  const scanner = scannerWith(deflector, rest);
  const found: Vec3[] = [];
  for (const number of numbers) found.push(directionOf(await pulsesOf(scanner, leg, 1, number), 0));
  return found;
}

const expectDirection = (found: Vec3, expected: Vec3, tolerance = ROUNDING) =>
  expect(differenceOf(found, expected), `${found} instead of ${expected}`).toBeLessThan(tolerance);

const inPlane = (elevation: number): Vec3 => [0, Math.cos(elevation), Math.sin(elevation)];
const elevationOf = ([, y, z]: Vec3): number => Math.atan2(z, y);

describe('an oscillating mirror', () => {
  const mirror = (turningPulses: number): Deflector => ({
    kind: 'oscillating',
    pulseRateHz: 33_000,
    scanRateHz: 30,
    halfAngle: 20 * DEGREE,
    motion: 'linear',
    turningPulses,
  });

  it('follows HELIOS++ through its turns: reference angles of an ALTM at 33 kHz, 30 Hz, ±20°', async () => {
    const golden: Record<number, number> = {
      0: -20,
      2: -19.998366,
      49: -18.078078,
      100: -13.993994,
      300: 2.022022,
      550: 20,
      600: 18.038038,
      1000: -13.993994,
      1100: -20,
      1400: 2.022022,
    };
    const numbers = Object.keys(golden).map(Number);
    const found = await directions(mirror(100), numbers);
    for (const [k, number] of numbers.entries())
      expect(elevationOf(found[k]) / DEGREE, `pulse ${number}`).toBeCloseTo(golden[number], 5);
  });

  it('swings evenly where turns take no pulses', async () => {
    const found = await directions(mirror(0), [0, 1, 275, 550, 825, 1100]);
    const step = 40 / 550;
    for (const [k, degrees] of [-20, -20 + step, 0, 20, 0, -20].entries())
      expect(elevationOf(found[k]) / DEGREE).toBeCloseTo(degrees, 5);
  });

  it('follows a sine where it resonates', async () => {
    const found = await directions({ ...mirror(0), motion: 'sinusoidal' } as Deflector, [0, 100, 275, 550, 1100]);
    for (const [k, number] of [0, 100, 275, 550, 1100].entries()) {
      const elevation = -20 * DEGREE * Math.cos((2 * Math.PI * number) / 1100);
      expectDirection(found[k], inPlane(elevation));
    }
  });
});

describe('a polygon mirror', () => {
  const polygon: Deflector = {
    kind: 'polygon',
    pulseRateHz: 100_000,
    elevationMin: -30 * DEGREE,
    elevationMax: 30 * DEGREE,
    verticalStep: 0.5 * DEGREE,
    horizontalStep: 0,
    facetAngle: 90 * DEGREE,
    lineRateMaxHz: 1e4,
  };

  it('sweeps the window, and pauses until the next facet enters it', async () => {
    const list = await pulsesOf(scannerWith(polygon), standing(1), 300);
    for (let k = 0; k < 300; k++) {
      const [line, step] = [Math.floor(k / 121), k % 121];
      expectDirection(directionOf(list, k), inPlane((-30 + 0.5 * step) * DEGREE));
      expect(list.times[k]).toBeCloseTo((line * 180 + step) * 1e-5, 10);
    }
  });

  it('begins a leg in the middle of a line where the mirror stands there, and goes on with the facet under way', async () => {
    const list = await pulsesOf(scannerWith({ ...polygon, startElevation: 10 * DEGREE }), standing(1), 300);
    // 41 shots to +30°, then 180 shots after −30° were due the next line.
    for (let k = 0; k < 41; k++) {
      expectDirection(directionOf(list, k), inPlane((10 + 0.5 * k) * DEGREE));
      expect(list.times[k]).toBeCloseTo(k * 1e-5, 12);
    }
    expectDirection(directionOf(list, 41), inPlane(-30 * DEGREE));
    expect(list.times[41]).toBeCloseTo(100e-5, 12);
    expectDirection(directionOf(list, 41 + 121), inPlane(-30 * DEGREE));
    expect(list.times[41 + 121]).toBeCloseTo(280e-5, 12);
  });

  it('waits for its window where the mirror stands outside of it when a leg begins', async () => {
    // A facet ends at 60°: 20 more silent shots of half a degree from 50°, then the next one enters the window.
    const list = await pulsesOf(scannerWith({ ...polygon, startElevation: 50 * DEGREE }), standing(1), 122);
    expectDirection(directionOf(list, 0), inPlane(-30 * DEGREE));
    expect(list.times[0]).toBeCloseTo(20e-5, 12);
    expect(list.times[121]).toBeCloseTo(200e-5, 12);
  });

  it('is as far on as its warm-up says', async () => {
    // 200 shots: a facet of 180, and 20 more.
    const list = await pulsesOf(scannerWith(polygon), standing(1, { warmup: 200e-5 }), 102);
    expectDirection(directionOf(list, 0), inPlane(-20 * DEGREE));
    expectDirection(directionOf(list, 101), inPlane(-30 * DEGREE));
    expect(list.times[101]).toBeCloseTo(160e-5, 12);
  });

  it('looks forward, down and back in turn with facets inclined to the shaft', async () => {
    const facetTilts = [0, 5 * DEGREE, -5 * DEGREE];
    const list = await pulsesOf(scannerWith({ ...polygon, facetTilts }), standing(1), 121 * 4);
    // At elevation 0 a mirror tilted by ε turns the beam by 2ε: law of reflection in the plane of shaft and beam.
    for (const [line, off] of [0, 10, -10, 0].entries()) {
      const middle = directionOf(list, line * 121 + 60);
      expectDirection(middle, [Math.sin(off * DEGREE), Math.cos(off * DEGREE), 0]);
      // To the sides n·i falls with cos a/2, and with it the angle off the plane: d_x = 2 sin ε cos ε cos a/2.
      const side = directionOf(list, line * 121);
      expect(side[0]).toBeCloseTo(Math.sin(off * DEGREE) * Math.cos(15 * DEGREE), 6);
      expect(Math.hypot(...side)).toBeCloseTo(1, 6);
    }
  });

  it('sweeps a cone about an inclined shaft', async () => {
    const list = await pulsesOf(scannerWith({ ...polygon, shaftInclination: 8 * DEGREE }), standing(1), 121);
    for (let k = 0; k < 121; k++) {
      const elevation = (-30 + 0.5 * k) * DEGREE;
      const [x, y, z] = [Math.sin(8 * DEGREE), Math.cos(8 * DEGREE), Math.cos(8 * DEGREE)];
      expectDirection(directionOf(list, k), [x, y * Math.cos(elevation), z * Math.sin(elevation)]);
    }
  });
});

describe('lines of fibres, and scan lines at even angles', () => {
  it('fires fibre after fibre: −θ + k · 2θ/N', async () => {
    const found = await directions(
      { kind: 'line', pulseRateHz: 5e4, halfAngle: 7 * DEGREE, fibres: 128 },
      [0, 1, 127, 128],
    );
    for (const [k, step] of [0, 1, 127, 0].entries())
      expectDirection(found[k], inPlane((-7 + (step * 14) / 128) * DEGREE));
  });

  it('parallel lines run the same way, zigzag lines to and fro (López et al. 2025)', async () => {
    const lines = { pulseRateHz: 1000, scanRateHz: 4, fieldOfView: 70 * DEGREE };
    const numbers = [0, 1, 249, 250, 251, 499, 500];
    const parallel = await directions({ kind: 'parallel', ...lines }, numbers);
    const zigzag = await directions({ kind: 'zigzag', ...lines }, numbers);
    const angle = (p: number) => (-35 + (p * 70) / 250) * DEGREE;
    for (const [k, p] of [0, 1, 249, 0, 1, 249, 0].entries()) {
      expectDirection(parallel[k], inPlane(angle(p)));
      const back = numbers[k] >= 250 && numbers[k] < 500;
      expectDirection(zigzag[k], inPlane(back ? -angle(p) : angle(p)));
    }
  });
});

describe('a conic scan', () => {
  it('goes round: reference pulses of a VQ-880-G at 200 kHz', async () => {
    const conic: Deflector = {
      kind: 'conic',
      pulseRateHz: 200_000,
      rotationRateHz: 80,
      halfAngleAcross: 20 * DEGREE,
      halfAngleAlong: 20 * DEGREE,
    };
    const found = await directions(conic, [0, 1, 625, 1250]);
    expectDirection(found[0], [0, Math.cos(20 * DEGREE), Math.sin(20 * DEGREE)]);
    expectDirection(found[1], [0.00086, 0.939693, 0.342019], 1e-6);
    expectDirection(found[2], [0.34202, 0.939693, 0], 1e-6);
    expectDirection(found[3], [0, Math.cos(20 * DEGREE), -Math.sin(20 * DEGREE)]);
  });

  it('is an ellipse where the half angles differ', async () => {
    const across = 30 * DEGREE;
    const along = 10 * DEGREE;
    const ellipse: Deflector = {
      kind: 'conic',
      pulseRateHz: 400,
      rotationRateHz: 1,
      halfAngleAcross: across,
      halfAngleAlong: along,
    };
    const found = await directions(ellipse, [0, 50, 100]);
    expectDirection(found[0], [0, Math.cos(along), Math.sin(along)]);
    expectDirection(found[2], [Math.sin(across), Math.cos(across), 0]);
    // On the plane y = 1 the point of 45° has tan α/√2 and tan β/√2.
    const [x, y, z] = found[1];
    expect(x / y).toBeCloseTo(Math.tan(across) * Math.SQRT1_2, 6);
    expect(z / y).toBeCloseTo(Math.tan(along) * Math.SQRT1_2, 6);
  });
});

describe('the mirror of Palmer', () => {
  const [tilt, incidence] = [7 * DEGREE, 45 * DEGREE];
  const palmer: Deflector = { kind: 'palmer', pulseRateHz: 400, rotationRateHz: 1, mirrorTilt: tilt, incidence };

  it('turns the beam by twice its tilt in the plane of incidence, by less across it', async () => {
    const found = await directions(palmer, [0, 100, 200]);
    expectDirection(found[0], inPlane(2 * tilt));
    expectDirection(found[2], inPlane(-2 * tilt));
    // Across: normal (sin τ, cos τ s); −2 (i·n) n_x with i·n = −cos δ cos τ.
    expect(found[1][0]).toBeCloseTo(2 * Math.cos(incidence) * Math.cos(tilt) * Math.sin(tilt), 6);
  });

  it('keeps directions of length 1, and leaves the beam alone without a tilt', async () => {
    const list = await pulsesOf(scannerWith(palmer), standing(1), 400);
    for (let k = 0; k < 400; k++) expect(Math.hypot(...directionOf(list, k))).toBeCloseTo(1, 6);
    const [still] = await directions({ ...palmer, mirrorTilt: 0 }, [123]);
    expectDirection(still, [0, 1, 0]);
  });
});

describe('Risley prisms', () => {
  const prism = (degrees: number, rotationRateHz: number, refractiveIndex: number) => ({
    angle: degrees * DEGREE,
    rotationRateHz,
    refractiveIndex,
  });
  const mid70: RisleyPrisms = {
    kind: 'risley',
    pulseRateHz: 100_000,
    airIndex: 1,
    prisms: [prism(-29.7, -77.733333333, 1.5095), prism(29.7, 121.566666666, 1.5095)],
  };
  const mid40: RisleyPrisms = {
    ...mid70,
    prisms: [prism(18.7481, -121.5657, 1.51), prism(17.9634, 77.743, 1.51)],
  };

  it('bend the beam as HELIOS++ does: reference directions of Livox Mid-70 and Mid-40', async () => {
    const found = await directions(mid70, [1, 100, 1000]);
    expectDirection(found[0], [-0.000385, 0.817254, -0.576277], 1e-6);
    expectDirection(found[1], [-0.039946, 0.875206, -0.482098], 1e-6);
    expectDirection(found[2], [-0.565671, 0.817326, -0.109519], 1e-6);
    const [first] = await directions(mid40, [1]);
    expectDirection(first, [0.000524, 0.944608, -0.328199], 1e-6);
  });

  it('reach as far off the axis as the reference says: 35.19° and 19.16°', async () => {
    for (const [prisms, degrees] of [
      [mid70, 35.19],
      [mid40, 19.16],
    ] as const) {
      const list = await pulsesOf(scannerWith(prisms), standing(1), 100_000);
      let least = 1;
      for (let k = 0; k < list.count; k++) least = Math.min(least, list.directions[3 * k + 1]);
      expect(Math.acos(least) / DEGREE).toBeCloseTo(degrees, 2);
    }
  });

  it('turn a beam by (n − 1) a for a thin wedge, and pass it on where both faces are parallel', async () => {
    const thin = { ...mid70, prisms: [prism(0.5, 0, 1.5)] };
    const [found] = await directions(thin, [0]);
    expect(Math.acos(found[1]) / DEGREE).toBeCloseTo(0.25, 3);
    const none = { ...mid70, prisms: [prism(0, 30, 1.5)] };
    expectDirection((await directions(none, [17]))[0], [0, 1, 0]);
  });

  it('take light from where each channel sends it', async () => {
    const incident: Vec3 = [-0.0521607, 0.9986387, 0];
    const channels = [{ elevation: 0, azimuthOffset: 0, roll: 0, origin: [0, 0, 0] as Vec3, fireTime: 0, incident }];
    const none = { ...mid70, prisms: [prism(0, 30, 1.5)] };
    expectDirection((await directions(none, [3], { channels }))[0], incident);
  });

  it('go on from where the warm-up left them', async () => {
    const leg = standing(10, { warmup: 1000e-5 });
    const [warm] = await directions(mid70, [0], {}, leg);
    expectDirection(warm, [-0.565671, 0.817326, -0.109519], 1e-6);
  });
});

describe('a MEMS mirror', () => {
  const swing = (amplitude: number, rateHz: number, waveform: MirrorSwing['waveform'], phase = 0): MirrorSwing => ({
    amplitude: amplitude * DEGREE,
    rateHz,
    waveform,
    phase,
  });
  const aimed = (azimuth: number, elevation: number): Vec3 => [
    Math.cos(elevation) * Math.sin(azimuth),
    Math.cos(elevation) * Math.cos(azimuth),
    Math.sin(elevation),
  ];

  it('draws Lissajous figures: azimuth and elevation are sines of their own', async () => {
    const mems: Deflector = {
      kind: 'mems',
      pulseRateHz: 1e5,
      horizontal: swing(35, 1400, 'sine'),
      vertical: swing(12, 1000, 'sine', 0.25),
    };
    for (const number of [0, 7, 333, 91_003]) {
      const [found] = await directions(mems, [number]);
      const azimuth = 35 * DEGREE * Math.sin(2 * Math.PI * 1400e-5 * number);
      const elevation = 12 * DEGREE * Math.sin(2 * Math.PI * (1000e-5 * number + 0.25));
      expectDirection(found, aimed(azimuth, elevation), 3e-7);
    }
  });

  it('swings in triangles and sawteeth', async () => {
    const mems: Deflector = {
      kind: 'mems',
      pulseRateHz: 1000,
      horizontal: swing(40, 1, 'triangle'),
      vertical: swing(10, 1, 'sawtooth'),
    };
    const triangle: Record<number, number> = { 0: 0, 125: 20, 250: 40, 500: 0, 750: -40, 875: -20 };
    for (const [number, azimuth] of Object.entries(triangle)) {
      const elevation = -10 + 20 * (Number(number) / 1000);
      expectDirection((await directions(mems, [Number(number)]))[0], aimed(azimuth * DEGREE, elevation * DEGREE), 3e-7);
    }
  });
});

describe('a pattern', () => {
  it('is repeated shot by shot', async () => {
    const given: Vec3[] = [
      [0, 1, 0],
      [0.6, 0.8, 0],
      [0, 0.8, -0.6],
    ];
    const pattern: Deflector = { kind: 'pattern', pulseRateHz: 10, directions: Float64Array.from(given.flat()) };
    const found = await directions(pattern, [0, 1, 2, 3, 4, 302]);
    for (const [k, number] of [0, 1, 2, 3, 4, 302].entries()) expectDirection(found[k], given[number % 3]);
  });
});

describe('a head', () => {
  const fixed: Deflector = { kind: 'pattern', pulseRateHz: 100, directions: Float64Array.of(0, 1, 0) };

  it('turns about any axis, clockwise seen from its tip', async () => {
    const about = (axis: Vec3) => directions(fixed, [25], { head: { axis, rate: Math.PI } });
    // A quarter of a second: 45°.
    const r = Math.SQRT1_2;
    expectDirection((await about([0, 0, 1]))[0], [r, r, 0]);
    expectDirection((await about([0, 0, -1]))[0], [-r, r, 0]);
    expectDirection((await about([1, 0, 0]))[0], [0, r, -r]);
    expectDirection((await about([0, 1, 0]))[0], [0, 1, 0]);
  });

  it('turns the other way in a sector that is written backwards', async () => {
    const leg = standing(100, { azimuthStart: 0, azimuthEnd: -2 * Math.PI });
    const head = { axis: [0, 0, 1] as Vec3, rate: Math.PI };
    expectDirection((await directions(fixed, [25], { head }, leg))[0], [-Math.SQRT1_2, Math.SQRT1_2, 0]);
  });

  it('carries lasers that look elsewhere, and where they sit', async () => {
    const channel = {
      elevation: 90 * DEGREE,
      azimuthOffset: -90 * DEGREE,
      roll: 0,
      origin: [1, 2, 3] as Vec3,
      fireTime: 0,
    };
    const scanner = scannerWith(fixed, { channels: [channel], head: { axis: [0, 0, 1], rate: Math.PI } });
    const list = await pulsesOf(scanner, standing(100), 1, 50);
    // Half a second: 90° clockwise takes (x, y) to (y, −x).
    expectDirection(directionOf(list, 0), [0, 0, 1]);
    expect(differenceOf([list.origins[0], list.origins[1], list.origins[2]], [2, -1, 3])).toBeLessThan(1e-6);
  });
});

describe('a leg of 10⁹ pulses', () => {
  const cone: Deflector = {
    kind: 'conic',
    pulseRateHz: 1e6,
    rotationRateHz: 80,
    halfAngleAcross: 0.3,
    halfAngleAlong: 0.3,
  };
  const bytesOf = ({ buffers }: PulseProgram) => Object.values(buffers).map(({ byteLength }) => byteLength);
  const programOf = (seconds: number) =>
    createPulseProgram({
      scanner: scannerWith(cone),
      mount: LEVEL_MOUNT,
      leg: standing(seconds),

      frameOrigin: [0, 0, 0],
    });

  it('takes no more memory than a short one, and its last pulse is right', async () => {
    const long = programOf(1000);
    expect(long.pulseCount).toBe(1e9);
    expect(bytesOf(long)).toEqual(bytesOf(programOf(1e-3)));
    const last = await listPulses(long, 1e9 - 1, 1);
    expect(last.times[0]).toBeCloseTo(1000 - 1e-6, 9);
    const phase = 2 * Math.PI * ((((1e9 - 1) % 12_500) * 80) / 1e6);
    const [s, c] = [Math.sin(0.3), Math.cos(0.3)];
    expectDirection(directionOf(last, 0), [s * Math.sin(phase), c, s * Math.cos(phase)], 1e-6);
  });
});
