// Number of times that numbers of a WGSL text are rounded between one `fixed` and the next. A compiler may fuse,
// reorder and cancel everything in between: code that must have the CPU's bits is at most one operation on numbers that
// are rounded already.

/** A place where more than one operation lies between two roundings. */
export interface LooseUse {
  fn: string;
  /** The call that takes a loose number, as written. */
  call: string;
}

/** Functions that round their argument, which may be one operation. */
const ROUND = ['fixed', 'fixed3', 'fixed4'];
/** Functions whose results have the CPU's bits if their arguments have: the operations that each argument may hold. */
const TAKE: Readonly<Record<string, readonly number[]>> = {
  dotFixed: [0, 0],
  crossFixed: [0, 0],
  plusTimes: [0, 0, 0],
  plusTimes4: [0, 0, 0],
  roundedQuotient: [0, 0],
  roundedRoot: [0],
  twoSum: [0, 0],
  quickTwoSum: [0, 0],
  twoProduct: [0, 0],
  difference3: [0, 0],
  alongRow: [0, 0],
  alongRowF32: [0, 0],
  directionIntoMesh: [0, 0],
  // Rounds the edges itself.
  distanceTo: [0, 1, 1, 0],
  angleOfChord: [0],
};
/** Built-in functions of several operations. */
const SUMS = ['dot', 'cross', 'length', 'distance', 'mix', 'fma'];
/** Built-in functions and types that pass their arguments on. */
const HAND_ON = ['select', 'min', 'max', 'abs', 'clamp', 'vec2', 'vec3', 'vec4', 'Double', 'Double3'];

/** Products that are exact. */
const POWER_OF_TWO = /(?<![\w.])-?(?:0\.5|2\.0|65536\.0) \*| \* (?:0\.5|2\.0|65536\.0)(?![\w.])/g;

/** A function of a WGSL text. */
interface WgslFunction {
  name: string;
  body: string;
}

function functionsOf(text: string): WgslFunction[] {
  const code = text.replace(/\/\/.*$/gm, '');
  return [...code.matchAll(/\bfn (\w+)\(/g)].map(({ 1: name, index }) => {
    const open = code.indexOf('{', index);
    return { name, body: code.slice(open + 1, closing(code, open, '{', '}')) };
  });
}

/** Index of the bracket that closes the one at `open`. */
function closing(text: string, open: number, left: string, right: string): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === left) depth++;
    if (text[at] === right && --depth === 0) return at;
  }
  throw new Error(`${left} at ${open} is never closed`);
}

/** The arguments of a call, split at its own commas. */
function split(args: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of args) {
    if ('([<'.includes(sign) && !(sign === '<' && depth === 0)) depth++;
    if (')]'.includes(sign)) depth--;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}

/** Uses of numbers with more operations behind them than a rounding may take, over all functions of a WGSL text. */
export function looseUses(text: string): LooseUse[] {
  return functionsOf(text).flatMap(({ name: fn, body }) => {
    const uses: LooseUse[] = [];
    const levels = new Map<string, number>();
    const report = (call: string) => uses.push({ fn, call: call.replace(/\s+/g, ' ') });
    for (const statement of body.split(/[;{}]/)) {
      const [, name, operator, value] =
        /^\s*(?:let |var )?(\w+)[^=<>!]*?([-+*/]?)=(?!=)([\s\S]*)$/.exec(statement) ?? [];
      const level = levelOf(value ?? statement, levels, report);
      // One of several values: the loosest counts.
      if (name) levels.set(name, Math.max(levels.get(name) ?? 0, level) + (operator ? 1 : 0));
    }
    return uses;
  });
}

/** Operations of an expression since its numbers were rounded. */
function levelOf(expression: string, levels: ReadonlyMap<string, number>, report: (call: string) => void): number {
  let rest = '';
  let level = 0;
  let at = 0;
  for (const call of expression.matchAll(/\b(\w+)(<[\w<>, ]+>)?\(/g)) {
    if (call.index < at) continue;
    const open = call.index + call[0].length - 1;
    const end = closing(expression, open, '(', ')');
    const given = split(expression.slice(open + 1, end)).map((arg) => levelOf(arg, levels, report));
    const most = Math.max(0, ...given);
    const allowed = ROUND.includes(call[1]) ? [1] : TAKE[call[1]];
    if (allowed && given.some((one, k) => one > allowed[k])) report(expression.slice(call.index, end + 1));
    if (SUMS.includes(call[1])) level = Math.max(level, most + 2);
    else if (HAND_ON.includes(call[1])) level = Math.max(level, most);
    rest += `${expression.slice(at, call.index)}0`;
    at = end + 1;
  }
  rest += expression.slice(at);
  // Brackets: an index says nothing; a sum in parentheses counts like any other.
  const plain = rest.replace(/\[[^\]]*\]/g, '').replace(POWER_OF_TWO, '');
  for (const [, name] of plain.matchAll(/(?<![.\w])([a-z]\w*)/gi)) level = Math.max(level, levels.get(name) ?? 0);
  return level + [...plain.matchAll(/(?<=[\w)] ?) [-+*/] /g)].length;
}
