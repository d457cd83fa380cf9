import type { NamedEdit } from './named-edit.js';
import { applyPatches, differenceOf, inversePatches, type Patch } from './patch.js';
import { SurveyText } from './survey-text.js';

/** The news of a change for listeners. */
export interface TextChange extends NamedEdit {
  readonly reason: 'edit' | 'type' | 'undo' | 'redo' | 'open' | 'saved';
  readonly before: SurveyText;
  readonly after: SurveyText;
}

export interface HistoryOptions {
  /** Most bytes of steps that are kept; the oldest go first. Absent: 16 MiB. */
  bytesMax?: number;
  /** Milliseconds of a clock. Absent: those of the day. */
  now?: () => number;
}

export interface ChangeOptions {
  /** Changes in a row with the same key are one step, such as those of a drag, until `endMerge`. */
  merge?: string;
  /** Another survey begins with it. */
  begins?: boolean;
}

const BYTES_MAX = 16 * 2 ** 20;
/** Typing goes on as long as keys follow each other within this time. */
const TYPING_MS = 1000;
/** Key of what is typed. */
const TYPING = Symbol('typing');

/** A step that can be undone and redone; `surveys`: numbers of those before and after it, if another one begins. */
interface Step extends NamedEdit {
  readonly surveys?: readonly [before: number, after: number];
}

/** The last step, while changes are added to it. */
interface Merging {
  key: string | symbol;
  /** The text before the step. */
  before: string;
  /** Time of its last change. */
  at: number;
}

/** The text of a survey with its steps: each has a name, and can be undone and done again. */
export class History {
  private current: SurveyText;
  private undone: Step[] = [];
  private done: Step[] = [];
  private number = 0;
  private lastNumber = 0;
  private merging?: Merging;
  private saved: string;
  private readonly listeners = new Set<(change: TextChange) => void>();
  private readonly bytesMax: number;
  private readonly now: () => number;

  /** A text as it is saved. */
  constructor(text: string, { bytesMax = BYTES_MAX, now = Date.now }: HistoryOptions = {}) {
    this.current = new SurveyText(text);
    this.saved = text;
    this.bytesMax = bytesMax;
    this.now = now;
  }

  get text(): SurveyText {
    return this.current;
  }

  /** The name of the step that `undo` takes back; undefined: there is none. */
  get undoName(): string | undefined {
    return this.done.at(-1)?.name;
  }

  /** The name of the step that `redo` does again; undefined: there is none. */
  get redoName(): string | undefined {
    return this.undone.at(-1)?.name;
  }

  /** True if the text is the one that was saved last. */
  get isSaved(): boolean {
    return this.current.text === this.saved;
  }

  /** The number of the text's survey. A survey that begins gets another; undo brings back the one before. */
  get survey(): number {
    return this.number;
  }

  /** Applies an edit as a step, or with a merge key as a part of the last one. Throws RangeError if it does not fit. */
  change(name: string, patches: readonly Patch[], { merge, begins }: ChangeOptions = {}): void {
    const surveys = begins ? ([this.number, ++this.lastNumber] as const) : undefined;
    this.step({ name, patches, ...(surveys && { surveys }) }, 'edit', merge);
  }

  /** Takes over a text from an editor; what is typed within a second of the last key is one step. */
  replaceText(text: string, name = 'Edit text'): void {
    const { merging } = this;
    if (merging?.key === TYPING && this.now() - merging.at > TYPING_MS) this.endMerge();
    this.step({ name, patches: differenceOf(this.current.text, text) }, 'type', TYPING);
  }

  /** Ends a drag: the next change is a step of its own, whatever its key. */
  endMerge(): void {
    this.merging = undefined;
  }

  /** Takes the last step back. Returns its name; undefined: there is none. */
  undo(): string | undefined {
    const step = this.done.pop();
    if (!step) return undefined;
    this.endMerge();
    this.undone.push(step);
    if (step.surveys) this.number = step.surveys[0];
    this.advance({ name: step.name, patches: inversePatches(step.patches) }, 'undo');
    return step.name;
  }

  /** Does the last step again that was taken back. Returns its name; undefined: there is none. */
  redo(): string | undefined {
    const step = this.undone.pop();
    if (!step) return undefined;
    this.endMerge();
    this.done.push(step);
    if (step.surveys) this.number = step.surveys[1];
    this.advance(step, 'redo');
    return step.name;
  }

  /** Begins with another text, which is saved; there is nothing to undo then. */
  open(text: string): void {
    this.endMerge();
    this.done = [];
    this.undone = [];
    this.saved = text;
    this.number = ++this.lastNumber;
    this.advance({ name: 'Open', patches: differenceOf(this.current.text, text) }, 'open');
  }

  /** Notes that `text`, or the current one, has been saved. */
  markSaved(text = this.current.text): void {
    this.saved = text;
    this.advance({ name: 'Save', patches: [] }, 'saved');
  }

  /** Calls `listener` after each change. Returns the function that ends this. */
  subscribe(listener: (change: TextChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private step(edit: Step, reason: 'edit' | 'type', key: string | symbol | undefined): void {
    if (edit.patches.length === 0) return;
    const before = this.current.text;
    const merges = key !== undefined && this.merging?.key === key;
    // Throws before anything changes if a patch does not fit.
    applyPatches(before, edit.patches);
    if (!merges) this.merging = key === undefined ? undefined : { key, before, at: 0 };
    if (this.merging) this.merging.at = this.now();
    this.undone = [];
    if (edit.surveys) this.number = edit.surveys[1];
    this.advance(edit, reason, () => {
      if (merges) this.done.pop();
      const patches = merges ? differenceOf(this.merging!.before, this.current.text) : edit.patches;
      // A drag that ends where it began is no step.
      if (patches.length > 0) this.done.push({ ...edit, patches });
      else this.endMerge();
      this.forget();
    });
  }

  private advance({ name, patches }: NamedEdit, reason: TextChange['reason'], note = (): void => {}): void {
    const before = this.current;
    this.current = before.apply(patches);
    note();
    for (const listener of [...this.listeners]) listener({ name, patches, reason, before, after: this.current });
  }

  /** Drops the oldest steps beyond the limit; the last one stays. */
  private forget(): void {
    let bytes = 0;
    const first = this.done.findLastIndex((step) => {
      bytes += bytesOf(step);
      return bytes > this.bytesMax;
    });
    if (first >= 0) this.done.splice(0, Math.min(first + 1, this.done.length - 1));
  }
}

const STEP_BYTES = 100;

function bytesOf({ patches }: NamedEdit): number {
  return patches.reduce(
    (sum, { remove, insert }) => sum + 2 * (remove.length + insert.length) + STEP_BYTES,
    STEP_BYTES,
  );
}
