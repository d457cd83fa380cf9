import { UserError } from '../../base/errors.js';
import type { PointColumns } from '../../cloud/point-batch.js';
import { MARKED_COLUMNS, OWNER_COLUMNS, StripOwners } from '../../cloud/strip-owners.js';
import { readColumns } from '../clouds/read-points.js';
import { recordColumnsOf } from '../clouds/readable-clouds.js';
import type { LasFile } from '../las-files/las-file.js';
import type { BlockCoders } from '../records/blocks.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { isLas } from './record-layout.js';

/** The class of points in an overlap of LAS 1.0 to 1.3, which has no flag (LAS 1.4 R15, table 9). */
export const OVERLAP_CLASS = 12;

/** Marks the points of a cloud that lie where another strip is the better one. */
export interface Overlaps {
  /** Columns that it looks at. */
  columns: typeof MARKED_COLUMNS;
  /** 1 for points in an overlap, 0 for others. */
  mark(cloud: ReadableCloud, points: PointColumns<(typeof MARKED_COLUMNS)[number]>): Uint8Array;
  /** Doubts about the marks, one sentence each. */
  doubts: string[];
}

/**
 * Reads all points once to find the strip that owns each cell, `cell` wide (see `StripOwners`). `onRead` is called
 * after each batch. Throws UserError for clouds without scan angles or point source ids, and too many cells.
 */
export async function findOverlaps(
  clouds: readonly ReadableCloud[],
  cell: number,
  onRead: (points: number) => Promise<void>,
  coders?: BlockCoders,
): Promise<Overlaps> {
  clouds.forEach(checkColumns);
  const owners = new StripOwners(cell);
  for (const cloud of clouds)
    for await (const points of readColumns(cloud, OWNER_COLUMNS, coders)) {
      owners.add(points, stripOf(cloud), { file: cloud.path });
      await onRead(points.count);
    }
  return {
    columns: MARKED_COLUMNS,
    mark: (cloud, points) => owners.mark(points, stripOf(cloud)),
    doubts: doubtsOf(owners),
  };
}

function doubtsOf({ strips, areAngled }: StripOwners): string[] {
  const [only] = strips;
  if (strips.size === 1)
    return [`all points are of one strip, by their point source id (${only}): none lies in an overlap`];
  return strips.size === 0 || areAngled
    ? []
    : ['all scan angles are 0: where strips overlap, the one with the lowest point source id counts as the better'];
}

/** The strip of points with number 0: that of their file (LAS 1.4 R15, "Point Source ID"). */
const stripOf = (cloud: ReadableCloud): number => (isLas(cloud) ? (cloud as LasFile).header.fileSourceId : 0);

const WORDS = { scanAngle: 'scan angles', pointSourceId: 'point source ids, which number strips' } as const;

function checkColumns(cloud: ReadableCloud): void {
  const has = new Set<string>(recordColumnsOf(cloud).map(({ key }) => key));
  const lacking = (['scanAngle', 'pointSourceId'] as const).find((key) => !has.has(key));
  if (lacking !== undefined)
    throw new UserError(`its points have no ${WORDS[lacking]}, by which overlaps are found`, {
      place: { file: cloud.path },
    });
}
