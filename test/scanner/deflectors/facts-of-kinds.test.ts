import { describe, expect, it } from 'vitest';
import { DEFLECTOR_DESCRIPTIONS, deflectorKind } from '../../../src/scanner/deflectors/index.js';
import { readScanner } from '../../../src/scanner/read-scanner.js';
import { DEGREE, scannerOf } from '../describe-scanner.js';

const read = (deflector: Record<string, unknown>) => {
  const scanner = readScanner(
    scannerOf(deflector.kind === 'spinning' ? deflector : { pulseRate: 12_000, ...deflector }),
  );
  return { scanner, deflector: scanner.deflector, kind: deflectorKind(scanner.deflector) };
};

const SPINNING = {
  kind: 'spinning',
  rotationRate: 20,
  firingPeriod: 100,
  channels: [{ elevation: 1 }],
};
const OSCILLATING = { kind: 'oscillating', scanRate: 50, halfAngle: 20 };
/** Lines of 61 shots and a pause of 119. */
const POLYGON = { kind: 'polygon', elevationMin: -20, elevationMax: 10, verticalStep: 0.5, facetAngle: 90 };
const CONE = { kind: 'conic', rotationRate: -30, halfAngle: 30 };
const OVAL = { kind: 'conic', rotationRate: 30, halfAngleAcross: 20, halfAngleAlong: 30 };
const PALMER = { kind: 'palmer', rotationRate: -30, mirrorTilt: 15, incidence: 45 };
const LINES = { scanRate: 40, fieldOfView: 60 };
const FIBRES = { kind: 'line', halfAngle: 7.5, fibres: 120 };
const mems = (horizontalRate: number, waveform: string) => ({
  kind: 'mems',
  horizontal: { amplitude: 30, rate: horizontalRate, waveform },
  vertical: { amplitude: 10, rate: 9 },
});
const prisms = (...rotationRates: number[]) => ({
  kind: 'risley',
  prisms: rotationRates.map((rotationRate) => ({ angle: -18, refractiveIndex: 1.5, rotationRate })),
});
const RASTER = { kind: 'raster', rows: 3, columns: 4, horizontalFieldOfView: 10, verticalFieldOfView: 6 };

