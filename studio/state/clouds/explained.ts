import { effect, signal } from '@preact/signals';
import type { PulseTrace, ReadPointAnswer } from 'subray/browser';
import type { SurveyState } from '../survey/survey-state.js';
import type { Cloud } from './cloud.js';
import type { Clouds } from './clouds.js';

/** All that is known of the chosen point. */
export interface Explained {
  cloud: Cloud;
  point: number;
  /** The record in its file. */
  read: ReadPointAnswer;
  /** Its pulse; absent: it is not of a survey, or not yet computed. */
  trace?: PulseTrace;
  /** Reason why there is no pulse; absent: there is one, or it is under way. */
  without?: string;
}

type Page = Pick<SurveyState, 'backend' | 'messages' | 'selection'> & { readonly clouds: Clouds };

/** The explanation of the chosen point; undefined: none is chosen, or it is being looked up. */
export const explained = signal<Explained | undefined>(undefined);

/** Looks up each chosen point. Returns a function that stops it. */
export function followPoint(page: Page): () => void {
  let control: AbortController | undefined;
  return effect(() => {
    const chosen = page.selection.value;
    control?.abort();
    explained.value = undefined;
    if (chosen?.kind !== 'point') return;
    control = new AbortController();
    const { signal: ending } = control;
    lookUp(page, chosen.cloud, chosen.point, ending).catch((error) => {
      if (!ending.aborted) page.messages.fail(error);
    });
  });
}

async function lookUp(page: Page, id: string, point: number, ending: AbortSignal): Promise<void> {
  const cloud = page.clouds.find(id);
  if (!cloud) return;
  const { backend } = page;
  const { text } = cloud;
  const read = await backend.ask('point', { cloud: cloud.cloud, point, text }, { signal: ending });
  if (ending.aborted) return;
  const known = { cloud, point, read };
  const { pulse } = read;
  explained.value = known;
  if (text === undefined || pulse === undefined) {
    explained.value = { ...known, without: 'This cloud is a file: nothing is known of the pulse.' };
    return;
  }
  const trace = await backend.ask('explain', { text, ...pulse }, { signal: ending });
  if (!ending.aborted) explained.value = { ...known, trace };
}
