import { describe, expect, it } from 'vitest';
import { z } from 'zod';
// @ts-expect-error: a build script without types
import { checked, jsonLiteral } from '../scripts/bake.mjs';

describe('content that the build bakes', () => {
  it('is refused with its file and every fault where it does not pass the schema', () => {
    const schema = z.object({
      id: z.string({ error: 'a name' }),
      range: z.object({ max: z.number({ error: 'metres' }) }),
    });
    expect(checked(schema, { id: 'a', range: { max: 5 } }, 'a.yaml')).toEqual({ id: 'a', range: { max: 5 } });
    expect(() => checked(schema, { range: { max: 'x' } }, 'a.yaml')).toThrow(
      'a.yaml\n  id: expected a name\n  range.max: expected metres',
    );
  });

  it('comes back as it was from its literal', () => {
    const value = { text: 'it\'s "two"\n\\ lines\u2028of \u0000 ° 𝒳', numbers: [0.1, 1e-17, -5], none: null };
    // biome-ignore lint/security/noGlobalEval: what a module that holds the literal does
    expect(JSON.parse(eval(jsonLiteral(value, 'x')))).toStrictEqual(value);
  });

  it.each([[{ a: undefined }], [{ a: -0 }], [{ a: Number.POSITIVE_INFINITY }], [{ a: new Float32Array(1) }]])(
    'is refused where JSON would lose some of it: %o',
    (value) => {
      expect(() => jsonLiteral(value, 'x.yaml')).toThrow('x.yaml: JSON cannot hold');
    },
  );
});
