import { effect, signal } from '@preact/signals';
import type { AnswerOf } from 'subray/browser';
import { legsOf } from '../../document/edits/index.js';
import { Newest } from '../newest.js';
import type { SurveyState } from '../survey/survey-state.js';
import { chosenLeg } from './chosen-leg.js';

export type Beams = AnswerOf<'preview'>;

type Page = Pick<SurveyState, 'backend' | 'document' | 'text' | 'survey' | 'scene' | 'selection'>;

/** Some beams of the chosen leg and where they meet the scene, as the survey stands: anew whenever it changes. */
export class Preview {
  readonly isOn = signal(true);
  /** Number of the scanner whose beams are shown; the first where there are not so many. */
  readonly scanner = signal(0);
  /** Undefined: nothing is previewed, or not yet. */
  readonly beams = signal<Beams | undefined>(undefined);
  private last = 0;
  private readonly asking: Newest<{ text: string; leg: number; scanner: number }, Beams>;

  constructor(page: Page) {
    this.asking = new Newest(
      (ask) => page.backend.ask('preview', { ...ask, pulses: BEAMS }),
      (beams) => {
        if (this.isOn.value && this.legOf(page) === beams.leg) this.beams.value = beams;
      },
      // The list of faults has those of the survey.
      () => {
        this.beams.value = undefined;
      },
    );
    effect(() => {
      const leg = this.legOf(page);
      const text = page.text.value;
      const isWanted = this.isOn.value && leg !== undefined && page.scene.value !== undefined;
      if (leg !== this.beams.peek()?.leg || !isWanted) this.beams.value = undefined;
      const count = page.survey.value?.scanners.length ?? 0;
      const scanner = this.scanner.value < count ? this.scanner.value : 0;
      if (isWanted) this.asking.ask({ text, leg, scanner });
      else this.asking.drop();
    });
  }

  /** The chosen leg; while the scanner is chosen that before, or the first. */
  private legOf(page: Page): number | undefined {
    const leg = chosenLeg(page);
    if (leg !== undefined) this.last = leg;
    if (page.selection.value?.kind !== 'scanner') return leg;
    const count = legsOf(page.document.survey).length;
    return count === 0 ? undefined : Math.min(this.last, count - 1);
  }
}

/** About so many beams. */
const BEAMS = 2000;
