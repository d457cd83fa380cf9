import type { z } from 'zod';
import { joinWords } from '../../base/text.js';
import {
  choiceField,
  flagField,
  mapField,
  numberField,
  optionalField,
  textField,
  vectorField,
} from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { PHYSICS, type Physics } from '../../scanner/physics.js';
import { sceneFormatOf } from '../../scene/read/scene-formats.js';
import {
  LEAF_ANGLES,
  type LeafAngles,
  VOXEL_DEFAULTS,
  VOXEL_NORMALS,
  type VoxelChoice,
} from '../../scene/voxel-choice.js';
import { noteFault, pathIn, type Reading } from '../resolve/reading.js';
import { seedField } from '../schema/seed-field.js';
import { resolveRotation, rotationField } from './transform.js';

/** Representations of vegetation by voxels. */
const VOXEL_MODES = ['solid', 'scaled', 'medium'] as const;

export const voxelsSchema = mapField('how voxels become surfaces', {
  size: numberField('Of a cloud of points: edge of a voxel, in the unit of the file', {
    above: 0,
    max: 1e6,
  }).optional(),
  minPoints: optionalField(
    numberField('Of a cloud of points: voxels with fewer points are left out', { whole: true, min: 1, max: 1e9 }),
    VOXEL_DEFAULTS.minPoints,
  ),
  normals: optionalField(
    choiceField(
      'Of a cloud of points: normals of its voxels, those of their faces, or by their points the mean, that of the one nearest to the middle, or that of a plane through them',
      VOXEL_NORMALS,
    ),
    VOXEL_DEFAULTS.normals,
  ),
  normalColumns: vectorField(
    'Of a cloud of text: columns of the normals of its points, counted from 1; absent: those called nx, ny, nz',
    { whole: true, min: 1, max: 1000 },
  ).optional(),
  defaultNormal: vectorField(
    'Of a cloud of points: normal of points and voxels that have none, of any length but 0; absent: they are left out',
  ).optional(),
  rotate: rotationField
    .describe('Turns the places of solid cubes about the origin of the file, not the cubes themselves')
    .optional(),
  mode: optionalField(
    choiceField(
      'Of an AMAPVox file: all of a voxel is solid, or a part of it by its plants, or light passes it by chance',
      VOXEL_MODES,
    ),
    VOXEL_DEFAULTS.mode,
  ),
  exponent: optionalField(
    numberField(
      'Of scaled voxels: power of the ratio of the plant area density to the largest one, which scales the edge',
      { above: 0, max: 10 },
    ),
    VOXEL_DEFAULTS.exponent,
  ),
  cubeScale: optionalField(
    numberField('Of solid and scaled voxels of an AMAPVox file: factor of their edges, about their middles', {
      above: 0,
      max: 1e3,
    }),
    VOXEL_DEFAULTS.cubeScale,
  ),
  shift: optionalField(
    flagField('Of scaled voxels: whether they lie anywhere in their cells, not in the middle'),
    VOXEL_DEFAULTS.shift,
  ),
  seed: optionalField(seedField('Of shifted voxels: other seeds, other places'), VOXEL_DEFAULTS.seed),
  column: textField(
    'Of scaled voxels and a medium: column of the plant area density, or of the attenuation; absent: PadBVTotal or plantAreaDensity',
    'the name of a column',
  ).optional(),
  leafAngles: textField(
    `Of a medium: how leaves stand, ${joinWords(LEAF_ANGLES, 'or')}, or a table x,y,z,G of their projection, relative to the survey file; absent: as #lad_type of the file says, else spherical`,
    'a distribution of leaf angles, or a path to a table',
  ).optional(),
  leafSize: numberField(
    'Of a medium: width of its leaves, metres, so that a beam may see them one by one; absent: leaves are small against the beam',
    { above: 0, max: 100 },
  ).optional(),
});

type VoxelsDefinition = z.output<typeof voxelsSchema>;

/** Keys for clouds of points only, and for files of voxels only. */
const OF_CLOUDS: readonly (keyof VoxelsDefinition)[] = [
  'size',
  'minPoints',
  'normals',
  'normalColumns',
  'defaultNormal',
];

