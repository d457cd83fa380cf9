import { describe, expect, it } from 'vitest';
import { type Backend, type BackendDocument, DocumentChangedError } from '../../studio/backend/backend.js';
import { keepMine, takeTheirs } from '../../studio/state/settle-change.js';
import { Studio } from '../../studio/state/studio.js';

/** A survey file in memory, whose version is its text. */
class MemoryDocument implements BackendDocument {
  text: string | undefined = 'name: first\n';
  private version = '';
  private listener = () => {};

  async load() {
    this.version = this.text ?? 'none';
    return { name: 'survey.yaml', text: this.text ?? '' };
  }

  async look() {
    return { text: this.text, version: this.text ?? 'none' };
  }

  async save(text: string, { over = this.version } = {}) {
    if (over !== (this.text ?? 'none')) throw new DocumentChangedError('survey.yaml was changed by another program');
    this.text = text;
    this.version = text;
  }

  onChanged(listener: () => void) {
    this.listener = listener;
    return () => {};
  }

  /** Another program writes the file, or removes it. */
  async write(text: string | undefined) {
    this.text = text;
    this.listener();
    await Promise.resolve();
    await Promise.resolve();
  }
}

/** A studio with changes that are not saved, whose file another program has changed. */
async function changed(theirs: string | undefined) {
  const document = new MemoryDocument();
  const ask = async (name: string) => (name === 'check' ? { faults: [] } : {});
  const studio = new Studio({ kind: 'server', ask, document } as unknown as Backend);
  await studio.openDocument();
  studio.document.type('name: mine\n');
  await document.write(theirs);
  return { studio, document };
}

describe('a survey file that another program changed while there are changes here', () => {
  it('is told of, and kept until the user has chosen', async () => {
    const { studio, document } = await changed('name: theirs\n');
    expect(studio.notices.value.at(-1)?.text).toBe(
      'survey.yaml was changed by another program; Save shows what differs, and asks',
    );
    await studio.save();
    expect(studio.foundChange.value?.text).toBe('name: theirs\n');
    expect([document.text, studio.text.value]).toEqual(['name: theirs\n', 'name: mine\n']);
    expect(studio.document.isSaved.value).toBe(false);
  });

  it('is written over with mine', async () => {
    const { studio, document } = await changed('name: theirs\n');
    await studio.save();
    await keepMine(studio);
    expect(document.text).toBe('name: mine\n');
    expect([studio.foundChange.value, studio.document.isSaved.value]).toEqual([undefined, true]);
    expect(studio.notices.value.map(({ text }) => text)).toEqual(['survey.yaml was saved']);
  });

  it('is asked about once more if it was changed since it was shown', async () => {
    const { studio, document } = await changed('name: theirs\n');
    await studio.save();
    await document.write('name: theirs, again\n');
    await keepMine(studio);
    expect(document.text).toBe('name: theirs, again\n');
    expect(studio.foundChange.value?.text).toBe('name: theirs, again\n');
    await keepMine(studio);
    expect(document.text).toBe('name: mine\n');
  });

  it('is taken over, as a step that undo takes back', async () => {
    const { studio, document } = await changed('name: theirs\n');
    await studio.save();
    await takeTheirs(studio);
    expect([studio.text.value, studio.document.isSaved.value]).toEqual(['name: theirs\n', true]);
    expect([studio.foundChange.value, studio.document.undoName.value]).toEqual([undefined, 'Take over survey.yaml']);
    studio.document.undo();
    expect(studio.text.value).toBe('name: mine\n');
    await studio.save();
    expect(document.text).toBe('name: mine\n');
  });

  it('is made anew where it was removed', async () => {
    const { studio, document } = await changed(undefined);
    expect(studio.notices.value.at(-1)?.text).toMatch(/^survey.yaml was removed by another program/);
    await studio.save();
    expect(studio.foundChange.value).toEqual({ text: undefined, version: 'none' });
    await keepMine(studio);
    expect(document.text).toBe('name: mine\n');
  });
});
