import '../ui/changed-file.css';
import { useMemo } from 'preact/hooks';
import { type DiffPart, lineDiff } from '../document/line-diff.js';
import type { Studio } from '../state/studio.js';
import { keepMine, takeTheirs } from '../state/survey/settle-change.js';
import type { StoredSurvey } from '../state/survey/stored-survey.js';
import { Dialog } from '../ui/dialog.js';

/** Asks which text is kept of a survey file that another program changed, and shows in what both differ. */
export function ChangedFileDialog({ studio }: { studio: Studio }) {
  const found = studio.file.change.value;
  if (found === undefined) return null;
  const choose = (act: (file: StoredSurvey) => Promise<void>) => () =>
    void act(studio.file).catch((error) => studio.messages.fail(error, 'save'));
  const { name, text, fault, isAnew } = found;
  const isGone = text === undefined && fault === undefined;
  const close = () => {
    studio.file.change.value = undefined;
  };
  return (
    <Dialog title={`${name} was ${isGone ? 'removed' : 'changed'} by another program`} onClose={close}>
      <div class="changed-file">
        {isAnew && <p role="alert">It was changed once more meanwhile. This is what is there now.</p>}
        {isGone ? (
          <p>Nothing is written yet. The text of this page can be saved as the file anew.</p>
        ) : text === undefined ? (
          <p>
            Nothing is written yet. What is there is no survey, and would be lost if you write over it: <b>{fault}</b>
          </p>
        ) : (
          <>
            <p>
              Nothing is written yet. Lines with <b class="mine">−</b> are only here,
              {' lines with '}
              <b class="theirs">+</b> only in the file.
            </p>
            <Differences mine={studio.text.value} theirs={text} />
          </>
        )}
        <div class="buttons">
          <button type="button" onClick={choose(keepMine)}>
            {isGone ? 'Save it anew' : 'Keep mine: write over the file'}
          </button>
          {text !== undefined ? (
            <button type="button" onClick={choose(takeTheirs)}>
              Take theirs: undo brings mine back
            </button>
          ) : (
            <button type="button" onClick={close}>
              {isGone ? 'Leave it removed' : 'Leave the file as it is'}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Lines about a difference that are shown with it. */
const AROUND = 3;

/** The lines in which two texts differ, and some about them. */
function Differences({ mine, theirs }: { mine: string; theirs: string }) {
  const parts = useMemo(() => lineDiff(mine, theirs), [mine, theirs]);
  if (parts.every(({ kind }) => kind === 'both')) return <p>Both say the same by now.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section class="diff" aria-label="What differs" tabIndex={0}>
      {parts.map((part, k) => (
        <Part key={k} part={part} isFirst={k === 0} isLast={k === parts.length - 1} />
      ))}
    </section>
  );
}

/** Most lines of one part that are shown at its beginning, and at its end: a page of a megabyte would be slow. */
const SHOWN_MAX = 500;

function Part({ part: { kind, lines, from }, isFirst, isLast }: { part: DiffPart; isFirst: boolean; isLast: boolean }) {
  const [before, after] = kind === 'both' ? [isFirst ? 0 : AROUND, isLast ? 0 : AROUND] : [SHOWN_MAX, SHOWN_MAX];
  const left = lines.length - before - after;
  const end = left > 0 ? lines.slice(lines.length - after) : [];
  return (
    <>
      <Lines kind={kind} lines={left > 0 ? lines.slice(0, before) : lines} from={from} />
      {left > 0 && (
        <p class="diff-gap">
          {left.toLocaleString('en')} {left === 1 ? 'line' : 'lines'}
        </p>
      )}
      <Lines kind={kind} lines={end} from={from + lines.length - after} />
    </>
  );
}

const SIGNS = { both: ' ', mine: '−', theirs: '+' } as const;

function Lines({ kind, lines, from }: DiffPart) {
  const shown = lines.map((line, k) => (
    <span key={k} class={`diff-line ${kind}`}>
      <span class="diff-number">{from + k}</span>
      <span class="diff-sign">{SIGNS[kind]}</span>
      {line}
      {'\n'}
    </span>
  ));
  if (lines.length === 0) return null;
  if (kind === 'both') return <pre>{shown}</pre>;
  return <pre>{kind === 'mine' ? <del>{shown}</del> : <ins>{shown}</ins>}</pre>;
}
