import type { SourcePlace } from '../../base/errors.js';
import type { Vec3 } from '../../base/vec3.js';
import { childrenOf, type XmlElement } from '../../base/xml/xml-element.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import { quoteText } from '../../base/yaml/faults.js';
import { PARTS_MAX } from '../scene/part.js';
import type { Asset } from './asset-library.js';
import { Attributes, parseVector, VECTOR_EXPECTED, warnOfUnknown } from './attributes.js';
import { type HeliosReading, noteAt, noteOrWarn, showPlace } from './helios-reading.js';
import { type HeliosSequence, readMotions } from './motions-xml.js';
import { type AxisTurn, readTurns } from './rotations.js';
import { type PartSteps, readPartSteps, readSceneSteps, type SceneSteps } from './update-steps.js';

/** A scene of HELIOS++, as its file describes it. */
export interface HeliosScene {
  name: string;
  place: SourcePlace;
  /** When parts that move are updated. */
  steps: SceneSteps;
  parts: readonly HeliosPart[];
}

/** A part: the source that its filters load, and its placement. */
export interface HeliosPart {
  place: SourcePlace;
  /** Id as written. */
  id?: string;
  source: HeliosSource;
  placement: HeliosPlacement;
  /** Its replacements in later plays. */
  swaps: readonly HeliosSwap[];
  /** Its motions, those with which it begins first; none: it stands. */
  motions: readonly HeliosSequence[];
  steps: PartSteps;
}

/** Source of a part's geometry. */
export interface HeliosSource {
  filter: (typeof LOADERS)[number];
  place: SourcePlace;
  params: Params;
}

/** Turned, then scaled, then moved, whatever the order of the filters. */
export interface HeliosPlacement {
  turns: readonly AxisTurn[];
  scale: number;
  offset?: Vec3;
  /** 0: unchanged. */
  onGround: number;
}

export interface HeliosSwap {
  place: SourcePlace;
  /** Plays that it lasts. */
  step: number;
  /** Absent: the part's own. */
  source?: HeliosSource;
  placement: HeliosPlacement;
  removes: boolean;
}

const LOADERS = ['objloader', 'geotiffloader', 'xyzloader', 'detailedvoxels'] as const;

const OF_MATERIALS = ['matfile', 'matname'];
const OF_RANDOM_MATERIALS = ['randomMaterials', 'randomRange'];

/** The parameters of each filter. */
const PARAMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['objloader', ['filepath', 'efilepath', 'up', 'recomputeVertexNormals']],
  ['geotiffloader', ['filepath', 'efilepath', ...OF_MATERIALS]],
  [
    'xyzloader',
    [
      ...['filepath', 'efilepath', 'separator', 'voxelSize', 'maxColorValue', 'estimateNormals', 'defaultNormal'],
      ...['normalXIndex', 'normalYIndex', 'normalZIndex', 'rgbRIndex', 'rgbGIndex', 'rgbBIndex'],
      ...['snapNeighborNormal', 'sparse', ...OF_MATERIALS, ...OF_RANDOM_MATERIALS],
    ],
  ],
  [
    'detailedvoxels',
    [
      ...['filepath', 'efilepath', 'intersectionMode', 'intersectionArgument', 'randomShift', 'ladlut'],
      ...[...OF_MATERIALS, ...OF_RANDOM_MATERIALS],
    ],
  ],
  ['scale', ['scale']],
  ['rotate', ['rotation']],
  ['translate', ['offset', 'onGround']],
]);

/** The scene of an element. Notes faults; throws UserError for more parts than a survey may have. */
export function readSceneXml(reading: HeliosReading, { element }: Asset): HeliosScene {
  const attributes = new Attributes(reading, element);
  const id = attributes.text('id') ?? 'scene';
  const name = attributes.text('name') ?? id;
  const steps = readSceneSteps(attributes);
  attributes.finish();
  warnOfUnknown(reading, element, ['part']);
  const parts = childrenOf(element, 'part', PARTS_MAX).flatMap((part) => readPart(reading, part));
  if (parts.length === 0) noteAt(reading, element.place, '<scene> has no <part>, expected at least one');
  return { name, place: element.place, steps, parts };
}

function readPart(reading: HeliosReading, element: XmlElement): HeliosPart[] {
  const attributes = new Attributes(reading, element);
  const id = attributes.text('id');
  const steps = readPartSteps(attributes);
  attributes.finish();
  warnOfUnknown(reading, element, ['filter', 'swap', 'dmotion']);
  const { source, placement } = readFilters(reading, element);
  if (source === undefined) {
    const expected = `a <filter> of type ${LOADERS.join(', ')}`;
    noteOrWarn(reading, element.place, `<part> loads nothing, expected ${expected}`, 'the part is left out');
    return [];
  }
  const swaps = childrenOf(element, 'swap').map((swap) => readSwap(reading, swap));
  const motions = readMotions(reading, element);
  return [{ place: element.place, id, source, placement, swaps, motions, steps }];
}

