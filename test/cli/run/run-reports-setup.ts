import { loopback } from '../../support/runs/run-requests.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

export const env = { SVC_NO_HISTORY: '1' };

export async function workspace(more: Readonly<Record<string, string>> = {}) {
  const { url } = await loopback(({ path }) => ({ json: { path, total: 40 } }));
  const file = `### good
GET ${url}/good

### bad
# @description Compares a number
GET ${url}/bad

>>>
expect body.total == 42.5
<<<

### later
# @depends bad
GET ${url}/later
`;
  return temporaryWorkspace({ 'a.http': file, ...more });
}
