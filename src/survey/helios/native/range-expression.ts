/**
 * Our expression of the standard deviation of a range: `deviation` times HELIOS++'s expression in its variable t, the
 * range, metres.
 */
export const expressionInRange = (expression: string, deviation: number): string =>
  `${deviation} * (${expression.replace(/\bt\b/g, 'range')})`;
