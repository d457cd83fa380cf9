import type { StreetPlan } from './street-plan.js';

/** Fewest triangles of a house, by its detail, 0 … 5: some 6 % below the least of a thousand houses 8 m wide. */
const LEAST_TRIANGLES: readonly number[] = [500, 1900, 2150, 10_000, 17_500, 33_000];

/** Houses of a street. */
export const houseCount = ({ plots }: Pick<StreetPlan, 'plots'>): number =>
  plots.filter(({ style }) => style !== undefined).length;

/** Fewest triangles of this number of houses in a street of this detail. */
export const leastTriangles = ({ detail }: Pick<StreetPlan, 'detail'>, houses: number): number =>
  houses * LEAST_TRIANGLES[detail];
