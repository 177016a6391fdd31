import { startSvc, type LiveSvc } from '../support/program/live-svc.js';

interface RecordingMock extends LiveSvc {
  readonly port: number;
  readonly stop: () => Promise<{ readonly code: number | null; readonly stderr: string }>;
}

export async function startRecordingMock(cwd: string, ...args: string[]): Promise<RecordingMock> {
  const svc = startSvc(['mock', '--port', '0', ...args], { cwd, timeout: 60_000 });
  await svc.until(() => /Mock server on \S+\n/.test(svc.stderr()));
  const stop = async (): ReturnType<RecordingMock['stop']> => {
    svc.send('SIGTERM');
    return svc.ended;
  };
  return { ...svc, port: Number(/Mock server on http:\/\/127\.0\.0\.1:(\d+)/.exec(svc.stderr())?.[1]), stop };
}
