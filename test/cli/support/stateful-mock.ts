import { onTestFinished } from 'vitest';
import { startInProcess, type InProcessSvc } from '../../support/program/in-process-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { sendRequest, type ApiResponse, type CallOptions } from '../../support/servers/running-server.js';

export interface StatefulMock {
  readonly svc: InProcessSvc;
  readonly cwd: string;
  readonly origin: string;
  readonly send: (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;
  /** The parsed body of the response, whose status has to be this one. */
  readonly json: (status: number, method: string, path: string, json?: unknown) => Promise<unknown>;
}

/** `svc mock --stateful .` in a workspace of its own. */
export async function startStatefulMock(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = ['--stateful'],
): Promise<StatefulMock> {
  return startMockIn(await temporaryWorkspace(files), args);
}

export async function startMockIn(cwd: string, args: readonly string[]): Promise<StatefulMock> {
  const svc = startInProcess(['mock', '.', '--port', '0', ...args], { cwd });
  onTestFinished(svc.close);
  await svc.until(() => svc.stderr().includes('Mock server on'));
  const origin = /^Mock server on (\S+)/m.exec(svc.stderr())?.[1] ?? '';
  const send: StatefulMock['send'] = (method, path, options) => sendRequest(origin, method, path, options);
  return {
    svc,
    cwd,
    origin,
    send,
    json: async (status, method, path, json) => {
      const response = await send(method, path, json === undefined ? {} : { json });
      if (response.status !== status)
        throw new Error(`${method} ${path} gave ${response.status} instead of ${status}: ${response.text}`);
      return response.json;
    },
  };
}
