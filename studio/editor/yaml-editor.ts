import { defaultKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { differenceOf } from '../document/patch.js';

/** A fault of the text and its place, counted from 1. */
export interface EditorFault {
  line?: number;
  column?: number;
  message: string;
}

/** An editor of YAML in a page. */
export interface YamlEditor {
  /** Shows a text, with the cursor where it was. */
  setText(text: string): void;
  /** Underlines the places of faults. */
  setFaults(faults: readonly EditorFault[]): void;
  /** Puts the cursor at a place, counted from 1, and the keyboard into the editor. */
  goTo(line: number, column?: number): void;
  destroy(): void;
}

/** The options and callbacks of the editor. */
export interface YamlEditorOptions {
  text: string;
  /** Name of the editor for those who do not see it. */
  label: string;
  onChange(text: string): void;
}

/** Puts an editor into `host`, in a shadow root: its styles need no inline ones, which the page's security forbids. */
export function mountEditor(host: HTMLElement, { text, label, onChange }: YamlEditorOptions): YamlEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let isOurs = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        drawSelection(),
        indentUnit.of('  '),
        indentOnInput(),
        bracketMatching(),
        yaml(),
        syntaxHighlighting(COLORS),
        THEME,
        // Tab goes on to the next control, as everywhere; Ctrl+] indents. Ctrl+Enter runs, and adds no line.
        keymap.of([...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'), ...searchKeymap, ...lintKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !isOurs) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText: (wanted) => {
      const [patch] = differenceOf(view.state.doc.toString(), wanted);
      if (patch === undefined) return;
      const { at, remove, insert } = patch;
      isOurs = true;
      view.dispatch({ changes: { from: at, to: at + remove.length, insert } });
      isOurs = false;
    },
    setFaults: (faults) => {
      const { doc } = view.state;
      view.dispatch(
        setDiagnostics(
          view.state,
          faults.map((fault) => diagnosticOf(fault, doc)),
        ),
      );
    },
    goTo: (line, column = 1) => {
      const at = offsetOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

function diagnosticOf({ line = 1, column = 1, message }: EditorFault, doc: Text): Diagnostic {
  const from = offsetOf(doc, line, column);
  return { from, to: Math.max(from, doc.lineAt(from).to), severity: 'error', message };
}

/** Offset of a place, or of the nearest one that there is. */
function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines));
  return Math.min(from + column - 1, to);
}

const COLORS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--syntax-key)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--syntax-number)' },
  { tag: [tags.string, tags.content], color: 'var(--syntax-text)' },
  { tag: tags.comment, color: 'var(--syntax-comment)', fontStyle: 'italic' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'transparent', fontSize: '0.962rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--active-line)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--selection) !important' },
  '.cm-selectionMatch, .cm-matchingBracket': { backgroundColor: 'var(--match) !important' },
  '.cm-panels, .cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
});
