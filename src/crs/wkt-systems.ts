import { unitOfSize } from './units.js';
import { parseWkt, type WktNode } from './wkt-node.js';
import { quoted, VERTICAL_DATUM, verticalWkt } from './write-wkt.js';

export type SystemKind = 'projected' | 'geographic' | 'geodetic' | 'vertical' | 'local' | 'compound' | 'bound';

/** Keywords of systems in WKT 1 (OGC 01-009) and 2 (OGC 18-010r7), long and short. */
const KINDS: Readonly<Record<string, SystemKind>> = {
  PROJCS: 'projected',
  PROJCRS: 'projected',
  PROJECTEDCRS: 'projected',
  DERIVEDPROJCRS: 'projected',
  GEOGCS: 'geographic',
  GEOGCRS: 'geographic',
  GEOGRAPHICCRS: 'geographic',
  GEOCCS: 'geodetic',
  GEODCRS: 'geodetic',
  GEODETICCRS: 'geodetic',
  VERT_CS: 'vertical',
  VERTCS: 'vertical',
  VERTCRS: 'vertical',
  VERTICALCRS: 'vertical',
  LOCAL_CS: 'local',
  ENGCRS: 'local',
  ENGINEERINGCRS: 'local',
  COMPD_CS: 'compound',
  COMPOUNDCRS: 'compound',
  BOUNDCRS: 'bound',
};

/** The kind of system that a part of WKT is; undefined if it is none. */
export const systemKind = ({ keyword }: WktNode): SystemKind | undefined => KINDS[keyword];

/** The system within a bound one; any other itself. */
export const unbound = (node: WktNode): WktNode => (node.keyword === 'BOUNDCRS' ? (sourceOf(node) ?? node) : node);

export const sourceOf = (node: WktNode): WktNode | undefined =>
  node.nodes.find(({ keyword }) => keyword === 'SOURCECRS')?.nodes[0];

/** The systems of the plane and of the heights, as far as a system has them. */
export function planeAndHeight(root: WktNode): { plane?: WktNode; height?: WktNode } {
  const own = unbound(root);
  const systems = (systemKind(own) === 'compound' ? own.nodes : [own]).map(unbound);
  return {
    plane: systems.find((node) => !['vertical', 'compound', undefined].includes(systemKind(node))),
    height: systems.find((node) => systemKind(node) === 'vertical'),
  };
}

/**
 * The text of one system of WKT. ArcGIS writes the system of heights behind a comma, `PROJCS[…],VERTCS[…]`; both become
 * a compound one of OGC 01-009. Any other text stays as it is. Throws UserError for a pair that is not well-formed.
 */
export function wholeWkt(text: string): string {
  const [plane, height] = split(text.trim());
  if (height === undefined) return text;
  const [first, second] = [parseWkt(plane), parseWkt(height)];
  const [name, above] = [first, second].map(({ texts }) => texts[0] ?? 'without a name');
  return `COMPD_CS[${quoted(`${name} + ${above}`)},${plane},${heightsWkt(second, height)}]`;
}

/** The texts before and behind the comma outside of all brackets; one text if there are not two systems. */
function split(text: string): [string, string?] {
  const match = /^(?:PROJCS|GEOGCS)\s*\[/i.test(text) ? outerComma(text) : undefined;
  if (match === undefined) return [text];
  const rest = text.slice(match + 1).trim();
  return /^VERT_?CS\s*\[/i.test(rest) ? [text.slice(0, match).trim(), rest] : [text];
}

function outerComma(text: string): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === '[') depth++;
    else if (letter === ']') depth--;
    else if (letter === ',' && depth === 0) return at;
  }
  return undefined;
}

/** ArcGIS's VERTCS as VERT_CS; a VERT_CS stays. */
function heightsWkt(node: WktNode, text: string): string {
  if (node.keyword !== 'VERTCS') return text;
  const datum = node.nodes.find(({ keyword }) => keyword === 'VDATUM' || keyword === 'DATUM');
  const unit = node.nodes.find(({ keyword }) => keyword === 'UNIT');
  const isDown = node.nodes.some(
    ({ keyword, texts, numbers }) => keyword === 'PARAMETER' && /^direction$/i.test(texts[0] ?? '') && numbers[0] < 0,
  );
  const type = datum?.keyword === 'DATUM' ? VERTICAL_DATUM.ellipsoidal : VERTICAL_DATUM.geoid;
  return verticalWkt(
    node.texts[0] ?? 'without a name',
    { name: datum?.texts[0] ?? 'unknown', type },
    unit && unitOfSize('length', unit.numbers[0], unit.texts[0] ?? 'unknown'),
    isDown,
  );
}
