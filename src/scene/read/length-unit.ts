/** Metres in the units that bands of rasters name (GDAL: GDALRasterBand::SetUnitType), in lower case. */
const METRES: readonly (readonly [names: RegExp, metres: number])[] = [
  [/^(m|met(re|er)s?)$/, 1],
  [/^(dm|decimet(re|er)s?)$/, 0.1],
  [/^(cm|centimet(re|er)s?)$/, 0.01],
  [/^(mm|millimet(re|er)s?)$/, 0.001],
  [/^(km|kilomet(re|er)s?)$/, 1000],
  [/^(ft|foot|feet|(international|intl) (foot|feet))$/, 0.3048],
  [/^(ftus|us-ft|sft|us survey (foot|feet)|foot_us|us_survey_foot)$/, 12 / 39.37],
];

/** Metres in a unit of length by its name; undefined if it is not known. */
export const metresInUnit = (name: string): number | undefined =>
  METRES.find(([names]) => names.test(name.trim().toLowerCase()))?.[1];
