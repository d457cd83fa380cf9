import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Files } from '../../src/base/files/files.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { createWebFiles } from '../../src/base/files/web-files.js';
import { makePlan } from '../../src/planning/make-plan.js';
import { surveyText } from '../../src/planning/write-survey.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { type RunReport, runSurvey } from '../../src/simulation/run-survey.js';
import { loadSurvey } from '../../src/survey/load-survey.js';

/** A survey that names every kind of file. */
const SURVEY = `
scene:
  parts:
    - { name: wall, file: models/wall.obj }
    - { name: post, file: models/post.stl, instances: { csv: posts.csv } }
  materials:
    plaster: { use: ../materials/own/lime.yaml }
    bricks: { use: brick-of-mine }
  materialFolders: [../materials/catalogue]
scanner:
  name: of a pattern
  wavelength: 905
  detection: { rangeMin: 0.5, rangeMax: 100, maxReturns: 2, rangeNoise: 0.01 }
  deflector: { kind: pattern, pulseRate: 5000, file: swing.csv }
legs:
  - { trajectory: { file: path.csv } }
restrict:
  - { azimuth: [-2, 2] }
crs: { file: crs.wkt }
footprint: { subrays: 7 }
output: [out/cloud.las, out/cloud.ply]
frames: { file: out/frame-%03d.pcd, by: seconds, duration: 0.2, coordinates: sensor }
`;

const material = (id: string, reflectance: number) =>
  `id: ${id}\nname: ${id}\nsource: a test\nscattering: { model: lambert, reflectance: ${reflectance} }\n`;

const SOURCES: Readonly<Record<string, string>> = {
  'surveys/survey.yaml': SURVEY,
  'surveys/models/wall.obj':
    'mtllib wall.mtl\nv -5 10 0\nv 5 10 0\nv 5 10 4\nv -5 10 4\nv -20 0 0\nv 20 0 0\nv 20 30 0\nv -20 30 0\nusemtl plaster\nf 1 2 3\nf 5 6 7 8\nusemtl bricks\nf 1 3 4\n',
  'surveys/models/wall.mtl': 'newmtl plaster\nKd 0.5 0.5 0.5\nnewmtl bricks\nKd 0.6 0.2 0.1\n',
  'surveys/models/post.stl':
    'solid post\nfacet normal 0 -1 0\nouter loop\nvertex -0.5 0 0\nvertex 0.5 0 0\nvertex 0 0 3\nendloop\nendfacet\nendsolid post\n',
  'surveys/posts.csv': 'x,y,z\n-2,6,0\n2,7,0\n',
  'surveys/swing.csv': 'time,azimuth,elevation\n0,-30,-5\n0.01,30,5\n0.02,-30,10\n',
  'surveys/path.csv': 'time,x,y,z,heading,pitch,roll\n0,0,0,1.5,0,0,0\n1,0.5,0,1.5,5,0,0\n',
  'surveys/crs.wkt': 'LOCAL_CS["a test"]\n',
  'materials/own/lime.yaml': `id: lime
name: lime
source: a test
scattering: { model: measured, wavelengths: [905], angles: [0, 90], values: [[0.2, 0.1]] }
`,
  'materials/catalogue/mine.yaml': material('brick-of-mine', 0.3),
};

