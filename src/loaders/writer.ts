import { CLOUD_KINDS, type CloudKind, type WrittenKindName } from '../io/cloud-kinds.js';
import { describedBy } from './loader.js';
import type { MeshPoints } from './mesh-points.js';
import type { WriterSettings } from './write-mesh.js';

/** loaders.gl's options with ours. */
export interface WriterOptions {
  subray?: WriterSettings;
  [writer: string]: Record<string, unknown> | undefined;
}

/** A Writer of loaders.gl, with the properties that it requires. */
export interface MeshWriter {
  id: string;
  name: string;
  module: string;
  version: string;
  extensions: string[];
  mimeTypes: string[];
  category: 'mesh';
  binary: true;
  options: WriterOptions;
  /**
   * The bytes of a file with the vertices of a mesh as points. Throws UserError for content that the format does not
   * hold.
   */
  encode(mesh: MeshPoints, options?: WriterOptions): Promise<ArrayBuffer>;
}

const writerOf = ([id, kind]: [string, CloudKind]): [string, MeshWriter] => [
  id,
  {
    ...describedBy(id, kind),
    options: { subray: {} },
    encode: async (mesh, options) =>
      (await import('./write-mesh.js')).writeMesh(mesh, id as WrittenKindName, options?.subray),
  },
];

/** Writers for loaders.gl of all writable cloud formats, by their names. */
export const WRITERS = Object.freeze(
  Object.fromEntries(
    Object.entries(CLOUD_KINDS as Record<string, CloudKind>)
      .filter(([, { readOnly }]) => !readOnly)
      .map(writerOf),
  ),
) as Readonly<Record<WrittenKindName, MeshWriter>>;
