import { temporaryWorkspace } from '../support/files/workspace.js';
import { frame, readFrames, startLsp, type LspProcess } from '../support/program/lsp-client.js';

export const INITIALIZE = frame({
  id: 1,
  method: 'initialize',
  params: { processId: null, capabilities: {} },
});
export const INITIALIZED = frame({ method: 'initialized', params: {} });
export const SHUTDOWN = frame({ id: 9, method: 'shutdown' });
export const EXIT = frame({ method: 'exit' });

export async function ranLsp(text: string, ending: 'open' | 'closed' = 'closed'): Promise<LspOutcome> {
  const server = startLsp(await temporaryWorkspace());
  server.child.stdin.write(text);
  if (ending === 'closed') server.child.stdin.end();
  return lspOutcomeOf(server);
}

export interface LspOutcome {
  readonly code: number | null;
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly log: readonly Readonly<Record<string, unknown>>[];
}

export async function lspOutcomeOf({ ended, stdout, stderr }: LspProcess): Promise<LspOutcome> {
  const { code } = await ended;
  const log = stderr()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, messages: readFrames(stdout()), log };
}
