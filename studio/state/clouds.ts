import { computed, effect, signal, untracked } from '@preact/signals';
import type { CloudId, IntensityTone, PackedPoints, RunAnswer, RunEvent, StoredRun, ValueColumn } from 'subray/browser';
import { SurveyText } from '../document/survey-text.js';
import type { PointField } from '../view/point-field.js';
import { sayIfOutOfView, viewOf } from './look-at-cloud.js';
import { numberRuns } from './number-runs.js';
import type { Studio } from './studio.js';
import { Tally } from './tally.js';

/** Files that are clouds of points already. */
export const CLOUDS = /\.(las|laz)$/i;

/** A cloud of the page: that of a run, or a file of the user. */
export interface Cloud {
  /** Unlike that of any other cloud. */
  id: string;
  /** How the backend calls it. */
  cloud: CloudId;
  name: string;
  /** running: it is scanned; reading: it was, and is read again; stopped: the user ended the scan early; failed: there is nothing more. */
  state: 'running' | 'reading' | 'done' | 'stopped' | 'failed';
  /** The text that gave it; absent: none did. */
  text?: string;
  /** The survey that gave it, or beside which it was opened. */
  survey: NumberedSurvey;
  field: PointField;
  tally: Tally;
  /** Values by which it is coloured in a mode, by the key of it; without values: it has none. */
  column?: { mode: string; column?: ValueColumn };
  isVisible: boolean;
  points: number;
  /** Share of the work that is done, 0…1. */
  share: number;
  /** Milliseconds of the page's clock. */
  began: number;
  /** Seconds to the first points, and to the end. */
  firstAfter?: number;
  seconds: number;
  /** The files that the survey asks for. */
  outputs: StoredRun['outputs'];
  /** What the run wrote beside them; absent: nothing is known of that. */
  beside?: StoredRun['beside'];
  /** What its points came from when it ran; none is known of files. */
  sources: readonly { id: number; name: string }[];
  /** What its classes are called, by their numbers. */
  classes: Readonly<Record<number, string>>;
  /** In which its intensities are drawn; absent: it is not known yet. */
  tone?: IntensityTone;
}

/** A survey: its number in the page, as `Document` has it, and its name; undefined: it has none. */
interface NumberedSurvey {
  number: number;
  name?: string;
}

/** The numbers that runs of all tabs share: of no use before the first picture. */
const runNumbers = () => import('../backend/run-numbers.js');

/** The number of surveys that were open before the page was loaded, but for the one that is open still. */
const BEFORE = -1;

/** The clouds of the page, newest last. */
export class Clouds {
  /** All of them, whatever is shown. */
  readonly held = signal<readonly Cloud[]>([]);
  /** Those that are shown, and chosen from: all, but none while no survey is open. */
  readonly all = computed(() => (this.studio.isOpen.value ? this.held.value : NONE));
  /** The newest of the survey that is open. */
  readonly current = computed(() =>
    this.all.value.findLast(({ survey }) => survey.number === this.studio.document.number.value),
  );
  readonly visible = computed(() => this.all.value.filter(({ isVisible }) => isVisible));
  readonly isRunning = computed(() => this.held.value.some(({ state }) => state === 'running'));
  /** Whether the run that goes on was told to stop. */
  readonly isStopping = signal(false);
  /** What the last run was computed on whose engine was to be chosen; undefined: there was none. */
  readonly lastDevice = signal<string | undefined>(undefined);
  private readonly studio: Studio;
  /** The number of the last run that began. */
  private lastRun = 0;
  private opened = 0;
  /** When the runs that are kept have their numbers. */
  private readonly listed: Promise<void>;
  private isListed = () => {};

  constructor(studio: Studio) {
    this.studio = studio;
    this.listed = new Promise((resolve) => {
      this.isListed = resolve;
    });
    effect(() => {
      const number = studio.document.number.value;
      untracked(() => this.showThoseOf(number));
    });
  }

  /** Shows the clouds of a survey, and hides the others, which would stand in its scene. */
  private showThoseOf(number: number): void {
    this.held.value = this.held.value.map((cloud) => ({ ...cloud, isVisible: cloud.survey.number === number }));
  }

  /** The survey that is open. */
  private get survey(): NumberedSurvey {
    const { number, survey } = this.studio.document;
    return { number: number.peek(), name: nameOfSurvey(survey) };
  }

  /** The cloud of an id; undefined: it was removed. */
  find(id: string): Cloud | undefined {
    return this.held.value.find((cloud) => cloud.id === id);
  }

  /** Runs the survey as it stands. Its points appear while they are made. */
  async run(): Promise<void> {
    const { studio } = this;
    const text = studio.text.value;
    // Numbers go on after those of the runs that are kept.
    await this.listed;
    const number = await (await runNumbers()).takeRunNumber(this.lastRun);
    const before = this.lastRun;
    this.lastRun = number;
    const run = `${Date.now().toString(36)}-${number}`;
    const cloud = await this.add({ run }, nameOfRun(number), 'running', { text });
    studio.say('info', `${cloud.name} began`);
    try {
      const asked = { text, run, engine: studio.engine.value };
      const { stored, report } = await studio.backend.ask('run', asked, {
        onEvent: (event) => this.hear(cloud.id, event),
      });
      if (asked.engine === 'auto') this.lastDevice.value = deviceOf(report);
      this.change(cloud.id, { ...endOf(stored), seconds: since(cloud.began) });
      const whole = this.find(cloud.id) ?? cloud;
      studio.say('info', `${summaryOf(whole)}, on ${deviceOf(report)}`);
      studio.settle('run');
      sayIfOutOfView(studio, whole);
    } catch (error) {
      // One without points, as one that was refused, is no cloud, and the next one has its number; why is told.
      if (!this.find(cloud.id)?.points) {
        this.drop(cloud.id);
        this.lastRun = before;
        await (await runNumbers()).giveBackRunNumber(number);
      } else this.change(cloud.id, { state: 'failed', seconds: since(cloud.began) });
      studio.fail(error, 'run');
    } finally {
      this.isStopping.value = false;
    }
  }

