import { batch, computed, effect, type Signal, signal, untracked } from '@preact/signals';
import type { Checked, CheckedFault } from 'subray/browser';
import type { Backend, FileChange } from '../backend/backend.js';
import { EditRefused } from '../document/edit-refused.js';
import type { NamedEdit } from '../document/edits/index.js';
import type { SurveyText } from '../document/survey-text.js';
import type { Viewport } from '../view/viewport.js';
import { Clouds, type EngineChoice } from './clouds/clouds.js';
import { DockHeight } from './dock-height.js';
import { followSelection } from './follow-selection.js';
import { Labelling } from './labels/labelling.js';
import { PathSettings } from './legs/path-settings.js';
import { Preview } from './legs/preview.js';
import { Profile } from './legs/profile.js';
import { legendSource } from './look/legend-source.js';
import { Look } from './look/look.js';
import { Comparison } from './measures/comparison.js';
import { Measure } from './measures/measure.js';
import { Section } from './measures/section.js';
import { Messages } from './messages/messages.js';
import { Planning } from './plans/planning.js';
import type { Sketch } from './pointer/sketch.js';
import type { PageTool, ScenePlace } from './pointer/tool.js';
import { Expected } from './runs/expected.js';
import { RunRequest } from './runs/run-request.js';
import { SceneLoading } from './scene/scene-loading.js';
import { Document } from './survey/document.js';
import { faultsInOrder, seriousFaults } from './survey/faults.js';
import type { Selection } from './survey/selection.js';
import { SurveyFile } from './survey/survey-file.js';
import type { SurveyState } from './survey/survey-state.js';
import { TextCheck } from './survey/text-check.js';
import { SceneTime } from './time/scene-time.js';

const NO_FAULTS: readonly CheckedFault[] = [];

/** The tabs of the dock below the view. */
export type DockTab = 'YAML' | 'Profile' | 'Section' | 'Compare' | 'Log';

/** The state of the page: the text of the survey, which is the one truth, and all that follows from it. */
export class Studio implements SurveyState {
  readonly backend: Backend;
  readonly messages = new Messages();
  readonly document = new Document();
  readonly text = this.document.text;
  readonly isOpen = this.document.isOpen;
  readonly checked = signal<Checked>({ faults: [] });
  readonly survey = computed(() => this.checked.value.survey);
  readonly check: TextCheck;
  readonly sceneLoading = new SceneLoading(this);
  readonly scene = this.sceneLoading.drawn;
  readonly time = new SceneTime();
  readonly faults = computed(() => (this.check.isLate.value ? NO_FAULTS : this.knownFaults.value));
  private readonly knownFaults = computed(() =>
    faultsInOrder(this.checked.value.faults, this.sceneLoading.faults.value),
  );
  readonly canRun = computed(
    () => this.survey.value !== undefined && !this.isFaulty.value && this.knownFaults.value.length === 0,
  );
  /** True while the page draws an earlier state of the survey, since the current one has faults. */
  readonly isEarlier = computed(() => {
    const isScene =
      this.scene.value !== undefined && (this.sceneLoading.fault.value !== undefined || this.hasNoScene.value);
    return isScene || (this.isFaulty.value && this.survey.value !== undefined);
  });
  /** True if the text is no valid survey. */
  private readonly isFaulty = signal(false);
  /** True if the text has no scene that can be read. */
  readonly hasNoScene = signal(false);
  readonly selection = signal<Selection>(undefined);
  readonly file: SurveyFile;
  readonly tool: Signal<PageTool<Studio>>;
  /** The path or area that is being drawn; undefined: none. */
  readonly sketch = signal<Sketch | undefined>(undefined);
  /** Name of the step that undo takes back; undefined: there is none. */
  readonly undoName = computed(() => (this.sketch.value ? 'Draw the last point' : this.document.undoName.value));
  readonly paths = new PathSettings(this.document);
  readonly planning: Planning;
  readonly preview: Preview;
  readonly profile: Profile;
  /** Place of the cross, the pointer of the keyboard, on the canvas, CSS pixels; undefined: it is hidden. */
  readonly cross = signal<{ x: number; y: number } | undefined>(undefined);
  /** Place in the scene under the pointer, or under the cross. */
  readonly hover = signal<ScenePlace | undefined>(undefined);
  /** Resolves when the survey file or the kept text is open: either would replace anything begun earlier. */
  ready: Promise<void> = Promise.resolve();
  /** The 3-D view; undefined until it is there. */
  view: Viewport | undefined;
  readonly clouds: Clouds;
  readonly expected: Expected;
  readonly request: RunRequest;
  readonly look = new Look();
  /** Source of the legend of the clouds that are shown. */
  readonly legend = computed(() => legendSource(this));
  readonly measure = new Measure();
  readonly section: Section;
  readonly comparison: Comparison;
  readonly labelling: Labelling;
  readonly tab = signal<DockTab>('YAML');
  readonly dock = new DockHeight();
  /** The window in front of the page; undefined: none. */
  readonly dialog = signal<'keys' | undefined>(undefined);
  readonly engine = signal<EngineChoice>('auto');
  /** Stops watching for files that other programs change; undefined: not watching yet. */
  private watched: (() => void) | undefined;
  private readonly select: PageTool<Studio>;

