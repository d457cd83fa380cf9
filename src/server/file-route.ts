import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { UserError } from '../base/errors.js';
import type { RunStore } from '../workbench/run-store.js';
import { HttpError } from './http-error.js';
import type { Route } from './route.js';

/** `GET /api/file/RUN/NAME`: a finished file of a run; NAME may be a path in the run's folder. */
export const fileRoute = (runs: RunStore): Route => ({
  GET: async ({ response, names: [run = '', ...path], signal }) => {
    const name = path.join('/');
    const blob = await runs.file(run, name).catch((error: unknown) => {
      throw error instanceof UserError ? new HttpError(404, error.message, { hint: error.hint }) : error;
    });
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': blob.size,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(basename(name))}`,
    });
    await pipeline(Readable.fromWeb(blob.stream() as ReadableStream), response, { signal }).catch((error: unknown) => {
      // Nobody waits for the rest.
      if (!signal.aborted) throw error;
    });
  },
});

/** Encoding of a name by RFC 5987. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`);
