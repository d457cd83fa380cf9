import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../base/errors.js';
import { fileError } from '../base/files/file-error.js';
import { nodeFiles } from '../base/files/node-files.js';
import { nodePaths } from '../base/files/node-paths.js';
import type { NodeWorkbench } from '../workbench/node-workbench.js';
import { HttpError } from './http-error.js';
import { bodyOf } from './read-body.js';
import type { Route } from './route.js';
import { sendJson } from './send.js';
import { faultOfSourceName } from './source-name.js';

/** Largest file that readers take. */
const SOURCE_BYTES_MAX = 2 ** 31;

/**
 * `PUT /api/source/NAME`: a file that surveys may name, in place of that in the survey's folder, until the server ends.
 * It lies in a temporary folder. `DELETE` removes it, and `GET /api/source` lists their names.
 */
export const sourceRoute = ({ bench, added }: NodeWorkbench): Route => ({
  GET: async ({ response, names }) => {
    if (names.length > 0) throw new HttpError(404, 'sources are listed by /api/source alone');
    sendJson(response, await namesBelow(added));
  },
  DELETE: async ({ response, names }) => {
    const name = nameOf(bench, names);
    await bench.forget(name);
    await rm(`${added}/${name}`, { force: true });
    sendJson(response, { name });
  },
  PUT: async ({ request, response, names }) => {
    const name = nameOf(bench, names);
    const path = `${added}/${name}`;
    await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
      throw asNamed(name, error);
    });
    const file = await nodeFiles.create(path, { force: true }).catch((error: unknown) => {
      throw asNamed(name, error);
    });
    try {
      for await (const piece of bodyOf(request, SOURCE_BYTES_MAX)) await file.append(piece);
      await file.commit();
    } catch (error) {
      await file.abort();
      throw asNamed(name, error);
    }
    await bench.forget(name);
    sendJson(response, { name });
  },
});

/** The name of a source that may be changed now. Throws HttpError for any other. */
function nameOf({ running }: NodeWorkbench['bench'], names: readonly string[]): string {
  const name = names.join('/');
  const fault = faultOfSourceName(name);
  if (fault !== undefined) throw new HttpError(400, fault);
  if (running.size > 0)
    throw new HttpError(409, 'a run is going on', { hint: 'let it end, or stop it in the page that began it' });
  return name;
}

/** An error of a source's temporary file, with the name that the user knows. */
function asNamed(name: string, error: unknown): unknown {
  if (!(error instanceof UserError)) return fileError(nodePaths, 'write', name, error);
  return new UserError(error.message, { place: { file: name }, hint: error.hint, cause: error });
}

/** Paths of the files below a folder, in their order. */
async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const prefix = `${folder}/`.length;
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/').slice(prefix))
    .sort();
}
