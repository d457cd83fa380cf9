import type { PointAttribute } from '../../cloud/point-schema.js';
import { cloudUnits } from '../clouds/cloud-units.js';
import type { LasFile } from '../las-files/las-file.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { type TableCloud, type TablePlace, tablePlaces } from '../tables/table-cloud.js';
import { type CloudField, knownField } from './cloud-attribute.js';
import { lasFields } from './las-fields.js';

/** All attributes of a cloud, including those unknown to subray, in the order of its records. */
export const cloudFields = (cloud: ReadableCloud): CloudField[] =>
  withNamesOnce('header' in cloud ? lasFields(cloud as LasFile) : tableFields(cloud as TableCloud)).map((field) =>
    inUnitOf(cloud, field),
  );

/** A coordinate in the unit in which the cloud is read; any other field as it is. */
function inUnitOf(cloud: ReadableCloud, field: CloudField): CloudField {
  const axis = ['x', 'y', 'z'].indexOf(field.name);
  if (axis < 0) return field;
  const { plane, height } = cloudUnits(cloud);
  const factor = cloud.axisFactors?.[axis] ?? 1;
  const { scale, shift } = field.place;
  return {
    ...field,
    unit: (axis === 2 ? height : plane).symbol,
    place: { ...field.place, scale: scale * factor, shift: shift * factor },
  };
}

const tableFields = (cloud: TableCloud): CloudField[] =>
  tablePlaces(cloud).map(({ name, attribute, place }) =>
    attribute
      ? { ...knownField(attribute, place), ...(isScaledWhole(attribute, place) && { isRounded: true }) }
      : { name, isCode: false, length: 1, place },
  );

/** Whether whole numbers come from others of a file by a factor. */
const isScaledWhole = ({ type }: PointAttribute, { scale }: TablePlace['place']): boolean =>
  scale !== 1 && type.startsWith('u');

/** The fields with unique names: the second one of a name becomes `name_2`. */
function withNamesOnce(fields: readonly CloudField[]): CloudField[] {
  const names = new Set(fields.map(({ name }) => name));
  const taken = new Set<string>();
  return fields.map((field) => {
    let { name } = field;
    for (let k = 2; taken.has(name) || (k > 2 && names.has(name)); k++) name = `${field.name}_${k}`;
    taken.add(name);
    return { ...field, name };
  });
}
