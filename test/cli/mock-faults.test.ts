/** Faults and delays of `svc mock`, and the seed that repeats them. */
import { describe, expect, it } from 'vitest';
import { connectRaw, readRaw, type RawConnection } from '../support/clients/raw-client.js';
import { sendRequest } from '../support/servers/running-server.js';
import { startFaulty, statusesOf } from './mock-faults-setup.js';

/** A request that the mock server has certainly received. */
async function received(origin: string, path: string): Promise<RawConnection> {
  const connection = await connectRaw(Number(new URL(origin).port));
  connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n`);
  await connection.until((text) => text.includes(CONTINUE));
  return connection;
}

const CONTINUE = '100 Continue\r\n\r\n';

/** What came until the end of the connection. */
async function restOf(connection: RawConnection): Promise<string> {
  await connection.closed;
  const text = connection.received();
  return text.slice(text.indexOf(CONTINUE) + CONTINUE.length);
}

describe('svc mock with faults', () => {
  it('repeats them with the seed that it prints', async () => {
    const outcomes = ['ECONNRESET', '503', '200 malformed', '200'];
    const chosen = await statusesOf((await startFaulty('--seed', '1')).origin, 30);
    expect(new Set(chosen)).toEqual(new Set(outcomes));
    const first = await startFaulty();
    const seed = /drawn with --seed (\d+)/.exec(first.stderr())?.[1] ?? '';
    const seen = await statusesOf(first.origin, 30);
    expect(outcomes).toEqual(expect.arrayContaining([...new Set(seen)]));
    expect(await statusesOf((await startFaulty('--seed', seed)).origin, 30)).toEqual(seen);
    expect(await statusesOf((await startFaulty('--seed', `${seed}1`)).origin, 30)).not.toEqual(seen);
  });

  it('names the fault in JSON, and ends at once while requests wait', async () => {
    const svc = await startFaulty('--json');
    const later = await received(svc.origin, '/later');
    const hung = await Promise.all(Array.from({ length: 5 }, () => received(svc.origin, '/hang')));
    await sendRequest(svc.origin, 'GET', '/calm');
    svc.send('SIGTERM');
    const { code, stdout } = await svc.ended;
    expect(code).toBe(0);
    expect(await Promise.all(hung.map(restOf))).toEqual(Array.from({ length: 5 }, () => ''));
    expect(readRaw(await restOf(later))).toMatchObject({ status: 200 });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly route: string });
    expect(lines).toHaveLength(7);
    const ofRoute = (name: string): typeof lines => lines.filter(({ route }) => route === name);
    expect(ofRoute('hang')).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ status: 0, fault: 'timeout' }) as unknown),
    );
    expect(ofRoute('calm')[0]).not.toHaveProperty('fault');
  });
});
