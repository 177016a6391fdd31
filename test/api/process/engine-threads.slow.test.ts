import { expect, it } from 'vitest';
import type { ApiDocument } from '../../support/clients/api-responses.js';
import { dedent } from '../../support/dedent.js';
import { checkOnTime, ON_TIME } from '../../support/on-time.js';
import { engineOf, MAX_ENGINE_THREADS } from '../../support/runs/engine-state.js';
import { HOSTILE, hostileFile, startHostileTarget } from '../../support/servers/hostile-evaluations.js';
import { startServerProcess, type RunningServer } from '../../support/servers/running-server.js';

interface Ran {
  readonly failed: number;
  readonly results: readonly {
    readonly name: string;
    readonly assertions: readonly { readonly passed: boolean; readonly message: string }[];
  }[];
}

const SPINNING = ['items', 'elements'] as const;

it(
  'engine threads are listed, and a thread that spins is replaced without effect on other requests',
  ON_TIME,
  async () => {
    const { url, respondedPaths } = await startHostileTarget();
    const spinning = SPINNING.map((name) => [`${name}.http`, hostileFile(url, name, '# @timeout 1s')]);
    const small = dedent`
      ### small
      GET ${url}/bomb

      >>>
      expect status 200
      <<<
    `;
    const server = await startServerProcess({
      files: { ...Object.fromEntries(spinning), 'small.http': small },
    });
    await expectDescribed(server);
    // The time limit is also that of the requests, which a machine that is late may not keep.
    await checkOnTime(() => spin(server, respondedPaths));
    expect(server.svc.stderr()).not.toContain('internal error');
  },
);

/** Lets threads spin while other requests are served; returns the check of how that ended. */
async function spin(server: RunningServer, respondedPaths: string[]): Promise<() => Promise<void>> {
  respondedPaths.length = 0;
  await expectRuns(server);
  const before = await engineOf(server);
  expectWithin(before);

  const over = new AbortController();
  const executions = Promise.all(
    SPINNING.map((name) => server.call('POST', '/execute', { json: { file: `${name}.http` } })),
  ).finally(() => over.abort());
  const areSent = (): boolean => SPINNING.every((name) => respondedPaths.includes(HOSTILE[name][0]));
  const served = async (): Promise<number> => {
    // An execution that has sent its request may end with the thread; later ones must not.
    await expect.poll(() => areSent() || over.signal.aborted).toBe(true);
    let rounds = 0;
    for (; !over.signal.aborted; rounds += 1) {
      expect((await server.get('/health')).json).toMatchObject({ status: 'ok' });
      expect((await server.get('/workspace')).json).toMatchObject({ totalRequests: 3 });
      expectWithin(await engineOf(server));
      await expectRuns(server);
    }
    return rounds;
  };
  const [ended, rounds] = await Promise.all([executions, served()]);
  return async () => {
    expect(rounds).toBeGreaterThan(0);

    for (const [index, { status, json }] of ended.entries()) {
      const name = SPINNING[index] as (typeof SPINNING)[number];
      expect(status).toBe(200);
      const { failed, results } = json as Ran;
      expect([failed, results.map((result) => result.name)]).toEqual([1, [name]]);
      const [assertion] = results[0]?.assertions ?? [];
      expect(assertion?.passed).toBe(false);
      expect(assertion?.message).toContain(`${HOSTILE[name][2]} 1 s`);
    }
    const restarts = before.restarts + SPINNING.length;
    await expect.poll(() => engineOf(server)).toMatchObject({ busy: 0, restarts });
    await expectRuns(server);
    expect((await engineOf(server)).restarts).toBe(restarts);
  };
}

/** The description of the API marks the engine as an addition. */
async function expectDescribed({ get }: RunningServer): Promise<void> {
  const { components } = (await get('/openapi.json')).json as ApiDocument & Components;
  const engine = components.schemas.SystemInfo.properties['engine'];
  const count = expect.objectContaining({ type: 'integer', minimum: 0 }) as unknown;
  expect(engine).toMatchObject({
    type: 'object',
    'x-additive': true,
    properties: { threads: count, busy: count, restarts: count },
    required: expect.arrayContaining(['threads', 'busy', 'restarts']) as unknown,
  });
}

interface Components {
  readonly components: {
    readonly schemas: { readonly SystemInfo: { readonly properties: Record<string, unknown> } };
  };
}

function expectWithin({ threads, busy, restarts }: Awaited<ReturnType<typeof engineOf>>): void {
  for (const count of [threads, busy, restarts]) {
    expect(Number.isInteger(count)).toBe(true);
    expect(count).toBeGreaterThanOrEqual(0);
  }
  expect(threads).toBeLessThanOrEqual(MAX_ENGINE_THREADS);
  expect(busy).toBeLessThanOrEqual(threads);
}

async function expectRuns(server: RunningServer): Promise<void> {
  const { status, json } = await server.call('POST', '/execute', { json: { file: 'small.http' } });
  expect([status, json]).toMatchObject([200, { passed: 1, failed: 0 }]);
}
