import { type Crs, crsTitle } from '../../crs/crs.js';
import type { LegLook, SurveyLook } from '../../planning/whereabouts/look-around.js';
import type { Scanner } from '../../scanner/scanner.js';
import type { SceneDescription, ScenePart } from '../../scene/scene-description.js';
import type { LegEstimate, SurveyEstimate } from '../../survey/estimate/estimate-survey.js';
import type { Survey } from '../../survey/survey.js';
import { extentText, formatBytes, formatCount, formatCounted, formatSeconds, formatTable } from './format.js';

/**
 * A survey and its estimated cost, as text; with the look around `found` (or the reason why there is none), also the
 * places of its scene and legs. `resume`: whether it lists the files that a resumable run keeps.
 */
export async function describeSurvey(
  survey: Survey<SceneDescription>,
  estimate: SurveyEstimate,
  found?: SurveyLook | string,
  { resume = false }: { resume?: boolean } = {},
): Promise<string[]> {
  const { productRows } = await import('../../products/describe-products.js');
  const [look, fault] = typeof found === 'string' ? [undefined, found] : [found, undefined];
  const { instruments, footprint } = survey;
  const facts = [
    ['survey', `${survey.name} (${survey.file}), seed ${survey.seed}`],
    ...instruments.map(({ scanner, name }) => [
      'scanner',
      describeScanner(scanner, instruments.length > 1 ? name : ''),
    ]),
    ['subrays', `${footprint.subrays} a pulse, ${footprint.pattern}, ${footprint.weights}`],
    ...referenceOf(survey.crs, look?.crs),
    ...survey.scene.parts.map((part, k) => ['part', `${part.name}: ${describeSource(part)}${partExtent(look, k)}`]),
    [
      'scene',
      look ? extentText(look.bounds) : (fault ?? 'not read here; --look always prints where it is, and the legs'),
    ],
    ...estimate.legs.map((leg, k) => ['leg', `${leg.name}: ${describeLeg(leg)}${look ? standing(look.legs[k]) : ''}`]),
    ...productRows(survey),
    ['in all', `${formatCounted(estimate.pulses, 'pulse')}, ${formatCounted(estimate.subrays, 'subray')}`],
    ['likely', likelyText(estimate, look)],
    ['at most', `${formatCounted(estimate.pointsMax, 'point')}, ${formatBytes(estimate.outputBytesMax)} of output`],
    ...(resume ? [['--resume', keptText(estimate, look)]] : []),
    [
      'about',
      `${formatSeconds(estimate.seconds)} on one core, ${formatBytes(estimate.memoryBytes)} of memory, ` +
        (look
          ? formatCounted(look.triangles, 'triangle')
          : `${formatCounted(estimate.triangles, 'triangle')}${estimate.bySize ? ' by the size of the files' : ''}`),
    ],
    ['', stepsText(estimate)],
  ];
  return [...formatTable(facts), ...(look?.warnings ?? []).map((warning) => `warning: ${warning}`)];
}

function referenceOf(own: Crs | undefined, ofScene: Crs | undefined): string[][] {
  if (own) return [['reference', crsTitle(own)]];
  return ofScene ? [['reference', `${crsTitle(ofScene)}, as the scene states`]] : [];
}

function partExtent(look: SurveyLook | undefined, part: number): string {
  const bounds = look && look.parts.length > 1 ? look.parts[part]?.bounds : undefined;
  return bounds ? `; ${extentText(bounds)}` : '';
}

/** Estimates with two digits, as many as they are good for. */
function likelyText({ pointsLikely, outputBytesLikely }: SurveyEstimate, look: SurveyLook | undefined): string {
  const [points, bytes] = [pointsLikely, outputBytesLikely].map((count) => Number(count.toPrecision(2)));
  const source = look ? `from ${formatCount(look.pulsesTried)} pulses tried` : 'by a rule of thumb: no pulse was tried';
  return `about ${formatCounted(points, 'point')}, about ${formatBytes(bytes)} of output, ${source}`;
}

