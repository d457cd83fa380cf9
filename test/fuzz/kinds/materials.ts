import { SILENT_LOG } from '../../../src/base/log.js';
import { backscatterAt, scatteringRange } from '../../../src/material/backscatter-at.js';
import { npyBytes } from '../../../src/material/file/npy.js';
import { readMaterialFile } from '../../../src/material/file/read-material.js';
import { importMaterial } from '../../../src/material/import/import-material.js';
import type { Scattering } from '../../../src/material/scattering.js';
import { rglFile } from '../../support/tensor-files.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { filesOf, textSeed } from '../in-memory.js';

const HEAD = 'id: x\nname: X\nwords: [x, y*]\nsource: |\n  made up\nlicence: CC0\nscattering:\n';
const SPECTRUM = '{ wavelengths: [532, 905, 1550], values: [0.1, 0.2, 0.3] }';

const MATERIALS = [
  `${HEAD}  model: lambert\n  reflectance: ${SPECTRUM}\ntransmittance: 0.1\n`,
  `${HEAD}  model: cook-torrance\n  index:\n    n: ${SPECTRUM.replace('0.1', '1.5')}\n    k: 0.5\n  diffuse: 0.2\n  roughness: 0.3\n`,
  `${HEAD}  model: ward\n  diffuse: 0.1\n  specular: 0.2\n  roughness: [0.1, 0.3]\n`,
  `${HEAD}  model: oren-nayar\n  reflectance: 0.4\n  roughness: 20\n`,
  `${HEAD}  model: blinn-phong\n  diffuse: 0.3\n  specular: 0.2\n  exponent: 30\n`,
  `${HEAD}  model: minnaert\n  reflectance: 0.3\n  exponent: 0.9\n`,
  `${HEAD}  model: measured\n  wavelengths: [905, 1550]\n  angles: [0, 30, 60, 90]\n  values: [[0.3, 0.2, 0.1, 0], [0.2, 0.2, 0.1, 0]]\n`,
  `${HEAD}  model: measured\n  wavelengths: [905, 1550]\n  table: table.npy\n`,
];

const TABLE = npyBytes([2, 1, 4], Float32Array.of(0.3, 0.2, 0.1, 0, 0.2, 0.2, 0.1, 0));

const ECOSTRESS = `Name: Copper Metal
Type: Manmade materials
Class: Roofing Materials
Measurement: Directional (10 Degree) Hemispherical Reflectance
First Column: X
Second Column: Y
X Units: Wavelength (micrometers)
Y Units: Reflectance (percent)
First X Value: 0.3
Last X Value: 2.5
Number of X Values: 5

0.3\t7.67
0.53\t12.71
0.905\t54.2
1.55\t78.0
2.5\t88.0
`;
const PLAIN = '# wavelength (nm), reflectance\n400,0.1\n905;0.2\n1064 0.25\n1550\t0.3\n';

const INDEX = `REFERENCES: made up
DATA:
  - type: tabulated nk
    data: |
      0.4 1.5 0.1
      0.9 1.4 0.2
      1.6 1.3 0.3
  - type: formula 2
    wavelength_range: 0.3 2.5
    coefficients: 0 1.03 0.006 0.23 0.02 1.01 103
`;

/** The backscatter at the wavelength of a laser, or the nearest that is known. */
function faultOf(scattering: Scattering): string | undefined {
  const [first, last] = scatteringRange(scattering) ?? [300, 2600];
  const wavelength = Math.min(last, Math.max(first, 905));
  const wrong = backscatterAt(scattering, wavelength).values.find((value) => !(value >= 0 && value < Infinity));
  return wrong === undefined ? undefined : `the backscatter at ${wavelength} nm is ${wrong}`;
}

/** Reads a material that `file` is a part of. */
async function useMaterial(material: string, bytes: Uint8Array, file: string): Promise<string | undefined> {
  const sources = { 'table.npy': TABLE, 'material.yaml': material };
  return faultOf((await readMaterialFile(filesOf(sources, file, bytes), 'material.yaml')).scattering);
}

/** Imports a measurement, and reads the material that comes of it. */
async function useImport(bytes: Uint8Array, file: string): Promise<string | undefined> {
  const files = filesOf({}, file, bytes);
  const { path } = await importMaterial(file, { files, folder: '.', log: SILENT_LOG });
  return faultOf((await readMaterialFile(files, path)).scattering);
}

const WORDS = [
  'model',
  'lambert',
  'measured',
  'reflectance',
  'wavelengths',
  'values',
  'angles',
  'table',
  'index',
  'n',
  'k',
];

const imported = (
  name: string,
  weight: number,
  seeds: FuzzKind['seeds'],
  isText: boolean,
  dictionary: string[],
): FuzzKind => ({
  name,
  weight,
  isText,
  dictionary,
  seeds,
  use: useImport,
});

export const materialKinds: readonly FuzzKind[] = [
  {
    name: 'material',
    weight: 1,
    isText: true,
    dictionary: WORDS,
    seeds: () => MATERIALS.map((text) => textSeed('material.yaml', text)),
    use: (bytes, file) => useMaterial('', bytes, file),
  },
  {
    name: 'npy',
    weight: 20,
    isText: false,
    dictionary: ["'<f4'", "'<f8'", "'>f4'", "'|O'", 'True', 'False', "'shape'", '(2, 4)', '()'],
    seeds: () => [{ file: 'table.npy', bytes: TABLE }],
    use: (bytes, file) => useMaterial(MATERIALS[MATERIALS.length - 1], bytes, file),
  },
  imported('spectrum', 4, () => [textSeed('copper.txt', ECOSTRESS), textSeed('plain.csv', PLAIN)], true, [
    ...[
      'X Units:',
      'Y Units:',
      'percent',
      'micrometers',
      'nanometers',
      'wavenumber',
      'Number of X Values:',
      '-1.23e34',
    ],
  ]),
  imported('nk', 1.5, () => [textSeed('glass.yml', INDEX)], true, [
    ...[
      'tabulated n',
      'tabulated k',
      'formula 1',
      'formula 3',
      'formula 4',
      'formula 9',
      'coefficients',
      'wavelength_range',
    ],
  ]),
  imported('bsdf', 0.2, bsdfSeeds, false, [
    'phi_i',
    'theta_i',
    'ndf',
    'sigma',
    'vndf',
    'spectra',
    'wavelengths',
    'jacobian',
  ]),
];

function bsdfSeeds() {
  const theta = [0, 0.4, 0.8, 1.2];
  const f = () => 0.1;
  const files = [
    rglFile({ f, theta, size: 3 }),
    rglFile({ f, theta, size: 3, phi: [-Math.PI, 0, Math.PI], rgb: true }),
  ];
  return files.map((bytes) => ({ file: 'm_spec.bsdf', bytes: new Uint8Array(bytes) }));
}
