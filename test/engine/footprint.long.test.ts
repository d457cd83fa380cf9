import { afterAll, beforeAll, describe, it } from 'vitest';
import { ENGINES } from '../support/engines.js';
import { FINE, FOOTPRINT_SCENE } from '../support/footprints.js';
import { type OpenScene, openScene } from '../support/scan.js';
import { EDGES, expectEdges, expectShare, PATTERNS } from './split-beams.js';

const [, [name, there, open]] = ENGINES;

describe.skipIf(!there)(`footprints of all patterns on the ${name}`, () => {
  let stage: OpenScene;
  beforeAll(async () => {
    stage = await openScene(FOOTPRINT_SCENE, open);
  });
  afterAll(() => stage?.close());

  it.each(EDGES)('G4: %s of %i hold ½ erfc(√2 d/w) of the energy beyond an edge at d', (...edge) =>
    expectEdges(stage, edge),
  );

  it.each(PATTERNS)('of a beam that is wider than its target by far see its share of the energy: %s', (pattern) =>
    expectShare(stage, pattern, 2 * FINE),
  );
});
