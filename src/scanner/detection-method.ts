/** Ways in which hits become returns. */
export const DETECTION_METHODS = ['peaks', 'clusters'] as const;

export type DetectionMethod = (typeof DETECTION_METHODS)[number];
