import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transformPoint } from '../../src/base/affine.js';
import type { Vec3 } from '../../src/base/vec3.js';
import { adjustedGpsTime } from '../../src/io/units/gps-time.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { airExtinction } from '../../src/scanner/atmosphere.js';
import type { SceneDescription } from '../../src/scene/scene-description.js';
import type { Survey } from '../../src/survey/survey.js';
import { surveyText, writeSurvey } from './survey-file.js';

const DEGREE = Math.PI / 180;

async function load(sections: Record<string, string> = {}): Promise<Survey<SceneDescription>> {
  return loadSurvey(await writeSurvey(surveyText(sections)));
}

const scenePart = (part: string) => ({ scene: `scene: { parts: [ ${part} ] }` });

/** Image of a point of the first part's file under its transform. */
async function placed(part: string, point: Vec3): Promise<number[]> {
  const survey = await load(scenePart(part));
  return transformPoint(survey.scene.parts[0].transform, point).map((value) => Math.round(value * 1e9) / 1e9 + 0);
}

it('skips the byte order mark of UTF-8', async () => {
  const marked = await loadSurvey(await writeSurvey(`\ufeff${surveyText()}`));
  expect(marked.seed).toBe(1);
});

describe('defaults', () => {
  it('fill in what a minimal survey leaves out', async () => {
    const survey = await load();
    expect(survey.name).toBe('survey');
    expect(survey.seed).toBe(1);
    expect(survey.footprint).toEqual({ pattern: 'rings', subrays: 19, weights: 'gaussian' });
    expect(survey.intensity).toEqual({ kind: 'amplitude' });
    expect(survey.instruments[0].mount).toEqual({ position: [0, 0, 0], heading: 0, pitch: 0, roll: 0 });
    expect(survey.instruments[0].extinction).toBeCloseTo(airExtinction(903, 23), 15);
    expect(survey.crs).toBeUndefined();
    expect(survey.scene.parts[0]).toMatchObject({
      name: 'room',
      source: { kind: 'generated', generator: 'room', seed: 1, triangles: 300_000 },
      placement: { kind: 'once' },
    });
    expect(survey.legs[0]).toMatchObject({
      name: 'leg 1',
      pointSourceId: 1,
      azimuthStart: 0,
      azimuthEnd: 360 * DEGREE,
    });
    expect(survey.outputs[0]).toMatchObject({ path: join(process.cwd(), 'cloud.las'), format: 'las' });
    expect(survey.outputs[0].pointFormat).toBeUndefined();
    expect(survey.colors).toBeUndefined();
  });

  it('take outputs relative to the requested folder', async () => {
    const survey = await loadSurvey(await writeSurvey(surveyText()), { outputFolder: '/results' });
    expect(survey.outputs[0].path).toBe('/results/cloud.las');
  });

  it('put a generator’s own labels after the user’s', async () => {
    const label = '{ match: "x*", class: building }';
    const survey = await load({ scene: `scene: { parts: [ { generate: { kind: room } } ], labels: [ ${label} ] }` });
    expect(survey.scene.labels[0]).toMatchObject({ match: 'x*', on: 'any', classification: 6 });
    expect(survey.scene.labels.length).toBeGreaterThan(1);
  });
});

