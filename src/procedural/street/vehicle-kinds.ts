/** Kinds of vehicles on a street. */
export const VEHICLE_KINDS = ['car', 'van', 'lorry', 'bus', 'bicycle'] as const;

export type VehicleKind = (typeof VEHICLE_KINDS)[number];

/** Relative frequencies of the kinds; absent: never. */
export type VehicleWeights = Readonly<Partial<Record<VehicleKind, number>>>;

/** Kinds that fit into a parking bay. */
export const PARKING_KINDS: readonly VehicleKind[] = ['car', 'van', 'bicycle'];

/** Largest weight of a kind. */
export const VEHICLE_WEIGHT_MAX = 1000;

/** Kinds that turn at the junctions of a district. */
export const TURNING_KINDS: readonly VehicleKind[] = ['car', 'van', 'bicycle'];
