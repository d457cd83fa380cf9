/*
 * The LAS file of a whole run, read back by copc 0.0.8, which is not ours: its content must be consistent with itself,
 * with its labels and with the report.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Las } from 'copc';
import { beforeAll, describe, expect, it } from 'vitest';
import { workplace } from './subray.js';

const place = workplace();
/** Of the second leg, whose returns are clusters; those of the first are peaks. */
const RANGE_RESOLUTION = 0.4;
place.write(
  's.yaml',
  `scene:
  parts:
    - { name: hill, generate: { kind: terrain, triangles: 10000 } }
    - name: grove
      generate: { kind: forest, seed: 3, triangles: 40000 }
      instances: { scatter: { count: 3, seed: 2, area: [[-15, -15], [15, 15]], on: hill } }
  labels:
    - { match: "terrain*", class: 2, semantic: soil }
scanner: { id: riegl-vz-400, verticalStep: 1, horizontalStep: 1, divergence: { mrad: 10 } }
platform: tripod
legs:
  - { position: [0, -20, 3] }
  - from: [-10, 20, 15]
    to: [10, 20, 15]
    speed: 20
    scanner: { detector: { method: clusters, rangeResolution: ${RANGE_RESOLUTION} } }
detector: { rangeNoise: 0, maxReturns: 5 }
output: [ { file: cloud.las, fields: all } ]
`,
);

const NAMES = [
  ...['X', 'Y', 'Z', 'ReturnNumber', 'NumberOfReturns', 'GpsTime', 'PointSourceId', 'Classification'],
  ...['NormalX', 'NormalY', 'NormalZ', 'instance', 'material', 'semantic', 'range', 'incidence_angle', 'energy'],
  ...['echo_width', 'hit_subrays'],
] as const;
type Point = Record<(typeof NAMES)[number], number>;

let points: Point[];
let header: Las.Header;
let labels: Record<'instances' | 'materials' | 'semantics' | 'classes', Record<string, string>>;
let report: { points: number; pulses: number; outputs: { bytes: number }[] };

beforeAll(async () => {
  const { code, stdout, stderr } = await place.answer('run', 's.yaml', '--json');
  expect(code, stderr).toBe(0);
  report = JSON.parse(stdout);
  labels = JSON.parse(readFileSync(join(place.path, 'cloud.labels.json'), 'utf8'));
  const bytes = readFileSync(join(place.path, 'cloud.las'));
  header = Las.Header.parse(bytes);
  const get = async (begin: number, end: number) => bytes.subarray(begin, end);
  const vlrs = await Las.Vlr.walk(get, header);
  const extraBytes = Las.Vlr.find(vlrs, 'LASF_Spec', 4);
  const fields = extraBytes ? Las.ExtraBytes.parse(await Las.Vlr.fetch(get, extraBytes)) : [];
  const data = bytes.subarray(header.pointDataOffset);
  const view = Las.View.create(data, header, fields);
  const getters = NAMES.map((name) => [name, view.getter(name)] as const);
  points = Array.from(
    { length: view.pointCount },
    (_, i) => Object.fromEntries(getters.map(([name, getter]) => [name, getter(i)])) as Point,
  );
  expect(bytes.length).toBe(report.outputs[0].bytes);
});

/** Points that came of one pulse, in their order. */
function* pulses(): Generator<Point[]> {
  for (let first = 0; first < points.length; first += points[first].NumberOfReturns)
    yield points.slice(first, first + points[first].NumberOfReturns);
}

/** The first point that breaks a rule, for the message; undefined if all keep it. */
const breaking = (rule: (point: Point, i: number) => boolean) => points.find((point, i) => !rule(point, i));

