/** The cloud of a run with all that is known of its points, in the run's folder. */
export const CLOUD_FILE = 'points.subray.las';
