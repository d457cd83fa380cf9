import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { planDrive } from '../../src/planning/drive/plan-drive.js';
import { planFlight } from '../../src/planning/flight/plan-flight.js';
import { planStations } from '../../src/planning/stations/plan-stations.js';
import type { SurveyPlan } from '../../src/planning/survey-plan.js';
import { surveyText } from '../../src/planning/write-survey.js';
import { PRODUCT_KEYS } from '../../src/products/index.js';
import { legTiming } from '../../src/scanner/leg-timing.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { checkSurvey } from '../../src/survey/check.js';
import { PRODUCT_SAMPLES } from '../products/product-samples.js';
import { isLong } from '../support/long-run.js';
import { level, objOf, sceneFolder } from './plain-scenes.js';

const folder = sceneFolder();
folder.write('field.obj', objOf([level(-60, -40, 60, 40, 0)]));
const source = folder.write(
  'source.yaml',
  `name: source
seed: 7
scene:
  parts:
    - { name: field, file: field.obj }
    - { name: post, file: field.obj, transform: { scale: 0.01 }, instances: { csv: posts.csv } }
  materials: { thing: { reflectance: 0.4 } }
scanner: { id: velodyne-vlp-16, rotationRate: 20 }
platform: vehicle-roof
footprint: { subrays: 7 }
legs: [ { position: [0, 0, 0] } ]
output: [ source.las ]
`,
);
folder.write('posts.csv', 'x,y\n1,2\n3,4\n');
mkdirSync(folder.path('plans'));

/** The survey that a plan becomes, read again. */
async function written(plan: SurveyPlan, name: string) {
  const file = folder.path(name);
  writeFileSync(file, surveyText(plan, file, ['A plan', 'of nothing']));
  const survey = await loadSurvey(file, { outputFolder: folder.path('.') });
  await checkSurvey(survey, { files: nodeFiles });
  return { text: readFileSync(file, 'utf8'), survey };
}