describe('scene', () => {
  it('has paths relative to the survey file, and keeps hostile names', async () => {
    const file = await writeSurvey(surveyText(scenePart('{ file: "models/a b*$(x);é.obj" }')));
    const survey = await loadSurvey(file);
    expect(survey.scene.parts[0].source).toEqual({ kind: 'file', path: join(dirname(file), 'models/a b*$(x);é.obj') });
  });

  it.each([
    ['glTF is y up', '{ file: a.glb }', [1, -3, 2]],
    ['glTF that is z up', '{ file: a.glb, up: z }', [1, 2, 3]],
    ['OBJ is z up', '{ file: a.obj }', [1, 2, 3]],
    ['OBJ that is y up, in centimetres', '{ file: a.obj, up: y, unit: cm }', [0.01, -0.03, 0.02]],
    ['feet', '{ file: a.obj, unit: ft }', [0.3048, 0.6096, 0.9144]],
    ['metres a unit', '{ file: a.obj, unit: 10 }', [10, 20, 30]],
    [
      'scaled, turned, moved',
      '{ file: a.obj, transform: { translate: [10, 0, 0], rotate: [0, 0, 90], scale: 2 } }',
      [6, 2, 6],
    ],
    ['about x first, then z', '{ file: a.obj, transform: { rotate: [90, 0, 90] } }', [3, 1, 2]],
    [
      'about an axis of any length',
      '{ file: a.obj, transform: { rotate: { axis: [0, 0, 5], angle: 90 } } }',
      [-2, 1, 3],
    ],
    ['scaled by axis', '{ file: a.obj, transform: { scale: [1, 2, 3] } }', [1, 4, 9]],
  ])('%s', async (_name, part, expected) => {
    expect(await placed(part, [1, 2, 3])).toEqual(expected);
  });

  it('turns clockwise by a heading', async () => {
    const survey = await load(
      scenePart('{ file: a.obj, instances: [ { translate: [5, 0, 0], heading: 90, scale: 2 } ] }'),
    );
    const { placement } = survey.scene.parts[0];
    if (placement.kind !== 'list') throw new Error(placement.kind);
    const [x, y, z] = transformPoint(placement.transforms[0], [0, 1, 0]);
    expect([x, y, z]).toEqual([7, expect.closeTo(0, 12), 0]);
  });

  it('listed instances have factors along axes, a lean, a number and a semantic class', async () => {
    const two =
      '{ translate: [5, 0, 0], scale: [1, 1, 2], lean: 90, leanDirection: 90, instance: 7, semantic: oak }, { translate: [0, 0, 0] }';
    const survey = await load(scenePart(`{ file: a.obj, instances: [ ${two} ] }`));
    const { placement } = survey.scene.parts[0];
    if (placement.kind !== 'list') throw new Error(placement.kind);
    // A top at 1 m, twice as high, lies 2 m east of the foot.
    expect(transformPoint(placement.transforms[0], [0, 0, 1])).toEqual([
      7,
      expect.closeTo(0, 12),
      expect.closeTo(0, 12),
    ]);
    expect(placement.facts).toEqual([{ instance: 7, semantic: 'oak' }, {}]);
  });

  it('scattered instances have a rectangle in order', async () => {
    const survey = await load(
      scenePart('{ file: a.obj, instances: { scatter: { count: 3, area: [[9, 8], [1, 2]] } } }'),
    );
    const [{ place, placement }] = survey.scene.parts;
    expect(placement).toEqual({
      kind: 'scatter', count: 3, seed: 1, min: [1, 2], max: [9, 8], scaleMin: 1, scaleMax: 1, spacing: 0, on: undefined,
      place: { ...place, column: (place.column ?? 0) + 'a.obj, instances: { scatter: '.length },
    }); // biome-ignore format: one record
  });

  it('parts without a name get different ones', async () => {
    const survey = await load(scenePart('{ file: a/x.obj }, { file: b/x.obj }, { name: x-2, file: c.obj }'));
    expect(survey.scene.parts.map((part) => part.name)).toEqual(['x', 'x-3', 'x-2']);
  });

  it('takes classes by number and by name', async () => {
    const labels = ['5', 'high vegetation', 'High_Vegetation', 'wire - guard', '200'];
    const text = labels.map((label) => `{ match: a, class: ${label} }`).join(', ');
    const survey = await load({ scene: `scene: { parts: [ { file: a.obj } ], labels: [ ${text} ] }` });
    expect(survey.scene.labels.map((label) => label.classification)).toEqual([5, 5, 5, 13, 200]);
  });

  it('takes a base colour without alpha for opaque', async () => {
    const survey = await load({
      scene: 'scene: { parts: [ { file: a.obj } ], materials: { m: { baseColor: [0.1, 0.2, 0.3] } } }',
    });
    expect(survey.scene.materials[0]).toMatchObject({ name: 'm', baseColor: [0.1, 0.2, 0.3, 1] });
  });
});

describe('legs', () => {
  it('follow one another in time', async () => {
    const legs =
      '[ { position: [0, 0, 1], duration: 2 }, { position: [0, 0, 1], pause: 5 }, { position: [0, 0, 1], startTime: 77 } ]';
    const survey = await load({ legs: `legs: ${legs}`, startTime: 'startTime: 2024-06-01T12:00:00Z' });
    const start = adjustedGpsTime(Date.parse('2024-06-01T12:00:00Z'));
    expect(survey.legs.map((leg) => leg.startTime)).toEqual([start, start + 2 + 5, 77]);
    expect(survey.legs.map((leg) => leg.pointSourceId)).toEqual([1, 2, 3]);
  });

  it('look where their path goes', async () => {
    const survey = await load({ legs: 'legs: [ { from: [0, 0, 2], to: [10, 0, 2], speed: 5 } ]' });
    expect(survey.legs[0].path).toEqual({
      kind: 'straight', from: [0, 0, 2], to: [10, 0, 2], speed: 5, attitude: { heading: Math.PI / 2, pitch: 0, roll: 0 },
    }); // biome-ignore format: one record
  });

  it('have angles in degrees in the file, radians inside', async () => {
    const survey = await load({
      legs: 'legs: [ { position: [0, 0, 1], heading: 90, pitch: 10, roll: -5, azimuth: [-45, 45] } ]',
    });
    expect(survey.legs[0]).toMatchObject({ azimuthStart: -45 * DEGREE, azimuthEnd: 45 * DEGREE });
    expect(survey.legs[0].path).toMatchObject({
      attitude: { heading: 90 * DEGREE, pitch: 10 * DEGREE, roll: -5 * DEGREE },
    });
  });
});

describe('adjusted standard GPS time', () => {
  it.each([
    ['1980-01-06T00:00:00Z', -1e9],
    // GPS week 2000 begins 18 s before midnight UTC; 2000 weeks are 1 209 600 000 s.
    ['2018-05-05T23:59:42Z', 209_600_000],
    // The last second before and the first after the leap second at the end of 2016.
    ['2016-12-31T23:59:59Z', 167_264_016],
    ['2017-01-01T00:00:00Z', 167_264_018],
  ])('%s', (moment, seconds) => {
    expect(adjustedGpsTime(Date.parse(moment))).toBe(seconds);
  });
});

