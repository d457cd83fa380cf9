import type { Signal } from '@preact/signals';
import type { BackendDocument, FoundDocument } from '../../backend/backend.js';
import type { Messages } from '../messages/messages.js';
import type { Document } from './document.js';

/** The survey file as another program left it, as the user is shown it. */
export interface ShownChange extends FoundDocument {
  /** True if it was changed again since it was first shown. */
  isAnew?: boolean;
}

/** The text of the survey, and its file. */
export interface StoredSurvey {
  readonly document: Document;
  readonly messages: Messages;
  /** The file as the backend has it; undefined: there is none. */
  readonly stored: BackendDocument | undefined;
  /** The change of another program while the user has yet to choose a text; undefined: there is nothing to choose. */
  readonly change: Signal<ShownChange | undefined>;
  /**
   * Set while the file is gone or no text: the text of the page if it was saved then, and the version that Save
   * overwrites without a question, since the user knows that nothing is there.
   */
  lost: { untouched: string | undefined; over: string | undefined } | undefined;
  /** Notes that the file has a text. */
  markSaved(text: string): void;
}
