import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../../src/node-surveys.js';
import { convertFromHelios, HAS_HELIOS_REFERENCE } from '../../support/helios-reference.js';
import {
  convertHelios,
  type HeliosSurvey,
  leg,
  refusal,
  usual,
  writeHeliosSurvey,
} from '../../support/helios-survey.js';

type Row = [time: number, x: number, y: number, z: number, heading: number];

/** The rows of each recording that a survey brings. */
async function recordings(survey: HeliosSurvey): Promise<Row[][]> {
  const { files } = await convertHelios(survey);
  return files.map(({ text }) => rowsOf(text));
}

const rowsOf = (text: string): Row[] =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number) as Row);

/** The place at a time, linear between the rows. */
function at(rows: readonly Row[], time: number): Row {
  const k = Math.min(rows.length - 2, Math.max(0, rows.findIndex((row) => row[0] > time) - 1));
  const share = (time - rows[k][0]) / (rows[k + 1][0] - rows[k][0]);
  return rows[k].map((value, axis) => value + share * (rows[k + 1][axis] - value)) as Row;
}

const speedAt = (rows: readonly Row[], time: number): number => {
  const [a, b] = [at(rows, time), at(rows, time + 0.05)];
  return Math.hypot(b[1] - a[1], b[2] - a[2], b[3] - a[3]) / 0.05;
};

const templates = usual('pulseFreq_hz="1000" scanFreq_hz="10"');
const vehicle = (legs: string, drag = 0.1): HeliosSurvey => ({
  templates,
  platform: `<platform id="p" type="groundvehicle" drag="${drag}"/>`,
  legs,
});
const copter = (legs: string, more = ''): HeliosSurvey => ({
  templates,
  platform: `<platform id="p" type="multicopter" drag="0.01" ${more}/>`,
  legs,
});
const way = (points: readonly string[], settings: string, rate = 1000) =>
  points.map((point) => leg(`${point} ${settings}`, `pulseFreq_hz="${rate}"`)).join('');
const AHEAD = ['x="0" y="0"', 'x="0" y="20"'];
const CORNER = [...AHEAD, 'x="20" y="20"'];

describe('a ground vehicle of HELIOS++', () => {
  it('has the speed of its force over its drag, or the speed of the leg', async () => {
    // 0.02 N over a drag of 0.1: 0.2 m/s.
    const [slow] = await recordings(vehicle(way(AHEAD, 'movePerSec_m="3"')));
    expect(speedAt(slow, 50)).toBeCloseTo(0.2, 3);
    const [fast] = await recordings(vehicle(way(AHEAD, 'movePerSec_m="0.05"')));
    expect(speedAt(fast, 50)).toBeCloseTo(0.05, 3);
  });

  it('starts as its force grows by 1e-4 a step', async () => {
    const [rows] = await recordings(vehicle(way(AHEAD, 'movePerSec_m="3"')));
    let [force, speed, place] = [0, 0, 0];
    for (let step = 0; step < 300; step++) {
      force = Math.min(0.02, force + 1e-4);
      speed = 0.9 * speed + force / 1000;
      place += speed;
    }
    expect(at(rows, 0.299)[2]).toBeCloseTo(place, 4);
  });

  it('warns of nothing when its recordings are read, although these have no poses on straight ways', async () => {
    const { file } = writeHeliosSurvey(vehicle(way([...CORNER, 'x="40" y="25"'], 'movePerSec_m="2" z="7"'), 0.01));
    const warnings: string[] = [];
    await loadSurvey(file, { log: { info: () => {}, warn: (text) => warnings.push(text) } });
    expect(warnings).toEqual([]);
  });

  it('keeps the height of the ground at its first place', async () => {
    const legs = way([...CORNER, 'x="40" y="25"'], 'movePerSec_m="2" z="7" onGround="true"');
    const { value, files, quirks } = await convertHelios(vehicle(legs, 0.01));
    const ground = { ground: 'lowest-ground', at: [0, 0] };
    expect(value.legs.map(({ on }: { on: unknown }) => on)).toEqual([ground, ground, ground]);
    expect(rowsOf(files[1].text).map((row) => row[3])).toEqual(rowsOf(files[1].text).map(() => 0));
    expect(quirks.map(({ quirk }) => quirk)).toContain(16);
    const native = await convertHelios(vehicle(legs, 0.01), { physics: 'si' });
    expect(native.value.legs[1].on).toEqual({ ground: 'ground', at: [0, 0] });
  });

  it('reverses at a corner, and arrives at each waypoint with its height', async () => {
    const tiny = vehicle(way([...CORNER, 'x="40" y="25"'], 'movePerSec_m="2" z="7"'), 0.01);
    const legs = await recordings(tiny);
    expect(legs).toHaveLength(3);
    expect(legs[1].at(-1)?.slice(1, 4)).toEqual([20, 20, 7].map((value) => expect.closeTo(value, 1)));
    const reached = legs[1].map(([, , y]) => y);
    expect(Math.max(...reached)).toBeGreaterThan(20.4);
    const headings = legs[1].map((row) => row[4]);
    expect(headings[0]).toBeCloseTo(0, 4);
    expect(headings.at(-1)).toBeGreaterThan(60);
    // The leg starts at the end of the one before.
    expect(legs[1][0][2]).toBeCloseTo(legs[0].at(-1)?.[2] ?? 0, 2);
  });

  it('turns no tighter than a tenth of a radian a metre where it drives', async () => {
    const [, rows] = await recordings(vehicle(way([...AHEAD, 'x="5" y="40"'], 'movePerSec_m="2"'), 0.01));
    const turns = rows.slice(1).map((row, k) => {
      const before = rows[k];
      const metres = Math.hypot(row[1] - before[1], row[2] - before[2]);
      return (((row[4] - before[4]) / 180) * Math.PI) / metres;
    });
    expect(Math.max(...turns.map(Math.abs))).toBeLessThan(0.102);
    expect(Math.max(...turns)).toBeGreaterThan(0.098);
  });
});

