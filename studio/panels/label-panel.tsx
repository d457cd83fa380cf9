import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AnswerOf, FitPatternAsk } from 'subray/browser';
import {
  changeLabel,
  LABEL_KEYS,
  LABELS_PATH,
  labelsOf,
  labelTitle,
  moveLabel,
  removeLabel,
  setLabel,
  type WrittenLabel,
} from '../document/edits/index.js';
import type { LabelUses, LabelWords } from '../state/labels/labelling.js';
import type { Studio } from '../state/studio.js';
import { faultsAt } from '../state/survey/faults-at.js';
import { FieldFaults } from '../ui/field-faults.js';
import { formatCount } from '../ui/format.js';
import { LabelFields } from './label-fields.js';
import { MaterialList } from './material-list.js';
import { PatternResult } from './pattern-result.js';

/** The label in view: one of the survey by its number, or one that is being written. */
type Looked = number | 'new' | undefined;

/** The labels of the scene: patterns that give classes and materials to what they fit, and what that is. */
export function LabelPanel({ studio }: { studio: Studio }) {
  const looked = useSignal<Looked>(undefined);
  const words = useWords(studio);
  const labels = labelsOf(studio.document.survey);
  const uses = studio.labelling.uses.value;
  const look = (at: Looked) => {
    looked.value = at;
    studio.labelling.pattern.value =
      typeof at === 'number' ? patternOf(labelsOf(studio.document.survey)[at]) : undefined;
  };
  useEffect(
    () => () => {
      studio.labelling.pattern.value = undefined;
    },
    [studio],
  );
  const at = looked.value;
  return (
    <section aria-label="Labels" class="labels-panel">
      <div class="panel-head">
        <h2>Labels</h2>
        <button type="button" class="link" aria-pressed={at === 'new'} onClick={() => look('new')}>
          New label
        </button>
      </div>
      <p class="quiet">
        Patterns for the names of objects, groups and materials. Each class and material is that of the first label that
        fits.
      </p>
      {labels.length > 0 && (
        <ol class="label-list">
          {labels.map((label, index) => (
            <li key={index}>
              <LabelRow
                label={label}
                use={uses?.labels[index]}
                hasFault={faultsAt(studio.document.survey, studio.faults.value, [...LABELS_PATH, index]).length > 0}
                isLooked={at === index}
                onLook={() => look(at === index ? undefined : index)}
              />
              {at === index && (
                <WrittenForm studio={studio} index={index} label={label} looked={looked} words={words} uses={uses} />
              )}
            </li>
          ))}
        </ol>
      )}
      {at === 'new' && <NewForm studio={studio} words={words} uses={uses} onAdded={() => look(0)} />}
      {labels.length === 0 && at !== 'new' && (
        <p class="quiet hint">None yet. Scenes from a seed bring labels of their own, which come after these.</p>
      )}
      <MaterialList studio={studio} words={words} />
    </section>
  );
}

/** The pattern of a label; undefined: it has none yet. */
function patternOf({ match, part, on }: WrittenLabel = {}): FitPatternAsk['pattern'] | undefined {
  return match === undefined && part === undefined ? undefined : { match, part, on };
}

function useWords(studio: Studio): LabelWords | undefined {
  const words = useSignal<AnswerOf<'labelWords'> | undefined>(undefined);
  useEffect(() => {
    studio.backend.ask('labelWords', {}).then(
      (answer) => {
        words.value = answer;
      },
      (error) => studio.messages.fail(error),
    );
  }, [studio, words]);
  const mapAt = (key: string) => Object.entries((studio.document.survey.valueAt(['scene', key]) ?? {}) as object);
  return (
    words.value && {
      ...words.value,
      own: mapAt('classes').map(([name, number]) => ({ name, number: Number(number) })),
      described: mapAt('materials').map(([name]) => name),
    }
  );
}

/** Properties of `LabelRow`. */
interface LabelRowProps {
  label: WrittenLabel;
  use: LabelUses['labels'][number] | undefined;
  hasFault: boolean;
  isLooked: boolean;
  onLook(): void;
}

