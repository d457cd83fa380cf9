/** Largest number that a part may give to its object. */
export const INSTANCE_MAX = 9_999_999;

/** Numbers the objects of a scene from 1, with a unique name for each. */
export class InstanceNames {
  /** Instance id → name; index 0 is unused, and so are numbers that no object has. */
  readonly names: string[] = [''];
  private readonly uses = new Map<string, number>();
  private readonly reserved: ReadonlySet<number>;
  private next = 1;

  /** `reserved`: numbers that parts give to their objects themselves. */
  constructor(reserved: Iterable<number> = []) {
    this.reserved = new Set(reserved);
  }

  /** The id of a new object, the first free one. A duplicate name gets a number: `car`, `car (2)`. */
  add(name: string): number {
    while (this.reserved.has(this.next)) this.next++;
    this.names[this.next] = this.unique(name);
    return this.next++;
  }

  /** The reserved id `number`, for an object of this name unless it has a name already. */
  assign(number: number, name: string): number {
    this.names[number] ??= this.unique(name);
    return number;
  }

  private unique(name: string): string {
    let unique = name;
    while (this.uses.has(unique)) {
      const number = (this.uses.get(name) ?? 1) + 1;
      this.uses.set(name, number);
      unique = `${name} (${number})`;
    }
    this.uses.set(unique, 1);
    return unique;
  }
}
