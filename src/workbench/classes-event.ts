/** What the classes of a cloud are called, by their numbers: told before its first point. */
export interface ClassesEvent {
  kind: 'classes';
  classes: Readonly<Record<number, string>>;
}
