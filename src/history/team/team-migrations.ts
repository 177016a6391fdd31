/** The place of the name of the schema in a statement. */
export const SCHEMA = '@schema';

/**
 * Rows go with their owner. A foreign key would do the same, but it also looks up the owner of every single row that is
 * inserted, which takes longer than all the rest; the rows of a run are only ever inserted together with it.
 */
function cascade(owners: string, rows: string, key: string): readonly string[] {
  return [
    `create function ${SCHEMA}.remove_${rows}() returns trigger language plpgsql as $$
    begin
      delete from ${SCHEMA}.${rows} where ${key} in (select id from removed);
      return null;
    end $$`,
    `create trigger remove_${rows} after delete on ${SCHEMA}.${owners} referencing old table as removed
    for each statement execute function ${SCHEMA}.remove_${rows}()`,
  ];
}

/**
 * Each connection takes the ids of results and assertions in hundreds, as they need not be in the order of other
 * writers. Those of runs are taken one by one, because whoever asks for new runs goes by their order.
 *
 * Each entry leads from the version of its place to the next one; entries that were released never change.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create table ${SCHEMA}.meta (version integer not null)`,
    `create table ${SCHEMA}.runs (
      id bigint generated always as identity primary key,
      uid uuid not null unique,
      workspace text not null,
      source text not null check (source in ('server', 'cli')),
      file_path text not null,
      environment text not null,
      started_at timestamptz not null,
      finished_at timestamptz not null,
      duration_ms bigint not null,
      passed integer not null,
      failed integer not null,
      skipped integer not null,
      total integer not null,
      actor text not null,
      host text not null,
      git_commit text not null,
      git_branch text not null,
      ci_url text not null,
      shard text not null
    )`,
    `create index runs_by_workspace on ${SCHEMA}.runs (workspace, started_at desc, id desc)`,
    `create index runs_by_file on ${SCHEMA}.runs (workspace, file_path, git_branch, started_at desc)`,
    `create table ${SCHEMA}.results (
      id bigint generated always as identity (cache 100) primary key,
      run_id bigint not null,
      position integer not null,
      request_name text not null,
      method text not null,
      url text not null,
      status_code integer not null,
      duration_ms bigint not null,
      passed boolean not null,
      skipped boolean not null,
      skip_reason text not null,
      description text not null,
      body_preview text not null,
      error text
    )`,
    `create index results_by_run on ${SCHEMA}.results (run_id)`,
    `create index results_by_request on ${SCHEMA}.results (request_name, run_id desc)`,
    `create table ${SCHEMA}.assertions (
      id bigint generated always as identity (cache 100) primary key,
      result_id bigint not null,
      position integer not null,
      operator text not null,
      subject text not null,
      expected text not null,
      actual text not null,
      passed boolean not null,
      message text not null
    )`,
    `create index assertions_by_result on ${SCHEMA}.assertions (result_id)`,
    ...cascade('runs', 'results', 'run_id'),
    ...cascade('results', 'assertions', 'result_id'),
    `create table ${SCHEMA}.stress_runs (
      id bigint generated always as identity primary key,
      uid text not null unique,
      workspace text not null,
      source text not null check (source in ('server', 'cli')),
      label text not null,
      files json not null,
      environment text not null,
      started_at timestamptz not null,
      finished_at timestamptz not null,
      options json not null,
      result json not null,
      histogram bytea not null,
      actor text not null,
      host text not null,
      git_commit text not null,
      git_branch text not null,
      ci_url text not null
    )`,
    `create index stress_runs_by_workspace on ${SCHEMA}.stress_runs (workspace, started_at desc, id desc)`,
    `insert into ${SCHEMA}.meta (version) values (1)`,
  ],
];
