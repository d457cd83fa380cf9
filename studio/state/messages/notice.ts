/** A sentence for the user about what was just done, or what became of it. */
export interface Notice {
  text: string;
  /** done: it goes after some seconds; the others stay until they are dismissed. */
  kind: 'done' | 'warning' | 'failure';
  /** Its subject, with which it goes when that is settled; absent: it goes by itself, or is dismissed. */
  about?: string;
}

/** Notices that stay and are shown at once; older ones are in the log. */
const MOST = 3;

/** Notices with a new one, in place of one of the same, and of what was done before. */
export function addNotice(notices: readonly Notice[], added: Notice): readonly Notice[] {
  const isOld = ({ kind, text, about }: Notice) =>
    text === added.text || (about !== undefined && about === added.about) || (kind === 'done' && added.kind === 'done');
  const others = notices.filter((notice) => !isOld(notice));
  const tooMany = others.filter(({ kind }) => kind !== 'done').slice(0, added.kind === 'done' ? -MOST : 1 - MOST);
  return [...others.filter((notice) => !tooMany.includes(notice)), added];
}