const folder = mkdtempSync(join(tmpdir(), 'subray-survey-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const [name, text] of Object.entries(SOURCES)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
mkdirSync(join(folder, 'out'));

/** Runs the survey from and to `files`; outputs are seen from `outputFolder`. */
async function run(files: Files, survey: string, outputFolder: string): Promise<RunReport> {
  const machine = { ...nodeMachine, files };
  const loaded = await loadSurvey(survey, { files, outputFolder });
  return runSurvey(loaded, { machine, engine: 'cpu', threads: 1, cache: false });
}

const OUTPUTS = [
  'cloud.labels.json',
  'cloud.las',
  'cloud.ply',
  'frame.labels.json',
  'frame.sensors.json',
  ...[0, 1, 2, 3, 4].map((k) => `frame-00${k}.pcd`),
];

describe('a survey of every kind of file', () => {
  it('writes the same bytes from a dropped folder into memory as from disk to disk', async () => {
    const onDisk = await run(nodeFiles, join(folder, 'surveys/survey.yaml'), folder);
    const web = createWebFiles({ sources: SOURCES });
    const inPage = await run(web, 'surveys/survey.yaml', '.');
    expect(onDisk.points).toBeGreaterThan(500);
    expect(onDisk.dropped).toBeGreaterThan(10);
    expect(inPage.points).toBe(onDisk.points);
    const [las, ply] = ['cloud.las', 'cloud.ply'].map((name) => ({ path: `out/${name}`, points: inPage.points }));
    expect(inPage.outputs).toEqual([expect.objectContaining(las), expect.objectContaining(ply)]);
    expect(inPage.frames).toMatchObject([{ path: 'out/frame-%03d.pcd', files: 5, points: inPage.points }]);
    const { load, build, simulate, write, total } = inPage.seconds;
    expect(load + build + simulate + write).toBeCloseTo(total, 6);
    const { open, wait, points } = inPage.simulation;
    expect(open + wait).toBeCloseTo(simulate, 6);
    for (const seconds of [load, build, simulate, write, open, points]) {
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds).toBeLessThanOrEqual(total);
    }
    await expect(run(web, 'surveys/survey.yaml', '.')).rejects.toThrow('exists');
    expect([...web.outputs].sort()).toEqual(OUTPUTS.map((name) => `out/${name}`).sort());
    for (const name of OUTPUTS) {
      const bytes = Buffer.from(await web.blob(`out/${name}`).arrayBuffer());
      expect(Buffer.compare(bytes, readFileSync(join(folder, 'out', name))), name).toBe(0);
    }
  });

  it('reports frames only where it writes them', async () => {
    const web = createWebFiles({ sources: { ...SOURCES, 'surveys/clouds.yaml': SURVEY.replace(/^frames: .*$/m, '') } });
    const report = await run(web, 'surveys/clouds.yaml', '.');
    expect(report.points).toBeGreaterThan(500);
    expect(report).not.toHaveProperty('frames');
  });

  it('is read from a server, file by file', async () => {
    const asked: string[] = [];
    const answer: typeof fetch = async (url) => {
      const name = new URL(String(url)).pathname.slice(1);
      asked.push(name);
      return Object.hasOwn(SOURCES, name) ? new Response(SOURCES[name]) : new Response('', { status: 404 });
    };
    const { 'materials/catalogue/mine.yaml': mine } = SOURCES;
    const sources = { 'materials/catalogue/mine.yaml': mine };
    const web = createWebFiles({ sources, base: 'https://a.example/', fetch: answer });
    const { points } = await run(web, 'surveys/survey.yaml', '.');
    expect(points).toBeGreaterThan(500);
    expect(asked.sort()).toEqual(
      Object.keys(SOURCES)
        .filter((name) => !(name in sources))
        .sort(),
    );
  });

  it('says in a page what is missing, and where', async () => {
    const { 'surveys/models/post.stl': _post, 'surveys/swing.csv': _swing, ...sources } = SOURCES;
    const files = createWebFiles({ sources });
    const faults = await loadSurvey('surveys/survey.yaml', { files }).catch((error: Error) => error.message);
    expect(faults).toMatch(/^2 faults\n/);
    expect(faults).toMatch(/surveys\/survey\.yaml:\d+:\d+: .*swing\.csv.*does not exist/);
    expect(faults).toMatch(/surveys\/survey\.yaml:5.*post\.stl.*does not exist/);
    const withPattern = createWebFiles({ sources: { ...sources, 'surveys/swing.csv': _swing } });
    await expect(run(withPattern, 'surveys/survey.yaml', '.')).rejects.toMatchObject({
      message: 'part "post": cannot read "surveys/models/post.stl": it does not exist',
      place: { file: 'surveys/survey.yaml', line: 5 },
    });
  });

  it('is planned from a dropped folder, and the plan names its files', async () => {
    const files = createWebFiles({ sources: SOURCES });
    const request = { kind: 'uav', scene: 'surveys/survey.yaml', scanner: 'velodyne-vlp-16', height: 40 } as const;
    const plan = await makePlan(request, { machine: { ...nodeMachine, files }, cache: false });
    const text = surveyText(plan, 'plans/flight.yaml', []);
    expect(text).toContain('file: ../surveys/models/wall.obj');
    expect(text).toContain('use: ../materials/own/lime.yaml');
  });
});
