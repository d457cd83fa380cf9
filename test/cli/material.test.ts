import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rgbaPng } from '../scene/image/images.js';
import { EXTRACT, REFERENCE_DATA, readReference } from '../support/reference-data.js';
import { subray } from './fakes.js';

/** Of materials, and of all else. */
let folder: string;
let scenes: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'subray-material-'));
  scenes = mkdtempSync(join(tmpdir(), 'subray-material-scenes-'));
  write('chalk.yaml', 'id: chalk\nname: Chalk\nsource: made up\nscattering: { model: lambert, reflectance: 0.8 }\n');
});
afterAll(() => {
  for (const path of [folder, scenes]) rmSync(path, { recursive: true });
});

function write(name: string, text: string, to = folder): string {
  const path = join(to, name);
  writeFileSync(path, text);
  return path;
}

const stdoutOf = async (argv: string): Promise<string> => {
  const { code, stdout, stderr } = await subray(argv);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};
const jsonOf = async (argv: string) => JSON.parse(await stdoutOf(`${argv} --json`));

describe('subray material list', () => {
  it('lists the catalogue, and the materials of folders with it', async () => {
    const own = await jsonOf('material list');
    expect(own.materials.length).toBeGreaterThanOrEqual(30);
    expect(await stdoutOf('material list')).toMatch(/^brick +Brick, red +oren-nayar +400…1550 nm$/m);
    const more = await jsonOf(`material list --folder ${folder}`);
    expect(more.materials).toHaveLength(own.materials.length + 1);
    expect(await stdoutOf(`material list --folder ${folder}`)).toMatch(/^chalk +Chalk +lambert +at all wavelengths$/m);
  });
});

