import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startSvc, type LiveSvc } from '../support/program/live-svc.js';
import { runSvc } from '../support/program/run-svc.js';
import { startTarget } from '../support/servers/recording.js';
import { exchangeRaw, type RawAnswer, type RawExchange } from './support/raw-exchange.js';
import { respondVaried, VARIED_EXCHANGES } from './support/varied-api.js';

interface Mock extends LiveSvc {
  readonly port: number;
  readonly stop: () => Promise<{ readonly code: number | null; readonly stderr: string }>;
}

async function startMock(cwd: string, ...args: string[]): Promise<Mock> {
  const svc = startSvc(['mock', '--port', '0', ...args], { cwd, timeout: 60_000 });
  await svc.until(() => /Mock server on \S+\n/.test(svc.stderr()));
  const stop = async (): ReturnType<Mock['stop']> => {
    svc.send('SIGTERM');
    return svc.ended;
  };
  return { ...svc, port: Number(/Mock server on http:\/\/127\.0\.0\.1:(\d+)/.exec(svc.stderr())?.[1]), stop };
}

async function sendAll(port: number, exchanges: readonly RawExchange[]): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  for (const exchange of exchanges) answers.push(await exchangeRaw(port, exchange));
  return answers;
}

const COMPUTED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** What a recording has to repeat. */
function comparable({ status, headers, body }: RawAnswer): object {
  const pairs = headers.flatMap((name, index) =>
    index % 2 === 0 && !COMPUTED.has(name.toLowerCase()) ? [`${name}: ${headers[index + 1]}`] : [],
  );
  const coding = pairs.find((pair) => /^content-encoding: /i.test(pair))?.slice(18) ?? '';
  return { status, headers: pairs, body: decoded(body, coding).toString('latin1') };
}

function decoded(body: Buffer, coding: string): Buffer {
  switch (coding) {
    case 'gzip':
      return gunzipSync(body);
    case 'br':
      return brotliDecompressSync(body);
    case 'deflate':
      return inflateSync(body);
    default:
      return body;
  }
}

describe('svc mock --proxy --record', () => {
  it('repeats everything from the file, without the other server', async () => {
    const target = await startTarget(respondVaried);
    const cwd = await temporaryWorkspace();
    const recording = await startMock(cwd, '--proxy', target.url, '--record', 'out/recorded.http');
    const first = await sendAll(recording.port, VARIED_EXCHANGES);
    const { code, stderr } = await recording.stop();
    expect(stderr).not.toContain('Warning');
    expect(code).toBe(0);
    target.server.closeAllConnections();
    target.server.close();

    const { stdout: findings } = await runSvc(['validate', '--strict', 'out/recorded.http'], { cwd });
    expect(findings).toMatch(/: \d+ ok\n$/);
    expect((await runSvc(['fmt', '--check', 'out/recorded.http'], { cwd })).code).toBe(0);
    const replay = await startMock(cwd, '--strict', 'out/recorded.http');
    const second = await sendAll(replay.port, VARIED_EXCHANGES);
    expect(replay.stderr()).not.toContain('Warning');
    for (const [index, exchange] of VARIED_EXCHANGES.entries()) {
      const [before, after] = [first[index], second[index]];
      const place = { exchange, ...(before && comparable(before)) };
      expect({ exchange, ...(after && comparable(after)) }).toEqual(place);
    }
  });
});
