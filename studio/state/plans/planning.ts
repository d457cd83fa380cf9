import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { AskOf, PlanAnswer, PlanWish } from 'subray/browser';
import type { Point } from '../../document/edits/index.js';
import { FLIGHT_HEIGHTS, platformKind } from '../legs/platform-kind.js';
import { Newest } from '../newest.js';
import { chosenScanner, type ScannerChoice } from '../scanners/scanners.js';
import type { SurveyState } from '../survey/survey-state.js';

type PlanAsk = AskOf<'plan'>;

/** Kinds of plans. */
export const PLAN_KINDS = Object.freeze([
  { value: 'als', name: 'Flight of an aircraft' },
  { value: 'uav', name: 'Flight of a drone' },
  { value: 'mls', name: 'Drive' },
  { value: 'tls', name: 'Stations by visibility' },
] as const);
export type PlanKind = (typeof PLAN_KINDS)[number]['value'];

/** Numbers of the form, in its units; what is absent is the planner's choice. */
export interface PlanNumbers {
  /** Metres above the ground. */
  height?: number;
  /** Percent. */
  overlap?: number;
  /** Points a square metre. */
  density?: number;
  /** Metres a second. */
  speed?: number;
  /** Degrees. */
  fieldOfView?: number;
  heading?: number;
  /** Percent. */
  coverage?: number;
  registration?: number;
  stations?: number;
  /** Metres. */
  clearance?: number;
}

type Page = Pick<SurveyState, 'backend' | 'document' | 'text' | 'scene' | 'selection'> & ScannerChoice;

/** A plan in the making: what is wanted, and what the planner makes of it while it changes. */
export class Planning {
  /** Absent: that of the survey's platform. */
  readonly chosenKind = signal<PlanKind | undefined>(undefined);
  readonly kind = computed(() => this.chosenKind.value ?? platformKind(this.page.document.survey));
  /** Corners of the area on the ground; undefined: the whole scene. */
  readonly outline = signal<readonly Point[] | undefined>(undefined);
  readonly numbers = signal<PlanNumbers>({});
  /** Numbers with an impossible text. */
  private readonly refused = signal<readonly (keyof PlanNumbers)[]>([]);
  /** True if the existing legs stay. */
  readonly keeps = signal(false);
  /** True if the coverage is drawn on the scene. */
  readonly showsCoverage = signal(true);
  readonly answer = signal<PlanAnswer | undefined>(undefined);
  readonly fault = signal<string | undefined>(undefined);
  /** The last question that the planner has answered. */
  private readonly answered = signal<PlanAsk | undefined>(undefined);
  /** True if the plan is that of the current form and survey. */
  readonly isCurrent = computed(() => {
    const { text, wish, scanner } = this.answered.value ?? {};
    return text === this.page.text.value && wish === this.wish.value && scanner === chosenScanner(this.page);
  });
  readonly isShown = computed(() => this.page.selection.value?.kind === 'plan');
  private readonly page: Page;
  private readonly asking: Newest<PlanAsk, PlanAnswer>;

  constructor(page: Page) {
    this.page = page;
    this.asking = new Newest(
      (ask) => page.backend.ask('plan', ask),
      (answer, ask) => {
        this.answered.value = ask;
        this.answer.value = { ...answer, notes: answer.notes.map(withoutDashes) };
        this.fault.value = undefined;
      },
      (error, ask) => {
        this.answered.value = ask;
        this.answer.value = undefined;
        this.fault.value = withoutDashes(error instanceof Error ? error.message : String(error));
      },
    );
    effect(() => {
      void page.document.number.value;
      untracked(() => this.forget());
    });
    effect(() => {
      if (!this.isShown.value || page.scene.value === undefined) return this.asking.drop();
      const { value: wish } = this.wish;
      if (wish === undefined) {
        this.answer.value = undefined;
        return this.asking.drop();
      }
      this.asking.ask({ text: page.text.value, wish, scanner: chosenScanner(page) });
    });
  }

  /** Leaves nothing that was wanted of the survey before: its area lies elsewhere. */
  private forget(): void {
    batch(() => {
      this.chosenKind.value = undefined;
      this.outline.value = undefined;
      this.numbers.value = {};
      this.refused.value = [];
      this.keeps.value = false;
    });
  }

  /** True if the plan is for more than the drawn area: drives and stations are for the rectangle around it. */
  readonly isWidened = computed(() => {
    const { area } = this.outline.value ? boundsOf(this.outline.value) : {};
    const isFlight = this.kind.value === 'als' || this.kind.value === 'uav';
    const isEdge = (value: number, axis: number) => value === area?.min[axis] || value === area?.max[axis];
    return !isFlight && this.outline.value?.some(([x, y]) => !isEdge(x, 0) || !isEdge(y, 1)) === true;
  });

  /** Takes note that a number was typed which cannot be, so that nothing is planned, or that there is none any more. */
  refuse(name: keyof PlanNumbers, isRefused: boolean): void {
    const others = this.refused.peek().filter((other) => other !== name);
    if (isRefused || others.length < this.refused.peek().length)
      this.refused.value = isRefused ? [...others, name] : others;
  }

  set(numbers: Partial<PlanNumbers>): void {
    this.numbers.value = { ...this.numbers.value, ...numbers };
  }

  setCorner(index: number, corner: Point): void {
    this.outline.value = this.outline.value?.with(index, corner);
  }

  removeCorner(index: number): void {
    this.outline.value = this.outline.value?.filter((_, k) => k !== index);
  }

  /** Plans a drawn area. */
  open(outline?: readonly Point[]): void {
    if (outline) this.outline.value = outline;
    this.page.selection.value = { kind: 'plan' };
  }

  /** The question for the planner; undefined: a number is impossible. */
  readonly wish = computed((): PlanWish | undefined => {
    if (this.refused.value.length > 0) return undefined;
    const kind = this.kind.value;
    const { height, overlap, density, speed, fieldOfView, heading, coverage, registration, ...rest } =
      this.numbers.value;
    const outline = this.outline.value;
    if (kind === 'tls')
      return { kind, ...boundsOf(outline), ...rest, coverage: share(coverage), registration: share(registration) };
    if (kind === 'mls') return { kind, ...boundsOf(outline), speed };
    return {
      kind,
      height: height ?? FLIGHT_HEIGHTS[kind],
      density,
      speed,
      overlap: share(overlap),
      fieldOfView: radians(fieldOfView),
      heading: radians(heading),
      ...(outline && { outline: outline.map(([x, y]) => [x, y] as const) }),
    };
  });
}

const share = (percent: number | undefined) => (percent === undefined ? undefined : percent / 100);
const radians = (degrees: number | undefined) => (degrees === undefined ? undefined : (degrees * Math.PI) / 180);

/** The rectangle around an outline. */
function boundsOf(outline: readonly Point[] | undefined) {
  if (!outline) return {};
  const along = (axis: number) => outline.map((corner) => corner[axis]);
  const edge = (of: (...values: number[]) => number) => [of(...along(0)), of(...along(1))] as const;
  return { area: { min: edge(Math.min), max: edge(Math.max) } };
}

/** Options of the command in a message are fields here. */
const withoutDashes = (message: string): string =>
  message.replaceAll(/--fov\b/g, 'field of view').replaceAll(/--(?=\w)/g, '');
