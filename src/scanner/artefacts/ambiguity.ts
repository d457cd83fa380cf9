import { choiceField, mapField, numberField } from '../../base/yaml/fields.js';
import { artefactSetting } from './artefact-setting.js';

/** Treatment of echoes that arrive after the next pulse has left. */
export const AMBIGUITY_MODES = ['folded', 'dropped', 'resolved'] as const;

/**
 * Ambiguity of range with several pulses in the air: zone n holds ranges from (n − 1) · c/2f to n · c/2f. The rate f is
 * that of the scanner if `pulseRateHz` is absent.
 */
export const ambiguitySetting = artefactSetting({
  field: mapField('ambiguity of range, with several pulses in the air', {
    mode: choiceField(
      'Echoes of other zones: folded into the zone of the instrument, dropped, or resolved, which means right',
      AMBIGUITY_MODES,
    ),
    zone: numberField('Zone in which the instrument takes its echoes to be', {
      whole: true,
      min: 1,
      max: 1000,
      usual: [1, 20],
    }).default(1),
    pulseRate: numberField("Pulses a second of one laser; absent: the scanner's", {
      unit: 'Hz',
      above: 0,
      max: 1e8,
      usual: [1e4, 2e6],
    }).optional(),
  }),
  resolve: ({ mode, zone, pulseRate }) => ({ mode, zone, pulseRateHz: pulseRate }),
  example: { mode: 'folded', zone: 2, pulseRate: 300_000 },
});