describe('surveyText', () => {
  it('is a survey that runs: the source with other legs', async () => {
    const plan = await planDrive({ kind: 'mls', scene: source }, { machine: nodeMachine, cache: false });
    const { text, survey } = await written(plan, 'plans/drive.yaml');
    expect(text).toMatch(/^# A plan\n# of nothing\n\nname: drive\nseed: 7\n/);
    expect(text).toContain('file: ../field.obj');
    expect(text).toContain('csv: ../posts.csv');
    expect(text).toMatch(/- \{ name: drive, from: .* \} # 120 m, 12\.0 s/);
    expect(survey).toMatchObject({ seed: 7, footprint: { subrays: 7 } });
    expect(survey.instruments[0].scanner.deflector).toMatchObject({ rotationRateHz: 20 });
    expect(survey.outputs[0].path).toBe(folder.path('drive.laz'));
    expect(survey.legs).toHaveLength(1);
  });

  it('leaves out what runs of the source make', async () => {
    const products = Object.entries(PRODUCT_SAMPLES).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
    const making = folder.write('making.yaml', readFileSync(source, 'utf8').replace(/output:.*\n/, products.join('')));
    const plan = await planDrive({ kind: 'mls', scene: making }, { machine: nodeMachine, cache: false });
    const { text } = await written(plan, 'plans/leaving.yaml');
    expect(text).toContain('output:\n  - leaving.laz\n');
    for (const key of PRODUCT_KEYS.filter((other) => other !== 'output')) expect(text).not.toContain(`\n${key}:`);
  });

  it('finds the pattern of a scanner that the source describes, from another folder too', async () => {
    folder.write('pattern.csv', 'time,azimuth,elevation\n0,-20,0\n0.1,20,0\n');
    const scanner = `{ name: any, wavelength: 905, detection: { rangeMin: 0, rangeMax: 200, maxReturns: 1, rangeNoise: 0 },
      deflector: { kind: pattern, pulseRate: 100000, file: pattern.csv } }`;
    const scene = '{ parts: [ { name: field, file: field.obj } ] }';
    const patterned = folder.write('patterned.yaml', `scene: ${scene}\nscanner: ${scanner}\n`);
    const plan = await planFlight(
      { kind: 'uav', scene: patterned, height: 40, speed: 5 },
      { machine: nodeMachine, cache: false },
    );
    const { survey } = await written(plan, 'plans/patterned.yaml');
    expect(survey.instruments[0].scanner.deflector).toMatchObject({ kind: 'pattern' });
  });

  it('finds materials from another folder too', async () => {
    const material = 'id: chalk\nname: Chalk\nsource: made up\nscattering: { model: lambert, reflectance: 0.8 }\n';
    mkdirSync(folder.path('mine'));
    folder.write('mine/chalk.yaml', material);
    const scene = `{ parts: [ { name: field, file: field.obj } ], materialFolders: [mine], materials: {
      a: { use: chalk }, b: { use: mine/chalk.yaml } } }`;
    const file = folder.write('chalky.yaml', `scene: ${scene}\nscanner: velodyne-vlp-16\nplatform: vehicle-roof\n`);
    const { text, survey } = await written(
      await planDrive({ kind: 'mls', scene: file }, { machine: nodeMachine, cache: false }),
      'plans/chalky.yaml',
    );
    expect(text).toMatch(/materialFolders: \[ \.\.\/mine \]/);
    expect(survey.scene.materials.map(({ scattering }) => scattering)).toEqual([
      { model: 'lambert', reflectance: 0.8 },
      { model: 'lambert', reflectance: 0.8 },
    ]);
  });

  it('has a leg for each line of a flight, as long as was planned', async () => {
    const request = { kind: 'uav', scene: source, scanner: 'riegl-vux-1uav', height: 40, speed: 6 } as const;
    const plan = await planFlight({ ...request, overlap: 0.4, fieldOfView: 1 }, { machine: nodeMachine, cache: false });
    const { survey } = await written(plan, 'flight.yaml');
    expect(survey.legs).toHaveLength(plan.lines.length);
    const [{ scanner }] = survey.instruments;
    survey.legs.forEach((leg, k) => {
      expect(legTiming(scanner, leg).duration).toBeCloseTo(plan.lines[k].time, 2);
    });
    const last = survey.legs[survey.legs.length - 1];
    const end = last.startTime + legTiming(scanner, last).duration - survey.legs[0].startTime;
    expect(end).toBeCloseTo(plan.totalTime, 1);
  });

  it('describes in full a scanner whose head is stopped, and names stations', async () => {
    const flight = await planFlight(
      { kind: 'als', scene: source, scanner: 'riegl-vz-400', height: 100, fieldOfView: 0.8 },
      { machine: nodeMachine, cache: false },
    );
    const { survey } = await written(flight, 'stopped.yaml');
    expect(survey.instruments[0].scanner.deflector).toMatchObject({ kind: 'polygon', horizontalStep: 0 });
    const stations = await planStations(
      { kind: 'tls', scene: source, platform: 'tripod' },
      { machine: nodeMachine, cache: false },
    );
    const { text } = await written(stations, 'stations.yaml');
    expect(text).toContain('platform: tripod');
    expect(text).toMatch(/- \{ name: station 1, position: \[ .* \] \} # sees/);
  });

  it('takes a model for the whole scene', async () => {
    const scene = folder.path('field.obj');
    const plan = await planDrive(
      { kind: 'mls', scene, scanner: 'velodyne-vlp-16' },
      { machine: nodeMachine, cache: false },
    );
    expect((await written(plan, 'plans/model.yaml')).text).toContain('file: ../field.obj');
  });

  it.runIf(isLong)('refuses more legs than a survey file holds', async () => {
    const scene = folder.path('field.obj');
    const plan = await planDrive(
      { kind: 'mls', scene, scanner: 'velodyne-vlp-16' },
      { machine: nodeMachine, cache: false },
    );
    const legs = Array.from({ length: 20_000 }, () => plan.legs[0]);
    expect(() => surveyText({ ...plan, legs }, folder.path('many.yaml'), [])).toThrow(/too many legs/);
  });
});
