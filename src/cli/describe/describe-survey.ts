import { crsTitle } from '../../crs/crs.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { SceneDescription, ScenePart } from '../../scene/scene-description.js';
import type { LegEstimate, SurveyEstimate } from '../../survey/estimate.js';
import type { FrameOutput, Survey } from '../../survey/survey.js';
import { formatBytes, formatCount, formatSeconds, formatTable } from './format.js';

/** A survey and its estimated cost, as text. */
export function describeSurvey(survey: Survey<SceneDescription>, estimate: SurveyEstimate): string[] {
  const { instruments, footprint, frames } = survey;
  const facts = [
    ['survey', `${survey.name} (${survey.file}), seed ${survey.seed}`],
    ...instruments.map(({ scanner, name }) => [
      'scanner',
      describeScanner(scanner, instruments.length > 1 ? name : ''),
    ]),
    ['subrays', `${footprint.subrays} a pulse, ${footprint.pattern}, ${footprint.weights}`],
    ...(survey.crs ? [['reference', crsTitle(survey.crs)]] : []),
    ...survey.scene.parts.map((part) => ['part', `${part.name}: ${describeSource(part)}`]),
    ...estimate.legs.map((leg) => ['leg', `${leg.name}: ${describeLeg(leg)}`]),
    ...survey.outputs.map((output) => ['output', output.path]),
    ...(frames ? [['frames', describeFrames(frames)]] : []),
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

const describeLeg = ({ pulses, duration }: LegEstimate): string =>
  pulses === 0
    ? `no pulses for ${formatSeconds(duration)}`
    : `${formatCount(pulses)} pulses in ${formatSeconds(duration)} of scanning`;

/** A scanner, preceded by its name on the platform if it has one. */
function describeScanner({ name, wavelengthNm, detection }: Scanner, onPlatform: string): string {
  const facts = `${name}, ${wavelengthNm} nm, ${detection.rangeMin}-${detection.rangeMax} m`;
  return onPlatform === '' ? facts : `${onPlatform}: ${facts}`;
}

function describeFrames({ pattern, by, coordinates, deskew, organised }: FrameOutput): string {
  const length = by === 'revolution' ? 'a revolution each' : `${formatSeconds(by)} each`;
  const words = [length, `${coordinates} coordinates`, deskew && 'deskewed', organised && 'organised'];
  return `${pattern}: ${words.filter(Boolean).join(', ')}`;
}

function describeSource({ source, placement }: ScenePart): string {
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

/** The same as JSON. */
export function surveyJson(survey: Survey<SceneDescription>, estimate: SurveyEstimate): object {
  return {
    kind: 'survey',
    name: survey.name,
    file: survey.file,
    seed: survey.seed,
    scanners: survey.instruments.map(({ name, scanner }) => ({ name, id: scanner.id })),
    footprint: survey.footprint,
    parts: survey.scene.parts.map(({ name, source, placement }) => ({ name, source, placement: placement.kind })),
    outputs: survey.outputs.map(({ path, format }) => ({ path, format })),
    frames: survey.frames && { path: survey.frames.pattern, format: survey.frames.format },
    estimate,
  };
}