describe('the rates of a deflector', () => {
  it.each<[string, Record<string, unknown>, pulseRateHz: number, lineRateHz?: number, stepDegrees?: number]>([
    ['a line of a stack is a turn', SPINNING, 10_000, 20, 360 * 20e-4],
    ['a polygon rests between lines', POLYGON, (61 / 180) * 12_000, 12_000 / 180, 0.5],
    ['a polygon that could turn quicker', { ...POLYGON, lineRateMax: 1000 }, (61 / 180) * 12_000, 12_000 / 180, 0.5],
    ['a polygon is held back by its highest line rate', { ...POLYGON, lineRateMax: 50 }, 61 * 50, 50, 0.5],
    [
      'a polygon whose facet is its window',
      { ...POLYGON, facetAngle: undefined, lineRateMax: 1000 },
      12_000,
      12_000 / 60,
      0.5,
    ],
    ['a mirror has two lines a cycle', OSCILLATING, 12_000, 100, 40 / 120],
    // HELIOS++: D = 2θ/(H − T + (T − 1)/2).
    [
      'a mirror that takes pulses to turn is quicker between',
      { ...OSCILLATING, turningPulses: 20 },
      12_000,
      100,
      40 / 109.5,
    ],
    [
      'a sine is quickest in the middle: θ ω',
      { ...OSCILLATING, motion: 'sinusoidal' },
      12_000,
      100,
      (20 * 2 * Math.PI * 50) / 12_000,
    ],
    ['a cone draws a loop a turn, with a radius of sin 30°', CONE, 12_000, 30, 360 * (30 / 12_000) * 0.5],
    ['of an oval the ends of its longer axis count', OVAL, 12_000, 30, 360 * (30 / 12_000) * 0.5],
    ['a Palmer mirror turns the beam by twice its tilt', PALMER, 12_000, 30, 360 * (30 / 12_000) * 0.5],
    ['parallel lines', { kind: 'parallel', ...LINES }, 12_000, 40, 60 / 300],
    ['a zigzag', { kind: 'zigzag', ...LINES }, 12_000, 40, 60 / 300],
    ['a line of fibres', FIBRES, 12_000, 100, 15 / 120],
    ['a sine of a MEMS mirror', mems(100, 'sine'), 12_000, 200, (30 * 2 * Math.PI * 100) / 12_000],
    ['a triangle of a MEMS mirror', mems(100, 'triangle'), 12_000, 200, 120 * (100 / 12_000)],
    ['a sawtooth of a MEMS mirror', mems(100, 'sawtooth'), 12_000, 100, 60 * (100 / 12_000)],
    ['a MEMS mirror whose lines do not lie across', mems(9, 'sine'), 12_000],
    ['prisms', prisms(10), 12_000],
    ['a raster', RASTER, 12_000],
  ])('%s', (_, description, pulseRateHz, lineRateHz, stepDegrees) => {
    const { kind, deflector } = read(description);
    const rates = kind.rates(deflector, 2 * Math.PI);
    expect(rates.pulseRateHz).toBeCloseTo(pulseRateHz, 8);
    expect(rates.lineRateHz).toEqual(lineRateHz && expect.closeTo(lineRateHz, 9));
    expect(rates.stepAngle && rates.stepAngle / DEGREE).toEqual(stepDegrees && expect.closeTo(stepDegrees, 9));
  });

  it('count only the firing part of a head’s turn', () => {
    const { kind, deflector } = read(SPINNING);
    expect(kind.rates(deflector, Math.PI / 2).pulseRateHz).toBeCloseTo(2500, 9);
    expect(kind.rates(deflector, 7).pulseRateHz).toBeCloseTo(10_000, 9);
    expect(kind.shotsPerTurn(deflector)).toBeCloseTo(500, 9);
    expect(kind.pulseRate(deflector)).toBeCloseTo(10_000, 9);
  });
});

describe('the field of a deflector', () => {
  it.each<[string, Record<string, unknown>, degrees?: number, narrowed?: object]>([
    ['spinning', SPINNING, 360, { changes: {}, sector: [-4 * DEGREE, 4 * DEGREE] }],
    ['polygon', POLYGON, 30, { changes: { elevationMin: -9, elevationMax: -1 } }],
    ['oscillating', OSCILLATING, 40, { changes: { halfAngle: 4 } }],
    ['conic', CONE, 60, { changes: { halfAngle: 4 } }],
    ['oval', OVAL, 40, undefined],
    ['palmer', PALMER, undefined, undefined],
    ['parallel', { kind: 'parallel', ...LINES }, 60, { changes: { fieldOfView: 8 } }],
    ['zigzag', { kind: 'zigzag', ...LINES }, 60, { changes: { fieldOfView: 8 } }],
    ['line', FIBRES, 15, { changes: { halfAngle: 4 } }],
    ['mems', mems(100, 'sine'), undefined, undefined],
    ['risley', prisms(10), undefined, undefined],
    ['raster', RASTER, undefined, undefined],
  ])('is narrowed to 8° where it has one: %s', (_, description, degrees, narrowed) => {
    const { kind, deflector } = read(description);
    const field = kind.field(deflector);
    expect(field && field / DEGREE).toEqual(degrees && expect.closeTo(degrees, 9));
    expect(kind.narrow(deflector, 8 * DEGREE)).toEqual(narrowed);
  });

  it('has its middle where the window has it, and lines that run up from there', () => {
    const [c, s] = [Math.cos(5 * DEGREE), Math.sin(5 * DEGREE)];
    const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 12));
    const { kind, deflector } = read(POLYGON);
    expect(kind.axes(deflector)).toEqual({ middle: close(0, c, -s), across: close(0, s, c) });
    for (const description of [OSCILLATING, FIBRES, { kind: 'zigzag', ...LINES }]) {
      const one = read(description);
      expect(one.kind.axes(one.deflector)).toEqual({ middle: close(0, 1, 0), across: close(0, 0, 1) });
    }
    for (const description of [SPINNING, CONE, PALMER, mems(9, 'sine'), prisms(1), RASTER]) {
      const one = read(description);
      expect(one.kind.axes(one.deflector)).toEqual({ middle: [0, 1, 0], across: [1, 0, 0] });
    }
  });

  it('is looked at as long as shows it', () => {
    const seconds = (description: Record<string, unknown>, turned = false) => {
      const { kind, deflector } = read(description);
      return kind.representativeDuration(deflector, turned);
    };
    expect(seconds(POLYGON)).toBeCloseTo(12 * (180 / 12_000), 12);
    expect(seconds({ ...POLYGON, facetAngle: undefined })).toBeCloseTo(12 * (60 / 12_000), 12);
    expect([20, 1000].map((lineRateMax) => seconds({ ...POLYGON, lineRateMax }))).toEqual([
      0.6,
      expect.closeTo(0.18, 12),
    ]);
    expect(seconds(POLYGON, true)).toBe(0.5);
    expect(seconds(PALMER)).toBeCloseTo(0.4, 12);
    expect([CONE, PALMER].map((still) => seconds({ ...still, rotationRate: 0 }))).toEqual([12, 12]);
    expect([mems(9, 'sine'), prisms(1)].map((description) => seconds(description))).toEqual([0.5, 0.5]);
    expect(seconds(RASTER)).toBeCloseTo(12 / 12_000, 12);
  });
});

