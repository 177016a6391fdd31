/** `svc` in a folder of its own, with load tests that are short. */
import { runSvc, type RunOutcome } from '../support/program/run-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

export const SHORT = ['-r', '20', '-d', '500ms'];

export async function svcWith(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunOutcome & { readonly cwd: string }> {
  const cwd = await temporaryWorkspace(files);
  return { ...(await runSvc(args, { cwd, env })), cwd };
}
