import { STARTS } from '../state/starts.js';
import type { Studio } from '../state/studio.js';

/** What is shown while no survey is open. */
export function StartPage({ studio }: { studio: Studio }) {
  return (
    <section class="start" aria-labelledby="start-title">
      <div class="start-card">
        <h2 id="start-title">Scan something</h2>
        <p class="quiet">Choose a scene that is made from a seed, or drop files of your own anywhere on this page.</p>
        <ul class="start-list">
          {STARTS.map(({ name, about, text }) => (
            <li key={name}>
              <button
                type="button"
                class="start-choice"
                onClick={() => {
                  studio.text.value = text;
                }}
              >
                <strong>{name}</strong>
                <span class="quiet">{about}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
