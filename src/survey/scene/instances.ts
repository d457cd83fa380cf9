import { z } from 'zod';
import type { Affine } from '../../base/affine.js';
import { DEGREE } from '../../base/angle.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { listField, mapField, numberField, pairField, textField, vectorField } from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { PLACEMENTS_MAX } from '../../scene/place/count-placements.js';
import { leaning, uprightTransform } from '../../scene/place/transforms.js';
import type { PartPlacement, PlacementFacts } from '../../scene/scene-description.js';
import { noteFault, pathIn, placeIn, type Reading } from '../resolve/reading.js';
import { coordinate } from '../schema/coordinate.js';
import { seedField } from '../schema/seed-field.js';
import { instanceField } from './instance-field.js';
import { checksGrounds } from './standing.js';
import { RIGHT_ANGLE, SCALE_LIMITS, scaleField } from './transform.js';

/** The survey's `scene`: its geometry, its placement, and the labels of its surfaces. */

const INSTANCES_MAX = 100_000;

const placedInstance = mapField('one instance: scaled, turned to its heading, then moved', {
  translate: vectorField('Its position', coordinate),
  heading: numberField('Clockwise from above', RIGHT_ANGLE).optional(),
  scale: scaleField('Factors along the axes of the object').optional(),
  lean: numberField('Angle by which it is tipped about its origin', RIGHT_ANGLE).optional(),
  leanDirection: numberField('Where its top goes, as a heading; absent: 0, +y', RIGHT_ANGLE).optional(),
  instance: instanceField('Number of its object; absent: that of the part, else numbers in turn').optional(),
  semantic: textField('Semantic class, such as a species, where no label gives one').optional(),
});

const csvInstances = mapField('instances from a table', {
  csv: textField(
    'CSV file with a header line and the columns x, y and, optionally, z, heading, scale, scale_x, scale_y, scale_z, lean, lean_direction, instance (id), semantic (species), part (model)',
    'a path to a CSV file',
  ),
  ignore: listField('columns that are meant to stay unread', textField('Name of a column'), { max: 1000 }).optional(),
});

const scatterInstances = mapField('instances scattered at random', {
  scatter: mapField('the scattering', {
    count: numberField('Number of instances', { whole: true, min: 1, max: PLACEMENTS_MAX }),
    seed: seedField('Other seeds, other places').default(1),
    area: z
      .tuple([pairField('[x, y] of one corner', coordinate), pairField('[x, y] of the opposite corner', coordinate)], {
        error: 'a list of two corners: [[x0, y0], [x1, y1]]',
      })
      .describe('Rectangle of their positions [m]'),
    scale: pairField('Smallest and largest factor', SCALE_LIMITS).default([1, 1]),
    spacing: numberField('Least distance between two of them', { unit: 'm', min: 0, max: coordinate.max }).default(0),
    clearOf: listField(
      'Names of parts, named before, from whose placements they keep that distance, too',
      textField('Name of a part', 'the name of a part'),
      { min: 1, max: 1000 },
    ).optional(),
    on: textField('Name of the part whose surface they stand on; absent: z = 0', 'the name of a part').optional(),
  }),
});

export const instancesSchema = z
  .union([listField('instances', placedInstance, { min: 1, max: INSTANCES_MAX }), csvInstances, scatterInstances], {
    error: 'a list of instances, a map with csv, or a map with scatter',
  })
  .describe('Placements of the part, if it has several or another one');

export type InstancesDefinition = z.output<typeof instancesSchema>;

/** The placement of a part. Notes faults of the scattering. */
export function resolvePlacement(
  reading: Reading,
  instances: InstancesDefinition | undefined,
  path: ValuePath,
  names: readonly string[],
  own: string,
): PartPlacement {
  if (instances === undefined) return { kind: 'once' };
  if (Array.isArray(instances)) return resolveList(instances);
  if ('csv' in instances) return resolveTable(reading, instances);
  return resolveScatter(reading, instances.scatter, [...path, 'scatter'], names, own);
}

type ListedInstance = Extract<InstancesDefinition, readonly unknown[]>[number];

function resolveList(instances: readonly ListedInstance[]): PartPlacement {
  const facts = instances.map(({ instance, semantic }): PlacementFacts => ({ instance, semantic }));
  const areStated = facts.some(({ instance, semantic }) => instance !== undefined || semantic !== undefined);
  return { kind: 'list', transforms: instances.map(instanceTransform), ...(areStated && { facts }) };
}

function instanceTransform(instance: ListedInstance): Affine {
  const { translate, heading = 0, scale = 1, lean = 0, leanDirection = 0 } = instance;
  return leaning(uprightTransform(translate, heading * DEGREE, scale), lean * DEGREE, leanDirection * DEGREE);
}

function resolveTable(reading: Reading, { csv, ignore }: Extract<InstancesDefinition, { csv: string }>): PartPlacement {
  return { kind: 'csv', path: pathIn(reading, csv), ...(ignore && { ignore }) };
}

type ScatterDefinition = Extract<InstancesDefinition, { scatter: unknown }>['scatter'];

/** The scattering of a part; undefined where it is placed otherwise. */
export const scatterOf = (instances: InstancesDefinition | undefined): ScatterDefinition | undefined =>
  instances !== undefined && 'scatter' in instances ? instances.scatter : undefined;

function resolveScatter(
  reading: Reading,
  scatter: ScatterDefinition,
  path: ValuePath,
  names: readonly string[],
  own: string,
): PartPlacement {
  const { count, seed, area, scale, spacing, clearOf, on } = scatter;
  const [[x0, y0], [x1, y1]] = area;
  if (x0 === x1 || y0 === y1)
    noteFault(reading, [...path, 'area'], area, 'two corners of a rectangle that is not empty');
  if (scale[0] > scale[1])
    noteFault(reading, [...path, 'scale', 0], scale[0], `at most the second number, which is ${scale[1]}`);
  const others = names.filter((name) => name !== own);
  if (on !== undefined && !others.includes(on) && checksGrounds(reading))
    noteFault(reading, [...path, 'on'], on, `the name of another part${didYouMean(on, others)}`);
  for (const [k, other] of (clearOf ?? []).entries())
    if (!others.includes(other) && checksGrounds(reading))
      noteFault(reading, [...path, 'clearOf', k], other, `the name of another part${didYouMean(other, others)}`);
  if (clearOf && spacing === 0)
    noteFault(reading, [...path, 'clearOf'], clearOf, 'spacing beside it, which is the distance that is kept');
  return {
    kind: 'scatter',
    count,
    seed,
    min: [Math.min(x0, x1), Math.min(y0, y1)],
    max: [Math.max(x0, x1), Math.max(y0, y1)],
    scaleMin: scale[0],
    scaleMax: scale[1],
    spacing,
    ...(clearOf && { clearOf }),
    on,
    place: placeIn(reading, on === undefined ? path : [...path, 'on']),
  };
}
