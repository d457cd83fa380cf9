/** `1,234,567`. */
export const formatCount = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** `1 point`, `1,234,567 points`. */
export const formatCounted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${Math.round(count) === 1 ? '' : 's'}`;