const OF_VOXELS: readonly (keyof VoxelsDefinition)[] = [
  'mode',
  'exponent',
  'cubeScale',
  'shift',
  'seed',
  'column',
  'leafAngles',
  'leafSize',
];

/**
 * The conversion of a part's voxels to surfaces or to a medium, whose extinction is that of the survey's `foliage`.
 * Notes keys that do not apply to files of its kind, or to its mode.
 */
export function resolveVoxels(
  reading: Reading,
  file: string,
  given: VoxelsDefinition,
  path: ValuePath,
  foliage: Physics['foliage'],
): VoxelChoice {
  const isCloud = !sceneFormatOf(file)?.hasVoxels;
  for (const key of isCloud ? OF_VOXELS : OF_CLOUDS)
    if (given[key] !== undefined)
      noteFault(
        reading,
        [...path, key],
        given[key],
        isCloud ? `no ${key}: only AMAPVox files (.vox) have it` : `no ${key}: only clouds of points have it`,
      );
  if (given.mode !== 'medium') return cubes(reading, isCloud, given, path);
  for (const key of ['rotate', 'cubeScale'] as const)
    if (given[key] !== undefined)
      noteFault(reading, [...path, key], given[key], `no ${key}: voxels of mode medium are no cubes`);
  const { mode, column, leafAngles, leafSize } = given;
  if (leafSize !== undefined && foliage === 'area')
    noteFault(
      reading,
      [...path, 'leafSize'],
      leafSize,
      'no leafSize: with foliage: area each subray meets its own leaf',
    );
  return {
    mode,
    ...(column !== undefined && { column }),
    ...leavesOf(reading, leafAngles),
    ...(leafSize !== undefined && { leafSize }),
    ...(foliage !== PHYSICS.si.foliage && { foliage }),
  };
}

/** The conversion of voxels to cubes. Notes keys of leaves, which these do not have. */
function cubes(reading: Reading, isCloud: boolean, given: VoxelsDefinition, path: ValuePath): VoxelChoice {
  const { leafAngles, leafSize, rotate, mode = VOXEL_DEFAULTS.mode, ...rest } = given;
  for (const [key, value] of Object.entries({ leafAngles, leafSize }))
    if (value !== undefined && !isCloud)
      noteFault(
        reading,
        [...path, key],
        value,
        `no ${key}: only voxels of mode medium have ${key === 'leafSize' ? 'it' : 'them'}`,
      );
  if (rest.column !== undefined && !isCloud && mode === 'solid')
    noteFault(reading, [...path, 'column'], rest.column, 'no column: solid voxels have no density');
  if (isCloud) checkCloud(reading, given, path);
  const turn = rotate && resolveRotation(reading, rotate, [...path, 'rotate']);
  return { ...rest, ...(!isCloud && { mode }), ...(turn && { turn }) };
}

/** Notes a missing size, and keys of normals that do not apply to these normals. */
function checkCloud(reading: Reading, given: VoxelsDefinition, path: ValuePath): void {
  const { size, normals = VOXEL_DEFAULTS.normals, normalColumns, defaultNormal } = given;
  if (size === undefined) noteFault(reading, path, given, 'voxels with a size: a cloud of points has none of its own');
  if (normalColumns !== undefined && normals !== 'mean' && normals !== 'nearest')
    noteFault(
      reading,
      [...path, 'normalColumns'],
      normalColumns,
      'no normalColumns: only normals: mean and nearest read them',
    );
  if (defaultNormal !== undefined && (normals === 'faces' || Math.hypot(...defaultNormal) === 0))
    noteFault(
      reading,
      [...path, 'defaultNormal'],
      defaultNormal,
      normals === 'faces' ? 'no defaultNormal: faces have normals' : 'a vector of any length but 0',
    );
}

/** The name of a distribution, or else the path to a table. */
function leavesOf(reading: Reading, leafAngles: string | undefined): Pick<VoxelChoice, 'leafAngles' | 'projections'> {
  if (leafAngles === undefined) return {};
  if ((LEAF_ANGLES as readonly string[]).includes(leafAngles)) return { leafAngles: leafAngles as LeafAngles };
  return { projections: pathIn(reading, leafAngles) };
}
