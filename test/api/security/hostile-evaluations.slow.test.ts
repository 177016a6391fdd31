import { expect, it } from 'vitest';
import {
  HOSTILE,
  hostileFile,
  SLOW_SCHEMA,
  startHostileTarget,
} from '../../support/servers/hostile-evaluations.js';
import { checkOnTime, ON_TIME } from '../../support/on-time.js';
import { expectPrompt, watched } from '../../support/servers/responsiveness.js';
import { startServerProcess } from '../../support/servers/running-server.js';

type Name = keyof typeof HOSTILE;

interface Outcome {
  readonly results: readonly [{ readonly assertions: readonly [{ passed: boolean; message: string }] }];
}

it('a hostile evaluation fails at its limit, holds nobody up and ends with the server', ON_TIME, async () => {
  const { url, respondedPaths } = await startHostileTarget();
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

  // The time limit is also that of the requests, which a machine that is late may not keep.
  await checkOnTime(async () => {
    const ran = await watched(server, () => Promise.all(names.map((name) => execute(`${name}.http`))));
    return () => {
      expectPrompt(ran, 'hostile evaluations', 0.3);
      ran.result.forEach(({ results: [{ assertions }] }, index) => {
        const [, , sentence] = HOSTILE[names[index] as Name];
        // A fast machine finishes one of them in time.
        if (sentence === '') return;
        expect(assertions[0].passed, names[index]).toBe(false);
        expect(assertions[0].message).toContain(sentence);
      });
    };
  });

  const before = respondedPaths.length;
  const cancelled = server.call('POST', '/execute', { json: { file: 'endless.http' } });
  await expect.poll(() => respondedPaths.length).toBeGreaterThan(before);
  server.svc.send('SIGTERM');
  // A server that waits for the evaluation would end the execution with 200.
  expect((await cancelled).status).toBe(503);
  expect((await server.svc.ended).code).toBe(0);
});
