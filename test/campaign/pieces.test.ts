import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { AbortedError, type UserError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { makeStaging } from '../../src/base/files/node-staging.js';
import { formatRanges } from '../../src/base/format-ranges.js';
import { joinCampaign, runCampaign, splitIntoPieces, verifyCampaign } from '../../src/campaign/node-campaign.js';
import type { Piece } from '../../src/campaign/pieces/piece.js';
import type { SplitOptions } from '../../src/campaign/pieces/split-survey.js';
import { PIECE_CLOUD } from '../../src/campaign/pieces/survey-of-pieces.js';
import { taskFolder } from '../../src/campaign/run/task-folders.js';
import { checkLas } from '../../src/io/check/check-las.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { type LasFile, openLas } from '../../src/io/las-files/las-file.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { runSurvey } from '../../src/simulation/run-survey.js';
import { loadSurvey } from '../../src/survey/load-survey.js';
import { checkCopc } from '../io/copc/check-copc.js';
import { decodeFileByLazPerf } from '../io/laz/laz-perf.js';
import { DEAD_STAGING } from '../support/dead-staging.js';
import { sampleOf } from '../support/long-run.js';
import { walkerFile } from '../support/walker-model.js';
import { tasksIn } from './campaign-folder.js';

/**
 * Two legs of a moving platform with two scanners past somebody who walks, noise of all kinds, and all fields: 8 pieces
 * at the most.
 */
const SURVEY = {
  name: 'strip',
  seed: 5,
  scene: {
    parts: [
      { name: 'ground', generate: { kind: 'terrain', seed: 1, triangles: 2000, extent: 80 } },
      {
        name: 'walker',
        file: 'walker.gltf',
        transform: { translate: [0, 1, 0] },
        animation: { clip: 'Walk', stride: 1.1 },
        motion: { velocity: [-1, 0.5, 0] },
      },
    ],
    labels: [{ match: 'ground*', class: 'ground' }],
  },
  scanners: [
    { name: 'left', scanner: 'velodyne-vlp-16', mount: { position: [-0.5, 0, 0] } },
    { name: 'right', scanner: 'velodyne-vlp-16', mount: { position: [0.5, 0, 0], roll: 20 } },
  ],
  legs: [
    { name: 'out', from: [-8, 0, 2], to: [-7.8, 0.1, 2], speed: 10 },
    { name: 'home', from: [4, 3, 2], to: [4.1, 3, 2], speed: 4, startTime: 100 },
  ],
  poseError: {
    attitude: { roll: { white: 0.05 }, pitch: { gaussMarkov: { sigma: 0.1, time: 1 } } },
    position: { vertical: { randomWalk: 0.02 } },
  },
  jitter: { attitude: { x: { sigma: 0.01, hold: 10 } } },
  footprint: { pattern: 'disc', subrays: 4, weights: 'gaussian' },
  output: [{ file: 'cloud.las', fields: 'all' }],
};

const OPTIONS = { threads: 1, cache: false };

let place: string;
let cuts = 0;

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'subray-pieces-'));
  writeFileSync(join(place, 'walker.gltf'), walkerFile());
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function write(survey: object, name = 'survey.yaml'): string {
  const file = join(place, name);
  writeFileSync(file, stringify(survey));
  return file;
}

async function split(survey: object, options: Partial<SplitOptions>): Promise<string> {
  const folder = join(place, `cut-${cuts++}`);
  await splitIntoPieces(write(survey), { folder, ...options });
  return folder;
}

/** The files of the whole survey. */
async function runWhole(survey: object): Promise<{ cloud: Buffer; labels: Buffer }> {
  const folder = join(place, `whole-${cuts++}`);
  const loaded = await loadSurvey(write(survey), { files: nodeFiles, outputFolder: folder });
  await runSurvey(loaded, { machine: nodeMachine, engine: 'cpu', ...OPTIONS });
  return { cloud: readFileSync(join(folder, 'cloud.las')), labels: readFileSync(join(folder, 'cloud.labels.json')) };
}

/** Runs all pieces, and joins them. */
async function runAndJoin(folder: string): Promise<Buffer> {
  await runCampaign(folder, OPTIONS);
  const out = join(folder, 'joined.las');
  await joinCampaign(folder, out);
  return readFileSync(out);
}

