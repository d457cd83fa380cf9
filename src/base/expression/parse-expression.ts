import { ExpressionError } from './expression-error.js';
import { CONSTANTS, FUNCTIONS } from './functions.js';
import { type Token, tokensOf } from './tokens.js';

/** The value of an expression for these values of its variables. */
export type Expression<Name extends string> = (values: Readonly<Record<Name, number>>) => number;

/** Longest text of an expression, in characters. */
const LENGTH_MAX = 500;
/** Deepest nesting of parentheses, calls, signs and powers. */
const DEPTH_MAX = 32;

/**
 * Compiles `text` to a function. It may have numbers, the variables `names`, + − * / ^, parentheses, the functions of
 * `FUNCTIONS` and the constants of `CONSTANTS`; a variable hides a constant of the same name. ^ binds tighter than a
 * sign before it and groups from the right, as in mathematics: −2^2 is −4, 2^3^2 is 512. Nothing of the text is run as
 * a program. Throws ExpressionError with the position of the fault.
 */
export function parseExpression<Name extends string>(text: string, names: readonly Name[]): Expression<Name> {
  if (text.length > LENGTH_MAX)
    throw new ExpressionError(LENGTH_MAX, `found ${text.length} characters, expected at most ${LENGTH_MAX}`);
  const parser = new Parser(tokensOf(text), names);
  return parser.whole() as Expression<Name>;
}

type Node = (values: Readonly<Record<string, number>>) => number;

/** Recursive descent: a sum of products of signed powers of atoms. */
class Parser {
  private readonly tokens: readonly Token[];
  private readonly names: readonly string[];
  private next = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], names: readonly string[]) {
    this.tokens = tokens;
    this.names = names;
  }

  whole(): Node {
    const node = this.sum();
    if (this.token.kind !== 'end') this.fail('an operator or the end');
    return node;
  }

  private sum(): Node {
    let left = this.product();
    for (;;) {
      const [a, sign] = [left, this.takeOne('+', '-')];
      if (sign === undefined) return left;
      const b = this.product();
      left = sign === '+' ? (values) => a(values) + b(values) : (values) => a(values) - b(values);
    }
  }

  private product(): Node {
    let left = this.signed();
    for (;;) {
      const [a, sign] = [left, this.takeOne('*', '/')];
      if (sign === undefined) return left;
      const b = this.signed();
      left = sign === '*' ? (values) => a(values) * b(values) : (values) => a(values) / b(values);
    }
  }

  private signed(): Node {
    return this.deeper(() => {
      const sign = this.takeOne('+', '-');
      if (sign === undefined) return this.power();
      const node = this.signed();
      return sign === '-' ? (values) => -node(values) : node;
    });
  }

  private power(): Node {
    const base = this.atom();
    if (this.takeOne('^') === undefined) return base;
    const exponent = this.signed();
    return (values) => base(values) ** exponent(values);
  }

  private atom(): Node {
    const token = this.token;
    if (token.kind === 'number') return this.number();
    if (token.kind === 'name') return this.name();
    if (this.takeOne('(') === undefined) this.fail('a number, a variable, a function or (');
    const node = this.sum();
    this.demand(')');
    return node;
  }

  private number(): Node {
    const { text, at } = this.take();
    const value = Number(text);
    if (!Number.isFinite(value)) throw new ExpressionError(at, `found ${text}, expected a number below 1.8e308`);
    return () => value;
  }

  private name(): Node {
    const { text, at } = this.take();
    if (this.names.includes(text)) return (values) => values[text];
    if (FUNCTIONS.has(text)) return this.call(text, at);
    const constant = CONSTANTS.get(text);
    if (constant !== undefined) return () => constant;
    const known = `one of the variables ${this.names.join(', ')}, functions ${[...FUNCTIONS.keys()].join(', ')} or numbers ${[...CONSTANTS.keys()].join(', ')}`;
    throw new ExpressionError(at, `found ${text}, expected ${known}`);
  }

  private call(name: string, at: number): Node {
    const { least, most, of } = FUNCTIONS.get(name) as NonNullable<ReturnType<typeof FUNCTIONS.get>>;
    this.demand('(');
    const parts = [this.sum()];
    while (this.takeOne(',') !== undefined) parts.push(this.sum());
    this.demand(')');
    if (parts.length < least || parts.length > most) {
      const expected = least === most ? `${least}` : `${least} to ${most}`;
      const found = `${parts.length} argument${parts.length === 1 ? '' : 's'}`;
      throw new ExpressionError(at, `found ${found} of ${name}, expected ${expected}`);
    }
    return (values) => of(...parts.map((part) => part(values)));
  }

  /** The result of `read`, one level deeper. */
  private deeper(read: () => Node): Node {
    if (++this.depth > DEPTH_MAX) throw new ExpressionError(this.token.at, `nested deeper than ${DEPTH_MAX} levels`);
    const node = read();
    this.depth--;
    return node;
  }

  private get token(): Token {
    return this.tokens[this.next];
  }

  private take(): Token {
    return this.tokens[this.next++];
  }

  /** Takes the next token if it is one of these signs. */
  private takeOne(...signs: readonly string[]): string | undefined {
    return this.token.kind === 'sign' && signs.includes(this.token.text) ? this.take().text : undefined;
  }

  private demand(sign: string): void {
    if (this.takeOne(sign) === undefined) this.fail(sign);
  }

  private fail(expected: string): never {
    throw new ExpressionError(this.token.at, `found ${this.token.text}, expected ${expected}`);
  }
}
