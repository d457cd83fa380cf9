import { extname } from 'node:path';
import type { CloudFormat } from '../io/create-point-writer.js';

const FORMATS: readonly CloudFormat[] = ['las', 'ply', 'pcd', 'csv', 'xyz'];

/** What the paths of clouds may end in, for messages. */
export const OUTPUT_ENDINGS = '.las, .ply, .pcd, .csv or .xyz';

/** The format that a path's ending stands for. */
export function formatOf(path: string): CloudFormat | undefined {
  const ending = extname(path).slice(1).toLowerCase();
  return FORMATS.find((known) => known === ending);
}
