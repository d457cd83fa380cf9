import { UserError } from '../base/errors.js';
import { createWebFiles } from '../base/files/web-files.js';
import { readCrs } from '../crs/read-crs.js';
import { cloudKind, type WrittenKindName } from '../io/cloud-kinds.js';
import { cloudFormat } from '../io/clouds/cloud-formats.js';
import { writeCloud } from '../io/convert/write-cloud.js';
import type { OutputOptions } from '../io/convert/written-format.js';
import { type MeshPoints, meshPoints } from './mesh-points.js';

/**
 * Settings of all writers, under the key `subray` of loaders.gl's options, besides the options of outputs in a survey.
 */
export type WriterSettings = OutputOptions & {
  /** Reference system of the points, as an EPSG code, WKT or PROJJSON; absent: that of the mesh. */
  crs?: string;
  /** Creation day stated in the file; absent: today. */
  created?: Date;
  /** Receives losses, one sentence each. */
  onWarning?(message: string): void;
  signal?: AbortSignal;
};

/** The bytes of a cloud of this format with the vertices of a mesh. Throws UserError as `writeCloud`. */
export async function writeMesh(
  mesh: MeshPoints,
  format: WrittenKindName,
  { crs, created, onWarning = () => {}, signal, ...output }: WriterSettings = {},
): Promise<ArrayBuffer> {
  const files = createWebFiles();
  const path = `cloud${cloudKind(format).endings[0]}`;
  const { wkt, weekTime, classNames } = mesh.loaderData ?? {};
  const own = typeof wkt === 'string' ? wkt : undefined;
  const reference = crs ?? (own !== undefined && (await isKnown(own, onWarning)) ? own : undefined);
  await writeCloud(path, meshPoints(mesh, onWarning), {
    files,
    output,
    created,
    signal,
    log: { info: () => {}, warn: onWarning },
    crs: reference,
    weekTime: weekTime === true,
    classNames: classNames as Record<number, string> | undefined,
  });
  if (reference !== undefined && !cloudFormat(format).namesReference)
    onWarning(`the reference system is left out: ${cloudKind(format).title} has no place for it`);
  return files.blob(path).arrayBuffer();
}

/** Whether the reference system of a mesh can be stated; if not, a warning gives the reason. */
async function isKnown(wkt: string, onWarning: (message: string) => void): Promise<boolean> {
  try {
    await readCrs(wkt);
    return true;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    onWarning(`the reference system of the mesh is left out: ${error.message}`);
    return false;
  }
}
