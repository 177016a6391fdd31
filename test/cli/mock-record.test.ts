import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runSvc } from '../support/program/run-svc.js';
import { startTarget } from '../support/servers/recording.js';
import { comparable, exchangeAll } from '../support/clients/raw-exchange.js';
import { respondVaried, VARIED_EXCHANGES } from '../support/mocks/varied-api.js';
import { startRecordingMock } from './mock-record-setup.js';

describe('svc mock --proxy --record', () => {
  it('repeats everything from the file, without the other server', async () => {
    const target = await startTarget(respondVaried);
    const cwd = await temporaryWorkspace();
    const recording = await startRecordingMock(cwd, '--proxy', target.url, '--record', 'out/recorded.http');
    const first = await exchangeAll(recording.port, VARIED_EXCHANGES);
    const { code, stderr } = await recording.stop();
    expect(stderr).not.toContain('Warning');
    expect(code).toBe(0);
    target.server.closeAllConnections();
    target.server.close();

    const { stdout: findings } = await runSvc(['validate', '--strict', 'out/recorded.http'], { cwd });
    expect(findings).toMatch(/: \d+ ok\n$/);
    expect((await runSvc(['fmt', '--check', 'out/recorded.http'], { cwd })).code).toBe(0);
    const replay = await startRecordingMock(cwd, '--strict', 'out/recorded.http');
    const second = await exchangeAll(replay.port, VARIED_EXCHANGES);
    expect(replay.stderr()).not.toContain('Warning');
    expect(comparable(VARIED_EXCHANGES, second)).toEqual(comparable(VARIED_EXCHANGES, first));
  });
});
