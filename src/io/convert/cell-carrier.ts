import { joinWords } from '../../base/text.js';
import type { CloudFormatName, PointOutput } from '../clouds/cloud-formats.js';
import { type CloudFileOptions, createCloudFile } from '../records/cloud-file.js';
import type { ReadableCloud } from '../records/readable-cloud.js';
import { emptyCell, type PtxCloud, type WrittenCells, writtenCells } from '../tables/ptx-scans.js';
import type { Carrier } from './carrier.js';
import type { ConvertCloudOptions } from './convert-options.js';

/**
 * Whether the cells of `clouds` can be copied into one PTX file: all are PTX, and no option requires other numbers or
 * several files.
 */
export function haveCells(
  clouds: readonly ReadableCloud[],
  { path: _, format, ...others }: PointOutput,
  { tile, filter, rgbMax, intensityRange }: ConvertCloudOptions,
): boolean {
  const options = [tile, filter, rgbMax, intensityRange, ...Object.values(others)];
  return format === 'ptx' && clouds.every(isPtx) && options.every((value) => value === undefined);
}

const isPtx = (cloud: ReadableCloud): cloud is PtxCloud => cloud.format === 'ptx';

/**
 * Carries the scans of PTX files into PTX files: heads and cells as they are written. Cells that are left out become
 * empty ones, so that rows and columns stay. Precondition: haveCells.
 */
export function cellCarrier(file: CloudFileOptions): Carrier<WrittenCells> {
  return {
    form: 'records',
    needsBounds: false,
    keepsCells: true,
    read: async function* (cloud) {
      for await (const cells of writtenCells(cloud as PtxCloud)) yield { batch: cells, places: cells };
    },
    select: (batch, indices) => {
      const chosen = new Set(indices);
      return { ...batch, cells: batch.cells.map((cell, k) => (chosen.has(k) ? cell : emptyCell(cell))) };
    },
    open: (path) =>
      createCloudFile<WrittenCells>(
        path,
        {
          // Each scan has its own.
          head: () => new Uint8Array(),
          append: (batch, buffer) => buffer.append(new TextEncoder().encode(textOf(batch))),
        },
        file,
      ),
    losses: () => [],
  };
}

const textOf = ({ count, cells, heads }: WrittenCells): string =>
  `${cells.map((cell, k) => `${heads.get(k) ?? ''}${cell}\n`).join('')}${heads.get(count) ?? ''}`;

/** What is left behind of clouds whose scans become one column of PTX; one sentence each. */
export const lostGrids = (clouds: readonly ReadableCloud[], format: CloudFormatName): string[] =>
  format === 'ptx'
    ? clouds.flatMap(({ path, hasEmptyCells, grid, hasPoses }) => {
        const lost = [
          ...(grid || hasEmptyCells ? ['rows and columns', 'empty cells'] : []),
          ...(hasPoses ? ['poses of the scanner'] : []),
        ];
        return lost.length > 0
          ? [`${path}: ${joinWords(lost, 'and')} are left behind: its points become one column`]
          : [];
      })
    : [];