describe('subray material show', () => {
  it('shows what a surface sends back over the angle, and the sources', async () => {
    const stdout = await stdoutOf(`material show ${join(folder, 'chalk.yaml')} --wavelength 905`);
    expect(stdout).toMatch(/^model +Lambert$/m);
    // 0.8 cos θ at 0°, 15°, 30°, 45°, 60°, 75° and 85°.
    expect(stdout).toMatch(/^ +905 +0\.800 +0\.773 +0\.693 +0\.566 +0\.400 +0\.207 +0\.070 +0\.800$/m);
    expect(stdout).toMatch(/^source\n {2}made up$/m);
  });

  it('shows the common wavelengths at which the material is known, and any other with a mark', async () => {
    write(
      'felt.yaml',
      'id: felt\nname: Felt\nsource: made up\nscattering: { model: lambert, reflectance: { wavelengths: [400, 900], values: [0.1, 0.5] } }\n',
    );
    const known = await jsonOf(`material show felt --folder ${folder}`);
    expect(known.response.map((curve: { wavelengthNm: number }) => curve.wavelengthNm)).toEqual([532, 850]);
    const stdout = await stdoutOf(`material show felt --folder ${folder} --wavelength 1550`);
    expect(stdout).toMatch(/^ +1550 \* +0\.500 /m);
    expect(stdout).toContain('* not known at this wavelength');
  });

  it('shows both directions of what is brushed', async () => {
    write(
      'steel-brushed.yaml',
      'id: steel-brushed\nname: Steel\nsource: made up\nscattering: { model: ward, diffuse: 0.1, specular: 0.3, roughness: [0.1, 0.4] }\n',
    );
    const stdout = await stdoutOf(`material show ${folder}/steel-brushed.yaml --wavelength 905`);
    expect(stdout).toMatch(/^ +905 +along .*\n +905 +across /m);
  });

  it('draws the curves', async () => {
    const png = join(folder, 'curve.png');
    const argv = `material show brick --png ${png} --size 320x240`;
    expect(await stdoutOf(argv)).toContain(`picture: ${png}`);
    expect(readFileSync(png).subarray(1, 4).toString()).toBe('PNG');
    expect((await subray(argv)).stderr).toContain('pass --force to replace it');
  });

  it.each([
    ['brik', 'found "brik", expected a material of the catalogue; did you mean "brick"'],
    ['no.yaml', 'no.yaml: cannot read the file: it does not exist'],
    ['brick --wavelength red', '--wavelength: found "red", expected a number >= 100 and <= 100000 (nm)'],
    ['brick --folder /nowhere', '/nowhere: cannot read the folder of materials: it does not exist'],
  ])('refuses %s', async (what, message) => {
    const { code, stderr } = await subray(`material show ${what}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('subray material assign', () => {
  const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
  const model = () => {
    write(
      'yard.mtl',
      'newmtl wall_brick\nnewmtl gadget\nKd 0.5 0.5 0.5\nKs 0.2 0.2 0.2\nNs 50\nnewmtl thing\nKd 0 1 0\n',
      scenes,
    );
    const faces =
      'o house\nusemtl wall_brick\nf 1 2 3\nf 1 3 2\no box\nusemtl gadget\nf 1 2 3\no post\nusemtl thing\nf 1 2 3\n';
    return write('yard.obj', `mtllib yard.mtl\n${triangle}${faces}`, scenes);
  };
  const survey = (lines: string) => {
    model();
    const rest = 'scanner: riegl-vz-400\nlegs: [{ position: [0, 0, 2] }]\noutput: [yard.las]\n';
    return write('yard.yaml', `scene:\n  parts: [{ file: yard.obj }]\n${lines}${rest}`, scenes);
  };

  it('says of a model which material got what and why, and what fell to the default', async () => {
    const stdout = await stdoutOf(`material assign --scene ${model()} --wavelength 905`);
    expect(stdout).toMatch(/^material +triangles +model +905 nm +why +on$/m);
    expect(stdout).toMatch(/^wall_brick +2 +oren-nayar +0\.19\d +its name: brick +yard\/house$/m);
    expect(stdout).toMatch(/^gadget +1 +blinn-phong +\d\.\d+ +Kd, Ks and Ns in the file +yard\/box$/m);
    expect(stdout).toMatch(/^thing +1 +lambert +0\.715 +default: luminance of its colour +yard\/post$/m);
    expect(stdout).toContain('fell to the default, 1 of 3 materials: thing');
  });

  it('says what is assumed with the physics of HELIOS++', async () => {
    const file = survey('physics: helios\nfootprint: { pattern: helios }\n');
    const stdout = await stdoutOf(`material assign --scene ${file}`);
    expect(stdout).toMatch(/^gadget +1 +helios-phong +50\.0 +default of HELIOS\+\+: 50 % +yard\/box$/m);
    expect(stdout).toContain('fell to the default, 3 of 3 materials');
  });

  it('takes the wavelength, the labels and the materials of a survey', async () => {
    const file = survey(
      `  labels: [{ match: box, material: chalk }]\n  materials: { thing: { reflectance: 0.25 } }\n  materialFolders: [${folder}]\n`,
    );
    const { wavelengthsNm, materials } = await jsonOf(`material assign --scene ${file}`);
    expect(wavelengthsNm).toEqual([1550]);
    const byName = Object.fromEntries(materials.map((material: { name: string }) => [material.name, material]));
    expect(byName.chalk).toMatchObject({
      reason: { kind: 'catalogue', id: 'chalk' },
      labels: ['box'],
      objects: ['yard/box'],
      triangles: 1,
    });
    expect(byName.chalk.reflectances[0]).toBeCloseTo(0.8, 9);
    expect(byName.thing).toMatchObject({ reason: { kind: 'survey' }, model: 'lambert' });
    expect(await stdoutOf(`material assign --scene ${file}`)).toContain('nothing fell to the default');
  });

  it('says what a run takes where the survey has all scatter evenly', async () => {
    const wave = '{ model: minnaert, reflectance: 0.4, exponent: 1.6 }';
    const file = survey(`  materials: { thing: { scattering: ${wave} } }\nradiometry: { scattering: lambert }\n`);
    const stdout = await stdoutOf(`material assign --scene ${file}`);
    // ρ/k
    expect(stdout).toMatch(/^thing +1 +lambert +0\.250 +survey +yard\/post$/m);
    expect(stdout).toContain('the survey takes each as the evenly scattering one of its albedo');
  });

  it('lists the materials that a picture tells', async () => {
    writeFileSync(join(scenes, 'plan.png'), rgbaPng(1, [[0, 0, 0, 255]]));
    write('plot.mtl', 'newmtl plot\nsubray_map_material plan.png sand\n', scenes);
    const corners = `vt 0 0\nvt 1 0\nvt 0 1\n${triangle}`;
    const file = write('plot.obj', `mtllib plot.mtl\n${corners}usemtl plot\nf 1/1 2/2 3/3\n`, scenes);
    const stdout = await stdoutOf(`material assign --scene ${file} --wavelength 905`);
    expect(stdout).toMatch(/^sand +1 +oren-nayar +0\.309 +picture of "plot": catalogue: sand +plot$/m);
  });

  it('refuses what is no scene', async () => {
    const { code, stderr } = await subray(`material assign --scene ${join(folder, 'chalk.txt')}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('expected a survey or a model')]);
    expect((await subray('material assign')).stderr).toContain('--scene is missing');
  });
});

