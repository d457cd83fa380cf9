import type { ArtefactName, ArtefactOf, Artefacts } from '../../scanner/artefacts/index.js';
import { ambiguity } from './ambiguity.js';
import type { Alter, ArtefactKind, ArtefactLeg } from './artefact-kind.js';
import { blooming } from './blooming.js';
import { capability } from './capability.js';
import { crosstalk } from './crosstalk.js';
import { losses } from './losses.js';
import { outliers } from './outliers.js';
import { rangeMaxDrop } from './range-max-drop.js';
import { shinySurfaces } from './shiny-surfaces.js';
import { timeWalk } from './time-walk.js';

/**
 * All kinds of artefacts, in the order in which they happen: surfaces, detector, neighbours, choice of returns, the
 * clock, and returns from nowhere. Those of surfaces come first, since ghosts have none.
 */
export const ARTEFACT_KINDS: { readonly [Name in ArtefactName]: ArtefactKind<ArtefactOf<Name>> } = Object.freeze({
  losses,
  shinySurfaces,
  timeWalk,
  crosstalk,
  blooming,
  capability,
  rangeMaxDrop,
  ambiguity,
  outliers,
});

/** The kinds that `artefacts` names, in their order. */
const chosen = (artefacts: Artefacts) =>
  (Object.keys(ARTEFACT_KINDS) as ArtefactName[]).flatMap((name) => {
    const settings = artefacts[name];
    return settings === undefined ? [] : [{ kind: ARTEFACT_KINDS[name] as ArtefactKind<unknown>, settings }];
  });

/** The alterations by the artefacts in a leg, in their order. */
export const alterations = (artefacts: Artefacts, leg: ArtefactLeg): Alter[] =>
  chosen(artefacts).map(({ kind, settings }) => kind.begin(settings, leg));

/** Shots each way that a shot depends on; undefined if each pulse is on its own. */
export function shotsAround(artefacts: Artefacts): number | undefined {
  const shots = chosen(artefacts).flatMap(({ kind, settings }) => kind.shots?.(settings) ?? []);
  return shots.length === 0 ? undefined : shots.reduce((sum, count) => sum + count, 0);
}