describe('a multicopter of HELIOS++', () => {
  it('has the speed of its force over its drag, or the speed of the leg, after a start that grows by shares', async () => {
    const far = ['x="0" y="0"', 'x="0" y="200"'];
    const [rows] = await recordings(copter(way(far, 'movePerSec_m="100" slowdownEnabled="false"')));
    expect(speedAt(rows, 15)).toBeCloseTo(10, 2);
    // u = 1e-4 e^(2t), and v, which drag keeps 1/(0.01 · 1000 Hz) behind: v = u/0.01 / (1 + 2 · 0.1).
    expect(speedAt(rows, 2)).toBeCloseTo((1e-2 * Math.exp(2 * 2.025)) / 1.2, 2);
    const [slow] = await recordings(copter(way(far, 'movePerSec_m="4" slowdownEnabled="false"')));
    expect(speedAt(slow, 15)).toBeCloseTo(4, 3);
  });

  it('brakes to a stop, faces the next waypoint at once and begins at rest', async () => {
    const legs = await recordings(copter(way(CORNER, 'movePerSec_m="5"', 10_000)));
    const end = legs[0].at(-1) as Row;
    expect(end[2]).toBeCloseTo(20, 1);
    expect(speedAt(legs[0], end[0] - 0.06)).toBeLessThan(0.3);
    expect(legs[1][0][4]).toBeCloseTo(90, 2);
    expect(speedAt(legs[1], 0)).toBeLessThan(0.02);
  });

  it('rounds corners at its yaw rate, and ends a leg along the next', async () => {
    const tiny = copter(way(CORNER, 'movePerSec_m="2" smoothTurn="true"'), 'yaw_speed_deg="90"');
    const [rows] = await recordings(tiny);
    const [end, time] = [rows.at(-1) as Row, (rows.at(-1) as Row)[0]];
    expect(end[4]).toBeCloseTo(90, 5);
    expect(at(rows, time - 0.5)[4]).toBeCloseTo(45, 0);
    // An arc of R = v/ω = 4/π begins and ends R before and behind the corner.
    expect(end[1]).toBeCloseTo(4 / Math.PI, 1);
    expect(end[2]).toBeCloseTo(20, 1);
  });

  it('turns to its waypoint on its way', async () => {
    const settings = 'movePerSec_m="2" stopAndTurn="false" slowdownEnabled="false"';
    const [, rows] = await recordings(copter(way(CORNER, settings), 'yaw_speed_deg="90"'));
    expect(rows[0][4]).toBeCloseTo(0, 0);
    expect(at(rows, 0.5)[4]).toBeCloseTo(45, 0);
    expect(rows.at(-1)?.slice(1, 3)).toEqual([20, 20].map((value) => expect.closeTo(value, 1)));
  });

  it('keeps its heading where it rises, and sinks by half of the height a second', async () => {
    const points = ['x="0" y="0" z="9"', 'x="5" y="0" z="9"', 'x="5" y="0" z="5"'];
    const [, rows] = await recordings(copter(way(points, 'movePerSec_m="5" yawAtDeparture_deg="33"')));
    expect(new Set(rows.map((row) => row[4]))).toEqual(new Set([33]));
    const [first, second] = [at(rows, 2)[3] - 5, at(rows, 3)[3] - 5];
    expect(second / first).toBeCloseTo(Math.exp(-0.5), 1);
  });
});

