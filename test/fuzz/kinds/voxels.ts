import type { FuzzKind } from '../fuzz-kind.js';
import { textSeed } from '../in-memory.js';
import { useScene } from './scene-parts.js';

const COLUMNS = 'i j k PadBVTotal angleMean transmittance attenuation';
const HEADER = '#min_corner: -2 2 -2\n#max_corner: 2 8 0\n#split: 2 3 1\n#res: 2.0 #max_pad: 4\n';

const amapvox = (name: string, mode: 'solid' | 'scaled' | 'medium'): FuzzKind => ({
  name,
  weight: 5,
  isText: true,
  dictionary: [
    'VOXEL SPACE',
    '#min_corner:',
    '#split:',
    '#res:',
    '#max_pad:',
    'NaN',
    '-1',
    '1e9',
    '1e-300',
    'transmittance',
  ],
  seeds: () => [
    textSeed('crown.vox', `VOXEL SPACE\n${HEADER}${COLUMNS}\n0 0 0 4 0 0.5 0\n1 2 0 1 0 0 0\n0 1 0 3 0 NaN 0\n`),
    textSeed('crown.vox', `VOXEL SPACE\r\n\t${HEADER} k j i transmittance PadBVTotal\r\n0 0 0 0 1\r\n0 1 0 0 2 7 8`),
  ],
  use: (bytes, file) => useScene(file, bytes, {}, { mode, ...(mode === 'scaled' && { shift: true, exponent: 2 }) }),
});

export const voxelKinds: readonly FuzzKind[] = [
  amapvox('amapvox', 'solid'),
  amapvox('scaled-amapvox', 'scaled'),
  amapvox('medium-amapvox', 'medium'),
  {
    name: 'cloud-voxels',
    weight: 5,
    isText: true,
    dictionary: ['//X,Y,Z', '#', ',', ';', 'nan', '1e12', '-1e9', '1e-9'],
    seeds: () => [
      textSeed('cloud.xyz', '//X,Y,Z\n0.5,2,0.5\n0.9,2.1,0.5\n4,5,6.25\n'),
      textSeed('cloud.xyz', '# cloud\n474500.1 5474500.2 100 0 0 1\n474501.1 5474500.2 100 0 0 1\n'),
    ],
    use: (bytes, file) => useScene(file, bytes, {}, { size: 0.5 }),
  },
  {
    name: 'cloud-normals',
    weight: 5,
    isText: true,
    dictionary: ['nx', 'ny', 'nz', '#', ',', 'nan', '1e300', '-1e-300', '0 0 0'],
    seeds: () => [
      textSeed('cloud.xyz', '# x y z r nx ny nz\n0.5 2 0.5 9 0 0 1\n0.9 2.1 0.5 9 1 0 0\n4 5 6.25 9 0 0 0\n'),
    ],
    use: (bytes, file) =>
      useScene(file, bytes, {}, { size: 0.5, normals: 'mean', normalColumns: [5, 6, 7], defaultNormal: [0, 0, 1] }),
  },
  {
    name: 'cloud-planes',
    weight: 5,
    isText: true,
    dictionary: ['nan', '1e12', '-1e9', '1e-9'],
    seeds: () => [textSeed('cloud.xyz', '0.5 2 0.5\n0.9 2.1 0.5\n0.4 2.2 0.25\n0.6 2.3 0.26\n')],
    use: (bytes, file) => useScene(file, bytes, {}, { size: 0.5, normals: 'plane' }),
  },
];
