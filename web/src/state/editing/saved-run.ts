/** Runs what the editor shows. */
import { save } from '../documents.js';
import { run } from '../runs/executions.js';

/** Saves first, so that the edited text is run; without a name the whole file. */
export async function saveAndRun(file: string, requestName?: string): Promise<void> {
  if (await save(file)) await run({ file, ...(requestName !== undefined && { requestName }) });
}
