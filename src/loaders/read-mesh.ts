import { createWebFiles } from '../base/files/web-files.js';
import { latin1 } from '../base/latin1.js';
import { CLOUD_HEAD_BYTES, isReadableCloud, openReadable } from '../io/clouds/readable-clouds.js';
import { readModel } from '../scene/read/read-model.js';
import { cloudMesh } from './cloud-mesh.js';
import type { LoaderContext, LoaderSettings } from './loader-settings.js';
import type { LoadedMesh } from './mesh.js';
import { modelMesh } from './model-mesh.js';

/**
 * Reads these bytes as a cloud or scene file: by their content, or else by the ending. Files that a scene names are
 * fetched from its own folder and below, if it came from a server. Throws UserError for a file that cannot be read.
 */
export async function readMesh(
  bytes: ArrayBuffer,
  name: string,
  loader: string,
  settings: LoaderSettings,
  { baseUrl = '', fetch }: LoaderContext = {},
): Promise<LoadedMesh> {
  const files = createWebFiles({
    sources: { [name]: new Blob([bytes]) },
    ...(/^https?:/.test(baseUrl) && { base: `${baseUrl}/` }),
    ...(fetch && { fetch }),
  });
  const head = latin1(new Uint8Array(bytes.slice(0, CLOUD_HEAD_BYTES)));
  if (isReadableCloud(name, head)) return cloudMesh(await openReadable(files, name), settings, loader);
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (text: string) => void warnings.push(text) };
  const { lod } = settings;
  return modelMesh(await readModel(name, { files, log, lod }), settings, loader, warnings);
}
