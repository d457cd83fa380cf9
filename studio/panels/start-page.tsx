import { useLayoutEffect, useRef } from 'preact/hooks';
import { NEW_SURVEYS, type NewSurveyKind } from '../document/new-survey-kinds.js';
import type { Studio } from '../state/studio.js';
import { FileChoice } from './file-choice.js';

const ABOUT: Readonly<Record<NewSurveyKind, string>> = {
  street: 'Houses, trees, cars and wires',
  forest: 'Trees of several kinds above undergrowth',
  room: 'Furniture, and glass in the windows',
  terrain: 'Hills below two lines of a flight',
  empty: 'For files of your own',
};

/** Begins with a new survey, unless one was kept and is there now. */
async function begin(studio: Studio, kind: NewSurveyKind): Promise<void> {
  const [{ newSurvey }] = await Promise.all([import('../document/new-survey.js'), studio.ready]);
  if (!studio.isOpen.value) studio.begin('New survey', newSurvey(kind));
}

/** The page while no survey is open. */
export function StartPage({ studio }: { studio: Studio }) {
  const page = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // After a survey, the keyboard comes here. A page that was just loaded begins at its top.
    if (studio.document.undoName.value !== undefined) page.current?.querySelector('button')?.focus();
    return () => {
      if (page.current?.contains(document.activeElement)) document.querySelector<HTMLElement>('.view canvas')?.focus();
    };
  }, [studio]);
  return (
    <section ref={page} class="start" aria-labelledby="start-title">
      <div class="start-card">
        <h2 id="start-title">Scan something</h2>
        <p class="quiet">
          Choose a scene that is made from a seed, or files of your own: a survey, models, or clouds. You can also drop
          them anywhere on this page.
        </p>
        <ul class="start-list">
          {NEW_SURVEYS.map(({ kind, title }) => (
            <li key={kind}>
              <button
                type="button"
                class="start-choice"
                onClick={() => void begin(studio, kind).catch((error) => studio.messages.fail(error))}
              >
                <strong>{title}</strong>
                <span class="quiet">{ABOUT[kind]}</span>
              </button>
            </li>
          ))}
        </ul>
        <div class="start-files">
          <FileChoice studio={studio} label="Choose files" />
          <FileChoice studio={studio} label="Choose a folder" isFolder />
        </div>
        {studio.document.undoName.value !== undefined && (
          <button type="button" class="link" onClick={() => studio.document.undo()}>
            Back to the survey before
          </button>
        )}
      </div>
    </section>
  );
}
