import { computed, effect, type Signal, signal, untracked } from '@preact/signals';
import type { CloudId, EngineRequest, PackedPoints, RunAnswer, RunEvent, StoredRun } from 'subray/browser';
import { SurveyText } from '../../document/survey-text.js';
import type { SurveyState } from '../survey/survey-state.js';
import { CLOUDS, type Cloud, type NumberedSurvey } from './cloud.js';
import { numberRuns } from './number-runs.js';
import { type Viewed, viewOf, warnIfOutOfView } from './out-of-view.js';
import { Tally } from './tally.js';

/** The numbers that runs of all tabs share: of no use before the first picture. */
const runNumbers = () => import('../../backend/run-numbers.js');

/** The number of surveys that were open before the page was loaded, but for the one that is open still. */
const BEFORE = -1;

/** The engine of runs; `auto`: the fastest that works here. */
export type EngineChoice = NonNullable<EngineRequest['engine']>;

type Page = Pick<SurveyState, 'backend' | 'document' | 'text'> & Viewed & { readonly engine: Signal<EngineChoice> };

/** The clouds of the page, newest last. */
export class Clouds {
  /** All of them, whatever is shown. */
  readonly held = signal<readonly Cloud[]>([]);
  /** Clouds that can be shown and chosen: all, but none while no survey is open. */
  readonly all = computed(() => (this.page.isOpen.value ? this.held.value : NONE));
  /** The newest of the survey that is open. */
  readonly current = computed(() =>
    this.all.value.findLast(({ survey }) => survey.number === this.page.document.number.value),
  );
  readonly visible = computed(() => this.all.value.filter(({ isVisible }) => isVisible));
  readonly isRunning = computed(() => this.held.value.some(({ state }) => state === 'running'));
  /** True while the current run is being stopped. */
  readonly isStopping = signal(false);
  /** Device of the last run with the engine `auto`; undefined: there was none. */
  readonly lastDevice = signal<string | undefined>(undefined);
  private readonly page: Page;
  /** The number of the last run that began. */
  private lastRun = 0;
  private opened = 0;
  /** Resolves when the kept runs have their numbers. */
  private readonly listed: Promise<void>;
  private isListed = () => {};

  constructor(page: Page) {
    this.page = page;
    this.listed = new Promise((resolve) => {
      this.isListed = resolve;
    });
    effect(() => {
      const number = page.document.number.value;
      untracked(() => this.showThoseOf(number));
    });
  }

  /** Shows the clouds of a survey, and hides the others, which would stand in its scene. */
  private showThoseOf(number: number): void {
    this.held.value = this.held.value.map((cloud) => ({ ...cloud, isVisible: cloud.survey.number === number }));
  }

  /** The survey that is open. */
  private get survey(): NumberedSurvey {
    const { number, survey } = this.page.document;
    return { number: number.peek(), name: nameOfSurvey(survey) };
  }

  /** The cloud of an id; undefined: it was removed. */
  find(id: string): Cloud | undefined {
    return this.held.value.find((cloud) => cloud.id === id);
  }

  /** Runs the survey as it stands. Its points appear while they are made. */
  async run(): Promise<void> {
    const { page } = this;
    const text = page.text.value;
    // Numbers go on after those of the runs that are kept.
    await this.listed;
    const number = await (await runNumbers()).takeRunNumber(this.lastRun);
    const before = this.lastRun;
    this.lastRun = number;
    const run = `${Date.now().toString(36)}-${number}`;
    const cloud = await this.add({ run }, nameOfRun(number), 'running', { text });
    page.messages.record('info', `${cloud.name} began`);
    try {
      const asked = { text, run, engine: page.engine.value };
      const { stored, report } = await page.backend.ask('run', asked, {
        onEvent: (event) => this.hear(cloud.id, event),
      });
      if (asked.engine === 'auto') this.lastDevice.value = deviceOf(report);
      this.change(cloud.id, { ...endOf(stored), seconds: since(cloud.began) });
      const whole = this.find(cloud.id) ?? cloud;
      page.messages.record('info', `${summaryOf(whole)}, on ${deviceOf(report)}`);
      page.messages.settle('run');
      warnIfOutOfView(page, whole);
    } catch (error) {
      // A refused run has no points and is no cloud: the next run gets its number. The failure is reported.
      if (!this.find(cloud.id)?.points) {
        this.drop(cloud.id);
        this.lastRun = before;
        await (await runNumbers()).giveBackRunNumber(number);
      } else this.change(cloud.id, { state: 'failed', seconds: since(cloud.began) });
      page.messages.fail(error, 'run');
    } finally {
      this.isStopping.value = false;
    }
  }

