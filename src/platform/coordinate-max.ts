/** Largest world coordinate of a platform, metres: far beyond any orbit, and rounded to 0.01 µm in f64. */
export const PLATFORM_COORDINATE_MAX = 1e8;
