import { latin1 } from '../base/latin1.js';
import { CLOUD_KINDS, type CloudKind, type CloudKindName } from '../io/cloud-kinds.js';
import { NAMED_SCENE_FORMATS, type SceneFormatName } from '../scene/read/scene-formats.js';
import { VERSION } from '../version.js';
import { LOADER_DEFAULTS, type LoaderContext, type LoaderSettings } from './loader-settings.js';
import type { LoadedMesh } from './mesh.js';

/** loaders.gl's options with ours. */
export interface LoaderOptions {
  subray?: Partial<LoaderSettings>;
  [loader: string]: Record<string, unknown> | undefined;
}

/** A Loader of loaders.gl, with the properties that it requires. */
export interface MeshLoader {
  id: string;
  name: string;
  module: string;
  version: string;
  extensions: string[];
  mimeTypes: string[];
  category: 'mesh';
  /** Never set: it tells loaders.gl the type of the result. */
  dataType?: LoadedMesh;
  batchType?: never;
  binary: true;
  worker: false;
  /** Tests whether the start of a file has this format. */
  tests: ((head: ArrayBuffer) => boolean)[];
  options: LoaderOptions;
  /** Throws UserError for a file that cannot be read. Its code is loaded with the first file. */
  parse(bytes: ArrayBuffer, options?: LoaderOptions, context?: LoaderContext): Promise<LoadedMesh>;
}

/** Bytes that tell one format from others. */
const HEAD_BYTES = 4096;

const loaderOf = ([id, kind]: [string, Omit<CloudKind, 'about'>]): [string, MeshLoader] => {
  const { title, endings, mimeTypes = [], signature } = kind;
  const begins = (head: ArrayBuffer) => signature?.test(latin1(new Uint8Array(head.slice(0, HEAD_BYTES)))) ?? false;
  return [
    id,
    {
      ...describedBy(id, { title, endings, mimeTypes }),
      worker: false,
      tests: signature ? [begins] : [],
      options: { subray: { ...LOADER_DEFAULTS } },
      parse: async (bytes, options, context) => {
        const { readMesh } = await import('./read-mesh.js');
        return readMesh(bytes, nameOf(context, endings), id, { ...LOADER_DEFAULTS, ...options?.subray }, context);
      },
    },
  ];
};

/** Properties common to loaders and writers of a format. */
export const describedBy = (
  id: string,
  { title, endings, mimeTypes = [] }: Omit<CloudKind, 'about' | 'signature'>,
) => ({
  id,
  name: title,
  module: 'subray',
  version: VERSION,
  category: 'mesh' as const,
  binary: true as const,
  extensions: endings.map((ending) => ending.slice(ending.lastIndexOf('.') + 1)),
  mimeTypes: [...mimeTypes],
});

/** The name of a file in messages, with the ending of the format. */
function nameOf({ filename = '' }: LoaderContext = {}, endings: CloudKind['endings']): string {
  const name = /^[^/\\?#:]+$/.test(filename) ? filename : 'file';
  return endings.some((ending) => name.toLowerCase().endsWith(ending)) ? name : `${name}${endings[0]}`;
}

/** Scenes as well as clouds, told by the first bytes that both have. */
const PLY = { ...NAMED_SCENE_FORMATS.ply, ...CLOUD_KINDS.ply };

/** Loaders for loaders.gl of all readable cloud and scene formats, by the names of formats. */
export const LOADERS = Object.freeze(
  Object.fromEntries(Object.entries({ ...NAMED_SCENE_FORMATS, ...CLOUD_KINDS, ply: PLY }).map(loaderOf)),
) as Readonly<Record<CloudKindName | SceneFormatName, MeshLoader>>;
