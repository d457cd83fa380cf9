import {
  type BackendDocument,
  BackendError,
  DocumentChangedError,
  type FoundDocument,
  type OpenedDocument,
} from './backend.js';
import type { ServerEvents } from './server-events.js';
import type { ServerLine } from './server-line.js';

const NOT_FOUND = 404;
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
    const name = nameIn(response);
    const text = await textIn(response, name);
    this.version = versionOf(response);
    return { name, text };
  }

  async look(): Promise<FoundDocument> {
    const response = await this.line.send('document', { expected: [NOT_FOUND] });
    const text = response.ok ? await textIn(response, nameIn(response)) : undefined;
    return { text, version: versionOf(response) };
  }

  async save(text: string, { over = this.version }: { over?: string } = {}): Promise<void> {
    const response = await this.put(text, over);
    if (response.status === PRECONDITION_FAILED) throw new DocumentChangedError((await response.json()).message);
  }

  onChanged(listener: () => void): () => void {
    return this.events.on<{ version: string }>('document', ({ version }) => {
      if (version !== this.version) listener();
    });
  }

  private async put(text: string, version: string): Promise<Response> {
    const headers = { 'If-Match': `"${version}"` };
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

const nameIn = (response: Response): string =>
  decodeURIComponent(response.headers.get('X-Subray-Name') ?? 'survey.yaml');

/** Throws BackendError for bytes that are no text. */
async function textIn(response: Response, name: string): Promise<string> {
  // Unlike response.text(), it keeps a mark at the beginning, which is the user's.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(await response.arrayBuffer());
  } catch {
    throw new BackendError({
      kind: 'user',
      message: `${name}: found bytes that are not UTF-8, expected a text file`,
    });
  }
}
