import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { nodeFiles } from '../base/files/node-files.js';
import type { NodeWorkbench } from '../workbench/node-workbench.js';
import { HttpError } from './http-error.js';
import { bodyOf } from './read-body.js';
import type { Route } from './route.js';
import { sendJson } from './send.js';

/** What readers take at most. */
const SOURCE_BYTES_MAX = 2 ** 31;
const NAME_MAX = 500;

/**
 * `PUT /api/source/NAME`: a file that surveys may name, in place of that of the same name in the survey's folder, until the server
 * ends. It is written to a temporary folder. `DELETE` removes it, and `GET /api/source` lists the names of those that are there.
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
    await mkdir(dirname(path), { recursive: true });
    const file = await nodeFiles.create(path, { force: true });
    try {
      for await (const piece of bodyOf(request, SOURCE_BYTES_MAX)) await file.append(piece);
      await file.commit();
    } catch (error) {
      await file.abort();
      throw error;
    }
    await bench.forget(name);
    sendJson(response, { name });
  },
});

/** The name of a source that may be changed now. Throws HttpError for any other. */
function nameOf({ running }: NodeWorkbench['bench'], names: readonly string[]): string {
  const name = names.join('/');
  if (!isPlain(name)) throw new HttpError(400, `${JSON.stringify(name)} is no path of a file below a folder`);
  if (running.size > 0)
    throw new HttpError(409, 'a run is going on', { hint: 'let it end, or stop it in the page that began it' });
  return name;
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

/** Whether a path leads down, by names that are those of a file everywhere. */
const isPlain = (path: string): boolean =>
  path.length <= NAME_MAX &&
  path.split('/').every((name) => name.trim() !== '' && !/^\.|[.\s]$/.test(name) && !FORBIDDEN.test(name));

/** What Windows refuses in names, and control characters. */
const FORBIDDEN = /[\\:*?"<>|\p{Cc}]/u;
