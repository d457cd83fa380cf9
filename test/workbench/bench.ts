import { createWebFiles } from '../../src/base/files/web-files.js';
import { nodeMachine } from '../../src/simulation/node-machine.js';
import { askWorkbench } from '../../src/workbench/ask-workbench.js';
import type { AnswerOf, AskOf, OperationName } from '../../src/workbench/operations.js';
import { webRunStore } from '../../src/workbench/web-run-store.js';
import { Workbench } from '../../src/workbench/workbench.js';

/** Asks a workbench with these files, which keeps all in memory; `emit` gets its events meanwhile. */
export function benchWith(sources: Readonly<Record<string, string>> = {}, emit: (event: unknown) => void = () => {}) {
  const files = createWebFiles({ sources });
  const bench = new Workbench({ machine: { ...nodeMachine, files }, folder: '.', runs: webRunStore(new Map()) });
  return <Name extends OperationName>(name: Name, ask: AskOf<Name>): Promise<AnswerOf<Name>> =>
    askWorkbench(bench, name, ask, { signal: new AbortController().signal, emit: emit as () => void });
}
