import { faultAt } from '../../base/yaml/check-document.js';
import { type Fault, formatPath } from '../../base/yaml/faults.js';
import type { SourceDocument } from '../../base/yaml/source-document.js';
import type { Variable } from '../campaign.js';
import { canonicalJson } from '../canonical-json.js';
import { unitOf } from '../node-sha256.js';
import { TEST } from '../rows.js';
import { VARIABLE_KINDS } from '../variables/index.js';
import type { VariableKind } from '../variables/variable-kind.js';
import { pathOfInfinite } from './finite-values.js';
import { asMap, type CampaignReading, checkFinite } from './reading.js';

const KINDS_EXPECTED = `one of ${VARIABLE_KINDS.map(({ name }) => name).join(', ')}`;

/** The variables of a campaign, with the values that are held out; notes their faults. */
export function readVariables(reading: CampaignReading): Variable[] {
  const { document, given, faults } = reading;
  const variables: Variable[] = [];
  for (const [name, { clip, per, stream = name, ...kinds }] of Object.entries(given.variables)) {
    const path = ['variables', name];
    const named = VARIABLE_KINDS.filter((kind) => (kinds as Record<string, unknown>)[kind.name] !== undefined);
    if (Object.hasOwn(given.grid, name)) faults.push(faultAt(document, path, 'a name that the grid does not have'));
    if (named.length !== 1) {
      const found = named.map(({ name: kind }) => kind).join(' and ') || 'no kind of variable';
      faults.push({
        place: document.placeOf(path),
        message: `${formatPath(path)}: found ${found}, expected ${KINDS_EXPECTED}`,
      });
      continue;
    }
    const [kind] = named;
    const parameters = (kinds as Record<string, unknown>)[kind.name];
    if (Array.isArray(parameters)) checkFinite(reading, [...path, kind.name], parameters);
    const fault = kind.fault(parameters as never);
    if (fault !== undefined) faults.push(faultOf(document, [...path, kind.name], parameters, fault));
    const ofLimits = clip && fault === undefined ? limitsFault(kind, parameters, clip) : undefined;
    if (ofLimits !== undefined) faults.push(faultOf(document, [...path, 'clip'], clip, ofLimits));
    const heldOut = readHoldout(reading, name, kind.name === 'choice' ? parameters : undefined);
    const typedKeys = readTypedKeys(reading, [...path, kind.name], parameters);
    const perCell = per === 'cell';
    variables.push({ name, kind, parameters, clip, perCell, stream, typedKeys, ...(heldOut && { heldOut }) });
  }
  for (const name of Object.keys(given.holdout))
    if (!Object.hasOwn(given.variables, name))
      faults.push(faultAt(document, ['holdout', name], 'the name of a choice'));
  return variables;
}

/** Keys of a map from values to weights that are numbers, true or false in the file, by their texts. */
function readTypedKeys(
  { document, faults }: CampaignReading,
  path: string[],
  parameters: unknown,
): Variable['typedKeys'] {
  if (Array.isArray(parameters)) return undefined;
  const typed = new Map<string, unknown>();
  for (const key of Object.keys(asMap(parameters))) {
    const written = document.writtenKey?.(path, key) ?? key;
    if (written !== key) typed.set(key, written);
    if (pathOfInfinite(written))
      faults.push({
        place: document.placeOfKey(path, key),
        message: `${path.join('.')}: found the value ${key}, expected a finite number`,
      });
  }
  return typed.size > 0 ? typed : undefined;
}

/** A fault of a short value, which is shown whole. */
const faultOf = (document: SourceDocument, path: string[], found: unknown, expected: string): Fault => ({
  place: document.placeOf(path),
  message: `${path.join('.')}: found ${JSON.stringify(found)}, expected ${expected}`,
});

/** The reason why limits do not fit a variable; undefined if they do. */
function limitsFault(kind: VariableKind, parameters: unknown, clip: readonly [number, number]): string | undefined {
  if (!kind.clipFault) return 'none: only normal distributions have limits';
  return clip[0] < clip[1] ? kind.clipFault(parameters as never, clip) : 'the lower limit first';
}

/** The values of a choice that are held out for the test, and the others: those with the lowest hash. */
function readHoldout(
  { given, document, rows, faults }: CampaignReading,
  name: string,
  choices: unknown,
): Variable['heldOut'] {
  const share = Object.hasOwn(given.holdout, name) ? given.holdout[name] : undefined;
  if (share === undefined || share === 0) return undefined;
  const path = ['holdout', name];
  const entries = Array.isArray(choices) ? choices : Object.keys(asMap(choices));
  if (choices === undefined || entries.length < 2) faults.push(faultAt(document, path, 'a choice of several values'));
  if (rows?.hasSplit && !rows.rows.some(({ split }) => split === TEST))
    faults.push(faultAt(document, path, `a row of --from with the split ${TEST}`));
  if (!rows?.hasSplit && (given.split === undefined || !Object.hasOwn(given.split, TEST)))
    faults.push(faultAt(document, path, `a split called ${TEST} with it`));
  if (given.split?.by?.includes(name)) faults.push(faultAt(document, path, 'a variable that split.by does not have'));
  const hash = (value: unknown) => unitOf(canonicalJson([given.seed, 'holdout', name, value]));
  const count = Math.min(Math.max(1, Math.round(share * entries.length)), entries.length - 1);
  const held = new Set([...entries].sort((a, b) => hash(a) - hash(b)).slice(0, count));
  const only = (isHeld: boolean) =>
    Array.isArray(choices)
      ? choices.filter((value) => held.has(value) === isHeld)
      : Object.fromEntries(Object.entries(asMap(choices)).filter(([value]) => held.has(value) === isHeld));
  return { test: only(true), others: only(false) };
}
