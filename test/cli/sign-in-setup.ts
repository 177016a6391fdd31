import { expect } from 'vitest';
import { startInProcess, type InProcessSvc } from '../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { type SignInProvider } from '../support/servers/sign-in-provider.js';

export const WITHOUT_HISTORY = { SVC_NO_HISTORY: '1' };
export const SIGN_IN_WORDS = ['Acc3ssW0rd', 'R3freshW0rd', 'Dev1ceW0rd', 'C0deW0rd'];

export function signInRequests(
  { url }: SignInProvider,
  auth: string,
  names: readonly string[] = ['readOrder'],
): string {
  return names.map((name) => `### ${name}\n${auth}\nGET ${url}/orders\n`).join('\n');
}

export function signInWorkspace(
  provider: SignInProvider,
  auth: string,
  names?: readonly string[],
): Promise<string> {
  return temporaryWorkspace({ 'auth.http': signInRequests(provider, auth, names) });
}

/** Starts svc with a terminal on standard error. */
export function startSignedIn(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): InProcessSvc {
  return startInProcess(args, { cwd, env: { ...WITHOUT_HISTORY, ...env }, terminals: ['stderr'] });
}

/** The line of a shell that sets the token. */
export function exportedVariable(stdout: string): Readonly<Record<string, string>> {
  const lines = [...stdout.matchAll(/^export (SVC_OAUTH_[0-9a-f]{8})='([\w-]+)'$/gm)];
  expect(lines.map(([line]) => `${line}\n`).join('')).toBe(stdout);
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}