describe('scanner, air, output', () => {
  it('take single numbers from an override', async () => {
    const survey = await load({
      scanner: 'scanner: { id: riegl-vz-400, pulseRate: 100000, verticalStep: 0.1, pulse: { duration: 3 } }',
    });
    expect(survey.instruments[0].scanner).toMatchObject({
      id: 'riegl-vz-400',
      pulse: { duration: expect.closeTo(3e-9, 15), energy: 1e-6 },
    });
    expect(survey.instruments[0].scanner.deflector).toMatchObject({
      pulseRateHz: 100_000,
      verticalStep: 0.1 * DEGREE,
      horizontalStep: 0.04 * DEGREE,
    });
  });

  it('detector replaces the numbers of the receiver', async () => {
    const survey = await load({ detector: 'detector: { rangeMax: 30, maxReturns: 5, minEnergy: 0 }' });
    expect(survey.instruments[0].scanner.detection).toMatchObject({
      rangeMin: 0.4,
      rangeMax: 30,
      maxReturns: 5,
      minEnergy: 0,
    });
  });

  it('take a scanner described in full', async () => {
    const survey = await load({
      scanner: `scanner:
  name: mine
  wavelength: 1064
  divergence: { mrad: 1, convention: fwhm }
  exitDiameter: 10
  detection: { rangeMin: 1, rangeMax: 50, maxReturns: 1, rangeNoise: 0, minEnergy: 0 }
  deflector: { kind: spinning, rotationRate: 5, firingPeriod: 100, channels: [ { elevation: -3, time: 2 } ] }`,
    });
    expect(survey.instruments[0].scanner).toMatchObject({ id: 'inline', name: 'mine', exitRadius: 0.005 });
    expect(survey.instruments[0].scanner.divergence.vertical).toBeCloseTo(1e-3 / Math.sqrt(2 * Math.LN2), 12);
    expect(survey.instruments[0].scanner).toMatchObject({
      channels: [{ elevation: -3 * DEGREE, fireTime: 2e-6, origin: [0, 0, 0] }],
    });
  });

  it('take the place of the scanner from a platform, or from mount', async () => {
    expect((await load({ platform: 'platform: tripod' })).instruments[0].mount.position).toEqual([0, 0, 1.5]);
    const survey = await load({ platform: 'platform: tripod', mount: 'mount: { position: [0, 0, 2], roll: 90 }' });
    expect(survey.instruments[0].mount).toEqual({ position: [0, 0, 2], heading: 0, pitch: 0, roll: Math.PI / 2 });
  });

  it('extinction by visibility and by coefficient', async () => {
    // Kruse: −ln(0.02)/10 · (903/550)^−1.3 per kilometre.
    const survey = await load({ atmosphere: 'atmosphere: { visibilityKm: 10 }' });
    expect(survey.instruments[0].extinction).toBeCloseTo(-Math.log(0.02) * 1e-4 * (903 / 550) ** -1.3, 12);
    const optical = await load({ atmosphere: 'atmosphere: { visibilityKm: 10, contrast: 0.05 }' });
    expect(optical.instruments[0].extinction).toBeCloseTo(-Math.log(0.05) * 1e-4 * (903 / 550) ** -1.3, 12);
    expect((await load({ atmosphere: 'atmosphere: { extinctionPerKm: 2 }' })).instruments[0].extinction).toBe(0.002);
  });

  it('reads the crs from a file beside the survey', async () => {
    const file = await writeSurvey(surveyText({ crs: 'crs: { file: crs/utm.prj }' }));
    await mkdir(join(dirname(file), 'crs'));
    await writeFile(join(dirname(file), 'crs/utm.prj'), 'PROJCS["x",UNIT["metre",1]]\n');
    expect((await loadSurvey(file)).crs).toEqual({ name: 'x', wkt: 'PROJCS["x",UNIT["metre",1]]' });
  });

  it('take the crs by its code, as text and as a number', async () => {
    for (const crs of ['EPSG:28992', '28992', 'urn:ogc:def:crs:EPSG::28992'])
      expect((await load({ crs: `crs: ${crs}` })).crs).toMatchObject({
        name: 'Amersfoort / RD New',
        code: 'EPSG:28992',
        wkt: expect.stringMatching(
          /^PROJCS\["Amersfoort \/ RD New",GEOGCS\["Amersfoort".*AUTHORITY\["EPSG","28992"\]\]$/,
        ),
      });
  });

  it('take outputs with their own format', async () => {
    const survey = await load({ output: 'output: [ { file: /tmp/a.LAS, pointFormat: 8, scale: 0.01 }, b.xyz ]' });
    expect(survey.outputs[0]).toMatchObject({ path: '/tmp/a.LAS', format: 'las', pointFormat: 8, scale: 0.01 });
    expect(survey.outputs[1]).toMatchObject({ format: 'xyz' });
  });
});
