/** The tables of the team history and how they come about. */
import { oldestOf, type StoreFacts } from '../queries/queries.js';
import { numberOf, textOf, type Row } from '../store/database.js';
import type { RunSql, TeamClient } from './team-client.js';
import {
  isMissingTable,
  lacksRight,
  newerSchemaFault,
  schemaFault,
  serverVersionFault,
  TEAM_SCHEMA_VERSION,
} from './team-fault.js';
import { MIGRATIONS, SCHEMA } from './team-migrations.js';
import { indexed } from './team-rows.js';

/** Returns a name in a form that is safe in a statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns the version of the tables, undefined without any; throws when server or tables do not fit this svc. */
export async function readSchema(client: TeamClient, schema: string): Promise<number | undefined> {
  const [facts = {}] = await client.transaction('read', (run) => run(FACTS));
  const old = serverVersionFault(numberOf(facts, 'version'));
  if (old !== undefined) throw old;
  const version = await readVersion(client, schema);
  if (version !== undefined && version > TEAM_SCHEMA_VERSION) throw newerSchemaFault(version);
  return version;
}

const FACTS = "select current_setting('server_version_num')::int as version";

async function readVersion(client: TeamClient, schema: string): Promise<number | undefined> {
  try {
    const rows = await client.transaction('read', (run) =>
      run(`select version from ${quoteName(schema)}.meta`),
    );
    return rows[0] === undefined ? undefined : numberOf(rows[0], 'version');
  } catch (error) {
    // A schema that this user may not use is like none, since its owner has to act in both cases.
    if (isMissingTable(error) || lacksRight(error)) return undefined;
    throw error;
  }
}

/** Brings the tables up to date; returns the version that was found. Throws when the user may not change them. */
export async function migrate(client: TeamClient, schema: string): Promise<number> {
  const found = await readSchema(client, schema);
  let version = found ?? 0;
  while (version < TEAM_SCHEMA_VERSION) {
    const next = version;
    try {
      version = await client.transaction('write', (run) => takeStep(run, schema, next));
    } catch (error) {
      if (lacksRight(error)) throw schemaFault(found);
      throw error;
    }
  }
  return found ?? 0;
}

/** Programs that migrate at the same time wait for each other and find it done. */
async function takeStep(run: RunSql, schema: string, from: number): Promise<number> {
  await run('select pg_advisory_xact_lock(hashtextextended($1, 0))', `svc migrates ${schema}`);
  const [there] = await run('select to_regclass($1) is not null as found', `${quoteName(schema)}.meta`);
  const rows: readonly Row[] = there?.['found']
    ? await run(`select version from ${quoteName(schema)}.meta`)
    : [];
  const version = rows[0] === undefined ? 0 : numberOf(rows[0], 'version');
  if (version > from) return version;
  // Checked first, because making one needs a right that the owner of a schema may lack.
  const [place] = await run('select to_regnamespace($1) is not null as found', quoteName(schema));
  if (!place?.['found']) await run(`create schema ${quoteName(schema)}`);
  for (const statement of MIGRATIONS[version] ?? []) {
    await run(statement.replaceAll(SCHEMA, quoteName(schema)));
  }
  return version + 1;
}

/** Gives a role exactly what it needs to write or to read. */
export async function grant(
  client: TeamClient,
  schema: string,
  role: string,
  kind: 'read' | 'write',
): Promise<void> {
  const [name, to] = [quoteName(schema), quoteName(role)];
  const rights = kind === 'write' ? 'select, insert, delete' : 'select';
  await client.transaction('write', async (run) => {
    await run(`grant usage on schema ${name} to ${to}`);
    await run(`grant select on ${name}.meta to ${to}`);
    await run(`grant ${rights} on ${TABLES.map((table) => `${name}.${table}`).join(', ')} to ${to}`);
  });
}

/** Whether a role exists; `grant` would say so in words of the server. */
export async function hasRole(client: TeamClient, role: string): Promise<boolean> {
  const rows = await client.transaction('read', (run) =>
    run('select rolname from pg_roles where rolname = $1', role),
  );
  return rows.some((row) => textOf(row, 'rolname') === role);
}

/** Counts the runs and load tests of a workspace, or of all; the schema is quoted. */
export async function readStoreFacts(
  run: RunSql,
  schema: string,
  workspace: string | undefined,
): Promise<StoreFacts> {
  const filter = workspace === undefined ? [] : [indexed(workspace, 'workspace')];
  const where = workspace === undefined ? '' : 'where workspace = $1';
  const count = async (table: string): Promise<Row> => {
    const text = `select count(*) as total, (extract(epoch from min(started_at)) * 1000)::bigint as oldest
      from ${schema}.${table} ${where}`;
    return (await run(text, ...filter))[0] ?? {};
  };
  const runs = await count('runs');
  const tests = await count('stress_runs');
  const [meta = {}] = await run(`select version from ${schema}.meta`);
  return {
    runs: numberOf(runs, 'total'),
    loadTests: numberOf(tests, 'total'),
    oldest: oldestOf([runs, tests]),
    schema: numberOf(meta, 'version'),
  };
}

const TABLES = ['runs', 'results', 'assertions', 'stress_runs'] as const;
