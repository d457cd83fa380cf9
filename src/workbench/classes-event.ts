/** Names of the classes of a cloud, by number, sent before its first point. */
export interface ClassesEvent {
  kind: 'classes';
  classes: Readonly<Record<number, string>>;
}
