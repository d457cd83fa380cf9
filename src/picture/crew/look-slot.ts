import type { PointColumns } from '../../cloud/point-batch.js';
import { STATISTICS_KEYS } from '../../cloud/statistics.js';
import { decoderOf } from '../../io/clouds/readable-clouds.js';
import type { ReadableCloud } from '../../io/records/readable-cloud.js';
import { FIRST_LOOK_KEYS, type OptionalLook, type PointCells } from '../cloud/point-tally.js';
import type { SplatLooks } from '../cloud/splat.js';

/** Attributes for statistics and pictures. */
export const LOOK_KEYS: readonly (LookKey | OptionalLook)[] = [...new Set([...STATISTICS_KEYS, ...FIRST_LOOK_KEYS])];
type LookKey = (typeof STATISTICS_KEYS)[number] | Exclude<(typeof FIRST_LOOK_KEYS)[number], OptionalLook>;

/** Room for a batch of a file's points, and for the data derived from them. */
export interface LookSlot {
  records: Uint8Array;
  columns: PointColumns<LookKey> & Partial<PointColumns<OptionalLook>>;
  cells: PointCells;
  looks: SplatLooks;
}

/** A slot for `points` points of a file. `allocate` makes its memory. */
export function createSlot(
  cloud: Omit<ReadableCloud, 'files'>,
  points: number,
  allocate: (bytes: number) => ArrayBufferLike,
): LookSlot {
  return {
    records: new Uint8Array(allocate(points * cloud.recordLength)),
    columns: decoderOf(cloud, LOOK_KEYS).createColumns(points, allocate),
    cells: { density: new Int32Array(allocate(4 * points)), facing: new Int32Array(allocate(4 * points)) },
    looks: {
      color: new Uint32Array(allocate(4 * points)),
      radius: new Float32Array(allocate(4 * points)),
      oneSided: new Uint8Array(allocate(points)),
    },
  };
}
