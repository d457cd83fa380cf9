import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { Checked, CheckedFault } from 'subray/browser';
import type { Backend } from '../backend/backend.js';
import { BackendError, DocumentChangedError, type FileChange } from '../backend/backend.js';
import { EditRefused } from '../document/edit-refused.js';
import type { NamedEdit } from '../document/edits/index.js';
import type { SurveyText } from '../document/survey-text.js';
import { selectTool } from '../tools/select.js';
import type { ScenePlace, Tool } from '../tools/tool.js';
import { saveBlob } from '../ui/save-blob.js';
import type { Viewport } from '../view/viewport.js';
import { Clouds } from './clouds.js';
import { Comparison } from './comparison.js';
import { DockHeight } from './dock-height.js';
import { Document } from './document.js';
import { Expected } from './expected.js';
import { faultsInOrder } from './faults-in-order.js';
import { followSelection } from './follow-selection.js';
import { Labelling } from './labelling.js';
import { legendSource } from './legend-source.js';
import { type LogLine, logLine } from './log.js';
import { Look } from './look.js';
import { Measure } from './measure.js';
import { addNotice, type Notice } from './notice.js';
import { PathSettings } from './path-settings.js';
import { Planning } from './planning.js';
import { Preview } from './preview.js';
import { Profile } from './profile.js';
import { RunRequest } from './run-request.js';
import { SceneLoading } from './scene-loading.js';
import { Section } from './section.js';
import { seriousFaults } from './serious-faults.js';
import type { ShownChange } from './settle-change.js';
import type { Sketch } from './sketch.js';
import { TextCheck } from './text-check.js';

const NO_FAULTS: readonly CheckedFault[] = [];

/** What is chosen, and shown by the inspector. */
export type Selection =
  | { kind: 'leg'; leg: number }
  | { kind: 'part'; part: number }
  | { kind: 'plan' }
  | { kind: 'scanner' }
  | { kind: 'labels' }
  | { kind: 'output'; output: number }
  | { kind: 'point'; cloud: string; point: number }
  | undefined;

/** What the dock below the view shows. */
export type DockTab = 'YAML' | 'Profile' | 'Section' | 'Compare' | 'Log';

/** All that the page knows: the text of the survey, which is the one truth, and what follows from it. */
export class Studio {
  readonly backend: Backend;
  readonly document = new Document();
  /** The text of the survey; empty: none is open. */
  readonly text = this.document.text;
  readonly isOpen = this.document.isOpen;
  readonly checked = signal<Checked>({ faults: [] });
  readonly survey = computed(() => this.checked.value.survey);
  /** Has the text checked. */
  readonly check: TextCheck;
  readonly sceneLoading = new SceneLoading(this);
  /** The scene that is drawn; undefined: none. */
  readonly scene = this.sceneLoading.drawn;
  /** What is wrong with the text and the files that it names, in the order of its lines; nothing while the check takes long. */
  readonly faults = computed(() => (this.check.isLate.value ? NO_FAULTS : this.knownFaults.value));
  private readonly knownFaults = computed(() =>
    faultsInOrder(this.checked.value.faults, this.sceneLoading.faults.value),
  );
  /** Whether the text that was checked last can be run. */
  readonly canRun = computed(
    () => this.survey.value !== undefined && !this.isFaulty.value && this.knownFaults.value.length === 0,
  );
  /** Whether something is drawn that the survey was before, and is not any more, since it has faults. */
  readonly isEarlier = computed(() => {
    const isScene =
      this.scene.value !== undefined && (this.sceneLoading.fault.value !== undefined || this.hasNoScene.value);
    return isScene || (this.isFaulty.value && this.survey.value !== undefined);
  });
  /** Whether the text is no survey as it stands. */
  private readonly isFaulty = signal(false);
  /** Whether no scene can be read from it. */
  readonly hasNoScene = signal(false);
  readonly selection = signal<Selection>(undefined);
  /** What the user is told in front of the view, newest last. */
  readonly notices = signal<readonly Notice[]>([]);
  /** Name of the survey's file; empty: it has none. */
  readonly fileName = signal('');
  readonly tool = signal<Tool>(selectTool);
  /** What is being drawn; undefined: nothing. */
  readonly sketch = signal<Sketch | undefined>(undefined);
  /** What undo takes back; undefined: there is nothing. */
  readonly undoName = computed(() => (this.sketch.value ? 'Draw the last point' : this.document.undoName.value));
  readonly paths = new PathSettings(this.document);
  readonly planning: Planning;
  readonly preview: Preview;
  readonly profile: Profile;
  /** Where the cross is on the canvas that stands for the pointer while the keyboard is there, CSS pixels; undefined: it is not shown. */
  readonly cross = signal<{ x: number; y: number } | undefined>(undefined);
  /** What was just done that shows itself only to the eye. */
  readonly spoken = signal<{ text: string } | undefined>(undefined);
  /** The place in the scene under the pointer, or under the cross. */
  readonly hover = signal<ScenePlace | undefined>(undefined);
  /** When the survey file, or the text that was kept, is open: nothing is begun before, which either would take the place of. */
  ready: Promise<void> = Promise.resolve();
  /** The 3-D view; undefined until it is there. */
  view: Viewport | undefined;
  readonly log = signal<readonly LogLine[]>([]);
  readonly clouds: Clouds;
  readonly expected: Expected;
  readonly request: RunRequest;
  readonly look = new Look();
  /** What the colours of the clouds that are shown stand for. */
  readonly legend = computed(() => legendSource(this));
  readonly measure = new Measure();
  readonly section: Section;
  readonly comparison: Comparison;
  readonly labelling: Labelling;
  readonly tab = signal<DockTab>('YAML');
  readonly dock = new DockHeight();
  /** The window that lies in front of the page; undefined: none. */
  readonly dialog = signal<'keys' | undefined>(undefined);
  /** The survey file as another program left it, where the user is to say which text is kept; undefined: nothing is asked. */
  readonly foundChange = signal<ShownChange | undefined>(undefined);
  /**
   * That the survey file is gone, or no text any more: the text of the page if it was saved then, and the version that Save writes over
   * without a question, since the user was told that there is nothing; undefined: it is as the page knows it.
   */
  lostFile: { untouched: string | undefined; over: string | undefined } | undefined;
  /** Which engine runs. */
  readonly engine = signal<'auto' | 'cpu' | 'gpu'>('auto');
  /** Ends being told of files that other programs change; undefined: nobody is told yet. */
  private watched: (() => void) | undefined;

