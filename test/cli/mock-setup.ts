import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { temporaryWorkspace } from '../support/files/workspace.js';

const PARCELS = `### Read
# @name readParcel
GET {{baseUrl}}/parcels/{{parcelId}}

>>>
expect status == 200
expect body.id == {{parcelId}}
expect body.key == {{deskKey}}
<<<

### Drifted
# @name drifted
GET {{baseUrl}}/drifted

>>>
expect status == 200
<<<

>>>mock
410 Gone
<<<
`;

export const PARCEL_FILES = {
  'parcels.http': PARCELS,
  'service.yaml':
    'secrets: [deskKey]\nenvironments:\n  dev: { baseUrl: "http://desk.test/v1", deskKey: 4711-top }\n',
};

export async function startParcels(
  args: readonly string[],
  files: Record<string, string> = PARCEL_FILES,
): Promise<LiveSvc & { origin: string; cwd: string }> {
  const cwd = await temporaryWorkspace(files);
  const svc = startSvc(['mock', '--port', '0', ...args], { cwd, timeout: 60_000 });
  await svc.until(() => /^Mock server on .*\n(?: {2}.*\n)+/m.test(svc.stderr()) || args.includes('-q'));
  const origin = /Mock server on (\S+)/.exec(svc.stderr())?.[1] ?? '';
  return { ...svc, origin, cwd };
}
