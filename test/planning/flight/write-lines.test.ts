import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { readCrs } from '../../../src/crs/read-crs.js';
import { readArea } from '../../../src/planning/area/read-area.js';
import { planFlight } from '../../../src/planning/flight/plan-flight.js';
import { writePlanLines } from '../../../src/planning/flight/write-lines.js';
import type { FlightRequest } from '../../../src/planning/plan-request.js';
import { nodeMachine } from '../../../src/simulation/node-machine.js';
import { level, objOf, sceneFolder } from '../plain-scenes.js';

const folder = sceneFolder();
const [X, Y] = [500_000, 5_316_300];
folder.write('plain.obj', objOf([level(X, Y, X + 400, Y + 300, 10)]));
const survey = (head: string) =>
  folder.write(`plain-${head.length}.yaml`, `${head}scene: { parts: [{ file: plain.obj }] }\n`);
const utm = survey('crs: EPSG:25832\n');

const fly = (request: Partial<FlightRequest> = {}) =>
  planFlight(
    { kind: 'als', scene: utm, scanner: 'riegl-lms-q560', height: 200, ...request },
    { machine: nodeMachine, cache: false },
  );

describe('the lines of a flight in a file', () => {
  it('are those of the survey in CSV, tie lines last', async () => {
    const plan = await fly({ tieLines: { count: 1 } });
    expect([plan.tieCount, plan.lines.map(({ name }) => name)]).toEqual([1, ['line 1', 'line 2', 'line 3', 'tie 1']]);
    expect(plan.legs.map(({ section }) => section.name)).toEqual(plan.lines.map(({ name }) => name));
    const file = folder.path('lines.csv');
    await writePlanLines(plan, file, { files: nodeFiles });
    const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
    expect(head).toBe('line,point,x,y,z,speed');
    expect(rows).toHaveLength(8);
    expect(rows[6]).toMatch(/^tie 1,1,500200,\d{7}(\.\d+)?,210,60$/);
  });

  it('come back from GeoJSON and KML to where they were', async () => {
    const plan = await fly();
    for (const ending of ['geojson', 'kml']) {
      const file = folder.path(`lines.${ending}`);
      await writePlanLines(plan, file, { files: nodeFiles });
      // The readers of areas take the ends of the lines as corners of a polygon.
      const places = (readFileSync(file, 'utf8').match(/[89]\.\d+,\s*4[78]\.\d+/g) ?? []).map((text) =>
        text.split(/,\s*/).map(Number),
      );
      expect(places).toHaveLength(6);
      const area = folder.path('back.geojson');
      writeFileSync(area, JSON.stringify({ type: 'Polygon', coordinates: [places] }));
      const [{ outline }] = await readArea(nodeFiles, area, await readCrs('EPSG:25832'));
      const ends = plan.lines.flatMap(({ path }) => path.map(([x, y]) => [x, y]));
      expect(outline.corners).toEqual(ends.map((end) => end.map((value) => expect.closeTo(value, 3))));
    }
  });

  it('are refused in degrees of a world without a system, and under other names', async () => {
    const plan = await fly({ scene: survey('') });
    const write = (name: string) => writePlanLines(plan, folder.path(name), { files: nodeFiles });
    await expect(write('free.kml')).rejects.toThrow(/--lines: degrees need a survey with a reference system/);
    await expect(write('lines.shp')).rejects.toThrow(/expected a \.geojson, \.kml or \.csv file/);
  });
});

describe('a flight over the polygons of a file', () => {
  it('covers them without their holes, and lies within their rectangle', async () => {
    const square = (x: number, y: number, size: number) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size]]; // biome-ignore format: a ring
    const file = folder.path('fields.geojson');
    const crs = { type: 'name', properties: { name: 'EPSG:25832' } };
    const coordinates = [[square(X + 20, Y + 20, 100), square(X + 50, Y + 50, 20)], [square(X + 250, Y + 150, 100)]];
    writeFileSync(file, JSON.stringify({ type: 'MultiPolygon', crs, coordinates }));
    const plan = await fly({ areaFile: file, heading: 0, height: 60 });
    expect(plan.areaSize).toBeCloseTo(2 * 10_000 - 400, 3);
    expect(plan.area).toEqual({ min: [X + 20, Y + 20], max: [X + 350, Y + 250] });
    // No line between the polygons.
    const sides = plan.lines.map(({ path }) => path[0][0] - X);
    expect(sides.every((x) => x < 150 || x > 220)).toBe(true);
    expect(plan.lines.every(({ length }) => length < 110)).toBe(true);
  });
});
