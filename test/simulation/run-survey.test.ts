import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/base/errors.js';
import { nodeFiles } from '../../src/base/files/node-files.js';
import { processTag } from '../../src/base/files/node-process-tag.js';
import { makeStaging } from '../../src/base/files/node-staging.js';
import type { PointBatch } from '../../src/cloud/point-batch.js';
import { readPoints } from '../../src/io/clouds/read-points.js';
import { openLas } from '../../src/io/las-files/las-file.js';
import { runSurvey, simulate } from '../../src/node-scans.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import type { Survey } from '../../src/survey/survey.js';
import { deviations } from '../support/outliers.js';
import { columnOf } from './instrument-scans.js';
import { roomSurvey } from './room-survey.js';

const OPTIONS = { engine: 'cpu', cache: false } as const;

const BASE = {
  legs: 'legs: [ { position: [0, 0, 1.2], duration: 0.11 }, { position: [0.3, 0, 1.2], duration: 0.02 } ]',
};

const survey = (sections: Record<string, string>) => roomSurvey({ ...BASE, ...sections });

async function readAll(path: string): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const batch of readPoints(await openLas(nodeFiles, path))) batches.push(batch);
  return batches;
}

async function simulated(sections: Record<string, string>, threads = 1): Promise<PointBatch[]> {
  const batches: PointBatch[] = [];
  for await (const batch of simulate(await survey(sections), { ...OPTIONS, threads })) batches.push(batch);
  return batches;
}

const TWO = {
  scanner:
    'scanners: [ { scanner: velodyne-vlp-16 }, { name: left, scanner: velodyne-vlp-16, mount: { position: [-0.5, 0, 0] } } ]',
};

describe('two scanners on one platform', () => {
  it('give one cloud, scanner by scanner, the first as if it were alone', async () => {
    const [alone, both] = [await simulated({}), await simulated(TWO)];
    const scanner = columnOf(both, 'scanner');
    const first = scanner.lastIndexOf(0) + 1;
    expect(scanner.slice(0, first).every((value) => value === 0)).toBe(true);
    expect(scanner.slice(first).every((value) => value === 1)).toBe(true);
    for (const key of ['x', 'y', 'z', 'energy', 'pointSourceId', 'gpsTime'] as const)
      expect(columnOf(both, key).slice(0, first)).toEqual(columnOf(alone, key));
    expect(new Set(columnOf(both, 'pointSourceId').slice(first))).toEqual(new Set([3, 4]));
    expect(alone[0].scanner).toBeUndefined();
  });

  it('do not share random numbers: at the same place they get other noise', async () => {
    const scanner = 'scanners: [ { scanner: velodyne-vlp-16 }, { scanner: velodyne-vlp-16 } ]';
    const both = await simulated({ scanner });
    const half = columnOf(both, 'scanner').indexOf(1);
    const range = columnOf(both, 'range');
    expect(range.slice(half, half + 50)).not.toEqual(range.slice(0, 50));
    expect(columnOf(both, 'gpsTime').slice(half, half + 50)).toEqual(columnOf(both, 'gpsTime').slice(0, 50));
  });

  it('are counted together, and told apart in LAS', async () => {
    const loaded = await survey({ ...TWO, restrict: 'restrict: [ { scanner: left, channels: [0, 1] } ]' });
    const report = await runSurvey(loaded, { ...OPTIONS, threads: 2 });
    // 0.11 s and 0.02 s of shots every 55.296 µs: 1990 and 362 of them, 16 lasers, two scanners.
    expect(report.pulses).toBe((1990 + 362) * 16 * 2);
    expect(report.points).toBe(report.returns - report.dropped);
    expect(report.dropped).toBeGreaterThan(0);
    expect(report.frames).toBeUndefined();
    const batches = await readAll(loaded.outputs[0].path);
    const [scanner, channel] = [columnOf(batches, 'scanner'), columnOf(batches, 'channel')];
    expect(scanner).toHaveLength(report.points);
    const lasersOf = (number: number) => new Set(channel.filter((_, k) => scanner[k] === number));
    expect([lasersOf(0).size, lasersOf(1).size]).toEqual([16, 14]);
  });
});

