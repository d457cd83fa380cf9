/** Kinds of vehicles on a street. */
export const VEHICLE_KINDS = ['car', 'van', 'lorry', 'bus', 'bicycle'] as const;

export type VehicleKind = (typeof VEHICLE_KINDS)[number];

/** How often each kind occurs, relative to the others; absent: never. */
export type VehicleWeights = Readonly<Partial<Record<VehicleKind, number>>>;

/** Kinds that fit into a parking bay. */
export const PARKING_KINDS: readonly VehicleKind[] = ['car', 'van', 'bicycle'];

/** Largest weight of a kind. */
export const VEHICLE_WEIGHT_MAX = 1000;

/**
 * The reason why weights cannot be used: none is above 0, one is outside of its limits or of no kind, or no vehicle can
 * take the bays that are asked for. Undefined if they can.
 */
export function vehiclesFault(weights: VehicleWeights, parked = 0): { found: string; expected: string } | undefined {
  const entries = Object.entries(weights);
  const found = entries.length === 0 ? 'none' : entries.map(([kind, weight]) => `${kind}: ${weight}`).join(', ');
  const known = (kind: string) => VEHICLE_KINDS.some((each) => each === kind);
  const fits = (weight: unknown) => typeof weight === 'number' && weight >= 0 && weight <= VEHICLE_WEIGHT_MAX;
  if (entries.some(([kind, weight]) => !known(kind) || (weight !== undefined && !fits(weight))))
    return { found, expected: `weights from 0 to ${VEHICLE_WEIGHT_MAX} of ${VEHICLE_KINDS.join(', ')}` };
  if (!entries.some(([, weight]) => (weight ?? 0) > 0)) return { found, expected: 'one weight or more above 0' };
  if (parked > 0 && !PARKING_KINDS.some((kind) => (weights[kind] ?? 0) > 0))
    return { found, expected: `a weight of ${PARKING_KINDS.join(', ')}, which park in bays, or no parked` };
  return undefined;
}