describe('a deflector in words', () => {
  it.each<[Record<string, unknown>, rows: string[][]]>([
    [
      SPINNING,
      [
        ['deflector', '3 lasers on a head that spins 20 times/s'],
        ['firing', 'every 100 µs'],
      ],
    ],
    [
      { ...POLYGON, horizontalStep: 0.25, lineRateMax: 50, facetTilts: [1, -2], shaftInclination: 8 },
      [
        ['deflector', 'rotating polygon, 12000 pulses/s in the window'],
        ['elevation', '-20°…10°, of 90° that a facet sweeps'],
        ['steps', '0.5° along a line, 0.25° between lines'],
        ['lines', '50 a second at most'],
        ['facets', 'tilted by 1°, -2°'],
        ['shaft', 'inclined by 8°'],
      ],
    ],
    [
      { ...POLYGON, facetAngle: undefined },
      [
        ['deflector', 'rotating polygon, 12000 pulses/s in the window'],
        ['elevation', '-20°…10°'],
        ['steps', '0.5° along a line'],
        ['lines', '200 a second at most'],
      ],
    ],
    [
      { ...OSCILLATING, turningPulses: 20 },
      [
        ['deflector', 'mirror that swings to and fro 50 times/s, 12000 pulses/s'],
        ['scan angle', '±20°, even, turns of 20 pulses'],
      ],
    ],
    [
      { ...OSCILLATING, motion: 'sinusoidal' },
      [
        ['deflector', 'mirror that swings to and fro 50 times/s, 12000 pulses/s'],
        ['scan angle', '±20°, as a sine'],
      ],
    ],
    [
      CONE,
      [
        ['deflector', 'beam that goes round a cone -30 times/s, 12000 pulses/s'],
        ['cone', 'half angle 30°'],
      ],
    ],
    [
      OVAL,
      [
        ['deflector', 'beam that goes round a cone 30 times/s, 12000 pulses/s'],
        ['cone', 'half angle 20° across, 30° along'],
      ],
    ],
    [
      PALMER,
      [
        ['deflector', 'mirror that nutates -30 times/s, 12000 pulses/s'],
        ['mirror', '15° off its shaft, light comes in at 45°'],
      ],
    ],
    [
      { kind: 'parallel', ...LINES },
      [
        ['deflector', 'lines all the same way, 12000 pulses/s'],
        ['lines', '40 a second, 60° wide'],
      ],
    ],
    [
      { kind: 'zigzag', ...LINES },
      [
        ['deflector', 'lines to and fro, 12000 pulses/s'],
        ['lines', '40 a second, 60° wide'],
      ],
    ],
    [
      FIBRES,
      [
        ['deflector', '120 fibres side by side, one after the other, 12000 pulses/s'],
        ['scan angle', '±7.5°'],
      ],
    ],
    [
      mems(100, 'triangle'),
      [
        ['deflector', 'mirror that tilts about two axes, 12000 pulses/s'],
        ['azimuth', '±30°, 100 times/s, triangle'],
        ['elevation', '±10°, 9 times/s, sine'],
      ],
    ],
    [
      prisms(10, -77.77),
      [
        ['deflector', '2 turning wedge prisms, 12000 pulses/s'],
        ['prism 1', '-18°, index 1.5, 10 turns/s'],
        ['prism 2', '-18°, index 1.5, -77.77 turns/s'],
      ],
    ],
    [RASTER, [['deflector', 'pattern of 12 shots, 12000 pulses/s']]],
  ])('%j', (description, rows) => {
    const { kind, deflector } = read(description);
    expect(kind.describe(deflector, 3)).toEqual(rows);
  });

  it('counts one prism as one, and shots of a pattern as their number', () => {
    const one = read(prisms(10));
    expect(one.kind.describe(one.deflector, 1)[0][1]).toBe('1 turning wedge prism, 12000 pulses/s');
    const { kind, deflector } = read(RASTER);
    expect(kind.json(deflector)).toEqual({ kind: 'pattern', pulseRateHz: 12_000, shots: 12 });
  });
});

