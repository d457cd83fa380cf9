import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSurvey } from '../../../../src/node-surveys.js';
import { hasMovers } from '../../../../src/scene/scene-description.js';
import { motionSchema } from '../../../../src/survey/scene/motion/index.js';
import { MINIMAL, writeSurvey } from '../../survey-file.js';

const DOCS = readFileSync(new URL('../../../../docs/moving.md', import.meta.url), 'utf8');

const TRAFFIC = '<fcd-export><timestep time="150"><vehicle id="a" x="0" y="0" type="bus"/></timestep></fcd-export>';

const TABLE = 'timestep_time;vehicle_id;vehicle_type;vehicle_x;vehicle_y\n0;street/car_001;car;0;0\n';
const SCENARIO = `<OpenSCENARIO><Entities><ScenarioObject name="a"><Vehicle name="sedan"><BoundingBox>
<Center x="1.4" y="0" z="0.7"/><Dimensions width="1.8" length="4.5" height="1.4"/></BoundingBox></Vehicle>
</ScenarioObject></Entities><Storyboard><Init><Actions><Private entityRef="a"><PrivateAction><TeleportAction><Position>
<WorldPosition x="0" y="0"/></Position></TeleportAction></PrivateAction></Private></Actions></Init></Storyboard>
</OpenSCENARIO>`;

describe('docs/moving.md', () => {
  it('has examples that load', async () => {
    const examples = [...DOCS.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const { scanner, legs, output } = MINIMAL;
      const file = await writeSurvey([scanner, legs, output, example].join('\n'));
      await writeFile(join(dirname(file), 'town.fcd.xml'), TRAFFIC);
      await writeFile(join(dirname(file), 'street.fcd.csv'), TABLE);
      await writeFile(join(dirname(file), 'cut-in.xosc'), SCENARIO);
      const { scene } = await loadSurvey(file);
      expect(scene.parts.some(hasMovers)).toBe(true);
    }
  });

  it('has a row for each kind of motion, and for each key that they share', () => {
    // The key that only one kind has is its first.
    const first = motionSchema.options.map(({ shape }) => Object.keys(shape)[0]);
    expect(first.length).toBeGreaterThan(5);
    const shared = ['start', 'before', 'after', 'reference', 'stagger'];
    for (const key of [...first, ...shared]) expect(DOCS, key).toMatch(new RegExp(`^\\| \`${key}\``, 'm'));
  });

  it('tells the most knots and movers', () => {
    for (const most of ['16,777,216', '100,000']) expect(DOCS).toContain(most);
  });
});
