import { computed, effect, signal } from '@preact/signals';
import type { AnswerOf, FitPatternAsk } from 'subray/browser';
import { Newest } from '../newest.js';
import type { SurveyState } from '../survey/survey-state.js';

export type LabelUses = AnswerOf<'labels'>;
export type PatternFit = AnswerOf<'pattern'>;

/** The words of labels, with the classes and materials that the survey describes itself. */
export interface LabelWords extends AnswerOf<'labelWords'> {
  own: { name: string; number: number }[];
  described: string[];
}

type Page = Pick<SurveyState, 'backend' | 'text' | 'checked' | 'scene' | 'selection'>;

/** Effects of labels in the scene, as in a run: those of the survey, and the pattern in view. */
export class Labelling {
  readonly uses = signal<LabelUses | undefined>(undefined);
  /** Scattering of the scene's surfaces. */
  readonly materials = signal<AnswerOf<'materials'> | undefined>(undefined);
  /** The pattern that is looked at, which may be that of no label yet; undefined: none. */
  readonly pattern = signal<FitPatternAsk['pattern'] | undefined>(undefined);
  readonly fit = signal<PatternFit | undefined>(undefined);
  /** The surfaces that stand out in the view, if they are of the scene that is shown. */
  readonly marked = computed(() => {
    const { value: fit } = this.fit;
    return fit?.sceneKey === this.page.scene.value?.key ? fit?.surfaces : undefined;
  });
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    // The list of faults has those of the scene.
    const uses = new Newest(
      (text: string) => page.backend.ask('labels', { text }),
      (answer) => {
        this.uses.value = answer;
      },
      () => {},
    );
    const materials = new Newest(
      (text: string) => page.backend.ask('materials', { text }),
      (answer) => {
        this.materials.value = answer;
      },
      () => {},
    );
    const fits = new Newest(
      (ask: FitPatternAsk) => page.backend.ask('pattern', ask),
      (answer, { pattern }) => {
        if (pattern === this.pattern.value) this.fit.value = answer;
      },
      () => {
        this.fit.value = undefined;
      },
    );
    effect(() => {
      if (!this.isReady()) return;
      uses.ask(page.text.peek());
      materials.ask(page.text.peek());
    });
    effect(() => {
      const pattern = this.isOpen() ? this.pattern.value : undefined;
      if (pattern === undefined) {
        fits.drop();
        this.fit.value = undefined;
      } else if (this.isReady()) fits.ask({ text: page.text.peek(), pattern });
    });
  }

  private isOpen(): boolean {
    return this.page.selection.value?.kind === 'labels';
  }

  /** True if the labels are in view, and the scene of the text is there: asking must not cause it to be read. */
  private isReady(): boolean {
    const { checked, scene } = this.page;
    const { sceneKey } = checked.value;
    return this.isOpen() && sceneKey !== undefined && sceneKey === scene.value?.key;
  }
}