function readSwap(reading: HeliosReading, element: XmlElement): HeliosSwap {
  const attributes = new Attributes(reading, element);
  const step = attributes.whole('swapStep', { min: 1, max: 10_000 }) ?? 1;
  const removes = attributes.flag('force_null') ?? false;
  attributes.finish('keepCRS');
  warnOfUnknown(reading, element, ['filter']);
  return { place: element.place, step, removes, ...readFilters(reading, element) };
}

interface Filters {
  source?: HeliosSource;
  placement: HeliosPlacement;
}

/** The source and the placement that the filters of a part or swap add up to. */
function readFilters(reading: HeliosReading, parent: XmlElement): Filters {
  let source: HeliosSource | undefined;
  let placement: HeliosPlacement = { turns: [], scale: 1, onGround: 0 };
  const met = new Set<string>();
  for (const element of childrenOf(parent, 'filter')) {
    const params = new Params(reading, element);
    const type = element.attributes.get('type')?.trim().toLowerCase() ?? '';
    if (met.has(type) && type !== 'rotate')
      reading.quirks.note(12, element.place, `a part has several filters of type ${type}: the last one counts`);
    met.add(type);
    params.warnOfUnknown(type, PARAMS.get(type));
    const loader = LOADERS.find((name) => name === type);
    if (loader !== undefined) source = { filter: loader, place: element.place, params };
    else placement = placedBy(reading, type, params, placement);
  }
  return { source, placement };
}

function placedBy(reading: HeliosReading, type: string, params: Params, before: HeliosPlacement): HeliosPlacement {
  const { element } = params;
  if (type === 'rotate') return { ...before, turns: [...before.turns, ...params.turns('rotation')] };
  if (type === 'scale') {
    const scale = params.number('scale') ?? 0;
    return scale === 0 ? before : { ...before, scale };
  }
  if (type === 'translate')
    return { ...before, offset: params.vector('offset') ?? [0, 0, 0], onGround: params.whole('onGround') ?? 0 };
  const known = [...LOADERS, 'rotate', 'scale', 'translate'].join(', ');
  noteAt(reading, element.place, `type of <filter>: found ${quoteText(type)}, expected one of: ${known}`);
  return before;
}

/** The parameters of a filter by their keys. */
class Params {
  readonly element: XmlElement;
  private readonly reading: HeliosReading;
  private readonly byKey: ReadonlyMap<string, XmlElement>;

  constructor(reading: HeliosReading, element: XmlElement) {
    this.reading = reading;
    this.element = element;
    this.byKey = new Map(childrenOf(element, 'param').map((param) => [param.attributes.get('key') ?? '', param]));
  }

  /** Warns of parameters that a filter does not have, each once; absent: the filter itself is unknown. */
  warnOfUnknown(filter: string, known: readonly string[] | undefined): void {
    for (const [key, { place }] of this.byKey) {
      const name = `${filter}: ${key}`;
      if (known === undefined || known.includes(key) || this.reading.unknown.has(name)) continue;
      this.reading.unknown.add(name);
      this.reading.log.warn(
        `${showPlace(place)}: ${filter} has the unknown parameter ${quoteText(key)}, which is ignored${didYouMean(key, known)}`,
      );
    }
  }

  text(key: string): string | undefined {
    return this.byKey.get(key)?.attributes.get('value');
  }

  place(key: string): SourcePlace {
    return (this.byKey.get(key) ?? this.element).place;
  }

  number(key: string): number | undefined {
    const text = this.text(key)?.trim();
    if (text === undefined) return undefined;
    const value = text === '' ? Number.NaN : Number(text);
    return Number.isFinite(value) ? value : this.refuse(key, text, 'a number');
  }

  whole(key: string): number | undefined {
    const value = this.number(key);
    return value === undefined || Number.isInteger(value) ? value : this.refuse(key, String(value), 'a whole number');
  }

  flag(key: string): boolean {
    return this.text(key)?.trim().toLowerCase() === 'true';
  }

  /** `x;y;z` */
  vector(key: string): Vec3 | undefined {
    const text = this.text(key);
    if (text === undefined) return undefined;
    return parseVector(text) ?? this.refuse(key, text, VECTOR_EXPECTED);
  }

  turns(key: string): AxisTurn[] {
    const param = this.byKey.get(key);
    return param === undefined ? [] : readTurns(this.reading, param, param.attributes.get('rotations'));
  }

  private refuse(key: string, found: string, expected: string): undefined {
    noteAt(this.reading, this.place(key), `${key}: found ${quoteText(found)}, expected ${expected}`);
    return undefined;
  }
}
