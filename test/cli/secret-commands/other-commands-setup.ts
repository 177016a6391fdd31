import { runInProcess } from '../../support/program/in-process-svc.js';
import type { RunOutcome } from '../../support/program/run-svc.js';
import { nodeOnPath, secretFiles, type SecretEntryText } from '../../support/program/secret-program.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

export const ALLOW = '--allow-secret-commands';
export const NOT_PERMITTED = 'secret "apiToken" comes from a command; permit it with --allow-secret-commands';
export const GIVEN: SecretEntryText = { name: 'apiToken', gives: ['text', 'tok-4711'] };
export const TEXT = (base: string): string =>
  `### one\nPOST ${base}/one\nX-Token: {{apiToken}}\n\n{"a": "{{apiToken}}"}\n`;

export interface Ended extends RunOutcome {
  readonly cwd: string;
}

export async function svc(
  args: readonly string[],
  text: string,
  entries: readonly SecretEntryText[] = [GIVEN],
): Promise<Ended> {
  const cwd = await temporaryWorkspace({ 'a.http': text, ...secretFiles(entries) });
  const outcome = await runInProcess(args, { cwd, env: { ...nodeOnPath(), SVC_NO_HISTORY: '1' } });
  return { ...outcome, cwd };
}