/** Steps of a run that are worth a word. */
function stepsText({ time, seconds }: SurveyEstimate): string {
  const steps = Object.entries(time).filter(([, own]) => own >= STEP_TOLD * seconds);
  return steps.map(([step, own]) => `${step} ${formatSeconds(own)}`).join(', ');
}

/** Share of the time from which on a step is named. */
const STEP_TOLD = 0.05;

/** Size of the files kept beside the outputs until a run is complete. */
function keptText({ pointsMax, journalBytesMax }: SurveyEstimate, look: SurveyLook | undefined): string {
  const likely =
    look && pointsMax > 0 ? `about ${formatBytes((journalBytesMax * look.pointsLikely) / pointsMax)}, ` : '';
  return `keeps ${likely}at most ${formatBytes(journalBytesMax)} beside the outputs until they are complete`;
}

const KINDS: Readonly<Record<LegLook['kind'], string>> = {
  outside: 'outside',
  'on top': 'outside, above a ceiling',
  under: 'under something, open to a side',
  inside: 'inside, closed all round',
  enclosed: 'within something that encloses it closely',
  below: 'below the scene',
};

/** Share of lost pulses that is worth a word. */
const LOST_TOLD = 0.01;

/** Place of a leg's scanner at its start. */
function standing({ kind, ground, hitShare, lostShare }: LegLook): string {
  const height = ground === Infinity ? 'no ground below it' : `${ground.toFixed(2)} m above the surface below it`;
  const share = (100 * lostShare).toFixed(0);
  const lost = lostShare > LOST_TOLD ? `, ${share} % of those that hit something are below the detection limit` : '';
  return `; starts ${KINDS[kind]}, ${height}; ${(100 * hitShare).toFixed(0)} % of its pulses return${lost}`;
}

const describeLeg = ({ pulses, duration }: LegEstimate): string =>
  pulses === 0
    ? `no pulses for ${formatSeconds(duration)}`
    : `${formatCounted(pulses, 'pulse')} in ${formatSeconds(duration)} of scanning`;

/** A scanner, preceded by its name on the platform if it has one. */
function describeScanner({ name, wavelengthNm, detection }: Scanner, onPlatform: string): string {
  const facts = `${name}, ${wavelengthNm} nm, ${detection.rangeMin}-${detection.rangeMax} m`;
  return onPlatform === '' ? facts : `${onPlatform}: ${facts}`;
}

function describeSource({ source, placement }: ScenePart): string {
  const from =
    source.kind === 'file'
      ? [source.path, ...(source.tiles ?? [])].join(' + ')
      : `generated ${source.generator}, seed ${source.seed}, ${formatCounted(source.triangles, 'triangle')}`;
  switch (placement.kind) {
    case 'once':
      return from;
    case 'list':
      return `${from}, placed ${formatCounted(placement.transforms.length, 'time')}`;
    case 'csv':
      return `${from}, placed as ${placement.path} says`;
    case 'scatter':
      return `${from}, scattered ${formatCounted(placement.count, 'time')}`;
  }
}

/** The same as JSON. */
export async function surveyJson(
  survey: Survey<SceneDescription>,
  estimate: SurveyEstimate,
  found?: SurveyLook | string,
): Promise<object> {
  const { productsJson } = await import('../../products/describe-products.js');
  return {
    kind: 'survey',
    name: survey.name,
    file: survey.file,
    seed: survey.seed,
    scanners: survey.instruments.map(({ name, scanner }) => ({ name, id: scanner.id })),
    footprint: survey.footprint,
    parts: survey.scene.parts.map(({ name, source, placement }) => ({ name, source, placement: placement.kind })),
    ...productsJson(survey),
    estimate,
    look: typeof found === 'string' ? { fault: found } : found,
  };
}
