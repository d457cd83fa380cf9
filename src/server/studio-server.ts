import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { AbortedError, UserError } from '../base/errors.js';
import { failureOf } from '../workbench/failure.js';
import { openNodeWorkbench } from '../workbench/node-workbench.js';
import { allowedHosts, bracketed, isLoopback } from './allowed-hosts.js';
import { type Api, answerApi, createApi } from './api.js';
import { type Admission, checkOrigin, checkToken } from './guard.js';
import { NO_STORE, SECURITY_HEADERS } from './headers.js';
import { HttpError } from './http-error.js';
import { listen } from './listen.js';
import { sendJson } from './send.js';
import { StaticFiles } from './static-files.js';
import { NO_FILE, WatchedSurvey } from './survey-document.js';
import { createToken } from './token.js';

/** Options of `openStudioServer`. */
export interface StudioServerOptions {
  /** The survey file, below whose folder files are read and saved; absent: none is open, in the current folder. */
  survey?: string;
  /** Folder in which runs are kept; absent: a temporary one. */
  runs?: string;
  /** Address to listen at. */
  host?: string;
  /** 0: any that is free. */
  port?: number;
}

export const STUDIO_SERVER_DEFAULTS = Object.freeze({ host: '127.0.0.1', port: 0 });

/** A server of the studio. */
export interface StudioServer {
  /** Address of the page, with the token. */
  address: string;
  /** True if only programs of this machine reach it. */
  isLocal: boolean;
  /** Ends its work and all connections, and removes temporary files. */
  close(): Promise<void>;
}

/**
 * Opens a server that shows the studio and does its work on this machine. Throws UserError if the survey cannot be
 * read, or the address cannot be had.
 */
export async function openStudioServer(options: StudioServerOptions = {}): Promise<StudioServer> {
  const { survey, runs, host, port } = { ...STUDIO_SERVER_DEFAULTS, ...options };
  const document = survey === undefined ? undefined : await openDocument(survey);
  const pages = await StaticFiles.open(document !== undefined);
  const workbench = await openNodeWorkbench({ folder: survey === undefined ? '.' : dirname(survey), runs });
  const admission = { token: createToken(), hosts: new Set<string>() as ReadonlySet<string> };
  const service = new Service(createApi(workbench, document), pages, admission);
  try {
    const listening = await listen(service.answer, { host, port });
    admission.hosts = allowedHosts(host, listening.port);
    const isLocal = isLoopback(host);
    const name = isLocal ? '127.0.0.1' : bracketed(host);
    return {
      address: `http://${name}:${listening.port}/#token=${admission.token}`,
      isLocal,
      close: async () => {
        await listening.close();
        await service.settle();
        await workbench.close();
      },
    };
  } catch (error) {
    await workbench.close();
    throw error;
  }
}

/** Throws UserError unless the survey is a file that can be read. */
async function openDocument(path: string): Promise<WatchedSurvey> {
  const document = new WatchedSurvey(path);
  const { version, fault } = await document.load();
  const found = version === NO_FILE ? 'cannot read: there is no such file' : fault;
  if (found !== undefined) throw new UserError(found, { place: { file: path } });
  return document;
}

/** Answers requests. */
class Service {
  private readonly api: Api;
  private readonly pages: StaticFiles;
  private readonly admission: Admission;
  /** Requests that are being answered. */
  private readonly underWay = new Set<Promise<void>>();

  constructor(api: Api, pages: StaticFiles, admission: Admission) {
    this.api = api;
    this.pages = pages;
    this.admission = admission;
  }

  readonly answer = (request: IncomingMessage, response: ServerResponse): void => {
    const control = new AbortController();
    response.once('close', () => control.abort());
    const answering = this.dispatch(request, response, control.signal)
      .catch((error: unknown) => fail(request, response, error))
      .finally(() => this.underWay.delete(answering));
    this.underWay.add(answering);
  };

  /** Resolves when nothing is being answered any more. */
  async settle(): Promise<void> {
    await Promise.all(this.underWay);
  }

  private async dispatch(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    checkOrigin(request, this.admission);
    const [path] = (request.url ?? '').split('?');
    if (!path.startsWith('/')) throw new HttpError(400, 'the request has no path');
    if (path.startsWith('/api/')) {
      for (const [name, value] of Object.entries(NO_STORE)) response.setHeader(name, value);
      checkToken(request, this.admission);
      return answerApi(this.api, path.slice('/api/'.length), { request, response, signal });
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new HttpError(405, `${request.method} is not for files of the page`, { headers: { Allow: 'GET, HEAD' } });
    return this.pages.send(path, response);
  }
}

/** Answers with an error, unless an answer has begun. */
function fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || error instanceof AbortedError) return void response.destroy();
  // The unread rest of a request is not waited for.
  const headers = { ...NO_STORE, ...(!request.complete && { Connection: 'close' }) };
  if (error instanceof HttpError) sendJson(response, error.failure, error.status, { ...headers, ...error.headers });
  else sendJson(response, failureOf(error), error instanceof UserError ? 422 : 500, headers);
}