  /** `select`: the tool to begin with, and to return to. */
  constructor(backend: Backend, select: PageTool<Studio>) {
    this.backend = backend;
    this.select = select;
    this.tool = signal(select);
    this.file = new SurveyFile(this);
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

  /** Edits the survey, or warns why that is impossible. `merge`: key of the drag that the edit is a part of. */
  edit(make: (text: SurveyText) => NamedEdit, merge?: string): void {
    try {
      this.document.apply(make(this.document.survey), merge);
    } catch (error) {
      if (!(error instanceof EditRefused)) throw error;
      this.messages.warn(error.message);
    }
  }

  /** Takes back the last point of what is drawn, or else the last step. */
  undo(): void {
    const name = this.undoName.peek();
    if (name !== undefined) this.messages.announce(`Undone: ${name}`);
    if (this.sketch.value) this.tool.value.back?.(this);
    else this.document.undo();
  }

  /** Does the step again that was taken back last. */
  redo(): void {
    const name = this.document.redoName.peek();
    if (name !== undefined) this.messages.announce(`Done again: ${name}`);
    this.document.redo();
  }

  /** Begins with another survey; the one before comes back by undo. A survey file has it as soon as it is saved. */
  begin(name: string, text: string): void {
    this.document.begin(name, text, this.backend.document === undefined);
  }

  /** Takes a tool, and gives up what the one before had begun. */
  takeTool(tool: PageTool<Studio>): void {
    if (tool !== this.tool.value) this.tool.value.leave?.(this);
    tool.take?.(this);
    this.tool.value = tool;
  }

  /** Takes the tool that chooses and drags. */
  takeSelect(): void {
    this.takeTool(this.select);
  }

  /** The survey's name, for files that are saved. */
  get name(): string {
    return this.survey.value?.name ?? 'survey';
  }

  /** Reports that other programs changed files of the survey, and reads these again. */
  private async filesChanged(changes: readonly FileChange[]): Promise<void> {
    this.check.again();
    const { changeSentences } = await import('./survey/change-sentences.js');
    const sentences = changeSentences(changes).join(' ');
    if (changes.every(({ isThere }) => isThere)) this.messages.report(sentences);
    else this.messages.warn(sentences);
  }

  /** Ends everything that was begun with the survey before. */
  private putAway(): void {
    this.messages.notices.value = [];
    this.takeSelect();
    this.measure.clear();
    this.section.remove();
  }

  /** Forgets what the survey before was. */
  private clear(): void {
    batch(() => {
      this.sceneLoading.clear();
      this.time.goTo(0);
      this.checked.value = { faults: [] };
      this.isFaulty.value = false;
      this.selection.value = undefined;
    });
  }

  private take(checked: Checked, text: string): void {
    // After the first answer, there is a server to listen to.
    this.watched ??= this.backend.onFilesChanged?.((changes) =>
      this.filesChanged(changes).catch((error) => this.messages.fail(error)),
    );
    this.messages.settle('check');
    if (this.text.value === '') return;
    // A scene that lacks parts does not replace a whole one.
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
