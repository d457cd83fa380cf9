import type { DetectorKindDefinition, NoiseDefinition, ReceiverDefinition } from './receiver-schema.js';

/** Keys of one way to state the noise, which replaces the other as a whole. */
export const CLAIM_KEYS = ['range', 'reflectance', 'probability', 'falseAlarms'] as const;
export const DIODE_KEYS = [
  'responsivity',
  'quantumEfficiency',
  'gain',
  'ionisation',
  'amplifier',
  'dark',
  'sun',
] as const;

/** The receiver with the replacements of `own`, whose maps are replaced key by key. */
export function overrideReceiver(
  receiver: ReceiverDefinition | undefined,
  own: ReceiverDefinition | undefined,
): ReceiverDefinition {
  const { sampling, noise, detector } = { ...receiver };
  return {
    ...receiver,
    ...own,
    ...(own?.sampling && { sampling: { ...sampling, ...own.sampling } }),
    ...(own?.noise && { noise: overrideNoise(noise, own.noise) }),
    ...(own?.detector && { detector: overrideKind(detector, own.detector) }),
  };
}

function overrideNoise(noise: NoiseDefinition | undefined, own: NoiseDefinition): NoiseDefinition {
  const kept: NoiseDefinition = { ...noise };
  const replaced = [
    ...(CLAIM_KEYS.some((key) => own[key] !== undefined) ? DIODE_KEYS : []),
    ...(DIODE_KEYS.some((key) => own[key] !== undefined) ? CLAIM_KEYS : []),
    ...(own.responsivity === undefined ? [] : (['quantumEfficiency'] as const)),
    ...(own.quantumEfficiency === undefined ? [] : (['responsivity'] as const)),
  ];
  for (const key of replaced) delete kept[key];
  return { ...kept, ...own, ...(own.sun && { sun: overrideSun(kept.sun, own.sun) }) };
}

type Sun = NonNullable<NoiseDefinition['sun']>;

/** Of elevation and irradiance, which say the same, that of `own` stays. */
function overrideSun(sun: Sun | undefined, own: Sun): Sun {
  const kept: Sun = { ...sun };
  if (own.irradiance !== undefined) delete kept.elevation;
  if (own.elevation !== undefined) delete kept.irradiance;
  return { ...kept, ...own };
}

/** A detector of another kind keeps nothing of the instrument's. */
function overrideKind(
  detector: DetectorKindDefinition | undefined,
  own: DetectorKindDefinition,
): DetectorKindDefinition {
  const isAnother = own.kind !== undefined && own.kind !== (detector?.kind ?? 'peak');
  return isAnother ? own : { ...detector, ...own };
}