  /** Ends the run in progress early; its points stay. */
  async stop(): Promise<void> {
    const running = this.held.value.find(({ state }) => state === 'running');
    if (!running || !('run' in running.cloud)) return;
    this.isStopping.value = true;
    await this.studio.backend.ask('stop', { run: running.cloud.run });
  }

  /** Shows the clouds that are kept from before, whose points come one cloud after the other: the runs, then those of the user. */
  async restore(): Promise<void> {
    const clouds = await this.addStored().finally(this.isListed);
    for (const { cloud, end } of clouds) await this.read(cloud, end);
    for (const name of await this.studio.backend.addedFiles()) if (CLOUDS.test(name)) await this.open(name);
  }

  /** The clouds of the runs that are kept, without points yet, with what is known of each when they are there. */
  private async addStored(): Promise<{ cloud: Cloud; end: Partial<Cloud> }[]> {
    const stored = await this.studio.backend.ask('runs', {});
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

  /** Shows a cloud of the user beside the others, and gives it when all of it is there; undefined: it cannot be read. */
  async open(file: string): Promise<Cloud | undefined> {
    for (const { id, cloud } of this.held.value) if ('file' in cloud && cloud.file === file) this.drop(id);
    const cloud = await this.add({ file }, file, 'reading');
    await this.read(cloud, { state: 'done', share: 1 });
    // A file that cannot be read is no cloud; what is wrong with it was said.
    if (this.find(cloud.id)?.state === 'failed') await this.remove(cloud.id);
    return this.find(cloud.id);
  }

  /** Removes a cloud, with its files if it is that of a run. */
  async remove(id: string): Promise<void> {
    const cloud = this.drop(id);
    if (!cloud) return;
    if ('run' in cloud.cloud) await this.studio.backend.ask('removeRun', { run: cloud.cloud.run });
    else if (!this.isOfScene(cloud.cloud.file)) await this.studio.backend.removeFile(cloud.cloud.file);
  }

  /** Whether a part of the scene is made of a file, which stays. */
  private isOfScene(file: string): boolean {
    const parts = this.studio.document.survey.valueAt(['scene', 'parts']);
    return Array.isArray(parts) && parts.some((part) => (part as { file?: unknown } | null)?.file === file);
  }

  /** Takes a cloud from the page, and gives what it was. */
  private drop(id: string): Cloud | undefined {
    const cloud = this.find(id);
    this.held.value = this.held.value.filter((other) => other !== cloud);
    cloud?.field.dispose();
    this.studio.settle(viewOf(id));
    return cloud;
  }

  change(id: string, changes: Partial<Cloud>): void {
    this.held.value = this.held.value.map((cloud) => (cloud.id === id ? { ...cloud, ...changes } : cloud));
  }

  private async read(cloud: Cloud, end: Partial<Cloud>): Promise<void> {
    try {
      const info = await this.studio.backend.ask(
        'cloud',
        { cloud: cloud.cloud },
        // How far reading is says nothing of the scan.
        { onEvent: (event) => event.kind !== 'progress' && this.hear(cloud.id, event) },
      );
      for (const warning of info.warnings) this.studio.say('warning', `${cloud.name}: ${warning}`);
      this.change(cloud.id, end);
      this.studio.settle(`read ${cloud.name}`);
    } catch (error) {
      this.change(cloud.id, { state: 'failed' });
      this.studio.fail(error, `read ${cloud.name}`);
    }
  }

  private async add(
    cloud: CloudId,
    name: string,
    state: Cloud['state'],
    { text, survey = this.survey }: Partial<Pick<Cloud, 'text' | 'survey'>> = {},
  ): Promise<Cloud> {
    // With what draws it, which is there as soon as there is a picture.
    const { PointField } = await import('../view/point-field.js');
    const added: Cloud = {
      id: 'run' in cloud ? cloud.run : `file ${cloud.file} ${++this.opened}`,
      cloud,
      name,
      state,
      ...(text !== undefined && { text }),
      survey,
      field: new PointField(),
      tally: new Tally(),
      isVisible: survey.number === this.studio.document.number.peek(),
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
    if (event.kind === 'log') this.studio.say(event.level, event.message);
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

/** Whether points of a cloud still come. */
export const isComing = ({ state }: Pick<Cloud, 'state'>): boolean => state === 'running' || state === 'reading';

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

/** What computed a run, in words. */
const deviceOf = ({ engine, device, threads }: RunAnswer['report']): string =>
  engine === 'gpu' ? `the GPU, ${device}` : `the CPU, ${threads === 1 ? 'one thread' : `${threads} threads`}`;

const summaryOf = ({ name, points, seconds, state }: Cloud): string =>
  `${name}: ${points.toLocaleString('en')} points in ${seconds.toFixed(1)} s${state === 'stopped' ? ', stopped early' : ''}`;

const since = (began: number): number => (performance.now() - began) / 1000;
