import { describe, expect, it } from 'vitest';
import { findScanner, scannerIds } from '../../src/scanner/catalogue.js';
import { listScanners } from '../../src/scanner/list-scanners.js';
import { NOMINAL } from '../../src/scanner/nominal.js';
import { receivedEnergy } from '../../src/scanner/resolve-detection.js';
import { resolveDivergence } from '../../src/scanner/resolve-divergence.js';
import { resolveScanner } from '../../src/scanner/resolve-scanner.js';
import type { ScannerDefinition } from '../../src/scanner/scanner-schema.js';
import { EXTRACT, readReference } from '../support/reference-data.js';

const MICROSECOND = 1e-6;

/**
 * File of measured beam angles and the sign of its azimuths: Velodyne's rot_correction is subtracted by its drivers.
 */
const CALIBRATED: [id: string, file: string, azimuthSign: number][] = [
  ['velodyne-vlp-16', 'Puck_and_Puck_LITE', -1],
  ['velodyne-puck-lite', 'Puck_and_Puck_LITE', -1],
  ['velodyne-puck-hi-res', 'Puck_Hi-Res', -1],
  ['velodyne-hdl-32e', 'HDL-32E', -1],
  ['velodyne-hdl-64e', 'HDL-64E_S3', -1],
  ['velodyne-ultra-puck', 'Ultra_Puck_VLP-32C', -1],
  ['velodyne-alpha-prime', 'Alpha_Prime_VLS-128', -1],
  ['hesai-pandar64', 'Pandar64', 1],
];

function channelsOf({ deflector }: ScannerDefinition) {
  if (deflector.kind !== 'spinning') throw new Error(`expected a spinning scanner, found ${deflector.kind}`);
  return deflector.channels;
}

describe('catalogue', () => {
  it.each(scannerIds())('%s is complete and without contradictions', (id) => {
    const definition = findScanner(id);
    const faults: unknown[] = [];
    const scanner = resolveScanner(definition, { onFault: (fault) => faults.push(fault) });
    expect(faults).toEqual([]);
    expect(definition.id).toBe(id);
    expect(scanner.source.length).toBeGreaterThan(40);
    expect(scanner.detection.minEnergy).toBeGreaterThan(0);
    expect(Math.min(scanner.divergence.horizontal, scanner.divergence.vertical)).toBeGreaterThan(0);
  });

  it('lists every file', () => {
    const listed = listScanners();
    expect(listed.map(({ id }) => id)).toEqual(scannerIds());
    expect(listed.find(({ id }) => id === 'velodyne-alpha-prime')).toEqual({
      id: 'velodyne-alpha-prime',
      name: 'Velodyne Alpha Prime (VLS-128)',
      kind: 'spinning',
      channels: 128,
      wavelengthNm: 903,
      rangeMax: 300,
    });
  });

  it.each([
    ['velodyne-vlp16', '; did you mean "velodyne-vlp-16"?'],
    ['RIEGL-VZ-1000', '; did you mean "riegl-vz-1000"'],
    ['zzzzzzzzzzzz', 'a scanner of the catalogue; subray scanner list names them'],
    ['../platforms/tripod', 'subray scanner list'],
  ])('answers an unknown id %s with the nearest ones', (id, answer) => {
    expect(() => findScanner(id)).toThrow(answer);
  });

  it.each(CALIBRATED)('%s has the beam angles of its calibration', (id, file, azimuthSign) => {
    const rows = readReference(EXTRACT, `sensors/${file}.csv`).toString().trim().split('\n').slice(1);
    const channels = channelsOf(findScanner(id));
    expect(channels.length).toBe(rows.length);
    rows.forEach((row, laser) => {
      const [number, elevation, azimuth] = row.split(',').map(Number);
      expect(number).toBe(laser);
      expect(channels[laser].elevation, `elevation of laser ${laser}`).toBeCloseTo(elevation, 6);
      expect(channels[laser].azimuth, `azimuth of laser ${laser}`).toBeCloseTo(azimuthSign * azimuth, 6);
    });
  });
});

/**
 * Pattern files of another simulator: channels of the Pandar40P from the lowest up, azimuths counterclockwise
 * but for Velodyne and Ouster.
 */
