import { effect, signal } from '@preact/signals';
import type { AnswerOf } from 'subray/browser';
import { legsOf } from '../document/edits/index.js';
import { chosenLeg } from './chosen-leg.js';
import { Newest } from './newest.js';
import type { Studio } from './studio.js';

export type Beams = AnswerOf<'preview'>;

/** Some beams of the chosen leg and where they meet the scene, as the survey stands: anew whenever it changes. */
export class Preview {
  readonly isOn = signal(true);
  /** Number of the scanner whose beams are shown; the first where there are not so many. */
  readonly scanner = signal(0);
  /** Undefined: nothing is previewed, or not yet. */
  readonly beams = signal<Beams | undefined>(undefined);
  private last = 0;
  private readonly asking: Newest<{ text: string; leg: number; scanner: number }, Beams>;

  constructor(studio: Studio) {
    this.asking = new Newest(
      (ask) => studio.backend.ask('preview', { ...ask, pulses: BEAMS }),
      (beams) => {
        if (this.isOn.value && this.legOf(studio) === beams.leg) this.beams.value = beams;
      },
      // What is wrong with the survey is said elsewhere.
      () => {
        this.beams.value = undefined;
      },
    );
    effect(() => {
      const leg = this.legOf(studio);
      const text = studio.text.value;
      const isWanted = this.isOn.value && leg !== undefined && studio.scene.value !== undefined;
      if (leg !== this.beams.peek()?.leg || !isWanted) this.beams.value = undefined;
      const count = studio.survey.value?.scanners.length ?? 0;
      const scanner = this.scanner.value < count ? this.scanner.value : 0;
      if (isWanted) this.asking.ask({ text, leg, scanner });
      else this.asking.drop();
    });
  }

  /** The chosen leg; while the scanner is chosen that before, or the first. */
  private legOf(studio: Studio): number | undefined {
    const leg = chosenLeg(studio);
    if (leg !== undefined) this.last = leg;
    if (studio.selection.value?.kind !== 'scanner') return leg;
    const count = legsOf(studio.document.survey).length;
    return count === 0 ? undefined : Math.min(this.last, count - 1);
  }
}

/** About so many beams. */
const BEAMS = 2000;
