import { UserError } from '../base/errors.js';
import type { Control, Operation } from './operation.js';
import { type AnswerOf, type AskOf, type EventOf, OPERATIONS, type OperationName } from './operations.js';
import type { Workbench } from './workbench.js';

/** Runs an operation by its name. Throws UserError for an unknown name, and the errors of the operation. */
export async function askWorkbench<Name extends OperationName>(
  bench: Workbench,
  name: Name,
  ask: AskOf<Name>,
  control: Control<EventOf<Name>>,
): Promise<AnswerOf<Name>> {
  if (!Object.hasOwn(OPERATIONS, name))
    throw new UserError(`found the operation ${String(name)}, which does not exist`);
  const operation = (await OPERATIONS[name]()) as unknown as Operation<AskOf<Name>, AnswerOf<Name>, EventOf<Name>>;
  return operation(bench, ask, control);
}