describe('frames of a survey', () => {
  const frames = 'frames: { file: "%s-%02d.pcd", organised: true, coordinates: sensor, deskew: true }';

  it('lie beside its clouds, by scanner, and are in the report', async () => {
    const loaded = await survey({ ...TWO, frames });
    const report = await runSurvey(loaded, OPTIONS);
    const folder = dirname(loaded.outputs[0].path);
    // Two turns of the first leg, the second of which is short, and one of the second leg.
    expect(report.frames).toMatchObject([
      { scanner: 'velodyne-vlp-16', files: 3 },
      { scanner: 'left', files: 3 },
    ]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.pcd')).sort()).toEqual([
      'left-00.pcd', 'left-01.pcd', 'left-02.pcd', 'velodyne-vlp-16-00.pcd', 'velodyne-vlp-16-01.pcd', 'velodyne-vlp-16-02.pcd',
    ]); // biome-ignore format: a list of files
    expect(readFileSync(join(folder, 'left-00.pcd')).toString('latin1')).toMatch(
      /FIELDS x y z .* scanner ring azimuth frame_time\n/,
    );
  });

  it('are the same bytes for one and two threads, and alone as with a cloud', async () => {
    const poseError =
      'poseError: { position: { horizontal: { white: 0.01 } }, attitude: { roll: { randomWalk: 0.1 } } }';
    const restrict = 'restrict: [ { azimuth: [10, 50], share: 0.5 } ]';
    const bytes = async (threads: number, sections: Record<string, string>) => {
      const loaded = await survey({ frames, poseError, restrict, ...sections });
      await runSurvey(loaded, { ...OPTIONS, threads });
      const folder = dirname(loaded.frames!.pattern);
      return readdirSync(folder)
        .filter((name) => name.endsWith('.pcd'))
        .map((name) => readFileSync(join(folder, name)).toString('base64'));
    };
    const one = await bytes(1, {});
    expect(one).toHaveLength(3);
    expect(await bytes(2, {})).toEqual(one);
    expect(await bytes(1, { output: '' })).toEqual(one);
  });
});

it('a report that is wrong gives a cloud within its bounds, in LAS, with the true position beside', async () => {
  const poseError = `poseError:
  position: { horizontal: { gaussMarkov: { sigma: 2, time: 10 } }, vertical: { randomWalk: 5 } }
  attitude: { heading: { white: 10 } }
  boresight: { pitch: 5 }
  clock: { offset: 0.5 }
  keepTruePosition: true`;
  // The only hit of a pulse is on its axis.
  const exact = { detector: 'detector: { rangeNoise: 0 }', footprint: 'footprint: { subrays: 1 }' };
  const loaded = await survey({ ...exact, poseError, output: 'output: [ { file: cloud.las, fields: all } ]' });
  await runSurvey(loaded, OPTIONS);
  const reported = await readAll(loaded.outputs[0].path);
  const truth = await simulated(exact);
  const places = (['x', 'y', 'z'] as const).map((key) => columnOf(truth, key));
  expect(columnOf(reported, 'truePosition')).toEqual(places[0].flatMap((_, k) => places.map((axis) => axis[k])));
  expect(columnOf(reported, 'x')).not.toEqual(places[0]);
});

