import type { NodeWorkbench } from '../workbench/node-workbench.js';
import { askRoute } from './ask-route.js';
import { documentRoute } from './document-route.js';
import { eventsRoute } from './events-route.js';
import { fileRoute } from './file-route.js';
import { HttpError } from './http-error.js';
import { listingRoute } from './listing-route.js';
import type { Call, Route } from './route.js';
import { saveRoute } from './save-route.js';
import { sourceRoute } from './source-route.js';
import type { WatchedSurvey } from './survey-document.js';
import { WatchedFiles } from './watched-files.js';

/** Routes below `/api/`, by the first name of the path. */
export type Api = Readonly<Record<string, Route>>;

export const createApi = (workbench: NodeWorkbench, document: WatchedSurvey | undefined): Api => ({
  ask: askRoute(workbench.bench),
  file: fileRoute(workbench.bench.place.runs),
  document: documentRoute(document),
  files: listingRoute(workbench.folder),
  events: eventsRoute(document, new WatchedFiles(workbench)),
  save: saveRoute(workbench, document?.path),
  source: sourceRoute(workbench),
});

/** Answers a call to `/api/` + `path`. Throws HttpError if there is nothing there, or nothing of this kind. */
export async function answerApi(api: Api, path: string, call: Omit<Call, 'names'>): Promise<void> {
  const [name, ...names] = decoded(path);
  if (!Object.hasOwn(api, name)) throw new HttpError(404, `there is no /api/${path}`);
  const route = api[name];
  const { method = '' } = call.request;
  if (!Object.hasOwn(route, method))
    throw new HttpError(405, `${method} is not for /api/${name}`, {
      headers: { Allow: Object.keys(route).join(', ') },
    });
  await route[method as keyof Route]?.({ ...call, names });
}

function decoded(path: string): string[] {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    throw new HttpError(400, 'the path cannot be decoded');
  }
}
