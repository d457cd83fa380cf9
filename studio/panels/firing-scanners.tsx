import { useId } from 'preact/hooks';
import { firesIn, legsOf, switchScanner } from '../document/edits/index.js';
import { knownNames } from '../state/scanners/scanner-names.js';
import type { Studio } from '../state/studio.js';

/**
 * Switches for the scanners that fire in a leg: at least one, and each in at least one leg. A single scanner has one
 * only if it does not fire.
 */
export function FiringScanners({ studio, leg }: { studio: Studio; leg: number }) {
  const id = useId();
  const names = knownNames(studio);
  const legs = legsOf(studio.document.survey);
  const fires = (index: number, name: string | undefined) => name === undefined || firesIn(legs[index], name);
  if (names.length < 2 && fires(leg, names[0])) return null;
  const isOnly = names.filter((name) => fires(leg, name)).length === 1;
  /** Reason why a scanner that fires here cannot be switched off. */
  const reasonFor = (index: number, name: string | undefined) => {
    if (name === undefined) return `Give scanner ${index + 1} a name, by which a leg can switch it off.`;
    if (isOnly) return 'At least one scanner fires in a leg.';
    const isElsewhere = legs.some((_, other) => other !== leg && fires(other, name));
    return isElsewhere ? undefined : 'Each scanner fires in at least one leg.';
  };
  const boxes = names.map((name, index) => {
    const isOn = fires(leg, name);
    return { name: name ?? `scanner ${index + 1}`, isOn, reason: isOn ? reasonFor(index, name) : undefined };
  });
  const reasons = [...new Set(boxes.flatMap(({ reason }) => reason ?? []))];
  return (
    <fieldset class="place-fields">
      <legend>Scanners that fire</legend>
      {boxes.map(({ name, isOn, reason }, index) => (
        <label key={index} class="keep">
          <input
            type="checkbox"
            checked={isOn}
            disabled={reason !== undefined}
            aria-describedby={reason && `${id}-${reasons.indexOf(reason)}`}
            onChange={() => studio.edit((text) => switchScanner(text, leg, index, !isOn, names))}
          />
          {name}
        </label>
      ))}
      {!boxes.some(({ isOn }) => isOn) && (
        <p class="quiet hint">None fires here: the platform passes without pulses.</p>
      )}
      {reasons.map((reason, k) => (
        <p key={reason} id={`${id}-${k}`} class="quiet hint">
          {reason}
        </p>
      ))}
    </fieldset>
  );
}
