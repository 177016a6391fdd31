import type { WholeMockRequest } from '../../../src/server/api-types.js';
import { type RunningServer } from '../../support/servers/running-server.js';

export async function whole({ get }: RunningServer, id: number, query = ''): Promise<WholeMockRequest> {
  return (await get(`/mock/requests/${id}${query}`)).json as WholeMockRequest;
}
