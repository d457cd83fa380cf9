// Runs alone: `subray doctor` looks for a GPU in a process of its own.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectMachine } from '../../src/bench/inspect-machine.js';
import { describeMachine } from '../../src/cli/describe/describe-machine.js';
import type { AdapterReport } from '../../src/engine/gpu/node-probe.js';
import { subray } from './fakes.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('subray platform', () => {
  it('lists the catalogue, and shows where a platform holds its scanners', async () => {
    const { stdout } = await subray('platform list');
    expect(stdout).toMatch(/^vmx-450 +Car with RIEGL VMX-450, both scanners +2 scanners$/m);
    expect(JSON.parse((await subray('platform list --json')).stdout).platforms.length).toBe(
      stdout.trim().split('\n').length,
    );
    const shown = await subray('platform show vmx-450-left');
    expect(shown.stdout).toMatch(/^position +-0\.18, -2\.2, 2\.2 m right, forward, up$/m);
    expect(shown.stdout).toMatch(/^attitude +heading -150°, pitch 40°, roll 0°$/m);
    expect(shown.stdout).toMatch(/^ {2}Position and orientation: .*platforms\.xml/m);
    expect(JSON.parse((await subray('platform show aircraft --json')).stdout).places).toMatchObject([
      { position: [0, 0, 0.7], heading: -90, pitch: -90, roll: 0 },
    ]);
    const unknown = await subray('platform show airplane');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('did you mean "aircraft"?')]);
  });
});