describe('subray material import', () => {
  const spectrum = () => write('dust.txt', 'wavelength (nm)\treflectance\n500\t0.2\n1000\t0.3\n1600\t0.4\n', scenes);

  it('makes a material of a spectrum, which can be shown', async () => {
    const stdout = await stdoutOf(`material import ${spectrum()} --out ${folder} --id dust --name Dust`);
    expect(stdout).toMatch(/^material dust: .*dust\.yaml$/m);
    const shown = await jsonOf(`material show dust --folder ${folder}`);
    expect(shown).toMatchObject({ name: 'Dust', scattering: { model: 'lambert' }, rangeNm: [500, 1600] });
  });

  it('keeps a file that is there', async () => {
    const argv = `material import ${spectrum()} --out ${folder} --id twice`;
    await stdoutOf(argv);
    const rough = `${argv} --as oren-nayar --roughness 20`;
    expect((await subray(rough)).stderr).toContain('--force');
    await stdoutOf(`${rough} --force`);
    expect((await jsonOf(`material show twice --folder ${folder}`)).scattering.model).toBe('oren-nayar');
  });

  it.each([
    ['--as oren-nayar', '--as oren-nayar needs --roughness'],
    ['--roughness 10', '--roughness is not for this kind of file'],
    ['--as mirror', '--as: found "mirror", expected one of "lambert", "oren-nayar"'],
    ['--out /nowhere', 'there is no folder'],
  ])('refuses a spectrum with %s', async (options, message) => {
    const { code, stderr } = await subray(`material import ${spectrum()} --out ${folder} --id no ${options}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(folder, 'no.yaml'))).toBe(false);
  });

  it('refuses files that are none', async () => {
    const { code, stderr } = await subray(`material import ${join(folder, 'none.bsdf')} --out ${folder}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('none.bsdf')]);
  });
});

describe('subray material import of measurements', () => {
  const MEASUREMENTS = REFERENCE_DATA.map((data) =>
    data.isWhole
      ? { data, name: 'synthetic_lambert', firstNm: 358.6 }
      : { data, name: 'synthetic_ggx03_metal', firstNm: 894.6833 },
  );

  it.each(MEASUREMENTS)('makes a material of $name, an RGL file', async ({ data, name, firstNm }) => {
    const file = join(folder, `${name}_spec.bsdf`);
    writeFileSync(file, readReference(data, `bsdf_synthetic/${name}_spec.bsdf`));
    const stdout = await stdoutOf(`material import ${file} --out ${folder}`);
    expect(stdout).toMatch(new RegExp(`^material ${name}: `, 'm'));
    const { scattering, rangeNm } = await jsonOf(`material show ${folder}/${name}.yaml`);
    expect(scattering).toMatchObject({ model: 'measured', table: { phiCount: 1 } });
    expect(rangeNm[0]).toBe(firstNm);
  });

  it('makes materials of n and k', async () => {
    const file = EXTRACT.path('refractiveindex/specs/schott/optical/N-BK7.yml');
    await stdoutOf(`material import ${file} --out ${folder} --id bk7 --roughness 0.3`);
    expect((await jsonOf(`material show bk7 --folder ${folder}`)).scattering).toMatchObject({ roughness: 0.3 });
  });
});
