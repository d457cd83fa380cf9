import { batch, computed, signal } from '@preact/signals';
import type { NamedEdit } from '../../document/edits/index.js';
import { History } from '../../document/history.js';
import { differenceOf } from '../../document/patch.js';
import type { SurveyText } from '../../document/survey-text.js';

/** The text of the survey, which is the one truth, with its steps to undo, for the parts of the page that follow it. */
export class Document {
  private readonly history = new History('');
  private readonly current = signal<SurveyText>(this.history.text);
  /** Names of the steps that undo and redo would do; undefined: none. */
  readonly undoName = signal<string | undefined>(undefined);
  readonly redoName = signal<string | undefined>(undefined);
  readonly isSaved = signal(true);
  /** The number of the text's survey. A survey that begins gets another; undo brings back the one before. */
  readonly number = signal(0);
  readonly text = computed(() => this.current.value.text);
  /** True if there is a survey. */
  readonly isOpen = computed(() => this.text.value !== '');

  constructor() {
    this.history.subscribe(() => {
      const { text, undoName, redoName, isSaved, survey } = this.history;
      batch(() => {
        this.current.value = text;
        this.undoName.value = undoName;
        this.redoName.value = redoName;
        this.isSaved.value = isSaved;
        this.number.value = survey;
      });
    });
  }

  /** The text with its values and their places. */
  get survey(): SurveyText {
    return this.current.value;
  }

  /** Begins with a text; `isSaved`: it is what a file has. */
  open(text: string, isSaved = true): void {
    this.history.open(text);
    if (!isSaved) this.markUnsaved();
  }

  /** Begins with another survey in place of this one, which undo brings back; `isSaved`: it is what a file has. */
  begin(name: string, text: string, isSaved: boolean): void {
    if (!this.isOpen.value && this.history.undoName === undefined) {
      this.open(text, isSaved);
      return;
    }
    this.history.change(name, differenceOf(this.history.text.text, text), { begins: true });
    if (isSaved) this.history.markSaved();
  }

  /** Takes over what its file has in place of this text, which undo brings back. */
  replace(name: string, text: string): void {
    this.history.change(name, differenceOf(this.history.text.text, text));
    this.history.markSaved();
  }

  /** Does an edit, as a step of its own or, in a drag, as a part of the one before with the same key. */
  apply({ name, patches }: NamedEdit, merge?: string): void {
    this.history.change(name, patches, { merge });
  }

  /** Takes over what was typed. */
  type(text: string): void {
    this.history.replaceText(text);
  }

  /** Ends a drag. */
  endDrag(): void {
    this.history.endMerge();
  }

  undo(): void {
    this.history.undo();
  }

  redo(): void {
    this.history.redo();
  }

  markSaved(text: string): void {
    this.history.markSaved(text);
  }

  /** Notes that no file has the text. */
  markUnsaved(): void {
    this.history.markSaved('');
  }
}
