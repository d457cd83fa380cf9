import { describe, expect, it } from 'vitest';
import { type BackendDocument, DocumentChangedError, type FoundDocument } from '../../../../studio/backend/backend.js';
import { keepMine, takeTheirs } from '../../../../studio/state/survey/settle-change.js';
import { newStudio } from '../../../support/new-studio.js';

/** A survey file in memory, whose version is its text. */
class MemoryDocument implements BackendDocument {
  text: string | undefined = 'name: first\n';
  version = '';
  private listener = async () => {};

  async look(): Promise<FoundDocument> {
    const { text } = this;
    const version = text ?? 'none';
    if (text === BINARY) return { name: 'survey.yaml', text: undefined, fault: 'survey.yaml: found no text', version };
    return { name: 'survey.yaml', text, version };
  }

  take({ version }: Pick<FoundDocument, 'version'>) {
    this.version = version;
  }

  async save(text: string, { over = this.version }: { over?: string } = {}) {
    if (over !== (this.text ?? 'none')) throw new DocumentChangedError('survey.yaml was changed by another program');
    this.text = text;
    this.version = text;
  }

  onChanged(listener: () => void) {
    this.listener = async () => listener();
    return () => {};
  }

  /** Another program writes the file, or removes it. */
  async write(text: string | undefined) {
    this.text = text;
    await this.listener();
  }
}

const BINARY = '\u0000';

/** A studio whose survey file is open. */
async function opened() {
  const document = new MemoryDocument();
  const ask = async (name: string) => (name === 'check' ? { faults: [] } : {});
  const studio = newStudio({ kind: 'server', ask, document });
  await studio.file.open();
  const told = () => studio.messages.notices.value.map(({ text }) => text);
  return { studio, document, told };
}

/** The same, with changes that are not saved, whose file another program has changed. */
async function changed(theirs: string | undefined) {
  const all = await opened();
  all.studio.document.type('name: mine\n');
  await all.document.write(theirs);
  return all;
}

describe('a survey file that another program changed while there are changes here', () => {
  it('is told of, and kept until the user has chosen', async () => {
    const { studio, document } = await changed('name: theirs\n');
    expect(studio.messages.notices.value.at(-1)?.text).toBe(
      'survey.yaml was changed by another program; Save shows what differs, and asks',
    );
    await studio.file.save();
    expect(studio.file.change.value?.text).toBe('name: theirs\n');
    expect([document.text, studio.text.value]).toEqual(['name: theirs\n', 'name: mine\n']);
    expect(studio.document.isSaved.value).toBe(false);
  });

  it('is written over with mine', async () => {
    const { studio, document } = await changed('name: theirs\n');
    await studio.file.save();
    await keepMine(studio.file);
    expect(document.text).toBe('name: mine\n');
    expect([studio.file.change.value, studio.document.isSaved.value]).toEqual([undefined, true]);
    expect(studio.messages.notices.value.map(({ text }) => text)).toEqual(['survey.yaml was saved']);
  });

  it('is asked about once more if it was changed since it was shown', async () => {
    const { studio, document } = await changed('name: theirs\n');
    await studio.file.save();
    await document.write('name: theirs, again\n');
    await keepMine(studio.file);
    expect(document.text).toBe('name: theirs, again\n');
    expect(studio.file.change.value?.text).toBe('name: theirs, again\n');
    await keepMine(studio.file);
    expect(document.text).toBe('name: mine\n');
  });

  it('is taken over, as a step that undo takes back', async () => {
    const { studio, document } = await changed('name: theirs\n');
    await studio.file.save();
    await takeTheirs(studio.file);
    expect([studio.text.value, studio.document.isSaved.value]).toEqual(['name: theirs\n', true]);
    expect([studio.file.change.value, studio.document.undoName.value]).toEqual([undefined, 'Take over survey.yaml']);
    studio.document.undo();
    expect(studio.text.value).toBe('name: mine\n');
    await studio.file.save();
    expect(document.text).toBe('name: mine\n');
  });

  it('is shown once more before it is taken over if it was changed since', async () => {
    const { studio, document } = await changed('name: theirs\n');
    await studio.file.save();
    await document.write('name: theirs, again\n');
    await takeTheirs(studio.file);
    expect(studio.text.value).toBe('name: mine\n');
    expect(studio.file.change.value).toMatchObject({ text: 'name: theirs, again\n', isAnew: true });
    await takeTheirs(studio.file);
    expect([studio.text.value, studio.document.isSaved.value]).toEqual(['name: theirs, again\n', true]);
  });

  it('is not asked about if it says the same as the page', async () => {
    const { studio, document, told } = await changed('name: mine\n');
    expect([studio.document.isSaved.value, told()]).toEqual([true, []]);
    studio.document.type('name: mine, too\n');
    document.text = 'name: mine, too\n';
    await studio.file.save();
    expect([studio.file.change.value, studio.document.isSaved.value]).toEqual([undefined, true]);
  });

  it('is asked about if it is no text any more, and written over when told', async () => {
    const { studio, document, told } = await changed(BINARY);
    expect(told()).toEqual([
      'survey.yaml: found no text. Another program changed it; Save asks before it is written over',
    ]);
    await studio.file.save();
    expect(studio.file.change.value).toMatchObject({ text: undefined, fault: 'survey.yaml: found no text' });
    expect([document.text, studio.text.value]).toEqual([BINARY, 'name: mine\n']);
    await takeTheirs(studio.file);
    expect(studio.text.value).toBe('name: mine\n');
    await keepMine(studio.file);
    expect([document.text, studio.document.isSaved.value]).toEqual(['name: mine\n', true]);
  });

  it('is asked about where it was removed just now', async () => {
    const { studio, document } = await opened();
    studio.document.type('name: mine\n');
    document.text = undefined;
    await studio.file.save();
    expect(studio.file.change.value).toMatchObject({ text: undefined, version: 'none' });
    expect(studio.file.change.value?.fault).toBeUndefined();
    expect(document.text).toBeUndefined();
    await keepMine(studio.file);
    expect(document.text).toBe('name: mine\n');
  });
});

describe('a survey file that is gone', () => {
  it.each(['name: mine\n', undefined])('leaves a text that is not saved, which Save writes anew: %j', async (mine) => {
    const { studio, document, told } = await opened();
    if (mine !== undefined) studio.document.type(mine);
    await document.write(undefined);
    expect(studio.document.isSaved.value).toBe(false);
    expect(told()).toEqual(['survey.yaml was removed by another program; Save writes it anew']);
    await studio.file.save();
    expect([document.text, studio.document.isSaved.value]).toEqual([studio.text.value, true]);
    expect([studio.file.change.value, told()]).toEqual([undefined, ['survey.yaml was saved']]);
  });

  it('is asked about if another program has written it meanwhile', async () => {
    const { studio, document } = await opened();
    await document.write(undefined);
    document.text = 'name: theirs\n';
    await studio.file.save();
    expect(studio.file.change.value?.text).toBe('name: theirs\n');
    expect(document.text).toBe('name: theirs\n');
  });

  it.each([undefined, BINARY])('is as it was when it comes back, or taken over: %j', async (between) => {
    const { studio, document, told } = await opened();
    await document.write(between);
    expect(studio.document.isSaved.value).toBe(false);
    await document.write('name: first\n');
    expect([studio.document.isSaved.value, told()]).toEqual([true, []]);
    await document.write(between);
    await document.write('name: theirs\n');
    expect([studio.text.value, studio.document.isSaved.value]).toEqual(['name: theirs\n', true]);
    studio.document.undo();
    await studio.file.save();
    expect(document.text).toBe('name: first\n');
  });
});
