import { formatPlace } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { didYouMean } from '../../base/yaml/check-document.js';
import type { LabelNames } from '../scene.js';
import type { LabelRule } from '../scene-description.js';
import { namesOfSemantics, numberSemantics, type SemanticMention } from './semantic-classes.js';

/** Names of one group of triangles, in order of priority, for matching with patterns. */
export interface LabelCandidate {
  /** Name of its part of the scene. */
  part: string;
  /** All names of the object: in the scene, of its node, of its mesh. */
  objects: readonly string[];
  group: string;
  material: string;
}

/** The rules' decision for a group of triangles; absent fields: no rule applies. */
export interface LabelDecision {
  classification?: number;
  /** 0: none. */
  semantic: number;
  /** The rule that replaces the material. */
  materialRule?: LabelRule;
}

/**
 * The ordered label rules of a scene. Patterns are globs (`*`: any text, `?`: one character) that must match a whole
 * name, ignoring case. The first rule that matches a name and sets a field decides that field.
 */
export class Labels {
  /** Names of semantic classes by number: of all names in the rules, of the added ones, and 'none'. */
  semantics: Readonly<Record<number, string>>;
  private readonly rules: readonly LabelRule[];
  private readonly numbers: Map<string, number>;
  /** Cache of decisions: there are many objects, and their names repeat. */
  private readonly decided = new Map<string, LabelDecision>();
  private readonly unused: Set<LabelRule>;

  /** `own`: the scene's own numbers of semantic classes. Throws UserError if two classes would have the same number. */
  constructor(rules: readonly LabelRule[], own?: Readonly<Record<string, number>>) {
    const mentions = rules.flatMap(({ semantic, place }) =>
      semantic === undefined ? [] : [{ name: semantic, place }],
    );
    this.numbers = numberSemantics(mentions, own);
    this.semantics = namesOfSemantics(this.numbers);
    this.rules = rules;
    this.unused = new Set(rules.filter(({ builtIn }) => !builtIn));
  }

  /**
   * Numbers further names of semantic classes; those of the rules keep theirs. Throws UserError as the constructor.
   */
  addSemantics(mentions: readonly SemanticMention[], own?: Readonly<Record<string, number>>): void {
    const known = { ...own, ...Object.fromEntries(this.numbers) };
    for (const [name, number] of numberSemantics(mentions, known)) this.numbers.set(name, number);
    this.semantics = namesOfSemantics(this.numbers);
  }

  /** The number of a semantic class by its name; 0 for a name that was not given before. */
  numberOf(semantic: string): number {
    return this.numbers.get(semantic) ?? 0;
  }

  /** The rules' decision for a group of triangles. */
  decide(candidate: LabelCandidate): LabelDecision {
    const key = JSON.stringify([candidate.objects, candidate.group, candidate.material, candidate.part]);
    const known = this.decided.get(key);
    if (known) return known;
    const { fitting, classification, semantic, material } = decidingRules(this.rules, candidate);
    for (const rule of fitting) this.unused.delete(rule);
    const decision: LabelDecision = {
      classification: classification?.classification,
      semantic: this.numbers.get(semantic?.semantic ?? 'none') ?? 0,
      materialRule: material,
    };
    this.decided.set(key, decision);
    return decision;
  }

  /**
   * Warns of the user's rules that fit nothing so far, with the nearest existing names, unless they may fit parts with
   * the names `elsewhere`.
   */
  warnOfUnused(log: Log, elsewhere: readonly string[] = []): void {
    if (this.unused.size === 0) return;
    const candidates = [...this.decided.keys()].map(candidateOfKey);
    const mayFit = ({ part = '*' }: LabelRule) => elsewhere.some((name) => globMatches(part, name));
    for (const rule of [...this.unused].filter((unused) => !mayFit(unused)))
      log.warn(`${formatPlace(rule.place)}: this label fits nothing: ${whyNothing(rule, candidates)}`);
  }
}

function candidateOfKey(key: string): LabelCandidate {
  const [objects, group, material, part] = JSON.parse(key);
  return { objects, group, material, part };
}

/** Rules for a group of triangles: all that fit it, and for each field the rule that decides it. */
export interface DecidingRules {
  /** All rules that fit, in their order. */
  fitting: LabelRule[];
  classification?: LabelRule;
  semantic?: LabelRule;
  material?: LabelRule;
}