function LabelRow({ label, use, hasFault, isLooked, onLook }: LabelRowProps) {
  const note = hasFault ? 'has a fault' : noteOf(use);
  return (
    <button type="button" class="label-row" aria-expanded={isLooked} onClick={onLook}>
      <code>{labelTitle(label)}</code>
      <span class="label-count">
        {use && `${formatCount(use.objects)} ${use.objects === 1 ? 'object' : 'objects'}`}
      </span>
      <span class="quiet">{valuesOf(label)}</span>
      <span class="label-note">{note}</span>
    </button>
  );
}

const valuesOf = (label: WrittenLabel): string =>
  [label.class, label.semantic, label.material].filter((value) => value !== undefined).join(' · ');

/** Note on a label without effect. */
function noteOf(use: LabelUses['labels'][number] | undefined): string {
  if (!use) return '';
  if (use.objects === 0) return 'fits nothing';
  const decided = [use.classification, use.semantic, use.material].filter((count) => count !== undefined);
  return decided.length > 0 && decided.every((count) => count === 0) ? 'overruled' : '';
}

/** Properties of both forms. */
interface FormProps {
  studio: Studio;
  words: LabelWords | undefined;
  uses: LabelUses | undefined;
}

/** A label of the survey: each field is an edit of its own. */
function WrittenForm({
  studio,
  index,
  label,
  looked,
  ...rest
}: FormProps & { index: number; label: WrittenLabel; looked: Signal<Looked> }) {
  const { labelling, document } = studio;
  const last = labelsOf(document.survey).length - 1;
  const faults = (key?: string) =>
    key === undefined
      ? faultsAt(document.survey, studio.faults.value, [...LABELS_PATH, index], LABEL_KEYS)
      : faultsAt(document.survey, studio.faults.value, [...LABELS_PATH, index, key]);
  const move = (to: number) => {
    studio.edit((text) => moveLabel(text, index, to));
    looked.value = to;
  };
  return (
    <div class="label-form">
      <LabelFields
        {...rest}
        label={label}
        faultsOf={faults}
        onType={(changes) => {
          labelling.pattern.value = patternOf({ ...label, ...changes });
        }}
        onChange={(changes) => {
          studio.edit((text) => changeLabel(text, index, changes));
          labelling.pattern.value = patternOf(labelsOf(document.survey)[index]);
        }}
      />
      <FieldFaults faults={faults()} />
      <div class="label-buttons">
        <button
          type="button"
          class="icon"
          aria-label="Ask earlier"
          title="Ask earlier"
          disabled={index === 0}
          onClick={() => move(index - 1)}
        >
          ↑
        </button>
        <button
          type="button"
          class="icon"
          aria-label="Ask later"
          title="Ask later"
          disabled={index === last}
          onClick={() => move(index + 1)}
        >
          ↓
        </button>
        <span class="spring" />
        <button
          type="button"
          onClick={() => {
            studio.edit((text) => removeLabel(text, index));
            looked.value = undefined;
            labelling.pattern.value = undefined;
          }}
        >
          Delete
        </button>
      </div>
      <PatternResult studio={studio} use={rest.uses?.labels[index]} />
    </div>
  );
}

/** A label that is being written, and goes before all others. */
function NewForm({ studio, onAdded, ...rest }: FormProps & { onAdded(): void }) {
  const draft = useSignal<WrittenLabel>({});
  const label = draft.value;
  const sets = label.class !== undefined || label.semantic !== undefined || label.material !== undefined;
  const isFor = label.match !== undefined || label.part !== undefined;
  const take = (changes: WrittenLabel) => {
    draft.value = { ...draft.value, ...changes };
    studio.labelling.pattern.value = patternOf(draft.value);
  };
  return (
    <div class="label-form">
      <LabelFields {...rest} isNew label={label} faultsOf={() => []} onType={take} onChange={take} />
      <PatternResult studio={studio} />
      <button
        type="button"
        class="run"
        disabled={!sets || !isFor}
        onClick={() => {
          const { class: classification, semantic, material, ...pattern } = label;
          studio.edit((text) => setLabel(text, pattern, { class: classification, semantic, material }));
          onAdded();
        }}
      >
        Add label
      </button>
    </div>
  );
}
