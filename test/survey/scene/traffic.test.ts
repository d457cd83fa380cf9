import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors.js';
import { loadScene, loadSurvey } from '../../../src/node-surveys.js';
import { bodyPoseAt } from '../../../src/scene/motion/motion-pose.js';
import type { Scene } from '../../../src/scene/scene.js';
import { CIRCLE, fcd, onCircle, vehicle } from '../../support/fcd-recordings.js';
import { headingAt, movingScene, movingSurvey, placeAt } from './motion/moving-scene.js';

const CAR = '{ name: taxi, file: car.obj }';

const TRAFFIC = '{ file: town.fcd.xml, types: { car: taxi } }';

interface World {
  text: string | Uint8Array;
  traffic?: string;
  parts?: string;
  name?: string;
  seconds?: number;
}

const sceneOf = ({ text, traffic = TRAFFIC, parts = CAR, name = 'town.fcd.xml', seconds }: World): Promise<Scene> =>
  movingScene(parts, { traffic, files: { [name]: text }, seconds });

const rounded = (place: readonly number[], digits = 3) => place.map((value) => Number(value.toFixed(digits)) + 0);

describe('floating car data of SUMO', () => {
  it('place the front of a vehicle, which looks along its angle', async () => {
    const at = vehicle({ x: 100, y: 50, angle: 30 });
    const scene = await sceneOf({
      text: fcd([
        [0, at],
        [9, at],
      ]),
    });
    // The frame of a body has its origin at its point of reference.
    const [x, y, z] = placeAt(scene, 1, [0, -2.25, 0]);
    expect([x, y, z]).toEqual([expect.closeTo(98.875, 6), expect.closeTo(48.051443, 6), expect.closeTo(0, 9)]);
    expect(headingAt(scene, 1)).toBeCloseTo(30, 6);
  });

  /** The middle of the front of the car. */
  const front = (scene: Scene, time: number) => placeAt(scene, time);

  it('are joined along curves between two moments', async () => {
    const scene = await sceneOf({ text: CIRCLE });
    const [x, y] = front(scene, 0.5);
    expect(Math.hypot(x - 0.499965, y - 4.966403)).toBeLessThan(1e-4);
    // All the way, to what the curve of the recording leaves of the circle, and the chords of the curve.
    for (let time = 0; time < 4; time += 0.0137) {
      const place = front(scene, time);
      expect(Math.abs(Math.hypot(place[0] - 25, place[1]) - 25)).toBeLessThan(1.9e-3);
    }
    expect(headingAt(scene, 0.5)).toBeCloseTo((0.2 * 180) / Math.PI, 4);
  });

  it('are joined by straight lines if they shall be', async () => {
    const scene = await sceneOf({
      text: CIRCLE,
      traffic: '{ file: town.fcd.xml, types: { car: taxi }, smooth: false }',
    });
    expect(rounded(front(scene, 0.5), 5)).toEqual(rounded([0.986738, 4.867729, 0], 5));
  });

  it.each([
    ['turns by more than 90°', vehicle({ speed: 10 }), vehicle({ x: 6, y: 6, angle: 100, speed: 10 })],
    ['drives backwards', vehicle({ speed: -3 }), vehicle({ x: 6, y: 6, angle: 0, speed: -3 })],
    ['is put aside', vehicle({ speed: 3 }), vehicle({ x: 6, y: 0.5, angle: 0, speed: 3 })],
    ['is far too quick', vehicle({ speed: 300 }), vehicle({ x: 1, y: 5, angle: 0, speed: 300 })],
  ])('go straight where one %s', async (_, from, to) => {
    const scene = await sceneOf({
      text: fcd([
        [0, from],
        [1, to],
      ]),
    });
    const [a, b, c] = [0, 0.3, 0.999].map((time) => front(scene, time));
    const aside = (c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0]);
    expect(Math.abs(aside)).toBeLessThan(2e-3);
  });

  it('turn the short way past north, and stand without twitching', async () => {
    const text = fcd([
      [0, vehicle({ angle: 350 })],
      [2, vehicle({ angle: 10 })],
      [4, vehicle({ angle: 10 })],
    ]);
    const scene = await sceneOf({ text });
    expect(headingAt(scene, 1)).toBeCloseTo(0, 4);
    expect([2.1, 3, 3.9].map((time) => rounded(placeAt(scene, time), 9))).toEqual(
      Array(3).fill(rounded(placeAt(scene, 2), 9)),
    );
  });

  it('have objects that come, go, and are away for a time', async () => {
    const text = fcd([
      [10, vehicle({ id: 'b' })],
      [11, vehicle({ id: 'a', y: 5 }) + vehicle({ id: 'b', y: 10 })],
      [12, vehicle({ id: 'a', y: 15 })],
      [13, vehicle({ id: 'b', y: 40 })],
      [14, vehicle({ id: 'b', y: 50 }) + vehicle({ id: 'once', y: 90 })],
    ]);
    const scene = await sceneOf({ text });
    const { motions = [], names } = scene;
    expect(names.instances.slice(2)).toEqual(['taxi#b', 'taxi#a', 'taxi#once']);
    const isThere = (k: number) =>
      [-5, 0.5, 1.5, 2.5, 3.5, 4.5, 9].map((time) => (bodyPoseAt(motions[k], time).isVisible ? 'x' : '-')).join('');
    expect([0, 1, 2].map(isThere)).toEqual(['-x--x--', '--x----', '-----x-']);
    expect(scene.instances.filter(({ motion }) => motion !== undefined)).toHaveLength(3);
  });

  it('have persons, slopes, heights and places that are shifted', async () => {
    const text = fcd([
      [0, '<person id="p" x="10" y="20" z="3" angle="90" speed="1" type="DEFAULT_PEDTYPE" slope="10"/>'],
      [5, '<person id="p" x="15" y="20" z="3.5" angle="90" speed="1" type="DEFAULT_PEDTYPE" slope="10"/>'],
    ]);
    const traffic = '{ file: town.fcd.xml, types: { DEFAULT_PEDTYPE: taxi }, offset: [-10, 5, 100] }';
    const scene = await sceneOf({ text, traffic });
    expect(rounded(front(scene, 0))).toEqual([0, 25, 103]);
    const back = placeAt(scene, 0, [0, -4.5, 0]);
    expect(back[2]).toBeCloseTo(103 - 4.5 * Math.sin((10 * Math.PI) / 180), 6);
  });

  it('may lack angles, speeds and types', async () => {
    const text = fcd([
      [0, '<vehicle id="a" x="0" y="0"/>'],
      [1, '<vehicle id="a" x="10" y="0"/>'],
      [2, '<vehicle id="a" x="10" y="0"/>'],
    ]);
    const scene = await sceneOf({ text, traffic: '{ file: town.fcd.xml, types: { DEFAULT_VEHTYPE: taxi } }' });
    expect([0, 0.5, 1.5, 1.9].map((time) => Math.round(headingAt(scene, time)))).toEqual([90, 90, 90, 90]);
    expect(rounded(front(scene, 0.5))).toEqual([5, 0, 0]);
  });

  it('are taken from a time on, which is that of the first pulse', async () => {
    const text = fcd(Array.from({ length: 50 }, (_, k) => [k, vehicle({ y: 10 * k, speed: 10 })]));
    const scene = await sceneOf({ text, traffic: '{ file: town.fcd.xml, types: { car: taxi }, time: [20, 25] }' });
    expect(rounded(front(scene, 1.5))).toEqual([0, 215, 0]);
    expect(bodyPoseAt(scene.motions?.[0] as never, 5.5).isVisible).toBe(false);
  });

  it('have knots where the run needs them', async () => {
    const text = fcd(Array.from({ length: 500 }, (_, k) => [k, onCircle(0.4 * k)]));
    const short = (await sceneOf({ text, seconds: 2 })).motions?.[0].times.length ?? 0;
    expect(short).toBeLessThan(500 + 4 * 90);
    expect(short).toBeGreaterThan(500 + 60);
  });

  it.each([
    ['compressed XML', 'town.fcd.xml.gz', gzipSync(CIRCLE)],
    [
      'a table of xml2csv',
      'town.csv',
      `timestep_time;vehicle_angle;vehicle_id;vehicle_speed;vehicle_type;vehicle_x;vehicle_y;person_id\n${[0, 1]
        .map(
          (k) =>
            `${k};${k * 0.4 * (180 / Math.PI)};a;10;car;${25 * (1 - Math.cos(0.4 * k))};${25 * Math.sin(0.4 * k)};`,
        )
        .join('\n')}\n2;;;;;;;\n`,
    ],
  ])('are read from %s', async (_, name, text) => {
    const scene = await sceneOf({ text, name, traffic: `{ file: ${name}, types: { car: taxi } }` });
    const [x, y] = front(scene, 0.5);
    expect(Math.hypot(x - 0.499965, y - 4.966403)).toBeLessThan(1e-4);
  });

  it('ride on a ground', async () => {
    const hill = 'v -50 -50 0\nv 50 -50 0\nv 50 50 10\nv -50 50 10\nf 1 2 3\nf 1 3 4\n';
    const scene = await movingScene('{ name: hill, file: hill.obj }, { name: taxi, file: car.obj, on: hill }', {
      traffic: TRAFFIC,
      files: {
        'hill.obj': hill,
        'town.fcd.xml': fcd([
          [0, vehicle({ speed: 5 })],
          [2, vehicle({ y: 10, speed: 5 })],
        ]),
      },
    });
    const [low, high] = [placeAt(scene, 1, [0, -4.5, 0]), placeAt(scene, 1)];
    expect(low[2]).toBeCloseTo(5 + low[1] / 10, 2);
    expect(high[2]).toBeCloseTo(5 + high[1] / 10, 2);
  });

  it('have longitudes and latitudes, which lead into the crs of the survey', async () => {
    const geo = [
      [0, vehicle({ x: 9, y: 48, angle: 0 })],
      [1, vehicle({ x: 9, y: 48.0001, angle: 0 })],
    ] as const;
    const options = {
      files: { 'town.fcd.xml': fcd(geo, '<fcd-output.geo value="true"/>') },
      more: { crs: 'crs: EPSG:25832' },
    };
    const traffic = '{ file: town.fcd.xml, types: { car: taxi }, offset: [-500000, -5316300, 0] }';
    const scene = await movingScene(CAR, { ...options, traffic });
    const [from, to] = [front(scene, 0), front(scene, 1)];
    // 9° E is the middle of zone 32.
    expect(Math.abs(from[0])).toBeLessThan(1);
    expect(to[1] - from[1]).toBeCloseTo(11.12, 1);
  });

  const faultOf = async ({ text, traffic = TRAFFIC, parts = CAR, name = 'town.fcd.xml' }: World): Promise<string> => {
    const file = await movingSurvey(parts, { traffic, files: { [name]: text } });
    try {
      await loadScene((await loadSurvey(file)).scene);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return error.format().replaceAll(`${dirname(file)}/`, '');
    }
    return 'no error';
  };
  const ONE = fcd([[0, vehicle({})]]);

  it.each<[string, World, string]>([
    ['no XML', { text: 'time,x,y\n' }, 'town.fcd.xml:2:1: not well-formed XML: text data outside'],
    ['a cut file', { text: ONE.slice(0, -30) }, 'not well-formed XML'],
    ['entities', { text: '<!DOCTYPE a [<!ENTITY b "c">]>\n<fcd-export/>' }, 'found a document type declaration'],
    ['another XML', { text: '<routes/>' }, 'found no moment (timestep)'],
    ['nothing', { text: '' }, 'town.fcd.xml'],
    [
      'falling times',
      {
        text: fcd([
          [1, ''],
          [0.5, ''],
        ]),
      },
      'town.fcd.xml:9:5: time: found 0.5 after 1, expected moments in order',
    ],
    ['a time that is none', { text: fcd([['later', '']]) }, 'time: found "later", expected a number'],
    ['no x', { text: fcd([[0, '<vehicle id="a" y="3"/>']]) }, 'town.fcd.xml:7:9: x: missing, expected a number'],
    ['an x that is none', { text: fcd([[0, vehicle({ x: 'NaN' })]]) }, 'x: found "NaN", expected a number'],
    ['an x beyond all', { text: fcd([[0, vehicle({ x: 1e30 })]]) }, 'found x = 1.00e+30 m, expected at most'],
    ['no id', { text: fcd([[0, '<vehicle x="1" y="3"/>']]) }, 'found a vehicle without id, expected one'],
    ['an object outside', { text: '<a><vehicle id="a" x="1" y="3"/></a>' }, 'found a vehicle outside of a timestep'],
    ['one twice', { text: fcd([[0, vehicle({}) + vehicle({})]]) }, 'found "a" twice at 0 s, expected each object once'],
    [
      'two types',
      {
        text: fcd([
          [0, vehicle({})],
          [1, vehicle({ type: 'bus' })],
        ]),
      },
      'found "a" of type "bus", but of "car" at',
    ],
    [
      'an unknown type',
      { text: fcd([[0, vehicle({}) + vehicle({ id: 'b', type: 'bus' })]]) },
      'found "b" of type "bus", expected a part for it in scene.traffic.types; town.fcd.xml has the types "car" and "bus"',
    ],
    [
      'nothing in its time',
      { text: ONE, traffic: '{ file: town.fcd.xml, types: { car: taxi }, time: [50, 60] }' },
      'found no vehicle or person from 50 to 60 s; the file has 0 to 0 s',
    ],
    [
      'times in no order',
      { text: ONE, traffic: '{ file: town.fcd.xml, types: { car: taxi }, time: [6, 5] }' },
      'a time after the first (s)',
    ],
    [
      'degrees without crs',
      { text: fcd([], '<fcd-output.geo value="true"/>') },
      'found longitudes and latitudes, expected a survey with the crs',
    ],
    ['no file', { text: ONE, traffic: '{ file: gone.xml, types: { car: taxi } }' }, 'gone.xml'],
    [
      'an unknown part',
      { text: ONE, traffic: '{ file: town.fcd.xml, types: { car: taxy } }' },
      'found "taxy", expected the name of a part, or none',
    ],
    [
      'no types',
      { text: ONE, traffic: '{ file: town.fcd.xml, types: {} }' },
      'scene.traffic.types: found "nothing", expected a part for a type',
    ],
    [
      'a part that moves',
      { text: ONE, parts: '{ name: taxi, file: car.obj, motion: { velocity: [1, 0, 0] } }' },
      'found "taxi", expected a part without motion',
    ],
    [
      'a part with instances',
      { text: ONE, parts: '{ name: taxi, file: car.obj, instances: [{ translate: [0, 0, 0] }] }' },
      'expected a part without instances',
    ],
    [
      'a table without columns',
      { text: 'a;b\n1;2\n', name: 't.csv', traffic: '{ file: t.csv, types: { car: taxi } }' },
      't.csv:1: found the columns a, b, expected timestep_time',
    ],
  ])('are refused with %s', async (_, world, message) => {
    expect(await faultOf(world)).toContain(message);
  });

  it('leave types out, and tell of those that do not occur', async () => {
    const warnings: string[] = [];
    const scene = await movingScene(CAR, {
      traffic: '{ file: town.fcd.xml, types: { car: taxi, bus: none, tram: taxi } }',
      files: { 'town.fcd.xml': fcd([[0, vehicle({}) + vehicle({ id: 'b', type: 'bus' })]]) },
      log: { info: () => {}, warn: (message) => void warnings.push(message) },
    });
    expect(scene.names.instances.slice(2)).toEqual(['taxi#a']);
    expect(warnings).toEqual(['town.fcd.xml: no object has the type "tram"']);
  });
});
