import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';

const PROXY_FILES = { 'own.http': 'GET {{baseUrl}}/own\n\n>>>mock\nown\n<<<\n' };

export async function startProxy(...args: string[]): Promise<LiveSvc & { readonly port: number }> {
  const cwd = await temporaryWorkspace(PROXY_FILES);
  const svc = startSvc(['mock', '--port', '0', ...args, 'own.http'], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('everything else'));
  return { ...svc, port: Number(/127\.0\.0\.1:(\d+)/.exec(svc.stderr())?.[1]) };
}

export async function endProxy(
  svc: LiveSvc,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  svc.send('SIGTERM');
  return svc.ended;
}