  constructor(backend: Backend) {
    this.backend = backend;
    // Before all else that follows the text: faults are not to wait behind previews.
    this.check = new TextCheck(this, (checked, text) => this.take(checked, text));
    effect(() => {
      if (!this.isOpen.value) untracked(() => this.clear());
    });
    this.clouds = new Clouds(this);
    this.expected = new Expected(this);
    this.request = new RunRequest(this);
    this.section = new Section(this);
    this.comparison = new Comparison(this);
    this.planning = new Planning(this);
    this.preview = new Preview(this);
    this.profile = new Profile(this);
    this.labelling = new Labelling(this);
    followSelection(this);
    effect(() => {
      if (!this.isOpen.value) untracked(() => this.putAway());
    });
  }

  /** Does an edit of the survey, or says why it cannot be done. `merge`: key of the drag that it is a part of. */
  edit(make: (text: SurveyText) => NamedEdit, merge?: string): void {
    try {
      this.document.apply(make(this.document.survey), merge);
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      this.warn(error.message);
    }
  }

  /** Takes back the last point of what is drawn, or else the last step. */
  undo(): void {
    const name = this.undoName.peek();
    if (name !== undefined) this.speak(`Undone: ${name}`);
    if (this.sketch.value) this.tool.value.back?.(this);
    else this.document.undo();
  }

  /** Does the step again that was taken back last. */
  redo(): void {
    const name = this.document.redoName.peek();
    if (name !== undefined) this.speak(`Done again: ${name}`);
    this.document.redo();
  }

  /** Begins with another survey; the one before comes back by undo. A survey file has it as soon as it is saved. */
  begin(name: string, text: string): void {
    this.document.begin(name, text, this.backend.document === undefined);
  }

  /** Takes a tool, and gives up what the one before had begun. */
  takeTool(tool: Tool): void {
    if (tool !== this.tool.value) this.tool.value.leave?.(this);
    tool.take?.(this);
    this.tool.value = tool;
  }

  /** Takes the tool that chooses and drags. */
  takeSelect(): void {
    this.takeTool(selectTool);
  }

  say(level: LogLine['level'], message: string): void {
    this.log.value = [...this.log.value.slice(-999), logLine(level, message)];
  }

  /** Tells that something was done, in the log and, for some seconds, in front of the view. */
  tell(message: string): void {
    this.say('info', message);
    this.show({ text: message, kind: 'done' });
  }

  /** Tells those who do not see the page what shows itself to others. */
  speak(text: string): void {
    this.spoken.value = { text };
  }

  /** Tells what the user should know, in the log and, until it is dismissed or `about` is settled, in front of the view. */
  warn(message: string, about?: string): void {
    this.say('warning', message);
    this.show({ text: message, kind: 'warning', about });
  }

