/**
 * Our expression of the standard deviation of a range: `deviation` times HELIOS++'s expression in its variable t, the
 * range; its natural logarithm is called ln.
 */
export function expressionInRange(expression: string, deviation: number): string {
  const renamed = expression.replace(/[A-Za-z_]\w*/g, (name) => NAMES.get(name) ?? name);
  return `${deviation} * (${renamed})`;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['t', 'range'],
  ['ln', 'log'],
  ['pi', `${Math.PI}`],
  ['e', `${Math.E}`],
]);
