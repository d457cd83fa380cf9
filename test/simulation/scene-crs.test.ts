import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { readCrs } from '../../src/crs/read-crs.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { runSurvey } from '../../src/node-scans.js';
import { loadSurvey } from '../../src/node-surveys.js';
import { lookAround } from '../../src/planning/whereabouts/look-around.js';
import type { StatedReference } from '../../src/scene/scene.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { worldReference } from '../../src/simulation/scene-crs.js';
import { surveyText, writeSurvey } from '../survey/survey-file.js';

const stated = (text: string, more: Partial<StatedReference> = {}): StatedReference => ({
  text,
  file: '/scenes/delft.city.json',
  place: { file: 'survey.yaml', line: 3 },
  isMoved: false,
  ...more,
});

describe('the reference system of a scene', () => {
  it('is that which its files state, if the survey names none', async () => {
    const scene = { references: [stated('EPSG:7415'), stated('EPSG:7415')] };
    const { crs, note, warnings } = await worldReference({}, scene);
    expect(crs).toMatchObject({ name: 'Amersfoort / RD New + NAP height', code: 'EPSG:7415' });
    expect(note).toBe('crs: Amersfoort / RD New + NAP height (EPSG:7415), as delft.city.json states');
    expect(warnings).toEqual([]);
  });

  it("is the survey's own, which is compared with them: the plane, not the heights", async () => {
    const scene = { references: [stated('EPSG:7415')] };
    for (const [own, agrees] of [
      ['EPSG:28992', true],
      ['EPSG:28992+5709', true],
      ['EPSG:25831', false],
    ] as const) {
      const crs = await readCrs(own);
      const found = await worldReference({ crs }, scene);
      expect(found.crs).toBe(crs);
      expect(found.note).toBeUndefined();
      expect(found.warnings.length, own).toBe(agrees ? 0 : 1);
      if (!agrees)
        expect(found.warnings[0]).toBe(
          'survey.yaml:3: delft.city.json states Amersfoort / RD New + NAP height (EPSG:7415), ' +
            'and the survey crs ETRS89 / UTM zone 31N (EPSG:25831): nothing is converted',
        );
    }
  });

  it('is compared by name with a system without a code', async () => {
    const { wkt } = await readCrs('EPSG:28992');
    const codeless = await readCrs(wkt.replace(/,AUTHORITY\["EPSG","28992"\]\]$/, ']').replaceAll(' / ', '_'));
    expect(codeless.code).toBeUndefined();
    expect((await worldReference({ crs: codeless }, { references: [stated('EPSG:7415')] })).warnings).toEqual([]);
    expect((await worldReference({ crs: codeless }, { references: [stated('EPSG:25831')] })).warnings).toHaveLength(1);
  });

  it('is left open where files contradict each other', async () => {
    const { crs, note, warnings } = await worldReference(
      {},
      { references: [stated('EPSG:7415'), stated('EPSG:25831', { file: '/scenes/utm.city.json' })] },
    );
    expect([crs, note]).toEqual([undefined, undefined]);
    expect(warnings).toEqual([
      'survey.yaml:3: utm.city.json states ETRS89 / UTM zone 31N (EPSG:25831), ' +
        'and delft.city.json Amersfoort / RD New + NAP height (EPSG:7415): clouds name neither',
    ]);
  });

  it('is left open where a file states none that can be read, with the reason', async () => {
    const { crs, warnings } = await worldReference({}, { references: [stated('a grid of our own')] });
    expect(crs).toBeUndefined();
    expect(warnings[0]).toMatch(
      /^survey\.yaml:3: delft\.city\.json states the system "a grid of our own", left out: found/,
    );
    const degrees = await worldReference({}, { references: [stated('EPSG:4326')] });
    expect(degrees.warnings[0]).toMatch(
      /states the system "EPSG:4326", left out: found EPSG:4326, WGS 84, with the unit/,
    );
  });

  it('is not that of a part that is moved', async () => {
    const { crs, note, warnings } = await worldReference({}, { references: [stated('EPSG:7415', { isMoved: true })] });
    expect([crs, warnings]).toEqual([undefined, []]);
    expect(note).toMatch(/^delft\.city\.json states EPSG:7415, but its part is moved/);
  });
});

const CITY = {
  type: 'CityJSON',
  version: '2.0',
  metadata: { referenceSystem: 'https://www.opengis.net/def/crs/EPSG/0/7415' },
  transform: { scale: [1, 1, 1], translate: [85_000, 447_000, 0] },
  CityObjects: {
    ground: { type: 'LandUse', geometry: [{ type: 'MultiSurface', lod: '1', boundaries: [[[0, 1, 2, 3]]] }] },
  },
  vertices: [
    [0, 0, 0],
    [50, 0, 0],
    [50, 50, 0],
    [0, 50, 0],
  ],
};

function keepingLog() {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  return { lines, info: keep, warn: keep };
}

async function citySurvey(part: string, more: Record<string, string> = {}) {
  const scene = `scene: { parts: [ { file: town.city.json${part} } ] }`;
  const legs = 'legs: [ { position: [85025, 447025, 2], duration: 0.01 } ]';
  const file = await writeSurvey(surveyText({ scene, legs, ...more }));
  await writeFile(join(dirname(file), 'town.city.json'), JSON.stringify(CITY));
  return loadSurvey(file, { outputFolder: dirname(file) });
}

describe('a run over a city file', () => {
  it('writes its reference system, and says so', async () => {
    const survey = await citySurvey('');
    const log = keepingLog();
    await runSurvey(survey, { engine: 'cpu', cache: false, log });
    expect((await openLas(nodeFiles, survey.outputs[0].path)).crs?.code).toBe('EPSG:7415');
    expect(log.lines.join('\n')).toContain('EPSG:7415), as town.city.json states');
    expect((await lookAround(survey, { machine: nodeMachine, cache: false })).crs?.code).toBe('EPSG:7415');
  });

  it('writes a local system where the file is moved, and warns of a contradiction', async () => {
    const moved = await citySurvey(', transform: { translate: [0, 0, 1] }');
    await runSurvey(moved, { engine: 'cpu', cache: false });
    expect((await openLas(nodeFiles, moved.outputs[0].path)).crs?.code).toBeUndefined();
    const other = await citySurvey('', { crs: 'crs: EPSG:25831' });
    const log = keepingLog();
    await runSurvey(other, { engine: 'cpu', cache: false, log });
    expect((await openLas(nodeFiles, other.outputs[0].path)).crs?.code).toBe('EPSG:25831');
    expect(log.lines.join('\n')).toContain('town.city.json states Amersfoort / RD New + NAP height (EPSG:7415), and');
    const { crs, warnings } = await lookAround(other, { machine: nodeMachine, cache: false });
    expect([crs, warnings.length]).toEqual([undefined, 1]);
  });
});
