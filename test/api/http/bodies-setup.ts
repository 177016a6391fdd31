import { type CallOptions, type RunningServer } from '../../support/servers/running-server.js';

export async function refusal(server: RunningServer, options: CallOptions): Promise<readonly unknown[]> {
  const { status, json } = await server.call('POST', '/execute', options);
  return [status, (json as { message: string }).message];
}
