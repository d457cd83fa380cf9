import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { surveyJsonSchema } from '../../../src/survey/schema/survey-schema.js';
import { surveyText } from '../survey-file.js';

type Node = Record<string, unknown>;

/**
 * Every property of every object in a JSON Schema, by path; those of `$defs` too, with the targets of their references.
 */
function* properties(schema: Node): Generator<[string, Node]> {
  const defs = schema.$defs as Record<string, Node>;
  function* below(node: unknown, path: string): Generator<[string, Node]> {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      const at = `${path}/${key}`;
      if (key === 'properties')
        for (const [name, value] of Object.entries(child as Record<string, Node>))
          yield [`${at}/${name}`, targetOf(value, defs)];
      yield* below(child, at);
    }
  }
  yield* below(schema, '');
}

/** Target of a node's reference, by way of others, or the node itself. */
function targetOf({ $ref, ...node }: Node, defs: Record<string, Node>): Node {
  return typeof $ref === 'string' ? { ...targetOf(defs[$ref.replace('#/$defs/', '')], defs), ...node } : node;
}

describe('JSON Schema of the survey', () => {
  const schema = surveyJsonSchema();
  const accepts = (text: string): boolean =>
    z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(parse(text)).success;

  it('has a description at every key', () => {
    const all = [...properties(schema)];
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(([, node]) => !node.description).map(([path]) => path)).toEqual([]);
  });

  it('accepts every example that it shows', () => {
    const shown = [...properties(schema)].flatMap(([path, node]) =>
      ((node.examples ?? []) as unknown[]).map((example) => ({ path, node, example })),
    );
    expect(shown.length).toBeGreaterThan(50);
    const { $defs } = schema;
    const refused = shown.filter(
      ({ node, example }) => !z.fromJSONSchema({ ...node, $defs } as Node).safeParse(example).success,
    );
    expect(refused.map(({ path }) => path)).toEqual([]);
  });

  it('requires what has no default', () => {
    expect(schema.required).toEqual(['scene', 'legs']);
  });

  it('accepts a minimal survey and refuses unknown keys and impossible numbers', () => {
    expect(accepts(surveyText())).toBe(true);
    expect(accepts(surveyText({ sed: 'sed: 1' }))).toBe(false);
    expect(accepts(surveyText({ legs: 'legs: [ { from: [0, 0, 0], to: [1, 0, 0], speed: 0 } ]' }))).toBe(false);
  });

  it.skipIf(!existsSync('examples/quickstart.yaml'))(
    'accepts examples/quickstart.yaml (skipped where it is absent)',
    () => {
      expect(accepts(readFileSync('examples/quickstart.yaml', 'utf8'))).toBe(true);
    },
  );
});