/** The rules that fit a group of triangles, and the deciding ones: for each field the first that sets it. */
export function decidingRules(rules: readonly LabelRule[], candidate: LabelCandidate): DecidingRules {
  const fitting = rules.filter((rule) => ruleFits(rule, candidate));
  return {
    fitting,
    classification: fitting.find(({ classification }) => classification !== undefined),
    semantic: fitting.find(({ semantic }) => semantic !== undefined),
    material: fitting.find(({ material }) => material !== undefined),
  };
}

/** The names that a rule applies to. */
export type LabelPattern = Pick<LabelRule, 'match' | 'part' | 'on'>;

/** Whether the pattern of a rule is for a group of triangles. */
export const ruleFits = ({ match, part, on }: LabelPattern, candidate: LabelCandidate): boolean =>
  (part === undefined || globMatches(part, candidate.part)) &&
  namesFor(on, candidate).some((name) => globMatches(match, name));

/** The reason why a pattern fits none of the candidates: the missing name, with similar ones. */
export function whyNothing({ match, part, on }: LabelPattern, candidates: readonly LabelCandidate[]): string {
  const inPart = candidates.filter((candidate) => part === undefined || globMatches(part, candidate.part));
  if (part !== undefined && inPart.length === 0)
    return `no part is called "${part}"${nearestToPattern(part, new Set(candidates.map((one) => one.part)))}`;
  const names = new Set(inPart.flatMap((candidate) => namesFor(on, candidate)));
  const what = on === 'any' ? 'object, group or material' : on;
  const where = part === undefined ? '' : ` in part "${part}"`;
  return `no ${what}${where} is called "${match}"${partHint(match, candidates) ?? nearestToPattern(match, names)}`;
}

/** A hint to select a part by its name, if `match` fits one. */
function partHint(match: string, candidates: readonly LabelCandidate[]): string | undefined {
  const found = candidates.find((candidate) => globMatches(match, candidate.part));
  return found && `, but the part "${found.part}" is: write part: "${match}" in place of match`;
}

/** A rule's pattern as text: `roof*`, `part Wood*`, `roof* of part town`. */
export function ruleText({ match, part }: LabelRule): string {
  if (part === undefined) return match;
  return match === '*' ? `part ${part}` : `${match} of part ${part}`;
}

function namesFor(on: LabelRule['on'], { objects, group, material }: LabelCandidate): readonly string[] {
  if (on === 'object') return objects;
  if (on === 'group') return [group];
  if (on === 'material') return [material];
  return [...objects, group, material];
}

/**
 * Whether the whole of `name` matches `glob`, ignoring case: `*` matches any text, `?` one character. Backtracks only
 * to the last star, so its time is at most the product of the lengths.
 */
export function globMatches(glob: string, name: string): boolean {
  const pattern = glob.toLowerCase();
  const text = name.toLowerCase();
  let p = 0;
  let t = 0;
  let starAt = -1;
  let starText = 0;
  while (t < text.length) {
    if (pattern[p] === '*') {
      starAt = p++;
      starText = t;
    } else if (pattern[p] === '?' || pattern[p] === text[t]) {
      p++;
      t++;
    } else if (starAt >= 0) {
      p = starAt + 1;
      t = ++starText;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/**
 * The text of NAME.labels.json: names of instance, material and semantic ids and of the classes that occur, and further
 * `facts`.
 */
export function labelsJson(names: LabelNames, facts: object = {}): string {
  // Unused numbers are holes in the list.
  const numbered = (list: readonly string[], from: number) =>
    Object.fromEntries(Object.entries(list).filter(([id]) => Number(id) >= from));
  const labels = {
    instances: numbered(names.instances, 1),
    materials: numbered(names.materials, 0),
    semantics: names.semantics,
    classes: names.classes,
    ...facts,
  };
  return `${JSON.stringify(labels, null, 2)}\n`;
}

/** Maximum number of names compared: a city may have hundreds of thousands. */
const COMPARED_MAX = 5000;

/**
 * `; did you mean …?` with the names that a pattern may have meant, or '' if none is near. For a pattern that ends in a
 * star, the beginnings of names are compared.
 */
function nearestToPattern(pattern: string, names: Iterable<string>): string {
  const stem = pattern.replaceAll(/[*?]/g, '');
  const isOpen = pattern.endsWith('*');
  const firstWith = new Map<string, string>();
  for (const name of names) {
    const compared = isOpen ? name.slice(0, stem.length) : name;
    if (!firstWith.has(compared)) firstWith.set(compared, name);
    if (firstWith.size >= COMPARED_MAX) break;
  }
  return didYouMean(stem, [...firstWith.keys()]).replaceAll(/"([^"]*)"/g, (_, compared) =>
    JSON.stringify(firstWith.get(compared) ?? compared),
  );
}
