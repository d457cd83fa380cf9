import type { Backend } from './backend.js';
import { ServerBackend } from './server-backend.js';
import { takeToken } from './token.js';
import { WorkerBackend } from './worker-backend.js';

/** The backend of this page: the server that it is from, if that is subray's, which says so in the page; else a worker. */
export function chooseBackend(): Backend {
  const server = document.querySelector<HTMLMetaElement>('meta[name="subray-server"]')?.content;
  return server === undefined ? new WorkerBackend() : new ServerBackend(takeToken(), server === 'document');
}
