/** A function of an expression, with its number of arguments. */
interface ExpressionFunction {
  least: number;
  most: number;
  of: (...values: number[]) => number;
}

const ARGUMENTS_MAX = 8;
const ofOne = (of: (value: number) => number): ExpressionFunction => ({ least: 1, most: 1, of });
const ofTwo = (of: (a: number, b: number) => number): ExpressionFunction => ({ least: 2, most: 2, of });
const ofSeveral = (of: (...values: number[]) => number): ExpressionFunction => ({ least: 2, most: ARGUMENTS_MAX, of });

/**
 * The functions that an expression may call; angles are radians, logarithms natural. Outside their domain the result is
 * NaN.
 */
export const FUNCTIONS: ReadonlyMap<string, ExpressionFunction> = new Map([
  ['sqrt', ofOne(Math.sqrt)],
  ['exp', ofOne(Math.exp)],
  ['log', ofOne(Math.log)],
  ['ln', ofOne(Math.log)],
  ['abs', ofOne(Math.abs)],
  ['sin', ofOne(Math.sin)],
  ['cos', ofOne(Math.cos)],
  ['tan', ofOne(Math.tan)],
  ['asin', ofOne(Math.asin)],
  ['acos', ofOne(Math.acos)],
  ['atan', ofOne(Math.atan)],
  ['atan2', ofTwo(Math.atan2)],
  ['sinh', ofOne(Math.sinh)],
  ['cosh', ofOne(Math.cosh)],
  ['tanh', ofOne(Math.tanh)],
  ['min', ofSeveral(Math.min)],
  ['max', ofSeveral(Math.max)],
]);

/** The constants that an expression may use by name. */
export const CONSTANTS: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);
