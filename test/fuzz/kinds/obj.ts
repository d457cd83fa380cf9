import { rgbaPng } from '../../scene/image/images.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { textSeed } from '../in-memory.js';
import { useScene } from './scene-parts.js';

const CORNERS = 'v -2 0 -2\nv 2 0 -2\nv 2 0 2\nv -2 0 2\n';

/** A square with the material of `MTL`, another with groups, and one with relative numbers and a polygon. */
const OBJ = [
  `mtllib model.mtl\no wall\n${CORNERS}vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 -1 0\nusemtl paint\nf 1/1/1 2/2/1 3/3/1 4/4/1\n`,
  `# two\ng a b\n${CORNERS}usemtl x\ns off\nf 1 2 3\nf 1 3 4\ng c\n${CORNERS.replaceAll(' 0 ', ' 1.5e0 ')}usemtl y\nf 5 6 7 8\n`,
  `${CORNERS}v 0 0 3\nf -5 -4 -3 -1 -2\nl 1 2\np 1\n`,
];

export const MTL = `newmtl paint
Ka 0 0 0
Kd 0.5 0.4 0.3
Ks 0.2 0.2 0.2
Ns 20
d 0.9
illum 2
map_Kd -clamp on paint.png
map_d paint.png
helios_reflectance 0.4
helios_classification 6
helios_isGround true
newmtl other
Kd 1 1 1
`;

export const PAINT = rgbaPng(2, [
  [255, 0, 0, 255],
  [0, 255, 0, 0],
]);

const WORDS = [
  'v',
  'vt',
  'vn',
  'f',
  'o',
  'g',
  'usemtl',
  'mtllib',
  's',
  'l',
  'p',
  'curv',
  '\\',
  '#',
  '1/1/1',
  '1//1',
  '-1',
];

export const obj: FuzzKind = {
  name: 'obj',
  weight: 4,
  isText: true,
  dictionary: WORDS,
  seeds: () => OBJ.map((text) => textSeed('model.obj', text)),
  use: (bytes, file) => useScene(file, bytes, { 'model.mtl': MTL, 'paint.png': PAINT }),
};

export const mtl: FuzzKind = {
  name: 'mtl',
  weight: 3,
  isText: true,
  dictionary: [
    'newmtl',
    'Kd',
    'Ks',
    'Ns',
    'map_Kd',
    'map_d',
    '-clamp',
    '-s',
    'd',
    'Tr',
    'helios_spectra',
    'helios_isGround',
  ],
  seeds: () => [textSeed('model.mtl', MTL)],
  use: (bytes, file) => useScene('model.obj', new TextEncoder().encode(OBJ[0]), { [file]: bytes, 'paint.png': PAINT }),
};
