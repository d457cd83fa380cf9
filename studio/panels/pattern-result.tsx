import type { LabelUses } from '../state/labels/labelling.js';
import type { Studio } from '../state/studio.js';
import { formatCount } from '../ui/format.js';

/** The matches of the pattern in view; `use`: effects of its label, if the survey has it. */
export function PatternResult({ studio, use }: { studio: Studio; use?: LabelUses['labels'][number] }) {
  const { pattern, fit } = studio.labelling;
  if (pattern.value === undefined)
    return <p class="quiet hint">Type a pattern: * stands for any letters, ? for one.</p>;
  const found = fit.value;
  if (!found) return <p class="quiet hint">Looking through the scene …</p>;
  if (found.objects === 0)
    return (
      <p class="fits-nothing" role="status">
        Fits nothing: {found.reason}
      </p>
    );
  return (
    <div class="fits">
      <p role="status">
        <strong>
          {formatCount(found.objects)} {found.objects === 1 ? 'object' : 'objects'}
        </strong>
        , {formatCount(found.triangles)} triangles <span class="fits-key" aria-hidden="true" />
      </p>
      {use && <p class="quiet">{decisionsOf(use)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul class="fits-names" aria-label="Objects that it fits" tabIndex={0}>
        {found.names.map((name) => (
          <li key={name}>{name}</li>
        ))}
        {found.objects > found.names.length && (
          <li class="quiet">and {formatCount(found.objects - found.names.length)} others</li>
        )}
      </ul>
    </div>
  );
}

/** `Decides the class of 3 of them, the material of all.` */
function decisionsOf({ objects, ...decided }: LabelUses['labels'][number]): string {
  const parts = (['classification', 'semantic', 'material'] as const).flatMap((key) => {
    const count = decided[key];
    const all = count === objects ? 'all' : count === 0 ? 'none' : formatCount(count ?? 0);
    return count === undefined ? [] : [`the ${WORDS[key]} of ${all}`];
  });
  return parts.length === 0 ? '' : `Decides ${parts.join(', ')}.`;
}

const WORDS = { classification: 'class', semantic: 'semantic class', material: 'material' };