  /** Tells what went wrong likewise; a fault of the program has more lines in the log. */
  fail(error: unknown, about?: string): void {
    if (error instanceof BackendError && error.kind === 'aborted') return;
    const message = error instanceof Error ? error.message : String(error);
    this.say('error', message);
    const isUsers = error instanceof BackendError && error.kind === 'user';
    this.show({ text: isUsers ? message : message.split('\n', 1)[0], kind: 'failure', about });
  }

  /** Takes back notices. */
  dismiss(isOver: (notice: Notice) => boolean): void {
    const left = this.notices.peek().filter((notice) => !isOver(notice));
    if (left.length < this.notices.peek().length) this.notices.value = left;
  }

  private show(notice: Notice): void {
    this.notices.value = addNotice(this.notices.peek(), notice);
  }

  /** Takes back the notice of what is as it should be now, such as of a failure of what has succeeded since. */
  settle(about: string): void {
    this.dismiss((notice) => notice.about === about);
  }

  /** Opens the survey file that the page was opened with, if there is one, and follows what others do to it. */
  async openDocument(): Promise<void> {
    const file = this.backend.document;
    if (file === undefined) return;
    try {
      const found = await file.look();
      this.fileName.value = found.name;
      if (found.text !== undefined) {
        file.take(found);
        this.document.open(found.text);
      } else if (found.fault !== undefined) this.fail(new Error(found.fault), 'save');
      else {
        this.lostFile = { untouched: undefined, over: found.version };
        this.fail(new Error(`${found.name} is not there any more; Save writes it anew`), 'save');
      }
      file.onChanged(() => this.fileChanged().catch((error) => this.fail(error)));
    } catch (error) {
      this.fail(error);
    }
  }

  /** The survey's name, for files that are saved. */
  get name(): string {
    return this.survey.value?.name ?? 'survey';
  }

  /** Saves the survey: to its file, or as a download. Of a file that another program changed, it asks which text is kept. */
  async save(): Promise<void> {
    const text = this.text.value;
    const file = this.backend.document;
    try {
      if (file === undefined) saveBlob(new Blob([text], { type: 'application/yaml' }), `${this.name}.yaml`);
      else await file.save(text, { over: this.lostFile?.over });
    } catch (error) {
      if (!(error instanceof DocumentChangedError)) throw error;
      return (await import('./settle-change.js')).askAboutChange(this);
    }
    this.saved(text);
  }

  /** Notes that a text was saved. */
  saved(text: string): void {
    this.foundChange.value = undefined;
    this.lostFile = undefined;
    this.document.markSaved(text);
    this.settle('save');
    if (this.backend.document) this.tell(`${this.fileName.value} was saved`);
  }

  private async fileChanged(): Promise<void> {
    return (await import('./file-changed.js')).fileChanged(this);
  }

  /** Other programs changed files that the survey reads: says so, and reads them again. */
  private async filesChanged(changes: readonly FileChange[]): Promise<void> {
    this.check.again();
    const { changeSentences } = await import('./change-sentences.js');
    const told = changeSentences(changes).join(' ');
    if (changes.every(({ isThere }) => isThere)) this.tell(told);
    else this.warn(told);
  }

  /** Leaves nothing that was done and said with the survey before. */
  private putAway(): void {
    this.notices.value = [];
    this.takeSelect();
    this.measure.clear();
    this.section.remove();
  }

  /** Forgets what the survey before was. */
  private clear(): void {
    batch(() => {
      this.sceneLoading.clear();
      this.checked.value = { faults: [] };
      this.isFaulty.value = false;
      this.selection.value = undefined;
    });
  }

  private take(checked: Checked, text: string): void {
    // With an answer, there is a server that can tell.
    this.watched ??= this.backend.onFilesChanged?.((changes) =>
      this.filesChanged(changes).catch((error) => this.fail(error)),
    );
    this.settle('check');
    if (this.text.value === '') return;
    // One that lacks parts does not take the place of a whole one.
    const isShown = !checked.lacksParts || this.scene.peek()?.lacksParts !== false;
    const key = isShown ? checked.sceneKey : undefined;
    const hasNo = (...path: string[]) => isEmptyList(this.document.survey.valueAt(path));
    const isEmpty = key === undefined && hasNo('scene', 'parts');
    const isCurrent = text === this.text.value;
    batch(() => {
      // While a text has faults, what it was before is shown.
      const earlier = hasNo('legs') ? undefined : this.checked.value.survey;
      // Faults of a text that is another by now would stand at wrong lines.
      const faults = isCurrent ? seriousFaults(checked.faults) : this.checked.value.faults;
      this.checked.value = { ...checked, faults, survey: checked.survey ?? earlier };
      if (isCurrent) this.isFaulty.value = checked.survey === undefined;
      this.hasNoScene.value = key === undefined;
      if (isEmpty) this.sceneLoading.clear();
    });
    this.sceneLoading.follow(text, key);
  }
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
