import { type LiveSvc } from '../../support/program/live-svc.js';

export const env = { SVC_NO_HISTORY: '1' };

export function cycles(svc: LiveSvc): number {
  return svc.stderr().split('Watching ').length - 1;
}

export async function afterChange(svc: LiveSvc, change: () => Promise<unknown>): Promise<string> {
  const before = cycles(svc);
  const printed = svc.stderr().length;
  await change();
  await svc.until(() => cycles(svc) > before);
  return svc.stderr().slice(printed);
}
