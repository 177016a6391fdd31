import { expect, it } from 'vitest';
import { HOSTILE, hostileFile, SLOW_SCHEMA, startHostileTarget } from '../../support/hostile-evaluations.js';
import { startServerProcess } from '../../support/running-server.js';

type Name = keyof typeof HOSTILE;

interface Outcome {
  readonly results: readonly [{ readonly assertions: readonly [{ passed: boolean; message: string }] }];
}

it('lets everybody else be served, fails at its limit and ends with the server', async () => {
  const { url, answered } = await startHostileTarget();
  const names = Object.keys(HOSTILE) as Name[];
  const files = Object.fromEntries(
    names.map((name) => [`${name}.http`, hostileFile(url, name, '# @timeout 1s')]),
  );
  const server = await startServerProcess({
    files: { ...files, 'endless.http': hostileFile(url, 'items'), 'slow.json': SLOW_SCHEMA },
  });
  const execute = async (file: string): Promise<Outcome> => {
    const { json } = await server.call('POST', '/execute', { json: { file } });
    return json as Outcome;
  };

  // Whoever asks something small meanwhile gets an answer at once.
  const waits: number[] = [];
  const done = new AbortController();
  const asking = askUntil(done.signal, `${server.origin}/api/v1/health`, waits);
  const outcomes = await Promise.all(names.map((name) => execute(`${name}.http`)));
  done.abort();
  await asking;

  outcomes.forEach(({ results: [{ assertions }] }, index) => {
    const [, , sentence] = HOSTILE[names[index] as Name];
    // A quick machine finishes one of them in time.
    if (sentence === '') return;
    expect(assertions[0].passed, names[index]).toBe(false);
    expect(assertions[0].message).toContain(sentence);
  });
  waits.sort((a, b) => a - b);
  expect(waits.length).toBeGreaterThan(10);
  // The promise is 100 ms; single answers may wait for a busy machine.
  expect(waits[Math.floor(waits.length / 2)]).toBeLessThan(100);

  const before = answered.length;
  const cancelled = server.call('POST', '/execute', { json: { file: 'endless.http' } });
  await expect.poll(() => answered.length).toBeGreaterThan(before);
  server.svc.send('SIGTERM');
  // Had the server waited for the evaluation, the execution would have ended by itself, with 200.
  expect((await cancelled).status).toBe(503);
  expect((await server.svc.ended).code).toBe(0);
}, 60_000);

async function askUntil(done: AbortSignal, url: string, waits: number[]): Promise<void> {
  while (!done.aborted) {
    const asked = performance.now();
    expect((await fetch(url)).status).toBe(200);
    waits.push(performance.now() - asked);
  }
}
