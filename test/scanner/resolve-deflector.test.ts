import { describe, expect, it } from 'vitest';
import type { ShotPattern } from '../../src/scanner/deflectors/shot-pattern.js';
import { readScanner } from '../../src/scanner/read-scanner.js';
import { DEGREE, scannerOf } from './describe-scanner.js';

const deflectorOf = (deflector: Record<string, unknown>) => readScanner(scannerOf(deflector)).deflector;

const POLYGON = { kind: 'polygon', pulseRate: 100_000, elevationMin: -50, elevationMax: 50, facetAngle: 240 };
const OSCILLATING = { kind: 'oscillating', pulseRate: 33_000, scanRate: 30, halfAngle: 20 };

describe('deflectors in SI units', () => {
  it('polygon: a line rate gives the step', () => {
    // 240° a facet, 120 facets a second, 100,000 pulses a second: 0.288° a pulse.
    const deflector = deflectorOf({
      ...POLYGON,
      lineRate: 120,
      facetTilts: [0.5, -0.5],
      shaftInclination: 45,
      startElevation: 0,
    });
    expect(deflector).toMatchObject({ kind: 'polygon', horizontalStep: 0, lineRateMaxHz: 120, startElevation: 0 });
    expect(deflector).toHaveProperty('verticalStep', expect.closeTo(0.288 * DEGREE, 12));
    expect(deflector).toHaveProperty('facetTilts', [0.5 * DEGREE, -0.5 * DEGREE]);
    expect(deflector).toHaveProperty('shaftInclination', 45 * DEGREE);
  });

  it('polygon without a facet angle: the window alone is swept', () => {
    const deflector = deflectorOf({ ...POLYGON, facetAngle: undefined, lineRate: 100 });
    expect(deflector).toHaveProperty('verticalStep', expect.closeTo(0.1 * DEGREE, 12));
  });

  it('polygon: a window that the facet fills, a start at its ends, and a full turn that ends one step before', () => {
    for (const startElevation of [-50, 50])
      expect(deflectorOf({ ...POLYGON, facetAngle: 100, lineRate: 100, startElevation })).toHaveProperty(
        'startElevation',
        startElevation * DEGREE,
      );
    const turn = { kind: 'polygon', pulseRate: 3600, elevationMin: -180, elevationMax: 180, verticalStep: 0.5 };
    expect(deflectorOf(turn)).toMatchObject({
      elevationMin: -Math.PI,
      elevationMax: expect.closeTo(179.5 * DEGREE, 12),
      // Half a degree a pulse, 3600 pulses a second.
      lineRateMaxHz: expect.closeTo(5, 12),
      horizontalStep: 0,
    });
    expect(deflectorOf({ ...POLYGON, verticalStep: 0.5, horizontalStep: 2 })).toMatchObject({
      horizontalStep: 2 * DEGREE,
      facetAngle: 240 * DEGREE,
      lineRateMaxHz: expect.closeTo((100_000 * 0.5) / 240, 9),
    });
  });

  it.each([
    [
      'line',
      { pulseRate: 83_000, halfAngle: 7.15, fibres: 128 },
      { pulseRateHz: 83_000, halfAngle: 7.15 * DEGREE, fibres: 128 },
    ],
    [
      'parallel',
      { pulseRate: 1000, scanRate: 4, fieldOfView: 70 },
      { pulseRateHz: 1000, scanRateHz: 4, fieldOfView: 70 * DEGREE },
    ],
    [
      'zigzag',
      { pulseRate: 1000, scanRate: 4, fieldOfView: 70 },
      { pulseRateHz: 1000, scanRateHz: 4, fieldOfView: 70 * DEGREE },
    ],
    [
      'oscillating',
      { pulseRate: 33_000, scanRate: 30, halfAngle: 20, turningPulses: 100 },
      { pulseRateHz: 33_000, scanRateHz: 30, halfAngle: 20 * DEGREE, motion: 'linear', turningPulses: 100 },
    ],
    [
      'conic',
      { pulseRate: 200_000, rotationRate: -80, halfAngle: 20 },
      { pulseRateHz: 200_000, rotationRateHz: -80, halfAngleAcross: 20 * DEGREE, halfAngleAlong: 20 * DEGREE },
    ],
    [
      'conic',
      { pulseRate: 200_000, rotationRate: 80, halfAngleAcross: 20, halfAngleAlong: 14 },
      { pulseRateHz: 200_000, rotationRateHz: 80, halfAngleAcross: 20 * DEGREE, halfAngleAlong: 14 * DEGREE },
    ],
    [
      'palmer',
      { pulseRate: 50_000, rotationRate: 20, mirrorTilt: 7.5, incidence: 45 },
      { pulseRateHz: 50_000, rotationRateHz: 20, mirrorTilt: 7.5 * DEGREE, incidence: 45 * DEGREE },
    ],
    [
      'risley',
      { pulseRate: 100_000, prisms: [{ angle: -18, refractiveIndex: 1.51, rotationRate: -77.7 }] },
      {
        pulseRateHz: 100_000,
        airIndex: 1,
        prisms: [{ angle: -18 * DEGREE, refractiveIndex: 1.51, rotationRateHz: -77.7 }],
      },
    ],
    [
      'mems',
      {
        pulseRate: 100_000,
        horizontal: { amplitude: 30, rate: 1000 },
        vertical: { amplitude: 10, rate: 10, phase: 0.25, waveform: 'triangle' },
      },
      {
        pulseRateHz: 100_000,
        horizontal: { amplitude: 30 * DEGREE, rateHz: 1000, phase: 0, waveform: 'sine' },
        vertical: { amplitude: 10 * DEGREE, rateHz: 10, phase: 0.25, waveform: 'triangle' },
      },
    ],
  ])('%s', (kind, given, expected) => {
    expect(deflectorOf({ kind, ...given })).toEqual({ kind, ...expected });
  });

  it('raster: from the top left, the second row back where asked', () => {
    const given = {
      kind: 'raster',
      pulseRate: 1000,
      rows: 2,
      columns: 3,
      horizontalFieldOfView: 60,
      verticalFieldOfView: 20,
    };
    const angles = (deflector: unknown) => {
      const { directions } = deflector as ShotPattern;
      return Array.from({ length: directions.length / 3 }, (_, k) => [
        Math.round(Math.atan2(directions[3 * k], directions[3 * k + 1]) / DEGREE) + 0,
        Math.round(Math.asin(directions[3 * k + 2]) / DEGREE) + 0,
      ]);
    };
    const top = [[-30, 10], [0, 10], [30, 10]]; // biome-ignore format: a row
    expect(angles(deflectorOf(given))).toEqual([...top, [-30, -10], [0, -10], [30, -10]]);
    expect(angles(deflectorOf({ ...given, zigzag: true }))).toEqual([...top, [30, -10], [0, -10], [-30, -10]]);
    // A single row, or column, is that of the middle.
    expect(angles(deflectorOf({ ...given, rows: 1 }))).toEqual([[-30, 0], [0, 0], [30, 0]]); // biome-ignore format: a row
    expect(angles(deflectorOf({ ...given, columns: 1 }))).toEqual([[0, 10], [0, -10]]); // biome-ignore format: a column
  });
});

