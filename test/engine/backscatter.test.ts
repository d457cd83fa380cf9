import { describe, expect, it } from 'vitest';
import type { PulseProgram } from '../../src/device/pulse-program.js';
import { Point } from '../../src/device/records.generated.js';
import type { RunSettings } from '../../src/device/run-settings.js';
import type { Engine } from '../../src/engine/engine.js';
import { backscatterAt } from '../../src/material/backscatter-at.js';
import { createCubics, evaluateCubics, type Interpolation } from '../../src/material/backscatter-cubics.js';
import { measuredAt } from '../../src/material/measured-table.js';
import type { MeasuredTable, Scattering } from '../../src/material/scattering.js';
import { createMaterialRecords } from '../../src/pack/material-records.js';
import { createPulseProgram } from '../../src/pack/pulse-program.js';
import type { Physics } from '../../src/scanner/physics.js';
import type { Scanner } from '../../src/scanner/scanner.js';
import { ENGINES } from '../support/engines.js';
import { outliers } from '../support/outliers.js';
import { settingsWith, station, testScanner } from '../support/scan.js';
import { deviceSceneOf, meshOf, random, sceneOf, sphere } from '../support/scenes.js';

const DEGREE = Math.PI / 180;
const WAVELENGTH_NM = 905;
/** Place of the instrument in the sphere: it sees facets at angles from 0 to 60° and all azimuths. */
const PLACE = [1.9, 4.8, 1.2] as const;
const RADIUS = 6;

const scanner = testScanner({
  wavelengthNm: WAVELENGTH_NM,
  deflector: {
    kind: 'polygon',
    pulseRateHz: 100_000,
    elevationMin: -80 * DEGREE,
    elevationMax: 80 * DEGREE,
    verticalStep: 3 * DEGREE,
    horizontalStep: 7 * DEGREE,
    lineRateMaxHz: 100,
  },
});
const mount = { position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 } as const;
const leg = station([...PLACE], { sectorDeg: 360 });
const programOf = (from: Scanner): PulseProgram =>
  createPulseProgram({ scanner: from, mount, leg, frameOrigin: [0, 0, 0] });

/** Random samples, one value at the pole, at two wavelengths. */
function table(phiCount: number, thetaCount: number): MeasuredTable {
  const next = random(7 + phiCount);
  const values = new Float32Array(2 * phiCount * thetaCount);
  for (let k = 0; k < values.length; k++) values[k] = k % thetaCount === 0 ? 0.3 : 0.05 + 0.3 * next();
  return { wavelengthsNm: [800, 1000], phiCount, thetaCount, values };
}

const scene = await deviceSceneOf(sceneOf([meshOf(sphere(RADIUS, 24))]));

const settingsOf = (
  scattering: Scattering,
  interpolation: Interpolation,
  incidence?: Physics['incidence'],
): RunSettings =>
  settingsWith({
    materials: createMaterialRecords([{ scattering }], WAVELENGTH_NM, interpolation, incidence),
  });

/** Energy · range² of each return, which is π f_r cos θ here, and its angle and azimuth by the surface's tangent. */
async function returnsOf(
  engine: Engine,
  settings: RunSettings,
  program: PulseProgram,
): Promise<{ energy: number; reflected: number; theta: number; phi: number }[]> {
  const out: { energy: number; reflected: number; theta: number; phi: number }[] = [];
  for await (const { outputs } of engine.trace(settings, program)) {
    const { floats, count } = outputs.points;
    for (let k = 0; k < count; k++) {
      const at = (k * Point.SIZE) / 4;
      const [x, y, z] = [0, 1, 2].map((axis) => floats[at + axis]);
      const n = [0, 1, 2].map((axis) => floats[at + Point.normal / 4 + axis]);
      const toSensor = [PLACE[0] - x, PLACE[1] - y, PLACE[2] - z];
      const range = Math.hypot(...toSensor);
      const w = toSensor.map((value) => value / range);
      const level = Math.hypot(n[0], n[1]);
      // Tangent: up × normal; across: normal × tangent.
      const t = [-n[1] / level, n[0] / level, 0];
      const b = [n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]];
      const along = (axis: number[]) => w[0] * axis[0] + w[1] * axis[1] + w[2] * axis[2];
      const theta = Math.atan2(Math.hypot(along(t), along(b)), along(n));
      const energy = floats[at + Point.energy / 4];
      const reflected = energy * floats[at + Point.range / 4] ** 2;
      out.push({ energy, reflected, theta, phi: Math.atan2(along(b), along(t)) });
    }
  }
  await engine.close();
  return out;
}

