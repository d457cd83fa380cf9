import { isPlainMap } from '../plain-value.js';
import type { SurveyText } from '../survey-text.js';
import { editOf, type NamedEdit, NUMBER_DECIMALS } from './edit.js';
import { freshName } from './legs.js';
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
  return editOf(text, `Add ${fresh} to the scene`, (now) => {
    if (names.length > 0) return now.insertItem(['scene', 'parts'], names.length, written, options);
    const isThere = isPlainMap(now.valueAt(['scene']));
    const path = isThere ? ['scene', 'parts'] : ['scene'];
    const value = isThere ? [written] : { parts: [written] };
    return now.setValue(path, value, { ...options, order: isThere ? SCENE_KEYS : SURVEY_KEYS });
  });
}

/** The name of a part: its own, or that of its file or kind; of what is no map, its value. Empty: it has none. */
export function partName(part: unknown): string {
  if (!isPlainMap(part)) return typeof part === 'string' || typeof part === 'number' ? String(part) : '';
  if (typeof part.name === 'string') return part.name;
  if (typeof part.file === 'string')
    return part.file.replace(/^.*[/\\]/, '').replace(/(?<=.)(\.city)?\.[^.]*(\.gz)?$/i, '');
  return isPlainMap(part.generate) ? String(part.generate.kind ?? '') : '';
}
