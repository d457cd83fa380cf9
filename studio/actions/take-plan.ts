import { legsOf, usePlan } from '../document/edits/index.js';
import { chosenScanner } from '../state/scanners/scanners.js';
import type { Studio } from '../state/studio.js';

/** Writes the legs of the shown plan into the survey and selects the first, so that its ends can be dragged. */
export function takePlan(studio: Studio): void {
  const { answer, isCurrent, keeps } = studio.planning;
  const plan = answer.value;
  if (!plan || !isCurrent.value) return;
  const legs = plan.legs.map(({ section }) => section);
  const options = { keeps: keeps.value, scanner: chosenScanner(studio) };
  studio.edit((text) => usePlan(text, { ...plan.sections, legs }, options));
  studio.takeSelect();
  const count = legsOf(studio.document.survey).length;
  studio.selection.value = count >= legs.length ? { kind: 'leg', leg: count - legs.length } : undefined;
}
