import type { PointKey } from '../../cloud/point-batch.js';
import { recordColumnsOf } from '../clouds/readable-clouds.js';
import { type Category, CategoryCounter, namesOfAttribute } from './category.js';
import { type OpenedCloud, type ReadCloudOptions, readBatches } from './opened-cloud.js';

/** Exact numbers of points by value; empty if the cloud does not have the attribute. Plain data. */
export interface CloudLegend {
  points: number;
  classes: Category[];
  semantics: Category[];
  objects: Category[];
  materials: Category[];
  /** Points by the number of the return in its pulse. */
  returns: Category[];
  /** Points by point source id: legs of a survey. */
  sources: Category[];
}

/** The lists of a legend: the array of a batch that each counts, and the attribute that names its numbers. */
const LISTS = Object.freeze({
  classes: { key: 'classification', attribute: 'classification' },
  semantics: { key: 'semantic', attribute: 'semantic' },
  objects: { key: 'instance', attribute: 'instance' },
  materials: { key: 'material', attribute: 'material' },
  returns: { key: 'returnNumber', attribute: 'return_number' },
  sources: { key: 'pointSourceId', attribute: 'point_source_id' },
} as const);
type ListName = keyof typeof LISTS;
type ListKey = (typeof LISTS)[ListName]['key'];

/** Counts the points of a cloud, or of a range of them, by class, object and so on. Throws as `OpenedCloud.batches`. */
export async function cloudLegend({ file, info }: OpenedCloud, options: ReadCloudOptions = {}): Promise<CloudLegend> {
  const has = new Set<PointKey>(recordColumnsOf(file).map(({ key }) => key));
  const lists = (Object.keys(LISTS) as ListName[]).map((name) => ({
    ...LISTS[name],
    name,
    counter: new CategoryCounter(),
  }));
  const counted = lists.filter(({ key }) => has.has(key));
  let points = 0;
  for await (const batch of readBatches<ListKey>(
    file,
    options,
    counted.map(({ key }) => key),
  )) {
    for (const { key, counter } of counted) counter.add(batch[key]);
    points += batch.count;
  }
  const found = lists.map(({ name, attribute, counter }) => [
    name,
    counter.result(namesOfAttribute(info.names, attribute)),
  ]);
  return { points, ...(Object.fromEntries(found) as Record<ListName, Category[]>) };
}
