import { type BackendDocument, BackendError, DocumentChangedError, type OpenedDocument } from './backend.js';
import type { ServerLine } from './server-line.js';

/** Milliseconds until the page listens again after the line broke. */
const LISTEN_AGAIN_MS = 5000;
const PRECONDITION_FAILED = 412;

/** The survey file that the server was started with. */
export class ServerDocument implements BackendDocument {
  private readonly line: ServerLine;
  /** The version that the page last read or wrote. */
  private version = '';

  constructor(line: ServerLine) {
    this.line = line;
  }

  async load(): Promise<OpenedDocument> {
    const response = await this.line.send('document');
    this.version = versionOf(response);
    const name = decodeURIComponent(response.headers.get('X-Subray-Name') ?? 'survey.yaml');
    // Unlike response.text(), it keeps a mark at the beginning, which is the user's.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    try {
      return { name, text: decoder.decode(await response.arrayBuffer()) };
    } catch {
      throw new BackendError({
        kind: 'user',
        message: `${name}: found bytes that are not UTF-8, expected a text file`,
      });
    }
  }

  async save(text: string, { overwrite = false } = {}): Promise<void> {
    const response = await this.put(text);
    if (response.status !== PRECONDITION_FAILED) return;
    const { message } = await response.json();
    const found = versionOf(response);
    if (!overwrite) throw new DocumentChangedError(message);
    this.version = found;
    if ((await this.put(text)).status === PRECONDITION_FAILED) throw new DocumentChangedError(message);
  }

  onChanged(listener: () => void): () => void {
    const control = new AbortController();
    void this.listen(listener, control.signal);
    return () => control.abort();
  }

  private async put(text: string): Promise<Response> {
    const headers = { 'If-Match': `"${this.version}"` };
    const response = await this.line.send('document', {
      method: 'PUT',
      headers,
      body: text,
      expected: [PRECONDITION_FAILED],
    });
    if (response.ok) this.version = versionOf(response);
    return response;
  }

  private async listen(listener: () => void, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const version of this.versions(signal)) if (version !== this.version) listener();
      } catch {
        // The server may be started again.
      }
      await new Promise((resolve) => setTimeout(resolve, LISTEN_AGAIN_MS));
    }
  }

  /** Each new version of the file. */
  private async *versions(signal: AbortSignal): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of this.line.piecesOf(await this.line.send('events', { signal }), signal)) {
      const events = (text + decoder.decode(piece, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^event: document\ndata: (.*)$/.exec(event)?.[1];
        if (data !== undefined) yield (JSON.parse(data) as { version: string }).version;
      }
    }
  }
}

const versionOf = (response: Response): string => response.headers.get('ETag')?.replaceAll('"', '') ?? '';
