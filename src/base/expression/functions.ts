/** A function of an expression, and how many arguments it takes. */
interface ExpressionFunction {
  least: number;
  most: number;
  of: (...values: number[]) => number;
}

const ARGUMENTS_MAX = 8;
const ofOne = (of: (value: number) => number): ExpressionFunction => ({ least: 1, most: 1, of });
const ofSeveral = (of: (...values: number[]) => number): ExpressionFunction => ({ least: 2, most: ARGUMENTS_MAX, of });

/** The functions that an expression may call; angles are radians, logarithms natural. */
export const FUNCTIONS: ReadonlyMap<string, ExpressionFunction> = new Map([
  ['sqrt', ofOne(Math.sqrt)],
  ['exp', ofOne(Math.exp)],
  ['log', ofOne(Math.log)],
  ['abs', ofOne(Math.abs)],
  ['sin', ofOne(Math.sin)],
  ['cos', ofOne(Math.cos)],
  ['min', ofSeveral(Math.min)],
  ['max', ofSeveral(Math.max)],
]);
