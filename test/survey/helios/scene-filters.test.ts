import { describe, expect, it } from 'vitest';
import { faultOf } from '../../scene/scene-files.js';
import { convertFromHelios, HAS_HELIOS_REFERENCE } from '../../support/helios-reference.js';
import { convertHelios, filter, load, part, refusal } from '../../support/helios-survey.js';

const files = {
  'dem.tif': 'not read here',
  'cloud.xyz': '0 0 0\n',
  'normals.xyz': '0 0 0 0 0 1\n',
  'crown.vox': 'not read here',
  'trees.mtl': 'newmtl needles\nhelios_reflectance 0.4\n',
  'spherical.txt': '0,0,1,0.5\n',
};

const convert = (parts: string, options = {}) => convertHelios({ parts, files }, options);

/** The quirks of a survey whose scene has none. */
const ofAll = async () => new Set((await convertHelios()).quirks.map(({ message }) => message));

/** The keys of the only part, but for its number, and the quirks that it adds. */
async function partOf(filters: string) {
  const { value, warnings, quirks } = await convert(part(filters));
  const usual = await ofAll();
  const [{ instance, ...keys }] = value.scene.parts;
  expect(instance).toBe(1);
  const ofParts = quirks.filter(({ message }) => !usual.has(message)).map(({ quirk }) => quirk);
  return { keys, warnings, quirks: ofParts };
}

const faultsOf = (parts: string) => refusal({ parts, files });

