import { expect } from 'vitest';
import type { RunningServer } from '../../support/servers/running-server.js';

/** Executes a file and returns the id of the stored run. */
export async function execute(server: RunningServer, json: object): Promise<number> {
  const response = await server.call('POST', '/execute', { json });
  expect(response.status, response.text).toBe(200);
  return (response.json as { runId: number }).runId;
}

/** The status and the message of an error. */
export const message = async (server: RunningServer, method: string, path: string): Promise<unknown[]> => {
  const { status, json } = await server.call(method, path);
  return [status, (json as { message: string }).message];
};