const PATTERNS: [
  id: string,
  file: string,
  options: { upsideDown?: boolean; azimuthSign: number; tolerance: number },
][] = [
  ['hesai-pandar40p', 'HesaiPandar40P', { upsideDown: true, azimuthSign: -1, tolerance: 0.001 }],
  ['hesai-pandarqt64', 'HesaiPandarQT64', { azimuthSign: -1, tolerance: 0.001 }],
];

describe('beams', () => {
  it.each(PATTERNS)('%s has those of the pattern file', (id, file, { upsideDown, azimuthSign, tolerance }) => {
    const rows = readReference(EXTRACT, `sensors_rgl/${file}.csv`).toString().trim().split('\n').slice(2);
    const beams = rows.map((row) => row.split(',').map(Number));
    if (upsideDown) beams.reverse();
    const channels = channelsOf(findScanner(id));
    expect(channels.length).toBe(beams.length);
    channels.forEach(({ elevation, azimuth }, laser) => {
      expect(Math.abs(elevation - beams[laser][1]), `elevation of laser ${laser}`).toBeLessThan(tolerance);
      expect(Math.abs(azimuth - azimuthSign * beams[laser][2]), `azimuth of laser ${laser}`).toBeLessThan(tolerance);
    });
  });

  it.each([
    ['ouster-os0-128', 128, -46.2, 46.2],
    ['ouster-os1-64', 64, -16.68, 16.73],
    ['ouster-os1-128', 128, -21.62, 21.34],
    ['ouster-os2-128', 128, -11.25, 11.25],
    ['hesai-xt32', 32, -16, 15],
    ['hesai-at128e2x', 128, -12.47, 12.93],
    ['hesai-pandar128e4x', 128, -24.765, 14.985],
    ['hesai-qt128c2x', 192, -52.627, 52.627],
  ])('%s: %d lasers from %d° to %d°', (id, count, lowest, highest) => {
    const elevations = channelsOf(findScanner(id)).map(({ elevation }) => elevation);
    expect(elevations).toHaveLength(count);
    expect(Math.min(...elevations)).toBeCloseTo(lowest, 2);
    expect(Math.max(...elevations)).toBeCloseTo(highest, 2);
  });

  it('fire twice as often in the dense middle of the high resolution mode', () => {
    const channels = channelsOf(findScanner('hesai-pandar128e4x-high-resolution'));
    const standard = channelsOf(findScanner('hesai-pandar128e4x'));
    expect(channels.slice(0, 128).map(({ elevation }) => elevation)).toEqual(
      standard.map(({ elevation }) => elevation),
    );
    for (const again of channels.slice(128)) {
      expect(again.time).toBeGreaterThanOrEqual(27.778);
      expect(again.elevation).toBeLessThan(3.3);
      expect(again.elevation).toBeGreaterThan(-5.9);
    }
  });
});

describe('instruments in wide use', () => {
  it.each([
    ['hesai-', 8],
    ['ouster-os', 4],
    ['velodyne-', 7],
    ['livox-', 5],
    ['dji-zenmuse-l', 3],
    ['riegl-vz-', 5],
    ['riegl-vq-', 4],
    ['riegl-vux-1', 3],
    ['riegl-minivux-', 2],
    ['riegl-lms-', 2],
    ['leica-als50', 2],
    ['optech-', 3],
    ['faro-focus', 1],
    ['zf-imager', 1],
  ])('%s…: at least %d', (prefix, count) => {
    expect(scannerIds().filter((id) => id.startsWith(prefix)).length).toBeGreaterThanOrEqual(count);
  });

  it('Mid-100: three Mid-40 side by side', () => {
    const { deflector, channels } = resolveScanner(findScanner('livox-mid-100'));
    expect(deflector).toEqual(resolveScanner(findScanner('livox-mid-40')).deflector);
    expect(channels.map(({ azimuthOffset }) => Math.round((azimuthOffset * 180) / Math.PI))).toEqual([30, 0, -30]);
  });

  it('HDL-64E: says that it is not the unit of KITTI, and how many shots a turn either has', () => {
    const { source } = findScanner('velodyne-hdl-64e');
    const { deflector } = resolveScanner(findScanner('velodyne-hdl-64e'));
    if (deflector.kind !== 'spinning') throw new Error(deflector.kind);
    const shots = Math.round(1 / (deflector.rotationRateHz * deflector.firingPeriod));
    expect(source).toMatch(/Not the unit of KITTI/);
    expect(source.replaceAll(/\s+/g, ' ')).toContain(`where the S3 has ${shots.toLocaleString('en')}.`);
  });

  it('VUX-1UAV: the step follows from lines and pulses', () => {
    const { deflector } = resolveScanner(findScanner('riegl-vux-1uav'));
    // 360° · 100 lines a second / 550,000 pulses a second.
    expect(deflector).toHaveProperty('verticalStep', expect.closeTo(((360 * 100) / 550_000) * (Math.PI / 180), 12));
  });

  it('VUX-1HA22: a line all the way round ends one step before it began', () => {
    const { deflector } = resolveScanner(findScanner('riegl-vux-1ha22'));
    if (deflector.kind !== 'polygon') throw new Error(deflector.kind);
    expect(deflector.elevationMax + deflector.verticalStep).toBeCloseTo(Math.PI, 12);
  });
});

