import { NEW_SURVEYS, type NewSurveyKind, newSurvey } from '../document/new-survey.js';

const ABOUT: Readonly<Record<NewSurveyKind, string>> = {
  street: 'Houses, trees, cars and wires',
  forest: 'Trees of several kinds above undergrowth',
  room: 'Furniture, and glass in the windows',
  terrain: 'Hills below two lines of a flight',
  empty: 'For files of your own',
};

import type { Studio } from '../state/studio.js';

/** Begins with a new survey, unless one was kept and is there now. */
function begin(studio: Studio, kind: NewSurveyKind): void {
  if (!studio.isOpen.value) studio.begin('New survey', newSurvey(kind));
}

/** What is shown while no survey is open. */
export function StartPage({ studio }: { studio: Studio }) {
  return (
    <section class="start" aria-labelledby="start-title">
      <div class="start-card">
        <h2 id="start-title">Scan something</h2>
        <p class="quiet">Choose a scene that is made from a seed, or drop files of your own anywhere on this page.</p>
        <ul class="start-list">
          {NEW_SURVEYS.map(({ kind, title }) => (
            <li key={kind}>
              <button
                type="button"
                class="start-choice"
                onClick={() => void studio.ready.then(() => begin(studio, kind))}
              >
                <strong>{title}</strong>
                <span class="quiet">{ABOUT[kind]}</span>
              </button>
            </li>
          ))}
        </ul>
        {studio.document.undoName.value !== undefined && (
          <button type="button" class="link" onClick={() => studio.document.undo()}>
            Back to the survey before
          </button>
        )}
      </div>
    </section>
  );
}
