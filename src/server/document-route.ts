import { YAML_BYTES_MAX } from '../base/yaml/read-text.js';
import { HttpError } from './http-error.js';
import { readBody } from './read-body.js';
import type { Route } from './route.js';
import { sendJson } from './send.js';
import { NO_FILE, type WatchedSurvey } from './survey-document.js';

/** Name of the survey file, encoded as in a URL. */
const NAME_HEADER = 'X-Subray-Name';

const tagOf = (version: string) => `"${version}"`;

/**
 * `GET /api/document`: the survey file, with its version as its ETag, also for a missing file (404) or one without a
 * text (422). `PUT`: replaces it if it still has the version in `If-Match`, "none" for a removed file; else 412, with
 * its current version.
 */
export const documentRoute = (document: WatchedSurvey | undefined): Route => ({
  GET: async ({ response }) => {
    const { name } = demand(document);
    const { bytes, version, fault } = await demand(document).load();
    const headers = { ETag: tagOf(version), [NAME_HEADER]: encodeURIComponent(name) };
    if (version === NO_FILE) throw new HttpError(404, `${name} is not there any more`, { headers });
    if (fault !== undefined) throw new HttpError(422, `${name}: ${fault}`, { headers });
    response.writeHead(200, {
      'Content-Type': 'text/yaml; charset=utf-8',
      'Content-Length': bytes.length,
      ...headers,
    });
    response.end(bytes);
  },
  PUT: async ({ request, response }) => {
    const { name } = demand(document);
    const expected = /^"([0-9a-f]{64}|none)"$/.exec(request.headers['if-match'] ?? '')?.[1];
    if (expected === undefined)
      throw new HttpError(428, 'the request does not say which version of the file it replaces', {
        hint: 'send its ETag as If-Match',
      });
    const { version, isSaved } = await demand(document).save(await readBody(request, YAML_BYTES_MAX), expected);
    const headers = { ETag: tagOf(version) };
    if (isSaved) return sendJson(response, { version }, 200, headers);
    const what = version === NO_FILE ? 'removed' : 'changed';
    throw new HttpError(412, `${name} was ${what} by another program since it was opened`, {
      hint: 'open it again, or write over it',
      headers,
    });
  },
});

function demand(document: WatchedSurvey | undefined): WatchedSurvey {
  if (document === undefined) throw new HttpError(404, 'subray studio was started without a survey file');
  return document;
}
