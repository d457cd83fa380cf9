import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/base/files/node-files.js';
import { loadScene, loadSurvey } from '../../../src/node-surveys.js';
import { trackedObjects } from '../../../src/products/tracked-objects.js';
import { writeTracks } from '../../../src/products/write-tracks.js';
import { boxAt, type MomentBox } from '../../../src/scene/boxes/box-at.js';
import type { Scene } from '../../../src/scene/scene.js';
import { countMotions } from '../../../src/survey/estimate/count-motions.js';
import { surveyText, writeSurvey } from '../survey-file.js';

const SECONDS = 12;
const STREET =
  '{ name: street, transform: { translate: [40, 7, 1], rotate: [0, 0, 20] }, generate: { kind: street, seed: 4, ' +
  'triangles: 60000, length: 60, parked: 0.3, vehicles: { car: 2, bicycle: 1 }, moving: { vehicles: 6, walkers: 8 } } }';
const TYPES = '{ car: street, rider: street, person: street }';

/** The scene of the street, moved by a table if there is one. */
async function sceneOf(table?: string, types = TYPES) {
  const traffic = table === undefined ? '' : `, traffic: { file: t.fcd.csv, types: ${types} }`;
  const file = await writeSurvey(
    surveyText({
      scene: `scene: { parts: [ ${STREET} ]${traffic} }`,
      legs: `legs: [ { position: [0, 0, 60], duration: ${SECONDS} } ]`,
    }),
  );
  if (table !== undefined) await writeFile(join(dirname(file), 't.fcd.csv'), table);
  const survey = await loadSurvey(file);
  return { survey, scene: await loadScene(survey.scene), folder: dirname(file) };
}

/** Boxes of what moves, by name, at moments. */
function boxesOf(scene: Scene): (time: number) => Map<string, MomentBox> {
  const objects = trackedObjects(scene, 'moving', undefined);
  return (time) => new Map(objects.map(({ name, object }) => [name, boxAt(object, time)]));
}

let own: Awaited<ReturnType<typeof sceneOf>>;
let table: string;
beforeAll(async () => {
  own = await sceneOf();
  const path = join(own.folder, 'street.fcd.csv');
  const output = { path, objects: 'moving', place: { file: 'survey.yaml' } } as const;
  await writeTracks(own.survey, output, own.scene, { files: nodeFiles });
  table = readFileSync(path, 'utf8');
});

describe('a table of generated traffic', () => {
  it('has the columns of SUMO, twenty moments a second until after the last pulse', () => {
    const [head, ...rows] = table.trimEnd().split('\n');
    expect(head).toBe(
      'timestep_time;vehicle_id;vehicle_type;vehicle_x;vehicle_y;vehicle_z;vehicle_angle;vehicle_slope;vehicle_speed',
    );
    const times = [...new Set(rows.map((row) => Number(row.split(';')[0])))];
    expect(times.slice(0, 3)).toEqual([0, 0.05, 0.1]);
    expect(times[times.length - 1]).toBe(SECONDS);
    expect(new Set(rows.map((row) => row.split(';')[1].replace(/_\d+$/, '')))).toEqual(
      new Set(['street/car', 'street/bicycle', 'street/person']),
    );
  });

  it('given back leads vehicles where they were to 0.2 mm, and walkers at their corners to 1.5 mm', async () => {
    const { scene, survey } = await sceneOf(table);
    const [before, after] = [boxesOf(own.scene), boxesOf(scene)];
    let seen = 0;
    const most = { driven: 0, walked: 0, turned: 0 };
    for (let time = 0; time < SECONDS; time += 0.0173) {
      const led = after(time);
      for (const [name, was] of before(time)) {
        const is = led.get(name) ?? expect.fail(name);
        // What comes or goes between two moments does so at one of them.
        if (!was.isThere || !is.isThere) {
          if (was.isThere !== is.isThere)
            expect(before(time + 0.05).get(name)?.isThere && before(time - 0.05).get(name)?.isThere).toBeFalsy();
          continue;
        }
        seen++;
        const key = name.startsWith('street/person') ? 'walked' : 'driven';
        most[key] = Math.max(most[key], Math.hypot(...[0, 1, 2].map((axis) => is.centre[axis] - was.centre[axis])));
        const turn = is.heading - was.heading;
        most.turned = Math.max(most.turned, Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))));
      }
    }
    expect(seen).toBeGreaterThan(3000);
    expect(most.driven).toBeLessThan(2e-4);
    // At the corners of walkers, of 0.6 m, which begin within a step: a quarter of its 6.4° is too late.
    expect(most.walked).toBeLessThan(1.5e-3);
    expect(most.turned).toBeLessThan(0.03);
    const { movers, knots } = countMotions(survey.scene);
    expect(movers).toBe(14);
    // Counted along the ways of fronts, which swing out in bends.
    const made = (scene.motions ?? []).reduce((sum, { times }) => sum + times.length, 0);
    expect(knots / made).toBeGreaterThan(0.9);
    expect(knots / made).toBeLessThan(1.6);
  });

  it('moves one body where its rows are changed, and takes one away without rows', async () => {
    const [moved, gone] = ['street/car_001', 'street/person_001'].map((kind) => {
      const id = table
        .split('\n')
        .find((row) => row.split(';')[1]?.startsWith(kind.replace(/\d+$/, '')))
        ?.split(';')[1];
      return id ?? expect.fail(kind);
    });
    const edited = table
      .split('\n')
      .filter((row) => row.split(';')[1] !== gone)
      .map((row) => {
        const cells = row.split(';');
        if (cells[1] === moved) cells[4] = String(Number(cells[4]) + 2.5);
        return cells.join(';');
      })
      .join('\n');
    const { scene } = await sceneOf(edited);
    const [before, after] = [boxesOf(own.scene), boxesOf(scene)];
    for (const time of [1, 4.03]) {
      for (const [name, was] of before(time)) {
        const is = after(time).get(name);
        if (name === gone) expect(is?.isThere ?? false).toBe(false);
        else if (is?.isThere && was.isThere)
          expect(is.centre[1] - was.centre[1]).toBeCloseTo(name === moved ? 2.5 : 0, 2);
      }
    }
  });

  it('is refused with names that no body has', async () => {
    const strange = table.replace(/street\/car_\d+/, 'street/car_999');
    await expect(sceneOf(strange)).rejects.toThrow(/found "street\/car_999" of type "car", which is no body of street/);
  });
});
