import type { Files, previewLeg, probeScene, Scene, SceneInspector, tracePulse } from 'subray/browser';
import { createScene, createSurvey, readScanner } from 'subray/browser';
import { EXAMPLE_SCANNER, EXAMPLE_SETTINGS, exampleObjects } from '../example-scan.js';

/** The functions that look at a scene, of a page or of Node. */
interface Functions {
  inspectScene(scene: Scene): Promise<SceneInspector>;
  tracePulse: typeof tracePulse;
  previewLeg: typeof previewLeg;
  probeScene: typeof probeScene;
}

/** Findings of these functions about the scan of the page `page.ts`. */
export async function findings({ inspectScene, tracePulse, previewLeg, probeScene }: Functions, files: Files) {
  const scene = createScene(exampleObjects());
  const settings = { scene, scanner: readScanner(EXAMPLE_SCANNER), ...EXAMPLE_SETTINGS };
  const survey = await createSurvey(settings, { files });
  const inspector = await inspectScene(scene);
  const preview = await previewLeg(survey, { scene: inspector, pulses: 50 });
  const met = [...preview.pulses].filter((_, k) => preview.ranges[k] > 0);
  const traces = await Promise.all(met.map((pulse) => tracePulse(survey, { scene: inspector, pulse })));
  return { preview, traces, probes: await probeScene(inspector, { places: [0, 0, 3, 5] }) };
}
