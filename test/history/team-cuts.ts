/** A team history whose connection ends at a given message of the server, and what has to be there afterwards. */
import { randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect } from 'vitest';
import type { StressRow } from '../../src/history/queries/stress-run.js';
import { TeamSpool } from '../../src/history/team/team-spool.js';
import { TeamStore } from '../../src/history/team/team-store.js';
import type { TeamSettings } from '../../src/history/team/team-settings.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { result, rowsOf, run } from '../support/runs/stored-runs.js';
import { startRelay, type PlannedCut, type Relay } from '../support/servers/relay.js';
import type { TeamDatabase } from '../support/servers/team-database.js';
import { teamOf } from './store-under-test.js';

export interface CutPlace {
  readonly database: TeamDatabase;
  /** Of the server itself. */
  readonly url: string;
  readonly role: 'command' | 'server';
  /** Where the tables are, or are made. */
  readonly schema: string;
  /** Characters of the body of the second run. */
  readonly size?: number;
}

export const NOT_CUT: PlannedCut = { messages: Infinity, isWithin: false, isReset: false, isFinal: false };
/** Whether a connection is ended or reset between two messages or within one, and whether the server is away then. */
export const WAYS: readonly Omit<PlannedCut, 'messages'>[] = [
  { isWithin: false, isReset: false, isFinal: false },
  { isWithin: true, isReset: true, isFinal: true },
  { isWithin: true, isReset: false, isFinal: true },
  { isWithin: false, isReset: true, isFinal: false },
];

/** Cuts after every so many messages, in so many ways; what is asserted is in `storeThrough`. */
export async function cutEverywhere(
  placeOf: () => CutPlace,
  { step = 1, ways = 2 }: { readonly step?: number; readonly ways?: number } = {},
): Promise<void> {
  const relays = await Promise.all(Array.from({ length: 8 }, () => startRelay(placeOf().url)));
  const all = await storeThrough(placeOf(), relays[0]);
  expect(all).toBeGreaterThan(50);
  const cuts: PlannedCut[] = [];
  for (let messages = 0; messages < all; messages += step)
    for (let way = 0; way < ways; way += 1)
      cuts.push({ messages, ...(WAYS[(messages / step + way) % WAYS.length] ?? NOT_CUT) });
  // Most of the time is spent on waiting for the server.
  await Promise.all(
    relays.map(async (relay) => {
      for (let cut = cuts.pop(); cut !== undefined; cut = cuts.pop())
        await storeThrough(placeOf(), relay, cut);
    }),
  );
}

/** Stores runs and a load test through the relay; returns how many messages of the server that took. */
async function storeThrough(place: CutPlace, relay?: Relay, cut = NOT_CUT): Promise<number> {
  if (relay === undefined) throw new Error('there is no relay');
  const { url, role, schema, size = 1 } = place;
  const home = await temporaryWorkspace();
  const workspace = randomUUID();
  const team: TeamSettings = { ...(await teamOf(relay.url, home)), schema, workspace };
  await addWaiting(team);
  relay.cutAfter(cut);
  const warnings: string[] = [];
  const store = openStore(team, role, warnings);
  const ids = await storeAll(store, workspace, size);
  // A reader gets what it asked for, or is received that there is no history at the moment.
  await store.query('list', { workspace }).catch((error: unknown) => {
    expect(String(error)).toContain('the team history cannot be reached');
  });
  await store.close();
  const messages = relay.messages();
  await relay.restore();
  relay.cutAfter(NOT_CUT);
  const at = JSON.stringify(cut);
  for (const warning of warnings) expect(warning, at).toMatch(UNREACHABLE);
  expect(warnings.length, at).toBeLessThan(2);

  const direct = openStore(
    { ...team, server: { ...team.server, port: Number(new URL(url).port) } },
    role,
    [],
  );
  const waiting = await direct.query('waiting');
  const { count, fault } = await direct.handIn(5000);
  await direct.close();
  expect([fault, count, await new TeamSpool(team.spool ?? '').count()], at).toEqual([undefined, waiting, 0]);
  await expectStored(place, workspace, ids, at);
  return messages;
}

/** The last reason is that of a machine which is too busy to open a connection in time. */
export const UNREACHABLE =
  /^the team history cannot be reached \(127\.0\.0\.1:\d+ (?:closed the connection|refused the connection|did not respond within \d s)\); runs are kept here and handed in later \([0-4] waiting\)$/;

function openStore(team: TeamSettings, role: CutPlace['role'], warnings: string[]): TeamStore {
  const options = { team, role, keepRuns: 100, retryDelayMs: 0 } as const;
  return new TeamStore(options, (message) => warnings.push(message));
}

async function addWaiting({ workspace, spool = '' }: TeamSettings): Promise<void> {
  const uid = randomUUID();
  const facts = { actor: '', host: '', ciUrl: '', gitCommit: '', gitBranch: '', shard: '' };
  const rows = rowsOf(run({ environment: 'waited', startedAt: 1000 }));
  const content = JSON.stringify({ uid, workspace, facts, rows });
  await new TeamSpool(spool).add([{ kind: 'run', uid, startedAt: 1000, content }]);
}

/** The ids that writers were received, by the environment of what they stored; a server is asked for all at once. */
async function storeAll(
  store: TeamStore,
  workspace: string,
  size: number,
): Promise<Readonly<Record<string, unknown>>> {
  const counts = { passed: 0, failed: 1, skipped: 0, total: 1 };
  const results = [result('a', { bodyPreview: 'x'.repeat(size) })];
  const adding = [
    store.query('add', rowsOf(run({ environment: 'first', startedAt: 2000 }))),
    store.query('addStress', { ...LOAD_TEST, uid: `test of ${workspace}` }),
    store.query('add', rowsOf(run({ environment: 'large', startedAt: 3000, results, ...counts }))),
  ];
  const [[first], test, [second]] = (await Promise.all(adding)) as [unknown[], unknown, unknown[]];
  return { first, test, large: second };
}

const LOAD_TEST: StressRow = {
  uid: 'test',
  workspace: '',
  source: 'cli',
  label: '',
  environment: 'test',
  startedAt: 2500,
  finishedAt: 2600,
  files: '[]',
  options: '{}',
  result: '{}',
  histogram: deflateSync('{}'),
};

/** Each is there once, whole, and in the order of its start. */
async function expectStored(
  { database, url, schema }: CutPlace,
  workspace: string,
  ids: Readonly<Record<string, unknown>>,
  at: string,
): Promise<void> {
  const count = (from: string): string => `(select count(*)::int from ${schema}.results ${from})`;
  const rows = await database.query(
    `select environment, id::int, total, ${count('where run_id = runs.id')} as results,
      ${count(`join ${schema}.assertions on result_id = results.id where run_id = runs.id`)} as assertions
    from ${schema}.runs where workspace = '${workspace}' order by started_at desc, id desc`,
    url,
  );
  expect(
    rows.map(({ environment, total, results, assertions }) => [environment, total, results, assertions]),
    at,
  ).toEqual([
    ['large', 1, 1, 2],
    ['first', 3, 3, 6],
    ['waited', 3, 3, 6],
  ]);
  const tests = await database.query(
    `select environment, id::int from ${schema}.stress_runs where workspace = '${workspace}'`,
    url,
  );
  expect(tests, at).toHaveLength(1);
  for (const { environment, id } of [...rows, ...tests]) {
    const received = ids[String(environment)] ?? 0;
    if (received !== 0) expect(received, at).toBe(id);
  }
}