describe('the conversion of loaders', () => {
  it.each([
    [filter('geotiffloader', { filepath: 'dem.tif' }), { file: 'dem.tif' }],
    [
      filter('geotiffloader', { filepath: 'dem.tif', matfile: 'trees.mtl', matname: 'needles' }),
      { file: 'dem.tif', material: { file: 'trees.mtl', name: 'needles' } },
    ],
    [
      filter('geotiffloader', { filepath: 'dem.tif', matfile: 'trees.mtl' }),
      { file: 'dem.tif', material: { file: 'trees.mtl' } },
    ],
    [
      filter('xyzloader', { filepath: 'cloud.xyz', separator: ' ', voxelSize: '0.5', matfile: 'trees.mtl' }),
      { file: 'cloud.xyz', voxels: { size: 0.5 }, material: { file: 'trees.mtl' } },
    ],
    [
      filter('xyzloader', { filepath: 'cloud.xyz', separator: ',', voxelSize: '0' }),
      { file: 'cloud.xyz', voxels: { size: 1 } },
    ],
    [
      filter('xyzloader', { filepath: 'cloud.xyz', separator: ' ', voxelSize: '2', estimateNormals: '1' }),
      { file: 'cloud.xyz', voxels: { size: 2, normals: 'plane' } },
    ],
    [
      filter('xyzloader', {
        filepath: 'cloud.xyz',
        separator: ' ',
        voxelSize: '2',
        estimateNormals: '2',
        defaultNormal: '0;0;1',
      }),
      { file: 'cloud.xyz', voxels: { size: 2, normals: 'plane', defaultNormal: [0, 0, 1] } },
    ],
    [
      filter('xyzloader', { filepath: 'normals.xyz', separator: ' ', voxelSize: '2', defaultNormal: '0;0;1' }),
      {
        file: 'normals.xyz',
        voxels: { size: 2, normals: 'mean', normalColumns: [4, 5, 6], defaultNormal: [0, 0, 1] },
      },
    ],
    [
      filter('xyzloader', {
        filepath: 'normals.xyz',
        separator: ' ',
        voxelSize: '2',
        snapNeighborNormal: 'true',
        normalXIndex: '5',
        normalZIndex: '3',
      }),
      { file: 'normals.xyz', voxels: { size: 2, normals: 'nearest', normalColumns: [6, 5, 4] } },
    ],
    [
      filter('detailedvoxels', { filepath: 'crown.vox', intersectionMode: 'fixed' }),
      { file: 'crown.vox', voxels: { mode: 'solid' } },
    ],
    [
      filter('detailedvoxels', { filepath: 'crown.vox', intersectionMode: 'scaled' }),
      { file: 'crown.vox', voxels: { mode: 'scaled', exponent: 0.5 } },
    ],
    [
      filter('detailedvoxels', {
        filepath: 'crown.vox',
        intersectionMode: 'scaled',
        intersectionArgument: '2',
        randomShift: 'true',
      }),
      { file: 'crown.vox', voxels: { mode: 'scaled', exponent: 2, shift: true } },
    ],
    [
      filter('detailedvoxels', { filepath: 'crown.vox', ladlut: 'spherical.txt', matfile: 'trees.mtl' }),
      { file: 'crown.vox', voxels: { mode: 'medium', leafAngles: 'spherical.txt' }, material: { file: 'trees.mtl' } },
    ],
  ])('converts %s', async (filters, expected) => {
    expect((await partOf(filters)).keys).toEqual(expected);
  });

  const turned = (axis: string, angle: number) =>
    `<filter type="rotate"><param type="rotation" key="rotation"><rot axis="${axis}" angle_deg="${angle}"/></param></filter>`;

  it('turns the places of voxels and scales cubes about their middles, as HELIOS++ does', async () => {
    const fixed = filter('detailedvoxels', { filepath: 'crown.vox', intersectionMode: 'fixed' });
    const rest = filter('scale', { scale: '2' }) + filter('translate', { offset: '1;2;3' });
    const turn = [{ axis: 'z', angle: 30 }];
    expect(await partOf(fixed + turned('z', 30) + rest)).toMatchObject({
      keys: {
        voxels: { mode: 'solid', rotate: turn, cubeScale: 2 },
        transform: { translate: [1, 2, 3] },
      },
      quirks: [],
    });
    const cloud = filter('xyzloader', { filepath: 'cloud.xyz', separator: ' ', voxelSize: '2' });
    expect((await partOf(cloud + turned('z', 30) + rest)).keys).toMatchObject({
      voxels: { size: 2, rotate: turn },
      transform: { translate: [1, 2, 3], scale: 2 },
    });
    // Quarter turns take cubes to cubes.
    expect((await partOf(cloud + turned('x', -90))).keys).toMatchObject({
      voxels: { size: 2 },
      transform: { rotate: [{ axis: 'x', angle: -90 }] },
    });
  });

  it('notes that a medium is one grid', async () => {
    const medium = filter('detailedvoxels', { filepath: 'crown.vox' });
    const { keys, quirks } = await partOf(medium + turned('z', 30) + filter('scale', { scale: '2' }));
    expect([keys.transform, quirks]).toEqual([{ rotate: [{ axis: 'z', angle: 30 }] }, [12, 12]]);
    expect((await partOf(medium)).quirks).toEqual([]);
  });

  it('shifts voxels by the seed of the survey', async () => {
    const shifted = part(
      filter('detailedvoxels', { filepath: 'crown.vox', intersectionMode: 'scaled', randomShift: 'true' }),
    );
    expect((await convert(shifted, { seed: 8 })).value.scene.parts[0].voxels).toMatchObject({ shift: true, seed: 8 });
    const { value } = await convertHelios({ parts: shifted, files, attributes: 'name="tiny" seed="9"' });
    expect(value.scene.parts[0].voxels).toMatchObject({ shift: true, seed: 9 });
  });

  it('varies the material of cubes', async () => {
    const random = { matfile: 'trees.mtl', randomMaterials: '3', randomRange: '0.25' };
    const fixed = filter('detailedvoxels', { filepath: 'crown.vox', intersectionMode: 'fixed', ...random });
    expect((await partOf(fixed)).keys).toMatchObject({
      material: { file: 'trees.mtl', random: { copies: 3, range: 0.25 } },
    });
    const { value } = await convert(part(fixed), { seed: 8 });
    expect(value.scene.parts[0].material.random).toEqual({ copies: 3, range: 0.25, seed: 8 });
    const medium = part(filter('detailedvoxels', { filepath: 'crown.vox', ...random }));
    expect(await faultsOf(medium)).toContain('randomMaterials: found 3, expected 0: the voxels of a medium have one');
    expect((await convert(medium, { lenient: true })).warnings).toHaveLength(1);
  });

  it('names every fault of a filter', async () => {
    const faults = await faultsOf(
      [
        filter('xyzloader', { filepath: 'cloud.xyz', separator: 'x', randomMaterials: '3', matfile: 'no.mtl' }),
        filter('xyzloader', { filepath: 'cloud.xyz', voxelSize: '-1' }),
        filter('detailedvoxels', { filepath: 'crown.vox', intersectionMode: 'solid' }),
      ]
        .map((filters) => part(filters))
        .join('\n'),
    );
    expect(faults).toContain('scene.xml:2:74: separator: found "x", expected one or more of blank, comma, semicolon');
    expect(faults).toContain('scene.xml:2:8: xyzloader lacks voxelSize');
    expect(faults).toContain('found no file "no.mtl"');
    expect(faults).toContain('xyzloader lacks separator');
    expect(faults).toContain('voxelSize: found -1, expected a number >= 0 (m)');
    expect(faults).toContain('intersectionMode: found "solid", expected transmittive, fixed or scaled');
  });
});

