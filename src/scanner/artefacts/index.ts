import type { z } from 'zod';
import { mapField } from '../../base/yaml/fields.js';
import { ambiguitySetting } from './ambiguity.js';
import { bloomingSetting } from './blooming.js';
import { capabilitySetting } from './capability.js';
import { crosstalkSetting } from './crosstalk.js';
import { lossesSetting } from './losses.js';
import { outliersSetting } from './outliers.js';
import { rangeMaxDropSetting } from './range-max-drop.js';
import { shinySurfacesSetting } from './shiny-surfaces.js';
import { timeWalkSetting } from './time-walk.js';

/** The settings of all kinds of artefacts by their key in YAML. */
export const ARTEFACT_SETTINGS = Object.freeze({
  losses: lossesSetting,
  timeWalk: timeWalkSetting,
  shinySurfaces: shinySurfacesSetting,
  crosstalk: crosstalkSetting,
  blooming: bloomingSetting,
  capability: capabilitySetting,
  rangeMaxDrop: rangeMaxDropSetting,
  ambiguity: ambiguitySetting,
  outliers: outliersSetting,
});

type Settings = typeof ARTEFACT_SETTINGS;
export type ArtefactName = keyof Settings;

/** Effects of an instrument besides measuring, in SI units; absent kinds do not happen. */
export type Artefacts = { [Name in ArtefactName]?: ReturnType<Settings[Name]['resolve']> };

/** The settings of the kind `Name`, in SI units. */
export type ArtefactOf<Name extends ArtefactName> = NonNullable<Artefacts[Name]>;

type OptionalFields = { [Name in ArtefactName]: z.ZodOptional<Settings[Name]['field']> };

const fields = Object.fromEntries(
  Object.entries(ARTEFACT_SETTINGS).map(([name, { field }]) => [name, field.optional()]),
) as OptionalFields;

/** The map `artefacts`: effects of an instrument besides measuring. */
export const artefactsSchema = mapField(
  'what the instrument does besides measuring; absent kinds do not happen',
  fields,
);

/** The artefacts of a scanner or a survey in SI units. */
export function resolveArtefacts(written: z.output<typeof artefactsSchema>): Artefacts {
  const entries = Object.entries(written).filter(([, settings]) => settings !== undefined);
  return Object.fromEntries(
    entries.map(([name, settings]) => [name, ARTEFACT_SETTINGS[name as ArtefactName].resolve(settings as never)]),
  );
}