/** The records of a LAS file, as they are stored. */
function recordsOf(cloud: Uint8Array): string[] {
  const view = new DataView(cloud.buffer, cloud.byteOffset, cloud.byteLength);
  const [start, length] = [view.getUint32(96, true), view.getUint16(105, true)];
  return cut(cloud.subarray(start), length);
}

const cut = (records: Uint8Array, length: number): string[] =>
  Array.from({ length: records.length / length }, (_, k) =>
    Buffer.from(records.subarray(k * length, (k + 1) * length)).toString('hex'),
  );

/** The records of a tile: of LAS as they are, of LAZ by laz-perf, of COPC by copc. */
const READERS = {
  las: async (path: string) => recordsOf(readFileSync(path)),
  laz: async (path: string) => {
    const file = readFileSync(path);
    return cut(await decodeFileByLazPerf(file), file.readUInt16LE(105));
  },
  copc: async (path: string) => {
    const { faults, nodes, recordLength } = await checkCopc(path);
    expect(faults).toEqual([]);
    return nodes.flatMap(({ records }) => cut(records, recordLength));
  },
};

/** Tile of a record's point, by its stored numbers, which are millimetres without an offset. */
function cellOf(record: string, size: number): string {
  const bytes = Buffer.from(record, 'hex');
  return [0, 4].map((at) => Math.floor(bytes.readInt32LE(at) / (size * 1000))).join('_');
}

let whole: { cloud: Buffer; labels: Buffer };
let done: string;
/** The same survey in as many pieces as it has legs of scanners, which are done. */
let quarters: string;

beforeAll(async () => {
  whole = await runWhole(SURVEY);
  expect(whole.cloud.length).toBeGreaterThan(100_000);
  done = await split(SURVEY, { pieces: 8 });
  quarters = await split(SURVEY, { pieces: 4 });
  expect((await runAndJoin(quarters)).equals(whole.cloud)).toBe(true);
});