describe('firing', () => {
  const times = (id: string) => {
    const { deflector, channels } = resolveScanner(findScanner(id));
    if (deflector.kind !== 'spinning') throw new Error(deflector.kind);
    return { period: deflector.firingPeriod, times: channels.map(({ fireTime }) => fireTime / MICROSECOND) };
  };

  it('VLP-16: one laser after the other', () => {
    expect(times('velodyne-vlp-16').period).toBeCloseTo(55.296e-6, 15);
    expect(times('velodyne-vlp-16').times[15]).toBeCloseTo(15 * 2.304, 9);
  });

  it('VLS-128: eight at a time, one group left out in the middle', () => {
    const { times: fired } = times('velodyne-alpha-prime');
    expect(new Set(fired.slice(0, 8)).size).toBe(1);
    expect(fired[63]).toBeCloseTo(7 * 2.665, 9);
    expect(fired[64]).toBeCloseTo(9 * 2.665, 9);
    expect(fired[127]).toBeCloseTo(16 * 2.665, 9);
  });

  it('Pandar64: from the first laser on', () => {
    const { times: fired } = times('hesai-pandar64');
    expect(Math.min(...fired)).toBe(0);
    expect(Math.max(...fired)).toBeCloseTo(54.668 - 3.62, 9);
  });
});

describe('divergence', () => {
  it.each([
    ['full-1/e2', 0.5],
    ['half-1/e2', 1],
    ['full-1/e', Math.SQRT1_2],
    ['half-1/e', Math.SQRT2],
    // A Gaussian of 1/e² radius w is 1.17741 w wide at half maximum: 1/1.17741.
    ['fwhm', 0.8493218002880191],
  ] as const)('%s', (convention, half) => {
    const { horizontal, vertical } = resolveDivergence({ mrad: 1, convention });
    expect(horizontal).toBeCloseTo(half * 1e-3, 12);
    expect(vertical).toBe(horizontal);
  });

  it('has two numbers for an elliptical beam', () => {
    const { horizontal, vertical } = resolveDivergence({ horizontalMrad: 4, verticalMrad: 1, convention: 'full-1/e2' });
    expect(horizontal).toBeCloseTo(2e-3, 12);
    expect(vertical).toBeCloseTo(0.5e-3, 12);
  });
});

describe('least energy', () => {
  it('is that of the target that is just seen', () => {
    // E = E_pulse D² η T² ρ / (4 R²), worked out step by step for 1 µJ, 50 mm, 600 m, 90 %.
    const transmission = Math.exp(-(-Math.log(0.02) / 23) * (1550 / 550) ** -1.3 * 0.6);
    const expected = (1e-6 * 0.05 ** 2 * transmission ** 2 * 0.9) / (4 * 600 ** 2);
    expect(resolveScanner(findScanner('riegl-vz-400')).detection.minEnergy / expected).toBeCloseTo(1, 12);
  });

  it('scales with the pulse energy, so that the energy does not change what is seen', () => {
    const definition = findScanner('velodyne-vlp-16');
    const weak = resolveScanner(definition);
    const strong = resolveScanner({ ...definition, pulse: { energy: 1e-3 } });
    expect(strong.detection.minEnergy / weak.detection.minEnergy).toBeCloseTo(1e-3 / NOMINAL.pulseEnergy, 9);
    expect(receivedEnergy(weak, 200, 0.1)).toBeLessThan(weak.detection.minEnergy);
    expect(receivedEnergy(weak, 50, 0.1)).toBeGreaterThan(weak.detection.minEnergy);
  });
});