describe('legs of platforms that forces move', () => {
  it('end by their duration, in as many steps', async () => {
    const legs = AHEAD.map((point) => leg(`${point} movePerSec_m="0"`, '', 'maxDuration_s="0.5"')).join('');
    const [rows] = await recordings(vehicle(legs));
    expect(rows).toEqual([
      [0, 0, 0, 0, 0],
      [0.5, 0, 0, 0, 0],
    ]);
  });

  it('are loaded like recordings beside the survey, without a file', async () => {
    const { file } = writeHeliosSurvey(copter(way(CORNER, 'movePerSec_m="5" z="30"', 100)));
    const { legs, inputs } = await loadSurvey(file);
    expect(legs.map(({ path }) => path.kind)).toEqual(['recorded', 'recorded']);
    expect(inputs!.filter((path) => path.endsWith('.csv'))).toEqual([]);
  });

  it.each([
    ['of speed 0', vehicle(way(AHEAD, 'movePerSec_m="0"')), 'movePerSec_m: found 0'],
    [
      'with a head that never turns',
      vehicle(leg('y="1"', 'headRotateStop_deg="9"') + leg('y="2"')),
      'a head that reaches',
    ],
    ['with a drag that is no number', vehicle(way(AHEAD, ''), Number.NaN), 'drag of <platform>: found "NaN"'],
    [
      'that never get there',
      copter(way(CORNER, 'movePerSec_m="50" stopAndTurn="false" slowdownEnabled="false"', 100), 'yaw_speed_deg="0"'),
      'the platform never reaches 20, 20, 0',
    ],
  ])('are refused: those %s', async (_, tiny, message) => {
    expect(await refusal(tiny)).toContain(message);
  });

  it('take drag 1, where a platform moves by its force alone', async () => {
    const [rows] = await recordings(vehicle(way(AHEAD, 'movePerSec_m="0.05"', 100), 1));
    expect(speedAt(rows, 3)).toBeCloseTo(0.02, 4);
  });
});

describe.skipIf(!HAS_HELIOS_REFERENCE)('surveys of HELIOS++ on platforms that forces move', () => {
  it('fly smooth turns at 10, 7 and 4 m/s', { timeout: 60_000 }, async () => {
    const { files } = await convertFromHelios('data/surveys/toyblocks/uls_toyblocks_survey_scene_combo.xml');
    const legs = files.map(({ text }) => rowsOf(text));
    expect([0, 1, 2, 4].map((leg) => speedAt(legs[leg], 5))).toEqual(
      [10, 10, 7, 4].map((speed) => expect.closeTo(speed, 2)),
    );
    expect(legs[0].at(-1)?.[4]).toBeCloseTo(0, 5);
  });

  it('drive round a field at 3 m/s', { timeout: 60_000 }, async () => {
    const { files } = await convertFromHelios('data/surveys/demo/mls_wheat_demo.xml');
    const legs = files.map(({ text }) => rowsOf(text));
    expect(legs.map((rows) => speedAt(rows, 6))).toEqual([3, 3, 3, 3].map((speed) => expect.closeTo(speed, 2)));
    expect(legs[3].at(-1)?.slice(1, 3)).toEqual([-10, -10].map((value) => expect.closeTo(value, 3)));
  });
});
