import { type DeflectorKind, deflectorFields } from './deflector-schema.js';

/** Numbers of a deflector that a survey may replace. */

type FieldName = keyof typeof deflectorFields;

/** Keys that a survey may replace, of each kind. */
export const DEFLECTOR_OVERRIDES: Readonly<Record<DeflectorKind, readonly FieldName[]>> = {
  spinning: ['rotationRate'],
  polygon: [
    'pulseRate',
    'elevationMin',
    'elevationMax',
    'verticalStep',
    'horizontalStep',
    'lineRate',
    'lineRateMax',
    'startElevation',
  ],
  line: ['pulseRate', 'halfAngle'],
  parallel: ['pulseRate', 'scanRate', 'fieldOfView'],
  zigzag: ['pulseRate', 'scanRate', 'fieldOfView'],
  oscillating: ['pulseRate', 'scanRate', 'halfAngle', 'turningPulses'],
  conic: ['pulseRate', 'rotationRate', 'halfAngle', 'halfAngleAcross', 'halfAngleAlong'],
  palmer: ['pulseRate', 'rotationRate'],
  risley: ['pulseRate'],
  mems: ['pulseRate'],
  raster: ['pulseRate', 'rows', 'columns', 'horizontalFieldOfView', 'verticalFieldOfView'],
  pattern: ['pulseRate'],
};

/** Keys of which a deflector has one or the other: where a survey gives one, those of the file that it stands for go. */
export const ALTERNATIVES: Readonly<Partial<Record<FieldName, readonly FieldName[]>>> = {
  lineRate: ['verticalStep'],
  verticalStep: ['lineRate'],
  halfAngle: ['halfAngleAcross', 'halfAngleAlong'],
  halfAngleAcross: ['halfAngle'],
  halfAngleAlong: ['halfAngle'],
};

/** Schema fields of all of them, none required. */
export const deflectorOverrides = {
  rotationRate: deflectorFields.rotationRate.optional(),
  pulseRate: deflectorFields.pulseRate.optional(),
  scanRate: deflectorFields.scanRate.optional(),
  lineRate: deflectorFields.lineRate.optional(),
  lineRateMax: deflectorFields.lineRateMax.optional(),
  elevationMin: deflectorFields.elevationMin.optional(),
  elevationMax: deflectorFields.elevationMax.optional(),
  startElevation: deflectorFields.startElevation.optional(),
  verticalStep: deflectorFields.verticalStep.optional(),
  horizontalStep: deflectorFields.horizontalStep.optional(),
  halfAngle: deflectorFields.halfAngle.optional(),
  halfAngleAcross: deflectorFields.halfAngleAcross.optional(),
  halfAngleAlong: deflectorFields.halfAngleAlong.optional(),
  fieldOfView: deflectorFields.fieldOfView.optional(),
  turningPulses: deflectorFields.turningPulses.optional(),
  rows: deflectorFields.rows.optional(),
  columns: deflectorFields.columns.optional(),
  horizontalFieldOfView: deflectorFields.horizontalFieldOfView.optional(),
  verticalFieldOfView: deflectorFields.verticalFieldOfView.optional(),
};
