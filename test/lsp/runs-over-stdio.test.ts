/** Runs by command, as an editor starts them over real streams. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { countingServer } from '../support/runs/editor-run.js';
import {
  REFUSED,
  runningEditor,
  performCommand,
  changesSince,
  hasRunFindings,
  orderRequests,
} from './runs-over-stdio-setup.js';

describe('a run by command', () => {
  it('sends one request of the unsaved text, and tells what it found', async () => {
    const server = await countingServer((_, response) => response.end('{"total":40}'));
    const { uri, text } = await orderRequests(server, 'orders.http');
    const seen = runningEditor().received.length;
    const shown = runningEditor().published(uri, hasRunFindings);
    const result = await performCommand('svc.run', { uri, line: 1, environment: 'staging' });
    const message = 'body.total equals: expected 42.5, got 40';
    const test = {
      uri,
      name: 'readOrder',
      line: 1,
      status: 'failed',
      durationMs: expect.any(Number) as number,
      attempts: 1,
      response: { statusCode: 200, status: '200 OK', size: 12 },
      message,
      failures: [{ line: 6, message, expected: '42.5', actual: '40' }],
    };
    expect(result).toEqual({
      run: 'r1',
      verdict: 'failed',
      ...{ passed: 0, failed: 1, skipped: 0 },
      durationMs: expect.any(Number) as number,
      environment: 'staging',
      tests: [test],
    });
    expect(server.hits).toEqual(['GET /order/two']);
    expect(changesSince(seen, 'svc/runEvent')).toEqual([
      { run: 'r1', event: 'started', test: { uri, name: 'readOrder', line: 1 } },
      { run: 'r1', event: 'finished', test },
    ]);
    expect(changesSince(seen, 'window/showMessage')).toMatchObject([
      { message: 'svc: 1 of 1 failed: readOrder, orders.http:6' },
    ]);
    expect(await shown).toEqual([
      {
        range: { start: { line: 5, character: 0 }, end: { line: 5, character: 25 } },
        severity: 1,
        source: 'svc run',
        message,
      },
    ]);
    const changed = runningEditor().published(uri, (params) => !hasRunFindings(params));
    await runningEditor().change(uri, [{ text: `${text}\n` }]);
    expect(await changed).toEqual([]);
  });

  it('shows progress from the beginning to the end', async () => {
    const server = await countingServer((_, response) => response.end());
    const { uri } = await orderRequests(server, 'progress.http');
    const seen = runningEditor().received.length;
    await performCommand('svc.runFile', { uri });
    const [{ token }] = changesSince(seen, 'window/workDoneProgress/create') as [{ token: unknown }];
    const progress = changesSince(seen, '$/progress') as { token: unknown; value: { kind: string } }[];
    expect(progress.every((each) => each.token === token)).toBe(true);
    const kinds = progress.map(({ value }) => value.kind);
    expect([kinds[0], kinds.at(-1)]).toEqual(['begin', 'end']);
    expect(progress[0]?.value).toMatchObject({ cancellable: true });
    expect(progress.at(-2)?.value).toMatchObject({ kind: 'report', percentage: 100, message: '2 of 2' });
  });

  it('shows no secret, wherever a failure is told', async () => {
    const server = await countingServer((_, response) => response.end('{"pin":"planted-pin"}'));
    const uri = runningEditor().uri('masked.http');
    await runningEditor().open(
      uri,
      `### planted\nGET ${server.url}/{{pin}}\n\n>>>\nexpect body.pin == 1\nexpect body.pin contains {{pin}}x\n<<<\n`,
    );
    const seen = runningEditor().received.length;
    const shown = runningEditor().published(uri, hasRunFindings);
    const result = await performCommand('svc.run', { uri, line: 1, environment: 'staging' });
    expect(server.hits).toEqual(['GET /planted-pin']);
    expect(result.tests).toMatchObject([{ failures: [{ line: 5 }, { line: 6 }] }]);
    expect((await shown).filter(({ source }) => source === 'svc run')).toHaveLength(2);
    const everything = JSON.stringify([result, runningEditor().received.slice(seen)]);
    expect(everything).toContain('[REDACTED]');
    expect(everything).not.toContain('planted-pin');
  });
});

describe('a run that is cancelled', () => {
  it.each([
    ['by the request', async ({ stop }: { stop: AbortController; seen: number }) => stop.abort()],
    [
      'by its progress',
      ({ seen }: { stop: AbortController; seen: number }) =>
        runningEditor().emit(
          'window/workDoneProgress/cancel',
          changesSince(seen, 'window/workDoneProgress/create')[0] ?? {},
        ),
    ],
  ])('%s ends, closes its connection, and holds others off until then', async (name, cancel) => {
    const server = await countingServer(() => undefined);
    const { uri } = await orderRequests(server, `cancelled ${name}.http`);
    const stop = new AbortController();
    const seen = runningEditor().received.length;
    const arrival = server.arrival('GET /order/one');
    const running = performCommand('svc.runFile', { uri }, { signal: stop.signal });
    const [request]: readonly [IncomingMessage] = await arrival;
    const closed = once(request.socket, 'close');
    const refusal = { code: REFUSED, message: 'a run is going on; cancel it first' };
    await expect(performCommand('svc.runFile', { uri })).rejects.toMatchObject(refusal);
    await expect(performCommand('svc.run', { uri, line: 9 })).rejects.toMatchObject(refusal);
    await cancel({ stop, seen });
    expect(await running).toMatchObject({ verdict: 'cancelled', passed: 0, failed: 0 });
    await closed;
    expect(server.hits).toEqual(['GET /order/one']);
    const kinds = (changesSince(seen, '$/progress') as { value: { kind: string } }[]).map(
      ({ value }) => value.kind,
    );
    expect(kinds.filter((kind) => kind === 'end')).toHaveLength(3);
  });
});
