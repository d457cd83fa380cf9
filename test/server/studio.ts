import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { openStudioServer, type StudioServer, type StudioServerOptions } from '../../src/server/studio-server.js';
import { FrameReader } from '../../src/workbench/frames.js';
import { decodeWire, encodeWhole } from '../../src/workbench/wire.js';

/** A small survey: a square of 20 m, and a scanner of 16 lasers above it. */
export const SURVEY = `scene: { parts: [{ file: ground.obj }] }
scanner: velodyne-vlp-16
legs: [{ position: [0, 0, 2], duration: 0.05 }]
output: [cloud.las, clouds/cloud.csv]
`;

const GROUND = 'v -10 -10 0\nv 10 -10 0\nv 10 10 0\nv -10 10 0\nf 1 2 3\nf 1 3 4\n';

/** Answer of a server. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface Asking {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: Uint8Array | string;
}

/** A folder with a survey, and a server of the studio for it; both are gone after the tests of the file. */
export class TestStudio {
  readonly folder: string;
  readonly survey: string;
  readonly server: StudioServer;
  readonly token: string;
  readonly port: number;

  private constructor(folder: string, server: StudioServer) {
    this.folder = folder;
    this.survey = join(folder, 'survey.yaml');
    this.server = server;
    const { port, hash } = new URL(server.address);
    this.port = Number(port);
    this.token = hash.slice('#token='.length);
  }

  static async open(options: StudioServerOptions = {}, text = SURVEY): Promise<TestStudio> {
    const folder = mkdtempSync(join(tmpdir(), 'subray-studio-test-'));
    writeFileSync(join(folder, 'ground.obj'), GROUND);
    writeFileSync(join(folder, 'survey.yaml'), text);
    const server = await openStudioServer({ survey: join(folder, 'survey.yaml'), ...options });
    afterAll(async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return new TestStudio(folder, server);
  }

  /** Writes a file beside the survey; gives its path. */
  write(name: string, content: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Sends a request as it is, the path included. */
  send(path: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port: this.port, path, method, headers, agent: false }, (response) => {
        buffer(response).then((bytes) => {
          const { statusCode: status = 0, headers: found } = response;
          resolve({ status, headers: found, body: bytes, text: bytes.toString() });
        }, reject);
      });
      asked.on('error', reject).end(body);
    });
  }

  /** Sends a request as the page does, with the token. */
  api(path: string, { headers, ...asking }: Asking = {}): Promise<Answer> {
    return this.send(`/api/${path}`, { ...asking, headers: { 'X-Subray-Token': this.token, ...headers } });
  }

  /** Asks for an operation; gives its events, and its answer or failure. */
  async ask(name: string, ask: object): Promise<Outcome> {
    const { status, body, text } = await this.api(`ask/${name}`, { method: 'POST', body: encodeWhole(ask) });
    if (status !== 200) throw new Error(`${status}: ${text}`);
    const outcome: Outcome = { events: [] };
    for (const { kind, content } of new FrameReader().take(body)) {
      const value = decodeWire(content) as Record<string, unknown>;
      if (kind === 'event') outcome.events.push(value);
      else outcome[kind] = value;
    }
    return outcome;
  }
}

export interface Outcome {
  events: Record<string, unknown>[];
  answer?: Record<string, unknown>;
  failure?: Record<string, unknown>;
}

/** Messages of a studio to its listeners, such as the page. */
export interface Listening {
  /** All that was told so far. */
  text(): string;
  /** Resolves when `part` has come. */
  heard(part: string): Promise<void>;
  close(): void;
}

export function listenTo({ token, port }: TestStudio): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Subray-Token': token };
    const asked = request({ host: '127.0.0.1', port, path: '/api/events', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.on('error', () => {});
      const heard = async (part: string) => {
        while (!text.includes(part)) await new Promise((next) => response.once('data', next));
      };
      resolve({ text: () => text, heard, close: () => asked.destroy() });
    });
    asked.on('error', reject).end();
  });
}
