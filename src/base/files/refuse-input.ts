import type { Files } from './files.js';
import { outputFault } from './output-fault.js';

/** Throws UserError if `path` leads to one of `inputs`, under any name or link. */
export async function refuseInput(
  files: Pick<Files, 'identify'>,
  path: string,
  inputs: Iterable<string>,
): Promise<void> {
  const own = await files.identify(path);
  for (const input of inputs)
    if ((await files.identify(input)) === own)
      throw outputFault(path, `it leads to ${input}, which is read`, 'choose another name');
}
