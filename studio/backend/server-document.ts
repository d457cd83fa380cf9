import { type BackendDocument, BackendError, DocumentChangedError, type OpenedDocument } from './backend.js';
import type { ServerEvents } from './server-events.js';
import type { ServerLine } from './server-line.js';

const PRECONDITION_FAILED = 412;

/** The survey file that the server was started with. */
export class ServerDocument implements BackendDocument {
  private readonly line: ServerLine;
  private readonly events: ServerEvents;
  /** The version that the page last read or wrote. */
  private version = '';

  constructor(line: ServerLine, events: ServerEvents) {
    this.line = line;
    this.events = events;
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
    return this.events.on<{ version: string }>('document', ({ version }) => {
      if (version !== this.version) listener();
    });
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
}

const versionOf = (response: Response): string => response.headers.get('ETag')?.replaceAll('"', '') ?? '';
