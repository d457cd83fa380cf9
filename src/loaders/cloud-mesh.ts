import { byteOf16Bits } from '../cloud/byte-of-16-bits.js';
import type { NumberArray } from '../cloud/columns/number-arrays.js';
import { componentsOf, joinBatches, type PointBatch, type PointKey } from '../cloud/point-batch.js';
import { readColumns } from '../io/clouds/read-points.js';
import { recordColumnsOf, summaryOf } from '../io/clouds/readable-clouds.js';
import { LOCAL_WKT } from '../io/las/wkt.js';
import type { LasFile } from '../io/las-files/las-file.js';
import { formatOf } from '../io/opened/open-cloud.js';
import type { ReadableCloud } from '../io/records/readable-cloud.js';
import type { LoaderSettings } from './loader-settings.js';
import { type LoadedMesh, type MeshAttribute, meshOf } from './mesh.js';
import { meshName } from './mesh-name.js';
import { placedPositions } from './positions.js';

/**
 * All points of an open cloud as a mesh without triangles: `POSITION`, and an attribute for each in the file. Throws
 * UserError if the file cannot be read.
 */
export async function cloudMesh(
  cloud: ReadableCloud & Partial<Pick<LasFile, 'wkt' | 'crs' | 'header'>>,
  { fp64 }: LoaderSettings,
  loader: string,
): Promise<LoadedMesh> {
  const keys = [...new Set(recordColumnsOf(cloud).map(({ key }) => key))];
  const warnings = [...summaryOf(cloud).warnings];
  const batches: PointBatch[] = [];
  for await (const columns of readColumns(cloud, [...new Set<PointKey>(['x', 'y', 'z', ...keys])])) {
    batches.push(columns as unknown as PointBatch);
  }
  const points = batches.length > 0 ? joinBatches(batches) : undefined;
  const { positions, origin } = placedPositions(points?.count ?? 0, fp64, (i) => [
    points?.x[i] ?? 0,
    points?.y[i] ?? 0,
    points?.z[i] ?? 0,
  ]);
  const attributes: Record<string, MeshAttribute> = { POSITION: { value: positions, size: 3 } };
  for (const key of keys) {
    const value = points?.[key];
    if (key === 'x' || key === 'y' || key === 'z' || value === undefined) continue;
    attributes[meshName(key)] = key === 'rgb' ? colours(value) : { value, size: componentsOf(key) };
  }
  const { wkt, crs, header, weekTime, classNames } = cloud;
  return meshOf(attributes, loader, {
    format: formatOf(cloud),
    origin,
    warnings,
    ...(wkt !== undefined && wkt !== LOCAL_WKT && { wkt }),
    ...(crs && { crs }),
    ...(weekTime && { weekTime }),
    ...(classNames && { classNames }),
    ...(header && { scale: header.scale, pointFormat: header.pointFormat }),
  });
}

/** Colours of 8 bits with an opacity, the form of loaders.gl. */
function colours(rgb: NumberArray): MeshAttribute {
  const value = new Uint8Array((rgb.length / 3) * 4).fill(255);
  for (let i = 0, at = 0; i < rgb.length; i += 3, at += 4)
    for (let channel = 0; channel < 3; channel++) value[at + channel] = byteOf16Bits(rgb[i + channel]);
  return { value, size: 4, normalized: true };
}