describe.each(ENGINES)('%s: energies are those of the table at the angle and azimuth of each hit', (_, there, open) => {
  it.skipIf(!there).each([
    [1, 13, 'hermite'],
    [8, 13, 'hermite'],
    [8, 13, 'linear'],
    [1, 2, 'linear'],
  ] as const)('%i azimuths, %i angles, %s', async (phiCount, thetaCount, rule) => {
    const measured = table(phiCount, thetaCount);
    const settings = settingsOf({ model: 'measured', table: measured }, rule);
    const returns = await returnsOf(await open(scene), settings, programOf(scanner));
    const cubics = createCubics(measuredAt(measured, WAVELENGTH_NM), rule);
    expect(returns.length).toBeGreaterThan(2000);
    expect(Math.max(...returns.map(({ theta }) => theta))).toBeGreaterThan(55 * DEGREE);
    expect(Math.min(...returns.map(({ theta }) => theta))).toBeLessThan(3 * DEGREE);
    // Coordinates of points are f32: angles from them are right to some 1e-6.
    const far = outliers(
      returns,
      ({ reflected, theta, phi }) => Math.abs(reflected - evaluateCubics(cubics, theta, phi)) < 1e-5,
    );
    expect(far).toEqual([]);
  });
});

describe.each(ENGINES)('%s: with perpendicular incidence', (_, there, open) => {
  it.skipIf(!there).each([
    ['a Lambertian surface', { model: 'lambert', reflectance: 0.6 }, 0.6],
    ['a table over the angle', { model: 'measured', table: table(1, 13) }, undefined],
    ['a table over angle and azimuth', { model: 'measured', table: table(8, 13) }, undefined],
  ] as const)('%s reflects everywhere what it does at a right angle', async (_, scattering, known) => {
    const settings = settingsOf(scattering, 'hermite', 'perpendicular');
    const returns = await returnsOf(await open(scene), settings, programOf(scanner));
    expect(returns.length).toBeGreaterThan(2000);
    const expected = known ?? evaluateCubics(createCubics(backscatterAt(scattering, WAVELENGTH_NM), 'hermite'), 0, 0);
    expect(expected).toBeGreaterThan(0.1);
    expect(outliers(returns, ({ reflected }) => Math.abs(reflected - expected) < 1e-5)).toEqual([]);
  });
});

/** The smallest number that f32 holds with all its digits; a GPU may take smaller ones for 0. */
const LEAST_NORMAL = 2 ** -126;

describe.each(ENGINES)('%s: far from a narrow lobe', (_, there, open) => {
  it.skipIf(!there)('sends back no energy that only some devices can tell from none', async () => {
    const mirror = {
      model: 'cook-torrance',
      diffuse: 0,
      fresnel: 0.04,
      roughness: 0.04,
      distribution: 'beckmann',
    } as const;
    const sensitive = { ...scanner, detection: { ...scanner.detection, minEnergy: 0 } };
    const settings = settingsOf(mirror, 'hermite');
    const energies = (await returnsOf(await open(scene), settings, programOf(sensitive))).map(({ energy }) => energy);
    expect(energies.length).toBeGreaterThan(100);
    expect(Math.min(...energies)).toBeLessThan(1e6 * LEAST_NORMAL);
    expect(Math.min(...energies)).toBeGreaterThanOrEqual(LEAST_NORMAL);
  });
});
