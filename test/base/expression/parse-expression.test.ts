import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../src/base/expression/parse-expression.js';

const evaluate = (text: string, values: Record<string, number> = {}): number =>
  parseExpression(text, Object.keys(values))(values);

describe('the value of an expression', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['8 / 4 / 2', 1],
    ['7 - 4 - 2', 1],
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['2^3^2', 512],
    ['2 * -3', -6],
    ['--1.5e-3', 0.0015],
    ['.5 + 1.', 1.5],
    ['sqrt(16) + exp(0) + log(1) + abs(-2)', 7],
    ['min(3, 1, 2) + max(3, 1)', 4],
    ['sin(0) + cos(0)', 1],
    ['ln(e) + log(e)', 2],
    ['tan(0) + sinh(0) + cosh(0) + tanh(0)', 1],
    ['atan(1) + atan2(1, 1)', Math.PI / 2],
    ['asin(1) + acos(0)', Math.PI],
    ['atan2(1, -1)', 0.75 * Math.PI],
    ['cos(pi)', -1],
    ['-(-2)', 2],
    ['atan2(-1, -0)', -Math.PI / 2],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });

  it.each(['sqrt(-1)', 'ln(-1)', 'asin(2)', 'acos(-1.1)', '(-8)^(1/3)'])('%s is not a number', (text) => {
    expect(evaluate(text)).toBeNaN();
  });

  it('takes a variable for itself where a number has its name', () => {
    expect(evaluate('2 * e + pi', { e: 3 })).toBe(6 + Math.PI);
  });

  it('depends on its variables: σ(I) = a I^b + c of Wujanz et al. 2018', () => {
    expect(evaluate('0.62 * intensity^-0.53 + 0.0003', { intensity: 400 })).toBe(0.62 * 400 ** -0.53 + 0.0003);
  });

  it('is not that of a member that every object has', () => {
    expect(() => evaluate('constructor')).toThrow('character 1: found constructor, expected one of the variables');
    expect(() => evaluate('toString(1)')).toThrow('character 1: found toString');
  });
});

describe('a fault in an expression', () => {
  it.each([
    ['1 +', 'character 4: found the end, expected a number, a variable, a function or ('],
    ['', 'character 1: found the end'],
    ['1 2', 'character 3: found 2, expected an operator or the end'],
    ['(1', 'character 3: found the end, expected )'],
    ['2 $ 3', 'character 3: found "$", expected a number, name or sign'],
    ['1 + cot(2)', 'character 5: found cot, expected one of the variables x, functions sqrt, exp, log'],
    ['y', 'or numbers pi, e'],
    ['atan2(1)', 'character 1: found 1 argument of atan2, expected 2'],
    ['atan2(1, 2, 3)', 'character 1: found 3 arguments of atan2, expected 2'],
    ['sqrt 4', 'character 6: found 4, expected ('],
    ['sqrt(1, 2)', 'character 1: found 2 arguments of sqrt, expected 1'],
    ['min(1)', 'character 1: found 1 argument of min, expected 2 to 8'],
    ['1e999', 'character 1: found 1e999, expected a number below 1.8e308'],
    [`${'('.repeat(40)}1${')'.repeat(40)}`, 'nested deeper than 32 levels'],
    [`${'-'.repeat(40)}1`, 'nested deeper than 32 levels'],
    ['1+'.repeat(300), 'found 600 characters, expected at most 500'],
  ])('%s', (text, message) => {
    expect(() => evaluate(text, { x: 1 })).toThrow(message);
  });
});
