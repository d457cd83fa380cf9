import { signal } from '@preact/signals';
import { type Backend, type BackendDocument, DocumentChangedError } from '../../backend/backend.js';
import { saveBlob } from '../../ui/save-blob.js';
import type { Messages } from '../messages/messages.js';
import type { Document } from './document.js';
import type { ShownChange, StoredSurvey } from './stored-survey.js';

/** The parts of the page that the file depends on. */
interface Page {
  readonly backend: Pick<Backend, 'document'>;
  readonly document: Document;
  readonly messages: Messages;
  /** Name of the survey, for downloads. */
  readonly name: string;
}

/** The file of the survey, which other programs may change. A page without one saves the survey as a download. */
export class SurveyFile implements StoredSurvey {
  /** Name without folder; empty: there is no file. */
  readonly name = signal('');
  readonly change = signal<ShownChange | undefined>(undefined);
  lost: StoredSurvey['lost'];
  readonly document: Document;
  readonly messages: Messages;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.document = page.document;
    this.messages = page.messages;
  }

  get stored(): BackendDocument | undefined {
    return this.page.backend.document;
  }

  /** Opens the file, if there is one, and follows the changes of other programs. */
  async open(): Promise<void> {
    const { stored, messages } = this;
    if (stored === undefined) return;
    try {
      const found = await stored.look();
      this.name.value = found.name;
      if (found.text !== undefined) {
        stored.take(found);
        this.document.open(found.text);
      } else if (found.fault !== undefined) messages.fail(new Error(found.fault), 'save');
      else {
        this.lost = { untouched: undefined, over: found.version };
        messages.fail(new Error(`${found.name} is not there any more; Save writes it anew`), 'save');
      }
      stored.onChanged(() => this.takeChange().catch((error) => messages.fail(error)));
    } catch (error) {
      messages.fail(error);
    }
  }

  /** Saves the text in the file, or as a download. Asks which text to keep if another program changed the file. */
  async save(): Promise<void> {
    const { stored, page } = this;
    const text = this.document.text.value;
    try {
      if (stored === undefined) saveBlob(new Blob([text], { type: 'application/yaml' }), `${page.name}.yaml`);
      else await stored.save(text, { over: this.lost?.over });
    } catch (error) {
      if (!(error instanceof DocumentChangedError)) throw error;
      return (await import('./settle-change.js')).askAboutChange(this);
    }
    this.markSaved(text);
  }

  markSaved(text: string): void {
    this.change.value = undefined;
    this.lost = undefined;
    this.document.markSaved(text);
    this.messages.settle('save');
    if (this.stored) this.messages.report(`${this.name.value} was saved`);
  }

  private async takeChange(): Promise<void> {
    return (await import('./take-change.js')).takeChange(this);
  }
}
