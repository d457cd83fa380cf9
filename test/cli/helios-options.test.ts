import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HELIOS_OPTIONS, takeHeliosOptions } from '../../src/cli/helios-options.js';
import { adjustedGpsTime } from '../../src/io/units/gps-time.js';
import { secondsOfWeek } from '../../src/io/units/gps-week.js';
import { load, PLATE, part, writeYard, yardLeg } from '../support/helios-survey.js';
import { subray } from './fakes.js';

/** Runs the survey in a folder, into its folder `out`. */
const run = (folder: string, ...options: string[]) =>
  subray([
    ...['run', join(folder, 'survey.xml'), '--assets', join(folder, 'assets'), '--engine', 'cpu'],
    ...['--out', join(folder, 'out'), ...options],
  ]);

/** HELIOS++'s seconds of the GPS week of POSIX seconds (helios-compat §14). */
const heliosSeconds = (posix: number) => (posix - 315_964_809) % 604_800;

describe('options of helios', () => {
  it.each(HELIOS_OPTIONS.map((option) => [option.names.join(' '), option] as const))(
    '%s has an effect or an answer',
    (_, { names, values = 0 }) => {
      for (const name of names) {
        if (name === '--unzip') continue;
        const value = name === '--gpsstarttime' ? '2022-01-01 00:00:00' : '1';
        const given = ['run', 's.xml', name.toUpperCase(), ...Array(values).fill(value)];
        const { words, request } = takeHeliosOptions(given);
        const changed = words.length > 2 || Object.keys({ ...request.reading, ...request.outputs }).length > 0;
        const answers = [...request.notes, ...request.warnings];
        expect(changed || answers.length === 1).toBe(true);
        expect(answers.join('')).not.toContain('\n');
        expect(words.slice(0, 2)).toEqual(['run', 's.xml']);
      }
    },
  );

  it('become ours', () => {
    const given = 'run s.xml --Output o --njobs=3 --SEED 5 --silent --lasOutput --lasScale 0.001 --writePulse --force';
    const { words, request } = takeHeliosOptions(given.split(' '));
    expect(words.join(' ')).toBe('run s.xml --out o --threads 3 --seed 5 --quiet --force');
    expect(request.outputs).toEqual({ las: true, scale: 0.001, pulses: true });
    expect(request.notes).toEqual([]);
  });

  it('take -j 0 for all threads', () => {
    expect(takeHeliosOptions(['run', 's.xml', '-j', '0']).words).toEqual(['run', 's.xml']);
  });

  it('leave out both kinds of noise', () => {
    const { request } = takeHeliosOptions(['run', 's.xml', '--disableLegNoise', '--disablePlatformNoise']);
    expect(request.reading.without).toEqual({ legOffsets: true, platformNoise: true });
  });

  it.each([
    ['2022-01-01 00:00:00', 1_640_995_200],
    ['1640995200', 1_640_995_200],
    ['2016-12-31 23:59:50', 1_483_228_790],
    ['2010-06-01 12:30:15', 1_275_395_415],
  ])('turn --gpsStartTime %s into the seconds of the week of HELIOS++', (text, posix) => {
    const { startTime = '' } = takeHeliosOptions(['run', 's.xml', '--gpsStartTime', text]).request.reading;
    expect(secondsOfWeek(adjustedGpsTime(Date.parse(startTime)))).toBeCloseTo(heliosSeconds(posix), 6);
  });

  it.each([
    ['--gpsStartTime', 'noon', '--gpsStartTime: found "noon", expected seconds since 1970, or a date'],
    ['--gpsStartTime', '12', 'found "12"'],
    ['--lasScale', '0', '--lasScale: found "0"'],
    ['--kdt', undefined, '--kdt needs a value'],
    ['--unzip', 'in', '--unzip needs a value'],
  ])('refuse %s %s', async (name, value, message) => {
    const words = ['run', 's.xml', name, ...(value === undefined ? [] : [value])];
    expect(await subray(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it.each(['--lasOutput', '--njobs', '--silent'])('are none of a YAML survey: %s', async (name) => {
    const { code, stderr } = await subray(['run', 's.yaml', name, '--out', 'x.xml']);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(`unknown option ${name}`) });
  });

  it.each(['--helios-output', '--energy=legacy'])('such as %s belong to HELIOS++ surveys', async (name) => {
    const { code, stderr } = await subray(['run', 's.yaml', name]);
    expect(code).toBe(2);
    expect(stderr).toContain('belongs to HELIOS++ surveys (.xml)');
  });

  it('are answered in the log', async () => {
    const { folder } = writeYard();
    const { code, stderr } = await run(folder, '--dry-run', '--kdt', '4', '--zipOutput', '--helios-output');
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('--kdt: the search tree of the scene is built in one way\n');
    expect(stderr).toContain('--zipOutput without --lasOutput: text is written, not .bin');
    expect((await run(folder, '--dry-run', '-q', '--kdt', '4')).stderr).toBe('');
  });
});

describe('subray run survey.xml', () => {
  it('writes one LAS file', async () => {
    const { folder } = writeYard();
    expect(await run(folder, '--writePulse', '--lasScale', '0.01')).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'out')).toSorted()).toEqual(['yard.labels.json', 'yard.las', 'yard_pulse.txt']);
    expect(readFileSync(join(folder, 'out/yard.las')).readDoubleLE(131)).toBe(0.01);
  });

  it('compresses LAS with --zipOutput', async () => {
    const { folder } = writeYard();
    const { code, stderr } = await run(folder, '--helios-output', '--lasOutput', '--zipOutput');
    expect(code, stderr).toBe(0);
    const names = readdirSync(join(folder, 'out/yard/2026-01-02_03-04-05')).filter((name) =>
      /points(?!.*json)/.test(name),
    );
    expect(names.toSorted()).toEqual(['leg000_points.laz', 'leg001_points.laz']);
    const bytes = readFileSync(join(folder, 'out/yard/2026-01-02_03-04-05/leg000_points.laz'));
    expect([bytes.toString('latin1', 0, 4), bytes[104]]).toEqual(['LASF', 0x86]);
  });

  it('lays its files out as HELIOS++ does', async () => {
    const interval = 'trajectoryTimeInterval_s="0.5"';
    const { folder } = writeYard({ legs: yardLeg(0, interval) + yardLeg(3, interval) });
    const { code, stderr } = await run(folder, '--helios-output', '--writePulse', '--writeWaveform');
    expect(code, stderr).toBe(0);
    const names = readdirSync(join(folder, 'out/yard/2026-01-02_03-04-05')).filter((name) => !name.endsWith('.json'));
    expect(names.toSorted()).toEqual([
      ...['fullwave.txt', 'points.xyz', 'pulse.txt', 'trajectory.txt'].map((name) => `leg000_${name}`),
      ...['fullwave.txt', 'points.xyz', 'pulse.txt', 'trajectory.txt'].map((name) => `leg001_${name}`),
    ]);
    const lines = readFileSync(join(folder, 'out/yard/2026-01-02_03-04-05/leg000_points.xyz'), 'utf8').split('\n');
    expect(lines[0].split(' ')).toHaveLength(11);
    const poses = readFileSync(join(folder, 'out/yard/2026-01-02_03-04-05/leg000_trajectory.txt'), 'utf8');
    // From 0 to 2 s, and the step that HELIOS++ takes after a leg.
    expect(poses.trim().split('\n').length).toBe(6);
  });

  it('writes the bins of the waveforms of all pulses with points', async () => {
    const { folder } = writeYard();
    const { code, stderr } = await run(folder, '--helios-output', '--writeWaveform');
    expect(code, stderr).toBe(0);
    const rowsOf = (name: string) =>
      readFileSync(join(folder, 'out/yard/2026-01-02_03-04-05', name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ').map(Number));
    const [SIZE, PEAK, LIGHT] = [0.25, 5, 0.299792458];
    const points = [...rowsOf('leg000_points.xyz'), ...rowsOf('leg001_points.xyz')];
    const waves = [...rowsOf('leg000_fullwave.txt'), ...rowsOf('leg001_fullwave.txt')];
    expect(waves.length).toBeGreaterThan(1000);
    expect(waves.map(([index]) => index)).toEqual([...new Set(points.map((point) => point[7]))]);
    const byIndex = new Map(waves.map((wave) => [wave[0], wave]));
    for (const [x, y, z, intensity, , number, count, index, , , time] of points) {
      const [, ox, oy, oz, dx, dy, dz, from, to, pulseTime, ...bins] = byIndex.get(index)!;
      expect(pulseTime).toBe(time);
      expect(Math.hypot(dx, dy, dz)).toBeCloseTo(1, 6);
      expect(bins).toHaveLength(Math.ceil(to / SIZE) - Math.ceil(from / SIZE));
      // The pulse has 4 ns, and its window a bin more.
      expect(to - from).toBeGreaterThan(4.25 - 1e-6);
      if (number !== 1) continue;
      // Points have noise of 1.4 cm; a bin has 7.5 cm.
      const range = Math.hypot(x - ox, y - oy, z - oz);
      expect(Math.abs((from + PEAK * SIZE) * LIGHT - range)).toBeLessThan(0.07);
      if (count > 1) continue;
      const highest = Math.max(...bins);
      expect(Math.abs((from + bins.indexOf(highest) * SIZE) * LIGHT - range)).toBeLessThan(0.07);
      expect(highest / intensity).toBeCloseTo(1, 5);
    }
  });

  it('names files of strips by them, and writes LAS where it is asked to', async () => {
    const STRIP = 'stripId="A"';
    const { folder } = writeYard({ legs: yardLeg(0, '', STRIP) + yardLeg(3, '', STRIP) + yardLeg(5) });
    const options = ['--lasOutput', '--lasScale', '0.01', '--writePulse', '--writeWaveform'];
    expect(await run(folder, '--helios-output', ...options)).toMatchObject({ code: 0 });
    const names = readdirSync(join(folder, 'out/yard/2026-01-02_03-04-05')).filter((name) => !name.endsWith('.json'));
    expect(names.toSorted()).toEqual([
      ...['fullwave.txt', 'points.las', 'pulse.txt'].map((name) => `leg002_${name}`),
      ...['fullwave.txt', 'points.las', 'pulse.txt'].map((name) => `stripA_${name}`),
    ]);
  });

  it('adds noise to the bins in the file', async () => {
    const { folder } = writeYard();
    const linesWith = async (...options: string[]) => {
      expect(await run(folder, '--writeWaveform', '--force', ...options)).toMatchObject({ code: 0 });
      const text = readFileSync(join(folder, 'out/yard_fullwave.txt'), 'utf8').trim();
      return text.split('\n').map((line) => line.split(' ').map(Number));
    };
    const [plain, noisy] = [await linesWith(), await linesWith('--fullwaveNoise')];
    expect(noisy.map((line) => line.slice(0, 10))).toEqual(plain.map((line) => line.slice(0, 10)));
    const dark = plain.flatMap((line, k) => line.flatMap((power, c) => (c > 9 && power === 0 ? [noisy[k][c]] : [])));
    expect(dark.length).toBeGreaterThan(2000);
    // Half of 0.01 m, as nanowatts; 4 σ of a mean square.
    const square = dark.reduce((sum, power) => sum + (power / 0.005) ** 2, 0) / dark.length;
    expect(Math.abs(square - 1)).toBeLessThan(4 * Math.sqrt(2 / dark.length));
  });

  it('takes every angle of incidence as a right one', async () => {
    const { folder } = writeYard();
    const ground = readFileSync(join(folder, 'assets/ground.obj'), 'utf8');
    writeFileSync(join(folder, 'assets/ground.obj'), `mtllib ground.mtl\nusemtl sand\n${ground}`);
    writeFileSync(join(folder, 'assets/ground.mtl'), 'newmtl sand\nKd 1 1 1\nhelios_reflectance 0.5\n');
    const pointsWith = async (...options: string[]) => {
      expect(await run(folder, '--helios-output', '--force', ...options)).toMatchObject({ code: 0 });
      const text = readFileSync(join(folder, 'out/yard/2026-01-02_03-04-05/leg000_points.xyz'), 'utf8').trim();
      return text.split('\n').map((line) => line.split(' ').map(Number));
    };
    const [plain, fixed] = [await pointsWith(), await pointsWith('--fixedIncidenceAngle')];
    expect(fixed.map((point) => point.slice(0, 3))).toEqual(plain.map((point) => point.slice(0, 3)));
    expect(plain.length).toBeGreaterThan(500);
    for (const [k, [x, y, , intensity]] of plain.entries()) {
      // The cosine on the ground, 1.5 m below the scanner; footprints of 0.3 mrad see a range of them.
      const cosine = 1.5 / Math.hypot(x, y + 8, 1.5);
      expect(intensity / fixed[k][3] / cosine).toBeCloseTo(1, 1);
    }
  });

  it('writes the points of each channel of a scanner that has several to a file', async () => {
    const channels =
      '<channels><channel id="0" /><channel id="1"><beamOrigin><rot axis="x" angle_deg="5" /></beamOrigin></channel></channels>';
    const { folder } = writeYard({ scanner: channels });
    const filesIn = (name: string) => readdirSync(join(folder, name)).filter((file) => !file.endsWith('.json'));
    expect(await run(folder, '--helios-output', '--splitByChannel')).toMatchObject({ code: 0 });
    expect(filesIn('out/yard/2026-01-02_03-04-05').toSorted()).toEqual(
      [0, 1].flatMap((leg) => [0, 1].map((channel) => `leg00${leg}_points_dev${channel}.xyz`)),
    );
    expect(await run(folder, '--splitByChannel')).toMatchObject({ code: 0 });
    expect(filesIn('out').toSorted()).toEqual(['yard', 'yard_dev0.las', 'yard_dev1.las']);
    const { folder: plain } = writeYard();
    expect(await run(plain, '--splitByChannel')).toMatchObject({ code: 0 });
    expect(existsSync(join(plain, 'out/yard.las'))).toBe(true);
  });

  it('keeps its files in the folder whatever its name is', async () => {
    const { folder } = writeYard({ attributes: 'name="../../%s/x" seed="7"' });
    expect(await run(folder, '--helios-output')).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'out'))).toEqual(['.._..__s_x']);
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  it('starts when --gpsStartTime says', async () => {
    const { folder } = writeYard();
    await run(folder, '--helios-output', '--gpsStartTime', '2022-01-01 00:00:00');
    const text = readFileSync(join(folder, 'out/yard/2026-01-02_03-04-05/leg000_points.xyz'), 'latin1');
    const seconds = Number(text.slice(0, text.indexOf('\n')).split(' ').at(-1));
    expect(seconds - heliosSeconds(1_640_995_200)).toBeGreaterThan(0);
    expect(seconds - heliosSeconds(1_640_995_200)).toBeLessThan(0.1);
  });

  it('warns once of a material that several parts have', async () => {
    const files = {
      'assets/ground.obj': `mtllib m.mtl\nusemtl a\n${PLATE}`,
      'assets/roof.obj': `mtllib m.mtl\nusemtl a\n${PLATE}`,
      'assets/m.mtl': 'newmtl a\nhelios_reflectance 50\n',
    };
    const { folder } = writeYard({ parts: part(load('ground.obj')) + part(load('roof.obj')), files });
    const { code, stderr } = await run(folder, '--physics', 'si');
    expect(code).toBe(0);
    expect(stderr.split('helios_reflectance 50 is taken for percent')).toHaveLength(2);
  });

  it('moves legs by the seed of --seed', async () => {
    const cloud = async (seed: string, ...options: string[]) => {
      const { folder } = writeYard({ attributes: `name="yard" legRandomOffset="true" seed="${seed}"` });
      expect(await run(folder, '--quiet', ...options)).toMatchObject({ code: 0 });
      return readFileSync(join(folder, 'out/yard.las'));
    };
    expect((await cloud('7', '--seed', '8')).equals(await cloud('8'))).toBe(true);
  });

  it('takes a model of energies, and says what is unlike HELIOS++ with channels', async () => {
    const channels =
      '<channels><channel id="0" /><channel id="1"><beamOrigin><rot axis="x" angle_deg="5" /></beamOrigin></channel></channels>';
    const { folder } = writeYard({ scanner: channels });
    const quirks = async (...options: string[]) =>
      (await run(folder, '--dry-run', '--look', 'never', ...options)).stderr;
    expect(await quirks()).toContain('(Q7, Q9, Q14, Q15, Q24, Q25, Q27, Q28, Q31, Q32, Q33)');
    expect(await quirks('--energy', 'improved')).toContain('(Q7, Q9, Q14, Q15, Q24, Q25, Q28, Q30, Q31, Q32, Q33)');
    const cloud = async (...options: string[]) => {
      expect(await run(folder, '--force', '--quiet', ...options)).toMatchObject({ code: 0 });
      return readFileSync(join(folder, 'out/yard.las'));
    };
    const [legacy, usual, improved] = [
      await cloud('--energy', 'legacy'),
      await cloud(),
      await cloud('--energy', 'improved'),
    ];
    expect(legacy.equals(usual)).toBe(true);
    expect(legacy.equals(improved)).toBe(false);
  });
});