  /** Ends the run in progress early; its points stay. */
  async stop(): Promise<void> {
    const running = this.held.value.find(({ state }) => state === 'running');
    if (!running || !('run' in running.cloud)) return;
    this.isStopping.value = true;
    await this.page.backend.ask('stop', { run: running.cloud.run });
  }

  /** Shows the kept clouds, the runs before those of the user. Their points come one cloud after the other. */
  async restore(): Promise<void> {
    const clouds = await this.addStored().finally(this.isListed);
    for (const { cloud, end } of clouds) await this.read(cloud, end);
    for (const name of await this.page.backend.addedFiles()) if (CLOUDS.test(name)) await this.open(name);
  }

  /** The clouds of the runs that are kept, without points yet, with what is known of each when they are there. */
  private async addStored(): Promise<{ cloud: Cloud; end: Partial<Cloud> }[]> {
    const stored = await this.page.backend.ask('runs', {});
    const clouds: { cloud: Cloud; end: Partial<Cloud> }[] = [];
    const numbers = numberRuns(stored.map(({ run }) => run));
    this.lastRun = Math.max(0, ...numbers);
    await (await runNumbers()).noteRunNumber(this.lastRun);
    const { survey } = this;
    for (const [k, { run, ...known }] of stored.entries()) {
      const name = nameOfSurvey(new SurveyText(known.text));
      const of = name === survey.name ? survey : { number: BEFORE, name };
      const cloud = await this.add({ run }, nameOfRun(numbers[k]), 'reading', { text: known.text, survey: of });
      const { outputs, beside, seconds, sources = [] } = known;
      this.change(cloud.id, { outputs, beside, seconds, sources });
      clouds.push({ cloud, end: endOf(known) });
    }
    return clouds;
  }

  /** Shows a cloud of the user beside the others. Resolves when all of it is there; undefined: it cannot be read. */
  async open(file: string): Promise<Cloud | undefined> {
    for (const { id, cloud } of this.held.value) if ('file' in cloud && cloud.file === file) this.drop(id);
    const cloud = await this.add({ file }, file, 'reading');
    await this.read(cloud, { state: 'done', share: 1 });
    // A file that cannot be read is no cloud; its fault was reported.
    if (this.find(cloud.id)?.state === 'failed') await this.remove(cloud.id);
    return this.find(cloud.id);
  }

  /** Removes a cloud, with its files if it is that of a run. */
  async remove(id: string): Promise<void> {
    const cloud = this.drop(id);
    if (!cloud) return;
    if ('run' in cloud.cloud) await this.page.backend.ask('removeRun', { run: cloud.cloud.run });
    else if (!this.isOfScene(cloud.cloud.file)) await this.page.backend.removeFile(cloud.cloud.file);
  }

  /** True if a part of the scene is made of a file, which stays. */
  private isOfScene(file: string): boolean {
    const parts = this.page.document.survey.valueAt(['scene', 'parts']);
    return Array.isArray(parts) && parts.some((part) => (part as { file?: unknown } | null)?.file === file);
  }

  /** Takes a cloud from the page, and gives what it was. */
  private drop(id: string): Cloud | undefined {
    const cloud = this.find(id);
    this.held.value = this.held.value.filter((other) => other !== cloud);
    cloud?.field.dispose();
    this.page.messages.settle(viewOf(id));
    return cloud;
  }