describe('the LAS file of a run', () => {
  it('counts what is in it', () => {
    expect(points).toHaveLength(report.points);
    expect(header.pointCount).toBe(report.points);
    expect(points.length).toBeGreaterThan(20_000);
    const byReturn = header.pointCountByReturn.map(
      (_, k) => points.filter(({ ReturnNumber }) => ReturnNumber === k + 1).length,
    );
    expect(header.pointCountByReturn).toEqual(byReturn);
    expect(byReturn.filter((count) => count > 100).length).toBeGreaterThanOrEqual(3);
  });

  it('lies within the bounds of its header, which are tight', () => {
    for (const [axis, name] of (['X', 'Y', 'Z'] as const).entries()) {
      const values = points.map((point) => point[name]);
      const [min, max] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
      expect(min).toBeCloseTo(header.min[axis], 6);
      expect(max).toBeCloseTo(header.max[axis], 6);
    }
  });

  it('holds whole pulses, their returns in order of range, and clusters apart by the range resolution', () => {
    const severalReturns = [0, 0];
    const nearest = [Infinity, Infinity];
    const broken: Point[][] = [];
    for (const pulse of pulses()) {
      const [{ GpsTime, PointSourceId }] = pulse;
      const isWhole = pulse.every(
        (point, k) =>
          point.ReturnNumber === k + 1 && point.GpsTime === GpsTime && point.PointSourceId === PointSourceId,
      );
      if (!isWhole) broken.push(pulse);
      const leg = PointSourceId - 1;
      if (pulse.length > 1) severalReturns[leg]++;
      for (let k = 1; k < pulse.length; k++) nearest[leg] = Math.min(nearest[leg], pulse[k].range - pulse[k - 1].range);
    }
    expect(broken.slice(0, 1)).toEqual([]);
    for (const count of severalReturns) expect(count).toBeGreaterThan(500);
    expect(severalReturns[0] + severalReturns[1]).toBeGreaterThan(1000);
    expect(nearest[0]).toBeGreaterThan(0);
    expect(nearest[1]).toBeGreaterThanOrEqual(RANGE_RESOLUTION - 1e-5);
  });

  it('is in order of time, leg after leg', () => {
    expect(new Set(points.map(({ PointSourceId }) => PointSourceId))).toEqual(new Set([1, 2]));
    expect(
      breaking(
        ({ PointSourceId, GpsTime }, i) =>
          i === 0 || (PointSourceId >= points[i - 1].PointSourceId && GpsTime >= points[i - 1].GpsTime),
      ),
    ).toBeUndefined();
  });

  it('has only labels that cloud.labels.json knows', () => {
    expect(breaking(({ Classification }) => Classification in labels.classes)).toBeUndefined();
    expect(breaking(({ instance }) => instance in labels.instances)).toBeUndefined();
    expect(breaking(({ material }) => material in labels.materials)).toBeUndefined();
    expect(breaking(({ semantic }) => semantic in labels.semantics)).toBeUndefined();
    const soil = Number(Object.keys(labels.semantics).find((id) => labels.semantics[id] === 'soil'));
    expect(points.some(({ semantic }) => semantic === soil)).toBe(true);
    expect(breaking(({ Classification, semantic }) => semantic !== soil || Classification === 2)).toBeUndefined();
    const seen = new Set(points.map(({ instance }) => labels.instances[instance].replace(/\/.*/, '')));
    expect([...seen].sort()).toEqual(['grove#1', 'grove#2', 'grove#3', 'hill']);
  });

  it('has measures that are possible', () => {
    expect(breaking(({ energy, echo_width }) => energy > 0 && energy < 1e-6 && echo_width > 0)).toBeUndefined();
    expect(breaking(({ hit_subrays }) => hit_subrays >= 1 && hit_subrays <= 19)).toBeUndefined();
    expect(breaking(({ range }) => range >= 1.5 && range <= 600)).toBeUndefined();
    expect(
      breaking(({ incidence_angle }) => incidence_angle >= 0 && incidence_angle <= Math.PI / 2 + 1e-6),
    ).toBeUndefined();
    expect(
      breaking(({ NormalX, NormalY, NormalZ }) => Math.abs(Math.hypot(NormalX, NormalY, NormalZ) - 1) < 1e-3),
    ).toBeUndefined();
  });
});
