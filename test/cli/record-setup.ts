import { expect } from 'vitest';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { rawServer } from '../support/servers/raw-server.js';

const RECORDED_OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"id":1}';

interface Recorder {
  readonly svc: LiveSvc;
  readonly url: string;
  readonly target: string;
}

export async function startRecorder(cwd: string, args: readonly string[] = []): Promise<Recorder> {
  const { url: target } = await rawServer((socket) => socket.write(RECORDED_OK));
  const svc = startSvc(['record', '--target', target, '--port', '0', ...args], { cwd, timeout: 60_000 });
  await svc.until(() => svc.stderr().includes('\n'));
  expect(svc.stderr()).toMatch(
    /^Recording proxy on http:\/\/127\.0\.0\.1:\d+ for http:\/\/127\.0\.0\.1:\d+\n/,
  );
  return { svc, url: /http:\/\/\S+/.exec(svc.stderr())?.[0] ?? '', target };
}