describe('subray scanner', () => {
  it('lists the catalogue', async () => {
    const { code, stdout } = await subray('scanner list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^velodyne-vlp-16 +Velodyne Puck \(VLP-16\) +spinning +16 lasers +903 nm +100 m$/m);
    expect(JSON.parse((await subray('scanner list --json')).stdout).scanners.length).toBe(
      stdout.trim().split('\n').length,
    );
  });

  it('shows one with its sources', async () => {
    const { code, stdout } = await subray('scanner show riegl-vz-400');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^elevation +-40°…60°, of 240° that a facet sweeps$/m);
    expect(stdout).toMatch(/^source$/m);
    expect(JSON.parse((await subray('scanner show riegl-vz-400 --json')).stdout)).toMatchObject({ id: 'riegl-vz-400' });
  });

  it('says what its numbers were not compared with', async () => {
    const { stdout } = await subray('scanner show riegl-vz-400');
    expect(stdout).toMatch(/^not compared with a document of the maker\n {2}Wavelength 1550 nm/m);
  });

  it.each([
    ['livox-mid-70', /^prism 2 +29\.7°, index 1\.5095, 121\.6 turns\/s$/m],
    ['riegl-vq-880-g', /^cone +half angle 20°$/m],
    ['leica-als50-ii', /^scan angle +±20°, as a sine$/m],
    ['riegl-vux-1uav', /^emitter +pitch 90°, heading -90°, roll 0°$/m],
    ['ouster-os0-128', /^azimuths +-11\.\d+°…1[12]\.\d+°$/m],
    [
      'optech-galaxy',
      /^can be set to +35 to 550 kHz, at most 120 scans\/s, half angle times scans at most 2000 deg Hz$/m,
    ],
    ['riegl-vq-780i', /^can be set to +20 to 300 lines\/s$/m],
    ['livox-mid-360', /^head +turns 3600°\/s about \(0, 0, 1\)$/m],
  ])('says how %s deflects', async (id, line) => {
    expect((await subray(`scanner show ${id}`)).stdout).toMatch(line);
  });

  it.each([
    [
      'riegl-vz-400',
      /^returns +15 at most, peaks of the waveform\ndetects +peaks of \d\.\d\de-\d+ W and more \(\d\.\d\de-\d+ J from a flat target\)$/m,
    ],
    ['leica-als50-ii', /^returns +4 at most, clusters 3\.5 m apart\ndetects +\d\.\d\de-\d+ J and more$/m],
  ])('says which returns %s records', async (id, line) => {
    expect((await subray(`scanner show ${id}`)).stdout).toMatch(line);
  });

  it('says what an instrument records at each of its pulse rates', async () => {
    const { stdout } = await subray('scanner show riegl-vux-1uav');
    expect(stdout).toMatch(/^programs\n {2}pulse rate {2}returns {2}range +just detected\n/m);
    expect(stdout).toMatch(/^ +100 kHz {2}15 +920 m \(assumed\) +60 % at 920 m \(assumed\)$/m);
    expect(stdout).toMatch(/^ +550 kHz {2}4 /m);
    expect(stdout).toMatch(/^not told +its return modes, the range at each pulse rate$/m);
    const { programs } = JSON.parse((await subray('scanner show riegl-vux-1uav --json')).stdout);
    expect(programs[1]).toMatchObject({ pulseRate: 100_000, maxReturns: 15, returns: 'all' });
  });

  it('says which return modes an instrument has', async () => {
    expect((await subray('scanner show velodyne-vlp-16')).stdout).toMatch(
      /^return modes +strongest \(default\), last, dual$/m,
    );
    const { stdout } = await subray('scanner show hesai-pandar64');
    expect(stdout).toMatch(/^return modes +last, strongest, dual \(assumed\)$/m);
    expect(stdout).toMatch(/^not told +the default return mode, the target that is just detected$/m);
    expect(JSON.parse((await subray('scanner show hesai-pandar64 --json')).stdout)).toMatchObject({
      detection: { returns: 'dual' },
      returnModes: ['last', 'strongest', 'dual'],
      unknown: ['returns', 'sensitivity'],
    });
  });

  it('draws where the pulses go', async () => {
    const png = join(folder, 'pattern.png');
    const argv = `scanner show livox-mid-40 --png ${png} --size 320x240 --seconds 0.02`;
    expect((await subray(argv)).stdout).toContain(`picture: ${png}`);
    expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
    expect((await subray(argv)).stderr).toContain('pass --force to replace it');
  });

  it.each([
    ['--seconds 0', '--seconds: found "0", expected a number > 0 (s)'],
    ['--seconds 3600', 'a picture shows at most 4000000, 40 s'],
    ['--seconds 1e308', 'pulses of livox-mid-40; a picture shows at most 4000000, 40 s\n  0.5 s show the pattern\n'],
    ['--size 3x3', 'a picture of 3x3 pixels cannot be drawn'],
  ])('refuses %s', async (option, message) => {
    const png = join(folder, 'refused.png');
    const { code, stderr } = await subray(`scanner show livox-mid-40 --png ${png} ${option}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(png)).toBe(false);
  });

  it('suggests the id that was meant', async () => {
    const { code, stderr } = await subray('scanner show velodyne-vlp16');
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean "velodyne-vlp-16"');
  });
});

describe('subray scene generate', () => {
  it('writes the same file for the same seed', async () => {
    const [a, b, c] = ['a.glb', 'b.glb', 'c.glb'].map((name) => join(folder, name));
    const { code, stdout } = await subray(`scene generate terrain --seed 4 --triangles 2000 -o ${a}`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^triangles +[12],\d{3}/m);
    await subray(`scene generate terrain --seed 4 --triangles 2000 -o ${b} --json`);
    await subray(`scene generate terrain --seed 5 --triangles 2000 -o ${c}`);
    expect(readFileSync(a).equals(readFileSync(b))).toBe(true);
    expect(readFileSync(a).equals(readFileSync(c))).toBe(false);
    expect((await subray(`scene generate terrain -o ${a}`)).stderr).toContain('the file exists');
  });

  it('writes a table for each lane of a street', async () => {
    const out = join(folder, 'avenue.glb');
    const { code, stdout } = await subray(`scene generate street --length 30 --lanes 2 --triangles 60000 -o ${out}`);
    expect(code).toBe(0);
    for (const lane of [1, 2]) {
      const path = join(folder, `avenue.lane-${lane}.csv`);
      expect(stdout).toContain(`lane: ${path}\n`);
      const [titles, first] = readFileSync(path, 'utf8').split('\n');
      expect([titles, first]).toEqual(['time,x,y,z', expect.stringMatching(/^0\.000(,-?\d+\.\d{3}){3}$/)]);
    }
    rmSync(out);
    const { stderr } = await subray(`scene generate street --length 30 --triangles 60000 -o ${out}`);
    expect(stderr).toContain('avenue.lane-1.csv: cannot write: the file exists');
  });

  it('writes a table of the trees of a forest, with its figures, and of a single tree', async () => {
    const out = join(folder, 'plot.glb');
    const table = join(folder, 'plot.trees.csv');
    const stand = '--extent 30 --stems 200 --diameter 0.3,0.05 --species beech=1 --lai 5 --triangles 60000';
    const { stdout } = await subray(`scene generate forest ${stand} -o ${out}`);
    expect(stdout).toMatch(/^trees: 18 \(18 beech\), 200 stems\/ha, basal area .* LAI 5$/m);
    expect(stdout).toContain(`table of trees: ${table}\n`);
    expect(readFileSync(table, 'utf8').split('\n')).toHaveLength(20);
    // Its own table describes the plot as well.
    const again = join(folder, 'again.glb');
    const line = `scene generate forest --trees ${table} --extent 30 --triangles 60000 -o ${again} --json`;
    expect(JSON.parse((await subray(line)).stdout).stand).toMatchObject({
      trees: 18,
      leafAreaIndex: expect.closeTo(5, 2),
    });
    const tree = await subray(`scene generate tree --species oak --diameter 0.3 -o ${join(folder, 'oak.glb')} --json`);
    expect(JSON.parse(tree.stdout).stand).toMatchObject({ trees: 1, quadraticMeanDiameter: 0.3, species: { oak: 1 } });
    rmSync(out);
    expect((await subray(`scene generate forest ${stand} -o ${out} --seed 2`)).stderr).toContain(
      'plot.trees.csv: cannot write: the file exists',
    );
  });

  it('refuses what cannot be made', async () => {
    const { code, stderr } = await subray(`scene generate street --triangles 5 -o ${join(folder, 'd.glb')}`);
    expect(code).toBe(2);
    expect(stderr).toContain('5 triangles');
    const huge = await subray(`scene generate room --triangles 1e12 -o ${join(folder, 'd.glb')}`);
    expect(huge.stderr).toContain('a generated room of 1000000000000 triangles cannot be made; 20000 … 20000000');
  });

  it('takes weights of vehicles and of species, each name once', async () => {
    const out = join(folder, 'weights.glb');
    const has = async (line: string, ...names: string[]) => {
      const { code, stderr } = await subray(`scene generate ${line} --force -o ${out}`);
      expect(code, stderr).toBe(0);
      const file = readFileSync(out, 'latin1');
      return names.map((name) => file.includes(`"${name}"`));
    };
    const street = 'street --length 60 --triangles 150000 --vehicles van=2,bicycle=.5 --parked 0.5';
    expect(await has(street, 'van_001', 'car_001', 'leaf')).toEqual([true, false, true]);
    expect(await has(`${street} --season winter`, 'van_001', 'leaf')).toEqual([true, false]);
    const forest = 'forest --extent 25 --stems 200 --triangles 40000 --species birch=1,pine=0';
    expect(await has(forest, 'tree_001', 'bark_birch', 'bark_pine')).toEqual([true, true, false]);
  });

  it.each([
    [
      'street --vehicles car',
      '--vehicles: found "car", expected names with weights, each name once, such as car=8,van=2',
    ],
    ['street --vehicles car=1,car=2', '--vehicles: found "car=1,car=2", expected names with weights, each name once'],
    ['street --vehicles car=', '--vehicles: found "car=", expected names with weights'],
    ['street --vehicles =1', '--vehicles: found "=1", expected names with weights'],
    ['street --vehicles car=1=2', '--vehicles: found "car=1=2", expected names with weights'],
    ['street --vehicles bsu=1', '--vehicles bsu: found 1, expected one of the vehicles car'],
    ['street --vehicles bus=1 --parked 1', '--vehicles: found "bus: 1", expected a weight of car, van, bicycle'],
    ['forest --species beech=many', '--species: found "beech=many", expected names with weights'],
    ['forest --species palm=1', '--species palm: found 1, expected one of the species oak'],
    ['forest --vehicles car=1', '--vehicles: found a map, expected no vehicles: a forest has extent, stems, lai'],
    ['room --season winter', '--season: found "winter", expected no season: a room has length'],
    ['forest --diameter 0.3,0.1,2', '--diameter: found "0.3,0.1,2", expected mean and standard deviation'],
    ['forest --lai -3', '--lai: found -3, expected a number from 0.01 to 30 for a forest'],
    ['forest --stems x', '--stems: found "x", expected a number'],
    ['forest --extent 1e9', '--extent: found 1000000000, expected a number from'],
    ['forest --lai 3 --leaf-area 2', '--leaf-area: found 2, expected no factor: lai sets the leaf area of all trees'],
    ['forest --lai 0', '--lai: found 0, expected a number from 0.01 to 30 for a forest'],
    ['forest --leaf-area beech=x', '--leaf-area: found "beech=x", expected names with weights'],
    ['forest --leaf-area 30', '--leaf-area: found 30, expected a factor from 0.01 to 10'],
    ['forest --trees gone.csv', 'gone.csv'],
    ['room --trees gone.csv', '--trees: found '],
    ['terrain --furniture 1', '--furniture: found 1, expected no furniture: a terrain has extent'],
  ])('refuses %s', async (line, message) => {
    const { code, stderr } = await subray(`scene generate ${line} -o ${join(folder, 'refused.glb')}`);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe('subray doctor', () => {
  it('says what the machine has', async () => {
    const { code, stdout } = await subray('doctor --json');
    const report = JSON.parse(stdout);
    // Every Node that this package runs on has both.
    expect(report.webAssembly).toMatchObject({ simd: true, threads: true });
    expect(report.cores).toBeGreaterThanOrEqual(1);
    expect(report.sharedMemoryMaxBytes % 65536).toBe(0);
    expect(code).toBe(report.ok ? 0 : 1);
  });

  const NONE = { reason: 'WebGPU finds no adapter', detail: 'Found no drivers!' };
  const GPU = {
    name: 'NVIDIA H200',
    software: false,
    limits: { bindingBytes: 2 ** 27, bufferBytes: 2 ** 28, storageBuffers: 8, workgroups: 65535 },
    timestamps: true,
  };
  const inspect = (hardware: AdapterReport['hardware'], software: AdapterReport['software']) =>
    inspectMachine(async () => ({ hardware, software, auto: hardware }));

  it('says so where an engine cannot run', async () => {
    const report = await inspect(NONE, NONE);
    const lines = describeMachine({ ...report, ok: false, webAssembly: { simd: true, threads: true, kernel: false } });
    expect(lines.slice(-2)).toEqual(['the cpu engine cannot run here', 'the gpu engine cannot run here']);
    expect(lines.join('\n')).toMatch(/kernel +missing: npm run build/);
    expect(lines.join('\n')).toMatch(/^gpu +none: WebGPU finds no adapter \(Found no drivers!\)$/m);
  });

  it('names the remedy for a missing GPU, once', async () => {
    const none = { ...NONE, remedy: 'install a driver' };
    const lines = describeMachine(await inspect(none, none));
    expect(lines.filter((line) => line.includes('install a driver'))).toEqual([
      '  remedy             install a driver',
    ]);
    expect(lines[lines.indexOf('  remedy             install a driver') - 1]).toMatch(/^gpu /);
  });

  it('does not need a GPU to be well', async () => {
    const { ok } = await inspect(NONE, NONE);
    expect(ok).toBe((await inspect(GPU, NONE)).ok);
  });

  it('says what a GPU has, and how large a scene may be on it', async () => {
    const report = await inspect(GPU, { ...GPU, name: 'SwiftShader', software: true, timestamps: false });
    const lines = describeMachine(report);
    expect(lines).toEqual(
      expect.arrayContaining([
        'gpu                  NVIDIA H200',
        '  limits             128 MiB a binding, 8 storage buffers a pass, 256 MiB a buffer',
        '  scenes             about 6.29 M triangles at most, memory permitting; data larger than one binding is spread over up to 4',
        '  timestamps         yes',
        'software gpu         SwiftShader; only used with --adapter software',
        '  timestamps         no: --profile cannot time the stages',
        'the gpu engine can run here',
      ]),
    );
    expect(report.gpu.hardware).toMatchObject({ name: 'NVIDIA H200', capacity: { segments: 4 } });
  });
});