describe('the conversion of parts', () => {
  const ground = load('plate.obj');

  it('names all missing files with their parts, beside other faults', async () => {
    const parts = [part(load('oak.obj'), 'id="5"'), part(load('elm.obj')), part(filter('warp', {}) + ground)];
    const faults = await faultsOf(parts.join('\n'));
    expect(faults).toContain('scene.xml: 3 faults');
    expect(faults).toMatch(/scene\.xml:2:\d+: part "5": found no file "oak\.obj"/);
    expect(faults).toMatch(/scene\.xml:3:\d+: part 1 \(by its index\): found no file "elm\.obj"/);
    expect(faults).toMatch(/scene\.xml:4:\d+: type of <filter>: found "warp"/);
  });

  it('goes on without missing files where it is asked to', async () => {
    const parts = part(load('oak.obj')) + part(ground);
    const { value, warnings } = await convert(parts, { lenient: true });
    expect(value.scene.parts).toEqual([{ file: 'plate.obj', instance: 2 }]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('the part is left out, as HELIOS++ does');
  });

  it('numbers objects by their index where the id is none', async () => {
    const { value, quirks } = await convert(part(ground, 'id="9"') + part(ground, 'id="wall"'));
    expect(value.scene.parts.map(({ instance }: { instance: number }) => instance)).toEqual([10, 2]);
    expect(quirks).toContainEqual(
      expect.objectContaining({
        quirk: 35,
        message: 'the part id "wall" is no number: its object has the index of the part, 1',
      }),
    );
  });

  it('names unknown parameters, each once', async () => {
    const odd = part(filter('objloader', { filepath: 'plate.obj', upp: 'z' }));
    expect((await convert(odd + odd)).warnings).toEqual([
      'scene.xml:2: objloader has the unknown parameter "upp", which is ignored; did you mean "up"?',
    ]);
  });
});

describe('motions', () => {
  const moving = (motions: string) => part(load('plate.obj') + motions);
  it.each([
    ['<dmotion loop="1"/>', '<dmotion> lacks id'],
    ['<dmotion id="a"/>', '<dmotion> lacks loop'],
    ['<dmotion id="a" loop="-1"/>', 'loop of <dmotion>: found "-1"'],
    ['<dmotion id="a" loop="1" next="b"/>', 'next of <dmotion>: found "b", expected the id of a <dmotion>'],
    ['<dmotion id="a" loop="1"/><dmotion id="a" loop="1"/>', 'id of <dmotion>: found "a", which another one'],
    ['<dmotion id="a" loop="1"><motion type="fly"/></dmotion>', 'type of <motion>: found "fly"'],
    ['<dmotion id="a" loop="1"><motion type="translation"/></dmotion>', '<motion> lacks vec'],
    [
      '<dmotion id="a" loop="1"><motion type="translation" vec="1;2"/></dmotion>',
      'vec of <motion>: found "1;2", expected three numbers, x;y;z',
    ],
    ['<dmotion id="a" loop="1"><motion type="helical" axis="0;0;1" angle="2"/></dmotion>', '<motion> lacks glide'],
    ['<dmotion id="a" loop="1"><motion type="glideplane" ortho="0;0;1"/></dmotion>', '<motion> lacks shift'],
  ])('have a fault in %s', async (motions, message) => {
    expect(await faultsOf(moving(motions))).toContain(message);
  });
});

describe.skipIf(!HAS_HELIOS_REFERENCE)('surveys of HELIOS++ (skipped: ../shared/helios is not here)', () => {
  it('have rasters', async () => {
    const { value } = await convertFromHelios('data/surveys/demo/als_hd_demo_tiff.xml');
    const file = expect.stringContaining('/data/sceneparts/tiff/dem_hd.tif');
    expect(value.scene).toMatchObject({ parts: [{ file, instance: 1 }] });
  });

  it('lack two trees', async () => {
    const fault = String(await faultOf(convertFromHelios('data/surveys/demo/tls_arbaro_demo.xml')));
    expect(fault).toContain('2 faults');
    expect(fault).toContain('part "1": found no file "data/sceneparts/arbaro/black_tupelo_low.obj"');
    expect(fault).toContain('part "2": found no file "data/sceneparts/arbaro/sassafras_low.obj"');
  });

  it('lack a sphere', async () => {
    const fault = String(await faultOf(convertFromHelios('data/surveys/voxels/tls_sphere_xyzloader.xml')));
    expect(fault).toContain('found no file "data/sceneparts/pointclouds/sphere_dens25000.xyz"');
  });
});
