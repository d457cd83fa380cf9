import type { ScenePartPlan } from '../scene/scene-plan.js';
import type { SurveyEstimate } from '../survey/estimate.js';
import type { Survey } from '../survey/survey.js';
import { formatBytes, formatCount, formatSeconds, formatTable } from './format.js';

/** What a survey is and will take, for people. */
export function describePlan(survey: Survey, estimate: SurveyEstimate): string[] {
  const { scanner, footprint } = survey;
  const facts = [
    ['survey', `${survey.name} (${survey.file}), seed ${survey.seed}`],
    [
      'scanner',
      `${scanner.name}, ${scanner.wavelengthNm} nm, ${scanner.detection.rangeMin}-${scanner.detection.rangeMax} m`,
    ],
    ['subrays', `${footprint.subrays} a pulse, ${footprint.pattern}, ${footprint.weights}`],
    ...survey.scene.parts.map((part) => ['part', `${part.name}: ${describeSource(part)}`]),
    ...estimate.legs.map((leg) => [
      'leg',
      `${leg.name}: ${formatCount(leg.pulses)} pulses in ${formatSeconds(leg.duration)} of scanning`,
    ]),
    ...survey.outputs.map((output) => ['output', output.path]),
    ['in all', `${formatCount(estimate.pulses)} pulses, ${formatCount(estimate.subrays)} subrays`],
    ['at most', `${formatCount(estimate.pointsMax)} points, ${formatBytes(estimate.outputBytesMax)} of output`],
    [
      'about',
      `${formatSeconds(estimate.seconds)} on one core, ${formatBytes(estimate.memoryBytes)} of memory, ` +
        `${formatCount(estimate.triangles)} triangles`,
    ],
  ];
  return formatTable(facts);
}

function describeSource({ source, placement }: ScenePartPlan): string {
  const from =
    source.kind === 'file'
      ? source.path
      : `generated ${source.generator}, seed ${source.seed}, ${formatCount(source.triangles)} triangles`;
  switch (placement.kind) {
    case 'once':
      return from;
    case 'list':
      return `${from}, placed ${formatCount(placement.transforms.length)} times`;
    case 'csv':
      return `${from}, placed as ${placement.path} says`;
    case 'scatter':
      return `${from}, scattered ${formatCount(placement.count)} times`;
  }
}

/** The same for programs. */
export function planJson(survey: Survey, estimate: SurveyEstimate): object {
  return {
    kind: 'survey',
    name: survey.name,
    file: survey.file,
    seed: survey.seed,
    scanner: survey.scanner.id,
    footprint: survey.footprint,
    parts: survey.scene.parts.map(({ name, source, placement }) => ({ name, source, placement: placement.kind })),
    outputs: survey.outputs.map(({ path, format }) => ({ path, format })),
    estimate,
  };
}