  change(id: string, changes: Partial<Cloud>): void {
    this.held.value = this.held.value.map((cloud) => (cloud.id === id ? { ...cloud, ...changes } : cloud));
  }

  private async read(cloud: Cloud, end: Partial<Cloud>): Promise<void> {
    try {
      const info = await this.page.backend.ask(
        'cloud',
        { cloud: cloud.cloud },
        // The progress of reading is not that of the scan.
        { onEvent: (event) => event.kind !== 'progress' && this.hear(cloud.id, event) },
      );
      for (const warning of info.warnings) this.page.messages.record('warning', `${cloud.name}: ${warning}`);
      this.change(cloud.id, end);
      this.page.messages.settle(`read ${cloud.name}`);
    } catch (error) {
      this.change(cloud.id, { state: 'failed' });
      this.page.messages.fail(error, `read ${cloud.name}`);
    }
  }

  private async add(
    cloud: CloudId,
    name: string,
    state: Cloud['state'],
    { text, survey = this.survey }: Partial<Pick<Cloud, 'text' | 'survey'>> = {},
  ): Promise<Cloud> {
    // The code that draws points is loaded as soon as there is a picture.
    const { PointField } = await import('../../view/point-field.js');
    const added: Cloud = {
      id: 'run' in cloud ? cloud.run : `file ${cloud.file} ${++this.opened}`,
      cloud,
      name,
      state,
      ...(text !== undefined && { text }),
      survey,
      field: new PointField(),
      tally: new Tally(),
      isVisible: survey.number === this.page.document.number.peek(),
      points: 0,
      share: 0,
      began: performance.now(),
      seconds: 0,
      outputs: [],
      sources: [],
      classes: {},
    };
    this.held.value = [...this.held.value, added];
    return added;
  }

  private hear(id: string, event: RunEvent): void {
    const cloud = this.find(id);
    if (!cloud) return;
    if (event.kind === 'log') this.page.messages.record(event.level, event.message);
    else if (event.kind === 'points') this.take(id, event.chunk);
    else if (event.kind === 'sources') this.change(id, { sources: event.sources });
    else if (event.kind === 'classes') this.change(id, { classes: event.classes });
    else if (event.kind === 'tone') this.change(id, { tone: event.tone });
    else if (event.progress.total > 0)
      this.change(id, { share: event.progress.done / event.progress.total, seconds: since(cloud.began) });
  }

  private take(id: string, chunk: PackedPoints): void {
    const cloud = this.find(id);
    if (!cloud) return;
    cloud.tally.add(chunk);
    cloud.field.add(chunk);
    const seconds = since(cloud.began);
    this.change(id, { points: cloud.field.count, firstAfter: cloud.firstAfter ?? seconds, seconds });
  }
}

const NONE: readonly Cloud[] = [];

function nameOfSurvey(survey: SurveyText): string | undefined {
  const name = survey.valueAt(['name']);
  return typeof name === 'string' ? name : undefined;
}

const nameOfRun = (number: number): string => `run ${number}`;

const endOf = ({ stopped, outputs, beside }: Pick<StoredRun, 'stopped' | 'outputs' | 'beside'>): Partial<Cloud> => ({
  state: stopped ? 'stopped' : 'done',
  share: 1,
  ...{ outputs, beside },
});

/** Device of a run, in words. */
const deviceOf = ({ engine, device, threads }: RunAnswer['report']): string =>
  engine === 'gpu' ? `the GPU, ${device}` : `the CPU, ${threads === 1 ? 'one thread' : `${threads} threads`}`;

const summaryOf = ({ name, points, seconds, state }: Cloud): string =>
  `${name}: ${points.toLocaleString('en')} points in ${seconds.toFixed(1)} s` +
  (state === 'stopped' ? ', stopped early' : '');

const since = (began: number): number => (performance.now() - began) / 1000;