it('stations lie beside each other by their registration, in clouds and in the poses of frames', async () => {
  const station = 'position: [0, 0, 1.2], duration: 0.1';
  const legs = `legs: [ { ${station} }, { ${station}, startTime: 500, registrationError: { position: [0.25, -0.5, 1] } } ]`;
  const exact = { detector: 'detector: { rangeNoise: 0 }', footprint: 'footprint: { subrays: 1 }', legs };
  const poseError = 'poseError: { keepTruePosition: true }';
  const frames = 'frames: { file: "f/%d.pcd", coordinates: sensor, poses: f/poses.tum }';
  const loaded = await survey({ ...exact, frames, poseError, output: 'output: [ { file: cloud.las, fields: all } ]' });
  await runSurvey(loaded, OPTIONS);
  const cloud = await readAll(loaded.outputs[0].path);
  const second = columnOf(cloud, 'gpsTime').map((time) => time >= 500 && time < 501);
  const truth = columnOf(cloud, 'truePosition');
  const shift = [0.25, -0.5, 1];
  expect(second.filter(Boolean).length).toBeGreaterThan(100);
  (['x', 'y', 'z'] as const).forEach((key, axis) => {
    const off = columnOf(cloud, key).map((value, k) => value - truth[3 * k + axis] - (second[k] ? shift[axis] : 0));
    // Half a step of the file.
    expect(Math.max(...off.map(Math.abs))).toBeLessThan(5.01e-4);
  });
  const poses = readFileSync(join(dirname(loaded.file), 'f/poses.tum'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const places = poses.map((line) => line.split(' ').slice(1, 4).map(Number));
  expect(places).toEqual([
    [0, 0, 1.2],
    [0.25, -0.5, 2.2],
  ]);
});

it('a cloud in sensor coordinates has the sensor in its middle', async () => {
  const station = 'legs: [ { position: [100, 200, 1.2], heading: 90, duration: 0.02 } ]';
  const scene = 'scene: { parts: [ { file: room.obj, transform: { translate: [100, 200, 0] } } ] }';
  const [world, sensor] = [
    await simulated({ scene, legs: station }),
    await simulated({ scene, legs: station, coordinates: 'coordinates: sensor' }),
  ];
  const [x, y, z] = (['x', 'y', 'z'] as const).map((key) => columnOf(world, key));
  // Heading 90°: forward is the world's +x, right its −y.
  const expected = [y.map((value) => 200 - value), x.map((value) => value - 100), z.map((value) => value - 1.2)];
  (['x', 'y', 'z'] as const).forEach((key, axis) => {
    expect(deviations(columnOf(sensor, key), expected[axis], 1e-9)).toEqual([]);
  });
});

describe('the files of a run', () => {
  const frames = 'frames: { file: "f%02d.pcd" }';
  const short = 'legs: [ { position: [0, 0, 1.2], duration: 0.02 } ]';
  const filesOf = ({ outputs: [{ path }] }: Survey) =>
    Object.fromEntries(
      readdirSync(dirname(path))
        .filter((name) => !/^(survey\.yaml|room\.obj|table\.csv)$/.test(name))
        .map((name) => [name, readFileSync(join(dirname(path), name)).toString('base64')]),
    );

  /** The survey with other sections, writing to the folder of `survey`. */
  const again = async (former: Survey, sections: Record<string, string>): Promise<Survey> => {
    const { outputs, frames: cut, ...next } = await survey(sections);
    const into = (path: string) => join(dirname(former.outputs[0].path), basename(path));
    return {
      ...next,
      outputs: outputs.map((output) => ({ ...output, path: into(output.path) })),
      frames: cut && { ...cut, pattern: into(cut.pattern) },
    };
  };

  it('are those of the new run alone: frames of an older, longer one go with it', async () => {
    const first = await survey({ frames });
    await runSurvey(first, OPTIONS);
    expect(Object.keys(filesOf(first))).toEqual(['cloud.labels.json', 'cloud.las', 'f.labels.json', 'f.sensors.json', 'f00.pcd', 'f01.pcd', 'f02.pcd']);
    const second = await again(first, { frames, legs: short });
    await expect(runSurvey(second, OPTIONS)).rejects.toThrow('the file exists');
    await runSurvey(second, { ...OPTIONS, force: true });
    expect(Object.keys(filesOf(first))).toEqual(['cloud.labels.json', 'cloud.las', 'f.labels.json', 'f.sensors.json', 'f00.pcd']);
  }); // biome-ignore format: names on one line

  it('are refused where a frame would stay that no run of this program wrote', async () => {
    const first = await survey({ frames, legs: short });
    writeFileSync(join(dirname(first.outputs[0].path), 'f07.pcd'), 'mine');
    await expect(runSurvey(first, { ...OPTIONS, force: true })).rejects.toThrow(
      /frame ".*f07\.pcd" is beyond the last of this run and would stay among its frames; it does not say that subray/,
    );
    expect(Object.keys(filesOf(first))).toEqual(['f07.pcd']);
  });

  it('are the old ones after a run that failed at its end, with --force too', async () => {
    const first = await survey({ frames });
    await runSurvey(first, OPTIONS);
    const before = filesOf(first);
    const openEngine: typeof nodeMachine.openEngine = async (...args) => {
      const engine = await nodeMachine.openEngine(...args);
      const trace = engine.trace.bind(engine);
      engine.trace = async function* (...work) {
        yield* trace(...work);
        throw new Error('the device is lost');
      };
      return engine;
    };
    const second = await again(first, { frames, legs: short, seed: 'seed: 9' });
    const run = runSurvey(second, { ...OPTIONS, force: true, machine: { ...nodeMachine, openEngine } });
    await expect(run).rejects.toThrow('the device is lost');
    expect(filesOf(first)).toEqual(before);
  });

  it.each([
    ['cloud.las', () => {}],
    ['cloud.labels.json', (path: string) => rmSync(join(dirname(path), 'cloud.las'))],
  ])('are refused where %s exists, before the scene is read', async (name, change) => {
    const loaded = await survey({});
    await runSurvey(loaded, OPTIONS);
    const { path } = loaded.outputs[0];
    change(path);
    // A scene that cannot be read: its reader reports the fault.
    writeFileSync(join(dirname(path), 'room.obj'), 'v 1 2\n');
    const asked: unknown[] = [];
    const chooseEngine: typeof nodeMachine.chooseEngine = (request, options) => {
      asked.push(request);
      return nodeMachine.chooseEngine(request, options);
    };
    const machine = { ...nodeMachine, chooseEngine };
    await expect(runSurvey(loaded, { ...OPTIONS, machine })).rejects.toThrow(`${name}": cannot write: the file exists`);
    expect(asked).toEqual([]);
    await expect(runSurvey(loaded, { ...OPTIONS, machine, force: true })).rejects.not.toThrow('exists');
  });

  it('are refused at once where a folder has the name of the labels', async () => {
    const loaded = await survey({});
    const { path } = loaded.outputs[0];
    mkdirSync(join(dirname(path), 'cloud.labels.json'));
    for (const force of [false, true])
      await expect(runSurvey(loaded, { ...OPTIONS, force })).rejects.toThrow('cannot write: it is a folder');
    expect(readdirSync(dirname(path))).not.toContain('cloud.las');
  });

  it.each([
    ['while it scans', 'openEngine'],
    ['before its files get their names', 'commit'],
  ] as const)('names all files that another run has written %s', async (_, moment) => {
    const loaded = await survey({ output: 'output: [ cloud.las, cloud.csv ]' });
    const [folder, file] = [dirname(loaded.outputs[0].path), loaded.file];
    const names = ['cloud.las', 'cloud.csv', 'cloud.labels.json'];
    const overtake = () => {
      for (const name of names) writeFileSync(join(folder, name), 'of the other run');
    };
    const openEngine: typeof nodeMachine.openEngine = (...args) => {
      if (moment === 'openEngine') overtake();
      return nodeMachine.openEngine(...args);
    };
    const openSet: typeof nodeFiles.openSet = (options) => {
      const set = nodeFiles.openSet(options);
      return {
        create: (path) => set.create(path),
        remove: (path) => set.remove(path),
        abort: () => set.abort(),
        commit: () => {
          overtake();
          return set.commit();
        },
      };
    };
    const files = { ...nodeFiles, openSet };
    const run = runSurvey(loaded, { ...OPTIONS, machine: { ...nodeMachine, files, openEngine } });
    const error = await run.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    const said = (error as UserError).format();
    for (const name of names) expect(said).toContain(`${name}": cannot write: the file exists`);
    expect(said).toContain('another run wrote the same outputs in the meantime; nothing of this one was kept');
    expect(said).toContain(`${file}: 3 faults`);
    for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).toBe('of the other run');
  });

  it('frees its engine, whether it ends well or not', async () => {
    for (const fails of [false, true]) {
      const loaded = await survey({});
      let [opened, closed] = [0, 0];
      const openEngine: typeof nodeMachine.openEngine = async (...args) => {
        const engine = await nodeMachine.openEngine(...args);
        opened++;
        const close = engine.close.bind(engine);
        engine.close = async () => {
          closed++;
          await close();
        };
        if (fails) writeFileSync(loaded.outputs[0].path, 'in the way');
        return engine;
      };
      const run = runSurvey(loaded, { ...OPTIONS, machine: { ...nodeMachine, openEngine } });
      if (fails) await expect(run).rejects.toThrow('the file exists');
      else await run;
      expect([opened, closed]).toEqual([1, 1]);
    }
  });

  it('finish what a killed run had decided, before they are refused', async () => {
    const loaded = await survey({});
    const folder = dirname(loaded.outputs[0].path);
    const [machine, boot, , start] = processTag().split('-');
    const staging = `.subray-${machine}-${boot}-99999999-${start}-0123456789ab.tmp`;
    await makeStaging(folder, staging, folder);
    const files = ['cloud.labels.json', 'cloud.las'].map((name) => ({ name, replaces: false }));
    for (const { name } of files) writeFileSync(join(folder, staging, 'new', name), 'whole');
    renameSync(join(folder, staging, 'new/cloud.las'), join(folder, 'cloud.las'));
    writeFileSync(join(folder, staging, 'commit'), JSON.stringify({ force: true, folders: [{ path: '.', files, removed: [] }] }));
    const lines: string[] = [];
    const log = { info: (text: string) => void lines.push(text), warn: () => {} };
    await expect(runSurvey(loaded, { ...OPTIONS, log })).rejects.toThrow('the file exists');
    expect(Object.keys(filesOf(loaded))).toEqual(['cloud.labels.json', 'cloud.las']);
    expect(lines.join()).toContain('finished 2 files of a run that was killed');
  }); // biome-ignore format: a record on one line
});
