import { lineEnd } from '../lines.js';
import { NO_SCENE_YET } from '../no-scene-yet.js';
import type { Patch } from '../patch.js';
import { isPlainMap } from '../plain-value.js';
import { removeLines } from '../remove-lines.js';
import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit, NUMBER_DECIMALS } from './edit.js';
import { freshName } from './legs.js';
import { partName } from './part-name.js';
import { SCENE_KEYS, SURVEY_KEYS } from './survey-keys.js';

/** A scene from a seed: its kind, and the keys of `generate` in docs/survey.md. */
export interface Generated {
  readonly kind: 'forest' | 'street' | 'district' | 'room' | 'terrain';
  readonly seed?: number;
  readonly triangles?: number;
  readonly [key: string]: unknown;
}

/** A new part of the scene, with further keys of docs/survey.md. */
export interface NewPart {
  readonly name?: string;
  readonly file?: string;
  readonly generate?: Generated;
  readonly [key: string]: unknown;
}

/** Adds a part to the scene; it gets a name if that of its file or kind is taken. */
export function addPart(text: SurveyText, { name, ...part }: NewPart): NamedEdit {
  const parts = text.valueAt(['scene', 'parts']);
  const names = Array.isArray(parts) ? parts.map(partName) : [];
  const usual = partName({ name, ...part });
  const fresh = freshName(usual, names);
  const written = { ...(name === undefined && fresh === usual ? {} : { name: fresh }), ...part };
  const options = { decimals: NUMBER_DECIMALS };
  const add = (now: SurveyText) => {
    if (names.length > 0) return now.insertItem(['scene', 'parts'], names.length, written, options);
    const isThere = isPlainMap(now.valueAt(['scene']));
    const path = isThere ? ['scene', 'parts'] : ['scene'];
    const value = isThere ? [written] : { parts: [written] };
    return now.setValue(path, value, { ...options, order: isThere ? SCENE_KEYS : SURVEY_KEYS });
  };
  return editOf(text, `Add ${fresh} to the scene`, add, withoutNoScene);
}

/** Removes the comment of a survey that was begun without a scene, as long as it is its first line. */
const withoutNoScene = ({ text }: SurveyText): Patch[] =>
  text.startsWith(NO_SCENE_YET) && lineEnd(text, 0) === NO_SCENE_YET.length ? [removeLines(text, 0, 0)] : [];
