import { z } from 'zod';
import { didYouMean } from '../../base/yaml/check-document.js';
import { choiceField, listField, mapField, numberField, textField } from '../../base/yaml/fields.js';
import type { ValuePath } from '../../base/yaml/source-document.js';
import { ASPRS_NAMES_FOR_SURVEYS, asprsClassByName } from '../../scene/labels/asprs-class-by-name.js';
import { SEMANTIC_MAX } from '../../scene/labels/semantic-classes.js';
import type { LabelRule, SceneDescription } from '../../scene/scene-description.js';
import { noteFault, placeIn, type Reading } from '../resolve/reading.js';

const asprsClass = z
  .union(
    [
      numberField('Number', { whole: true, min: 0, max: 255 }),
      textField('Name', 'an ASPRS class: its number from 0 to 255 or its name'),
    ],
    { error: 'an ASPRS class: its number from 0 to 255 or its name' },
  )
  .describe(`ASPRS class by number or name: ${ASPRS_NAMES_FOR_SURVEYS.join(', ')}`);

const label = mapField('a label', {
  match: textField(
    'Pattern for names: * stands for any characters, ? for one; upper and lower case count as equal',
    'a pattern such as "tree_*"',
  ).optional(),
  part: textField('Pattern for the name of the part; absent: any part', 'a pattern such as "Wood*"').optional(),
  on: choiceField('Name to be matched', ['any', 'object', 'group', 'material']).default('any'),
  class: asprsClass.optional(),
  semantic: textField('Free class of your own').optional(),
  material: textField("Material that replaces the file's", 'the name of a material').optional(),
});

/** Keys of a scene that label its surfaces. */
export const labelKeys = {
  labels: listField('labels, tried in order', label, { max: 10_000 }).optional(),
  semantics: z
    .record(
      textField('Name of a semantic class'),
      numberField('Its number', { whole: true, min: 1, max: SEMANTIC_MAX }),
      { error: 'a map from names of semantic classes to their numbers' },
    )
    .describe('Numbers of semantic classes; absent: those of the table in docs/labels.md, others from 256 on')
    .optional(),
  classes: z
    .record(textField('Name of a class'), numberField('Its number', { whole: true, min: 64, max: 255 }), {
      error: 'a map from names of classes to their numbers, 64 to 255',
    })
    .describe('Names of classes of your own, 64 to 255, for labels and files')
    .optional(),
};

const labelsSchema = z.object(labelKeys);

type LabelsDefinition = z.output<typeof labelsSchema>;

/** The user's labels, in their order. Notes those that match or say nothing. */
export function resolveLabels(reading: Reading, { labels = [], classes = {} }: LabelsDefinition): LabelRule[] {
  return labels.map((label, index) => {
    const path = ['scene', 'labels', index];
    if (label.match === undefined && label.part === undefined)
      noteFault(reading, path, label, 'a label with match, or with part');
    if (label.class === undefined && label.semantic === undefined && label.material === undefined)
      noteFault(reading, path, label, 'a label with class, semantic or material');
    return {
      match: label.match ?? '*',
      ...(label.part !== undefined && { part: label.part }),
      on: label.on,
      classification: resolveClass(reading, label.class, [...path, 'class'], classes),
      semantic: label.semantic,
      material: label.material,
      place: placeIn(reading, path),
    };
  });
}

function resolveClass(
  reading: Reading,
  given: string | number | undefined,
  path: ValuePath,
  own: Readonly<Record<string, number>>,
): number | undefined {
  if (typeof given !== 'string') return given;
  const number = (Object.hasOwn(own, given) ? own[given] : undefined) ?? asprsClassByName(given);
  const known = [...ASPRS_NAMES_FOR_SURVEYS, ...Object.keys(own)];
  if (number === undefined)
    noteFault(reading, path, given, `an ASPRS class, by name or number${didYouMean(given, known)}`);
  return number;
}

/** The user's numbers of semantic classes. Notes classes for which one number is not enough. */
export function resolveSemantics(reading: Reading, { semantics }: LabelsDefinition): SceneDescription['semantics'] {
  const names = new Map<number, string>();
  for (const [name, number] of Object.entries(semantics ?? {})) {
    const path = ['scene', 'semantics', name];
    const other = names.get(number);
    if (name === 'none') noteFault(reading, path, number, 'a name other than none, which is 0');
    else if (other !== undefined) noteFault(reading, path, number, `a number of its own; "${other}" has this one`);
    names.set(number, name);
  }
  return semantics;
}

/** Names of classes from 64 on: those of the generators, if the scene uses some, and the user's own. */
export function resolveClassNames(
  reading: Reading,
  { classes = {} }: LabelsDefinition,
  generated: Readonly<Record<number, string>> | undefined,
): Pick<SceneDescription, 'classNames'> {
  const own: Record<number, string> = {};
  for (const [name, number] of Object.entries(classes)) {
    const path = ['scene', 'classes', name];
    if (own[number] !== undefined)
      noteFault(reading, path, number, `a number of its own; "${own[number]}" has this one`);
    else if (asprsClassByName(name) !== undefined)
      noteFault(reading, path, number, `a name of your own; "${name}" is an ASPRS class`);
    own[number] = name;
  }
  const names = { ...generated, ...own };
  return Object.keys(names).length === 0 ? {} : { classNames: names };
}