describe('turns of a head', () => {
  it.each<[Record<string, unknown>, turn: 'shots' | 'lines' | undefined, key: string | undefined]>([
    [SPINNING, 'shots', 'rotationRate'],
    [POLYGON, undefined, undefined],
    [{ ...POLYGON, horizontalStep: 0.5 }, 'lines', 'horizontalStep'],
    [CONE, undefined, undefined],
    [prisms(1), undefined, undefined],
  ])('%j', (description, turn, key) => {
    const { kind, deflector } = read(description);
    expect(kind.turn(deflector)).toBe(turn);
    const written = DEFLECTOR_DESCRIPTIONS[description.kind as 'polygon'];
    expect(written.turnedBy(description as never)).toBe(key);
  });
});

describe('a deflector in memory', () => {
  it.each<[Record<string, unknown>, changes: object, fault: string | undefined]>([
    [OSCILLATING, { turningPulses: 3 }, 'turningPulses must be an even number'],
    [OSCILLATING, { turningPulses: 4 }, undefined],
    [POLYGON, { facetTilts: [] }, 'facetTilts must be 1 to 256'],
    [POLYGON, { facetTilts: Array(257).fill(0) }, 'facetTilts must be 1 to 256'],
    [POLYGON, { facetTilts: Array(256).fill(0) }, undefined],
    [POLYGON, { elevationMax: -1 }, 'elevationMax must not be below elevationMin'],
    [POLYGON, { elevationMax: -20 * DEGREE }, undefined],
    [prisms(1), { prisms: [] }, 'prisms must be 1 to 3'],
    [prisms(1), { prisms: undefined }, 'prisms must be 1 to 3'],
    [prisms(1), { prisms: [0, 0, 0, 0] }, 'prisms must be 1 to 3'],
    [prisms(1, 2, 3), {}, undefined],
    [
      RASTER,
      { directions: new Float64Array(0) },
      'directions must be a Float64Array of 1 to 10000000 times three numbers',
    ],
    [
      RASTER,
      { directions: new Float64Array(4) },
      'directions must be a Float64Array of 1 to 10000000 times three numbers',
    ],
    [RASTER, { directions: [0, 1, 0] }, 'directions must be a Float64Array of 1 to 10000000 times three numbers'],
    [RASTER, { directions: Float64Array.of(0, Number.NaN, 0) }, 'directions must be finite numbers'],
    [RASTER, {}, undefined],
  ])('%j with %j', (description, changes, fault) => {
    const { kind, deflector } = read(description);
    expect(kind.fault({ ...deflector, ...changes } as typeof deflector)).toBe(fault);
  });
});
