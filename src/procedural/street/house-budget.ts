import type { StreetPlan } from './street-plan.js';

/**
 * Triangles that every house has at least, by its detail, 0 … 5: some 6 % below the fewest of a
 * thousand houses 8 m wide.
 */
const LEAST_TRIANGLES: readonly number[] = [500, 1900, 2150, 10_000, 17_500, 33_000];

/** Houses of a street. */
export const houseCount = ({ plots }: Pick<StreetPlan, 'plots'>): number =>
  plots.filter(({ style }) => style !== undefined).length;

/** Triangles that so many houses of a street's detail have at least. */
export const leastTriangles = ({ detail }: Pick<StreetPlan, 'detail'>, houses: number): number =>
  houses * LEAST_TRIANGLES[detail];
