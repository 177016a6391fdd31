/** A workspace whose runs go to a team history, and what is said of one that is away. */
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import type { RunOutcome } from '../support/program/run-svc.js';
import { loopback } from '../support/runs/run-requests.js';

export type TeamEnvironment = Readonly<Record<string, string>>;

export interface TeamPlace {
  readonly cwd: string;
  readonly svc: (args: readonly string[], env?: TeamEnvironment) => Promise<RunOutcome>;
}

export async function teamPlace(files: Readonly<Record<string, string>> = {}): Promise<TeamPlace> {
  const { url } = await loopback(({ path }) => (path === '/bad' ? 500 : 200));
  const cwd = await temporaryWorkspace({ 'a.http': `### a\nGET ${url}/a\n`, ...files });
  return { cwd, svc: (args, env = {}) => runInProcess(args, { cwd, env }) };
}

export const warningLine = (message: string): string => `Warning: ${message}\n`;
export const unreachableTeam = (url: string, why = 'refused the connection'): string =>
  `the team history cannot be reached (${new URL(url).host} ${why})`;
export const waitingRuns = (url: string, count: number, why?: string): string =>
  warningLine(`${unreachableTeam(url, why)}; runs are kept here and handed in later (${count} waiting)`);
