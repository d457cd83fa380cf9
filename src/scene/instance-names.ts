/** Numbers the objects of a scene from 1, with a unique name for each. */
export class InstanceNames {
  /** Instance id → name; index 0 is unused. */
  readonly names: string[] = [''];
  private readonly uses = new Map<string, number>();

  /** The id of a new object. A duplicate name gets a number: `car`, `car (2)`. */
  add(name: string): number {
    let unique = name;
    while (this.uses.has(unique)) {
      const number = (this.uses.get(name) ?? 1) + 1;
      this.uses.set(name, number);
      unique = `${name} (${number})`;
    }
    this.uses.set(unique, 1);
    return this.names.push(unique) - 1;
  }
}
