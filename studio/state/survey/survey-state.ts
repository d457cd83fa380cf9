import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Checked, CheckedFault } from 'subray/browser';
import type { Backend } from '../../backend/backend.js';
import type { Messages } from '../messages/messages.js';
import type { DrawnScene } from '../scene/scene-loading.js';
import type { Document } from './document.js';
import type { Selection } from './selection.js';

/** The open survey, for the parts of the page that follow it: each picks what it needs. */
export interface SurveyState {
  readonly backend: Backend;
  readonly messages: Messages;
  readonly document: Document;
  /** The text of the survey; empty: none is open. */
  readonly text: ReadonlySignal<string>;
  readonly isOpen: ReadonlySignal<boolean>;
  /** The result of the last check. While the text has faults, it has the survey of the text before. */
  readonly checked: ReadonlySignal<Checked>;
  readonly survey: ReadonlySignal<Checked['survey']>;
  /** True if the last checked text can be run. */
  readonly canRun: ReadonlySignal<boolean>;
  /** Faults of the text and its files in the order of lines; none while the check takes long. */
  readonly faults: ReadonlySignal<readonly CheckedFault[]>;
  /** The scene that is drawn; undefined: none. */
  readonly scene: ReadonlySignal<DrawnScene | undefined>;
  readonly selection: Signal<Selection>;
}
