import { convertCloud } from '../../../src/io/convert/convert-cloud.js';
import type { FuzzKind } from '../fuzz-kind.js';
import { filesOf } from '../in-memory.js';
import { lasCheck, octree } from './clouds.js';
import { pointKinds } from './point-tables.js';

/** Converts the file as `subray convert` does: record by record, and by its attributes. */
async function convert(bytes: Uint8Array, file: string): Promise<string | undefined> {
  for (const [out, thin] of [
    ['out.las', undefined],
    ['out.csv', { distance: 1 }],
  ] as const) {
    const files = filesOf({}, file, bytes);
    const { files: written, points, leftOut } = await convertCloud(file, out, { files, thin });
    const { placeless, cropped, thinned } = leftOut;
    const kept = written.reduce((sum, { points }) => sum + points, 0);
    if (kept + placeless + cropped + thinned !== points) return `${out}: ${kept} of ${points} points`;
  }
  return undefined;
}

export const conversion: FuzzKind = {
  ...lasCheck,
  name: 'conversion',
  seeds: async () => [...(await lasCheck.seeds()), await octree(30)],
  use: convert,
};

/** Clouds of every other format, which are read by their attributes alone. */
export const tableConversion: FuzzKind = {
  name: 'conversion-tables',
  weight: 1,
  isText: false,
  dictionary: pointKinds.flatMap(({ dictionary }) => dictionary),
  seeds: async () => (await Promise.all(pointKinds.map(({ seeds }) => seeds()))).flat(),
  // Corrects the sums of archives and of pages if the bytes are those of one.
  mend: (bytes) =>
    pointKinds.reduce((mended, kind) => (isOf(kind.name, mended) ? (kind.mend?.(mended) ?? mended) : mended), bytes),
  use: convert,
};

const MAGIC: Readonly<Record<string, string>> = { 'points-npz': 'PK', 'points-e57': 'ASTM-E57' };

const isOf = (kind: string, bytes: Uint8Array): boolean =>
  MAGIC[kind] !== undefined && Buffer.from(bytes.subarray(0, 8)).toString('latin1').startsWith(MAGIC[kind]);
