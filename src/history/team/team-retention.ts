/** Removes what a workspace no longer keeps, in short transactions, so that writers do not wait for it. */
import { elapsed } from '../../primitives/clock.js';
import { numberOf } from '../store/database.js';
import { DEFAULT_KEEP_STRESS, type KeptCounts } from '../queries/queries.js';
import type { RunSql, TeamClient } from './team-client.js';
import { indexed } from './team-rows.js';

export interface TeamLimits extends KeptCounts {
  readonly keepDays?: number | undefined;
}

const BATCH = 1000;

/** Returns false when another writer is at it. */
export async function applyLimits(
  client: TeamClient,
  schema: string,
  workspace: string,
  limits: TeamLimits & { readonly maxMs: number },
): Promise<boolean> {
  const end = elapsed() + limits.maxMs;
  for (const text of deletions(schema, limits)) {
    for (;;) {
      const removed = await client.transaction('write', (run) => removeBatch(run, schema, workspace, text));
      if (removed === undefined) return false;
      if (elapsed() >= end) return true;
      if (removed < BATCH) break;
    }
  }
  return true;
}

/** Returns the number of removed rows; undefined when another writer removes at the moment. */
async function removeBatch(
  run: RunSql,
  schema: string,
  workspace: string,
  text: string,
): Promise<number | undefined> {
  const name = indexed(workspace, 'workspace');
  const lock = 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken';
  const [first = {}] = await run(lock, `svc removes ${schema} ${name}`);
  if (!first['taken']) return undefined;
  const [row = {}] = await run(text, name);
  return numberOf(row, 'removed');
}

function deletions(schema: string, { keepRuns, keepDays, keepStress }: TeamLimits): readonly string[] {
  const beyond = (table: string, keep: number): string =>
    deletion(
      schema,
      table,
      `(started_at, id) <= (
        select started_at, id from ${schema}.${table} where workspace = $1
        order by started_at desc, id desc limit 1 offset ${keep}
      )`,
    );
  const old = (table: string): readonly string[] =>
    keepDays === undefined
      ? []
      : [deletion(schema, table, `started_at < now() - interval '1 day' * ${keepDays}`)];
  return [
    beyond('runs', keepRuns),
    beyond('stress_runs', keepStress ?? DEFAULT_KEEP_STRESS),
    ...old('runs'),
    ...old('stress_runs'),
  ];
}

function deletion(schema: string, table: string, condition: string): string {
  return `
    with oldest as (
      select id from ${schema}.${table} where workspace = $1 and ${condition}
      order by started_at, id limit ${BATCH}
    ), removed as (
      delete from ${schema}.${table} where id in (select id from oldest) returning id
    ) select count(*) as removed from removed`;
}