describe('the pieces of a survey', () => {
  it('join to the file of the whole, from shards', async () => {
    expect(tasksIn(done)).toHaveLength(8);
    for (const shard of ['1/2', '0/2']) await runCampaign(done, { ...OPTIONS, shard });
    const out = join(done, 'joined.las');
    const report = await joinCampaign(done, out);
    expect(report).toMatchObject({ pieces: 8, bytes: whole.cloud.length, points: recordsOf(whole.cloud).length });
    expect(readFileSync(out).equals(whole.cloud)).toBe(true);
    expect(readFileSync(join(done, 'joined.labels.json')).equals(whole.labels)).toBe(true);
    expect(readdirSync(done).sort()).toEqual([
      'joined.labels.json',
      'joined.las',
      'log',
      'plan.json',
      'plan.jsonl',
      'tasks',
    ]);
    expect(await verifyCampaign(done)).toMatchObject({ tasks: 8, files: 16, wrong: [] });
  });

  it.each([
    [{ pieces: 1 }, 4],
    [{ pulses: 4097 }, 4],
    [{ pulses: 4096 }, 8],
  ])('join to %o alone', async (request, count) => {
    const folder = await split(SURVEY, request);
    expect(tasksIn(folder)).toHaveLength(count);
    expect(tasksIn(folder)).toEqual(tasksIn(count === 8 ? done : quarters));
  });

  it.each(
    sampleOf(
      [
        ['format 1', { output: [{ file: 'cloud.las', pointFormat: 1 }] }],
        ['HELIOS++', { output: [{ file: 'cloud.las', layout: 'helios' }] }],
        ['coordinates of the sensor', { coordinates: 'sensor' }],
      ],
      1,
    ),
  )('join in %s, too', async (_, keys) => {
    const survey = { ...SURVEY, ...keys, legs: SURVEY.legs.slice(1) };
    const expected = await runWhole(survey);
    const joined = await runAndJoin(await split(survey, { pieces: 4 }));
    expect(joined.equals(expected.cloud)).toBe(true);
  });

  it('are told by their numbers while they are missing, and join after an interruption', async () => {
    const folder = await split(SURVEY, { pieces: 7 });
    const out = join(folder, 'joined.las');
    const ids = tasksIn(folder).map(({ id }) => id);
    await expect(joinCampaign(folder, out)).rejects.toThrow('pieces 0-3 of 4 are not done');
    await runCampaign(folder, { ...OPTIONS, shard: '0/3' });
    const left = ids.flatMap((id, k) => (existsSync(taskFolder(folder, id)) ? [] : [k]));
    expect(left.length).toBeGreaterThan(0);
    await expect(joinCampaign(folder, out)).rejects.toMatchObject({
      message: `pieces ${formatRanges(left)} of 4 are not done`,
      hint: expect.stringContaining(`subray campaign run ${folder} makes what is missing`),
    });
    expect(await runCampaign(folder, { ...OPTIONS, signal: AbortSignal.abort() })).toMatchObject({ left: left.length });
    expect((await runAndJoin(folder)).equals(whole.cloud)).toBe(true);
  });

  it('are not joined if one has changed, or was made of another scene', async () => {
    const folder = join(place, `cut-${cuts++}`);
    cpSync(quarters, folder, { recursive: true });
    for (const ending of ['las', 'labels.json']) rmSync(join(folder, `joined.${ending}`));
    const cloud = join(taskFolder(folder, tasksIn(folder)[2].id), PIECE_CLOUD);
    const bytes = readFileSync(cloud);
    const changed = (at: number) =>
      writeFileSync(
        cloud,
        bytes.map((byte, k) => (k === at ? byte ^ 1 : byte)),
      );
    const out = join(folder, 'joined.las');
    changed(bytes.length - 1);
    await expect(joinCampaign(folder, out)).rejects.toThrow('is not the file that piece 2 wrote');
    changed(131);
    await expect(joinCampaign(folder, out)).rejects.toThrow(
      'the head of piece 2 says something else than that of piece 0',
    );
    expect(readdirSync(folder)).not.toContain('joined.las');
  });

  it('are not joined if their labels have changed', async () => {
    const folder = join(place, 'other-labels');
    cpSync(quarters, folder, { recursive: true });
    const labels = join(taskFolder(folder, tasksIn(folder)[0].id), 'cloud.labels.json');
    writeFileSync(labels, readFileSync(labels, 'utf8').replace('ground', 'grownd'));
    const joining = joinCampaign(folder, join(folder, 'other.las'));
    await expect(joining).rejects.toThrow('is not the file that piece 0 wrote');
    await expect(joinCampaign(folder, join(folder, 'tiles'), { tile: 50 })).rejects.toThrow('piece 0 wrote');
  });

  it('are of one results version, and of a plan that nobody edited', async () => {
    const folder = await split(SURVEY, { pieces: 4 });
    const facts = readFileSync(join(folder, 'plan.json'), 'utf8');
    writeFileSync(join(folder, 'plan.json'), facts.replace(/"results": \d+/, '"results": 999'));
    await expect(runCampaign(folder, OPTIONS)).rejects.toThrow('the plan is for results version 999');
    writeFileSync(join(folder, 'plan.json'), facts);
    const lines = readFileSync(join(folder, 'plan.jsonl'), 'utf8');
    writeFileSync(join(folder, 'plan.jsonl'), lines.replace('"first":0', '"first":1'));
    await expect(runCampaign(folder, OPTIONS)).rejects.toThrow('its content has changed');
  });

  it('are not cut from a survey that writes what they cannot', async () => {
    const file = (output: string) => {
      const path = join(place, 'refused.yaml');
      writeFileSync(path, stringify({ ...SURVEY, output: undefined }) + output);
      return path;
    };
    const refused = async (output: string) => {
      const folder = join(place, 'refused');
      const error = await splitIntoPieces(file(output), { folder }).catch((thrown: UserError) => thrown);
      expect(existsSync(folder)).toBe(false);
      return (error as UserError).format().replaceAll(place, '');
    };
    const line = stringify({ ...SURVEY, output: undefined }).split('\n').length;
    expect(await refused('output: [cloud.ply]\n')).toMatch(
      new RegExp(
        `^/refused.yaml:${line}:10: output ".*cloud.ply": found .ply, expected .las, of which subray convert makes .ply;`,
      ),
    );
    expect(await refused('output: [{ file: "leg%d.las", by: leg }]\n')).toContain('found by: leg, expected none');
    expect(await refused('output: [a.las, b.las]\n')).toContain('found another cloud, expected one');
    expect(await refused('output: [{ file: a.las, waveforms: internal }]\n')).toContain('found waveforms: internal');
    expect(await refused('output: [a.las]\npulses: { file: p.csv }\n')).toContain('pulses: found files, expected none');
  });

  it.each([
    ['lasers that leak into each other, a leg each', { crosstalk: { level: -20, within: 3 } }, 2],
    ['weak echoes that come late', { timeWalk: { margin: 20 } }, 4],
  ])('join with %s', async (_, artefacts, count) => {
    const survey = { ...SURVEY, detector: { artefacts }, scanner: 'velodyne-vlp-16', scanners: undefined };
    const folder = await split(survey, { pulses: 1 });
    expect(tasksIn(folder)).toHaveLength(count);
    expect((await runAndJoin(folder)).equals((await runWhole(survey)).cloud)).toBe(true);
  });

  it('are at most as many as are asked for, and end at multiples of 4096 pulses', async () => {
    const pieces = tasksIn(done).map(({ piece }) => piece as Piece);
    const legs = new Map<string, Piece[]>();
    for (const piece of pieces) {
      const key = `${piece.scanner} ${piece.leg}`;
      legs.set(key, [...(legs.get(key) ?? []), piece]);
    }
    expect([...legs.keys()]).toEqual(['0 0', '0 1', '1 0', '1 1']);
    for (const own of legs.values())
      own.forEach(({ first }, k) => {
        expect(first % 4096).toBe(0);
        expect(first).toBe(k === 0 ? 0 : own[k - 1].end);
      });
  });
});

