import { numberSemantics, SEMANTIC_CLASSES } from '../../scene/labels/semantic-classes.js';
import type { SceneDescription } from '../../scene/scene-description.js';

/** The names of semantic classes that a scene mentions, and numbers that it gives to some. */
export interface MentionedSemantics {
  names: string[];
  own?: Readonly<Record<string, number>>;
}

export function mentionedSemantics({
  labels,
  semantics,
}: Pick<SceneDescription, 'labels' | 'semantics'>): MentionedSemantics {
  const names = new Set<string>();
  for (const { semantic } of labels) if (semantic !== undefined) names.add(semantic);
  return { names: [...names], ...(semantics && { own: semantics }) };
}

/**
 * One table of semantic classes for all clouds of a campaign: names without a fixed number have one in the order in
 * which surveys first mention them, so that more surveys change none.
 */
export class SemanticTable {
  /** Numbers by name, of all names that were mentioned. */
  readonly numbers: Record<string, number> = {};
  private free = 256;

  /**
   * The numbers that the names of a scene need to be given, since they have none by themselves;
   * undefined if none needs it.
   */
  add({ names, own = {} }: MentionedSemantics): Record<string, number> | undefined {
    for (const [name, number] of Object.entries(own)) this.numbers[name] ??= number;
    for (const name of names) this.numbers[name] ??= SEMANTIC_CLASSES[name] ?? this.nextFree();
    const given = names.filter((name) => !Object.hasOwn(SEMANTIC_CLASSES, name) || Object.hasOwn(own, name));
    if (given.length === 0) return undefined;
    return Object.fromEntries(given.map((name) => [name, this.numbers[name]]));
  }

  private nextFree(): number {
    const taken = new Set(Object.values(this.numbers));
    while (taken.has(this.free)) this.free++;
    return this.free++;
  }
}

/** Throws UserError if two names of the table have the same number. */
export const checkTable = (numbers: Readonly<Record<string, number>>): void =>
  void numberSemantics(
    Object.keys(numbers).map((name) => ({ name })),
    numbers,
  );