describe('contradictions of a deflector', () => {
  it.each([
    [
      'both steps',
      { ...POLYGON, lineRate: 100, verticalStep: 0.1 },
      'lineRate: found 100, expected either lineRate or verticalStep',
    ],
    ['no step', POLYGON, 'verticalStep: found nothing, expected an angle (deg), or lineRate'],
    [
      'a line rate above the greatest',
      { ...POLYGON, lineRate: 100, lineRateMax: 50 },
      'at most lineRateMax, which is 50 (Hz)',
    ],
    ['a line of one pulse', { ...POLYGON, pulseRate: 100, lineRate: 90 }, 'lines of at least 2 pulses'],
    ['an empty window', { ...POLYGON, lineRate: 100, elevationMin: 60 }, 'less than elevationMax, which is 50'],
    ['a facet within the window', { ...POLYGON, lineRate: 100, facetAngle: 90 }, 'at least the window, which is 100'],
    [
      'a facet of too few shots',
      { ...POLYGON, verticalStep: 0.5, facetShots: 200 },
      'at least the 201 shots of the window',
    ],
    [
      'a facet said twice',
      { ...POLYGON, verticalStep: 0.5, facetShots: 300, facetAngle: 150 },
      'either facetShots or facetAngle',
    ],
    [
      'a pulse rate of no programme',
      { ...POLYGON, lineRate: 100, programs: [{ pulseRate: 300_000 }] },
      'pulseRate: found 100000, expected one of 300000 (Hz)',
    ],
    [
      'turns as long as the cycle',
      { ...OSCILLATING, turningPulses: 550 },
      'more than 1100 pulses, twice turningPulses; pulseRate gives 1100',
    ],
    ['half a turning pulse', { ...OSCILLATING, turningPulses: 7 }, 'turningPulses: found 7, expected an even number'],
    [
      'turns of a sine',
      { ...OSCILLATING, motion: 'sinusoidal', turningPulses: 10 },
      'a sinusoidal motion turns by itself',
    ],
    ['swings without pulses', { ...OSCILLATING, scanRate: 9000, pulseRate: 9000 }, 'pulseRate gives 1'],
    [
      'lines of one pulse',
      { kind: 'zigzag', pulseRate: 100, scanRate: 60, fieldOfView: 10 },
      'at most half of pulseRate',
    ],
    ['a cone without angle', { kind: 'conic', pulseRate: 100, rotationRate: 1 }, 'halfAngleAcross: found nothing'],
    [
      'a cone with one of two angles',
      { kind: 'conic', pulseRate: 100, rotationRate: 1, halfAngleAcross: 1 },
      'halfAngleAlong: found nothing',
    ],
    [
      'a cone of two angles',
      { kind: 'conic', pulseRate: 100, rotationRate: 1, halfAngle: 1, halfAngleAlong: 1 },
      'either halfAngle, or halfAngleAcross and halfAngleAlong',
    ],
    [
      'a raster of too many pulses',
      { kind: 'raster', pulseRate: 1e6, rows: 1e6, columns: 1e6, horizontalFieldOfView: 1, verticalFieldOfView: 1 },
      'at most 10000000 pulses a frame: 10 rows of 1000000',
    ],
    ['a file where there are none', { kind: 'pattern', pulseRate: 100, file: 'a.csv' }, 'no files can be read here'],
    ['a kind that there is not', { kind: 'galvo' }, 'a map whose kind is one of: spinning, polygon, line, parallel'],
    [
      'too many prisms',
      { kind: 'risley', pulseRate: 1, prisms: Array(4).fill({ angle: 1, refractiveIndex: 1.5, rotationRate: 1 }) },
      'a list of 1 to 3',
    ],
    [
      'a stack that does not spin',
      { kind: 'spinning', rotationRate: 0, firingPeriod: 10, channels: [{ elevation: 0 }] },
      'rotationRate: found 0, expected a number > 0 (Hz)',
    ],
  ])('%s', (_, deflector, message) => {
    expect(() => deflectorOf(deflector)).toThrow(message);
  });
});