describe('the pieces of a survey in a wide scene', () => {
  const ground = (name: string, x: number) => ({
    name,
    generate: { kind: 'terrain', seed: x, triangles: 500, extent: 80 },
    transform: { translate: [x, 0, 0] },
  });
  const WIDE = {
    ...SURVEY,
    jitter: undefined,
    scene: {
      parts: [
        ground('west', 0),
        { name: 'hut', file: 'hut.obj', instances: [{ translate: [0, 10, 0] }, { translate: [6, 10, 0] }] },
        ground('middle', 600),
        { name: 'barn', file: 'barn.obj', transform: { translate: [1200, 12, 0] } },
        ground('east', 1200),
      ],
      labels: [
        { match: 'west*', class: 'ground' },
        { match: 'middle*', class: 'water' },
        { match: 'barn*', class: 'building', semantic: 'barn' },
      ],
    },
    legs: [SURVEY.legs[0], { name: 'east', from: [1200, 3, 2], to: [1200.1, 3, 2], speed: 4, startTime: 100 }],
  };
  const WALLS =
    'o wall\nv -2 0 -5\nv 2 0 -5\nv 2 0 5\nv -2 0 5\nf 1 2 3\nf 1 3 4\no roof\nv -2 1 5\nv 2 1 5\nf 4 3 6\nf 4 6 5\n';

  it('join to the file of the whole, though each reads only what it can reach', async () => {
    for (const name of ['hut.obj', 'barn.obj']) writeFileSync(join(place, name), WALLS);
    const expected = await runWhole(WIDE);
    const folder = await split(WIDE, { pieces: 8 });
    const left = tasksIn(folder).map(({ piece }) => [piece?.leg, (piece as Piece).without]);
    expect(left).toEqual([...TWICE, ...TWICE]);
    expect((await runAndJoin(folder)).equals(expected.cloud)).toBe(true);
    expect(readFileSync(join(folder, 'joined.labels.json')).equals(expected.labels)).toBe(true);
  });

  it('do not read the others at all', async () => {
    const folder = await split(WIDE, { pieces: 4 });
    writeFileSync(join(place, 'barn.obj'), 'broken');
    const report = await runCampaign(folder, OPTIONS);
    writeFileSync(join(place, 'barn.obj'), WALLS);
    expect(report).toMatchObject({ done: 2, failed: 0, changed: 2 });
  });

  it.each([
    ['the platform jitters', { jitter: SURVEY.jitter }],
    ['the sun may be behind', { colors: { sun: { azimuth: 200, elevation: 35 } } }],
    ['legs stand on it', { legs: WIDE.legs.map((leg) => ({ ...leg, on: 'ground' })) }],
  ])('read all of it where %s', async (_, keys) => {
    const folder = await split({ ...WIDE, ...keys }, { pieces: 4 });
    expect(tasksIn(folder).map(({ piece }) => (piece as Piece).without)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

/** Legs of pieces, and the parts that they leave out. */
const TWICE = [
  [0, [2, 3, 4]],
  [0, [2, 3, 4]],
  [1, [0, 1, 2]],
  [1, [0, 1, 2]],
];

describe('the tiles of a survey', () => {
  const SIZE = 15;
  const tilesIn = (folder: string, ending: string) =>
    readdirSync(folder).filter((name) => name.startsWith('tile_') && name.endsWith(ending));

  it.each(sampleOf(['las', 'laz', 'copc'] as const, 1))(
    'have each point once, in %s that others read',
    async (format) => {
      const folder = join(place, `tiles-${format}`);
      await joinCampaign(done, folder, { tile: SIZE, format });
      const ending = { las: '.las', laz: '.laz', copc: '.copc.laz' }[format];
      const found: string[] = [];
      const names = tilesIn(folder, ending);
      expect(names.length).toBeGreaterThan(4);
      for (const name of names) {
        const records = await READERS[format](join(folder, name));
        expect(new Set(records.map((record) => `tile_${cellOf(record, SIZE)}${ending}`))).toEqual(new Set([name]));
        expect((await checkLas(join(folder, name), { files: nodeFiles })).faults, name).toEqual([]);
        found.push(...records);
      }
      expect(found.sort()).toEqual(recordsOf(whole.cloud).sort());
      expect(readFileSync(join(folder, 'tiles.labels.json')).equals(whole.labels)).toBe(true);
    },
  );

  it('have their points in the order of the whole, and its scale, offset and fields', async () => {
    const folder = join(place, 'tiles-las');
    const [name] = tilesIn(folder, '.las');
    const own = recordsOf(readFileSync(join(folder, name)));
    const cell = cellOf(own[0], SIZE);
    expect(own).toEqual(recordsOf(whole.cloud).filter((record) => cellOf(record, SIZE) === cell));
    const head = readFileSync(join(folder, name));
    expect(head.subarray(131, 179).equals(whole.cloud.subarray(131, 179)), 'scale and offset').toBe(true);
    expect(head.subarray(375, head.readUInt32LE(96)).equals(whole.cloud.subarray(375, head.readUInt32LE(96)))).toBe(
      true,
    );
  });

  it('have no catalogue where places in WGS 84 are unknown, and say so', async () => {
    const warnings: string[] = [];
    const folder = join(place, 'tiles-none');
    await joinCampaign(done, folder, { tile: 20, log: { info: () => {}, warn: (text) => warnings.push(text) } });
    expect(warnings).toEqual([
      expect.stringMatching(/^no catalogue tiles.vpc is written, whose places are in WGS 84: /),
    ]);
    expect(readdirSync(folder)).not.toContain('tiles.vpc');
  });

  it('finish or remove first what a join left that was killed', async () => {
    const folder = join(place, 'tiles-left');
    mkdirSync(folder);
    await makeStaging(folder, DEAD_STAGING, folder);
    await joinCampaign(done, folder, { tile: 40 });
    await makeStaging(place, DEAD_STAGING, place);
    await joinCampaign(done, join(place, 'joined-left.las'));
    for (const path of [folder, place]) expect(readdirSync(path)).not.toContain(DEAD_STAGING);
  });

  it('replace older ones of another grid as a whole, and only with force', async () => {
    const folder = join(place, 'tiles-older');
    await joinCampaign(done, folder, { tile: 25, format: 'las' });
    await expect(joinCampaign(done, folder, { tile: 40, format: 'laz' })).rejects.toThrow('has tiles already');
    await joinCampaign(done, folder, { tile: 40, format: 'laz', force: true });
    expect(tilesIn(folder, '.las')).toEqual([]);
    expect(tilesIn(folder, '.laz').length).toBeGreaterThan(1);
  });

  it('are as wide as a whole number of the steps of coordinates', async () => {
    await expect(joinCampaign(done, join(place, 'odd'), { tile: 0.0015 })).rejects.toThrow(
      '--tile: found 0.0015 m, expected a multiple of 0.001 m',
    );
    expect(existsSync(join(place, 'odd'))).toBe(false);
  });

  it('are counted while they are written, with a warning if they are very many', async () => {
    const [warnings, tasks]: [string[], string[]] = [[], []];
    const stop = new AbortController();
    const joining = joinCampaign(done, join(place, 'tiny'), {
      tile: 0.001,
      log: { info: () => {}, warn: (text) => warnings.push(text) },
      signal: stop.signal,
      onProgress: ({ task, done: written, total, unit }) => {
        if (unit !== 'tiles') return;
        tasks.push(`${task} ${written} of ${total > 10_000}`);
        stop.abort();
      },
    });
    await expect(joining).rejects.toThrow(AbortedError);
    expect(tasks).toEqual(['write 1 of true']);
    expect(warnings.at(-1)).toMatch(/^\d+ tiles of 0.001 m are written, a file each.* a wider --tile makes fewer$/);
    expect(existsSync(join(place, 'tiny'))).toBe(false);
  });

  it('have a catalogue with their places in a reference system that is known', async () => {
    const survey = { ...SURVEY, crs: 'EPSG:25832', legs: SURVEY.legs.slice(1).map((leg) => shifted(leg)) };
    const folder = await split({ ...survey, scene: SHIFTED_SCENE }, { pieces: 2 });
    await runCampaign(folder, OPTIONS);
    const out = join(folder, 'tiles');
    await joinCampaign(folder, out, { tile: 10 });
    const { type, features } = JSON.parse(readFileSync(join(out, 'tiles.vpc'), 'utf8'));
    expect(type).toBe('FeatureCollection');
    expect(
      features.map(({ assets }: { assets: { data: { href: string } } }) => assets.data.href.slice(2)).sort(),
    ).toEqual(tilesIn(out, '.laz').sort());
    for (const { id, bbox, properties, geometry, stac_extensions } of features) {
      const las = await openLas(nodeFiles, join(out, `${id}.laz`));
      expect(stac_extensions).toContain('https://stac-extensions.github.io/pointcloud/v2.0.0/schema.json');
      expect(properties['pc:count']).toBe(las.pointCount);
      expect(properties['proj:bbox']).toEqual([...las.bounds.min, ...las.bounds.max]);
      expect(properties['proj:code']).toBe('EPSG:25832');
      expect(properties['proj:wkt2']).toMatch(/^PROJCRS\["ETRS89 \/ UTM zone 32N",.*ID\["EPSG",25832\]\]$/);
      // By PROJ: EPSG:25832 (691607, 5334760) is at 11.5755443, 48.1372187.
      expect([Math.abs(bbox[0] - 11.5755), Math.abs(bbox[1] - 48.1372)].every((off) => off < 0.002)).toBe(true);
      expect(geometry.coordinates[0]).toHaveLength(5);
      await expectStatistics(las, properties['pc:schemas'], properties['pc:statistics']);
    }
  });
});

const AT = [691607, 5334760] as const;
const shifted = (leg: (typeof SURVEY.legs)[number]) => {
  const move = ([x, y, z]: number[]) => [x + AT[0], y + AT[1], z];
  return { ...leg, from: move(leg.from), to: move(leg.to) };
};
const SHIFTED_SCENE = {
  ...SURVEY.scene,
  parts: [{ ...SURVEY.scene.parts[0], transform: { translate: [...AT, 0] } }],
};

type Statistics = { name: string; position: number; count: number; minimum: number; maximum: number; average: number };

/** The statistics of a catalogue, against the points as the project's reader has them. */
async function expectStatistics(las: LasFile, schemas: { name: string }[], statistics: Statistics[]): Promise<void> {
  const z: number[] = [];
  const classes: number[] = [];
  for await (const { count, z: heights, classification } of readPoints(las))
    for (let k = 0; k < count; k++) {
      z.push(heights[k]);
      classes.push(classification[k]);
    }
  for (const [name, values] of Object.entries({ Z: z, Classification: classes })) {
    const own = statistics.find((one) => one.name === name) as Statistics;
    expect(schemas[own.position].name).toBe(name);
    expect(own.count).toBe(values.length);
    expect(own.minimum).toBeCloseTo(Math.min(...values), 9);
    expect(own.maximum).toBeCloseTo(Math.max(...values), 9);
    expect(own.average).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
  }
}
