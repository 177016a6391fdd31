/** Reads the tables of the team history. */
import { IS_CHECKED } from '../queries/skipped-check.js';
import { FILTERED_OUT } from '../../request-file/model/request-filter.js';
import {
  MAX_NEWEST_RUNS,
  NewestResults,
  storedResultView,
  type NewResults,
  type NewResultsRequest,
  type StoredResultRequest,
} from '../queries/newest-results.js';
import {
  pageOf,
  type DurationsRequest,
  type LastRun,
  type NamedResultPage,
  type NamedResultsRequest,
  type PageRequest,
  type PersistedRunDetail,
  type RunPage,
} from '../queries/persisted-run.js';
import {
  lastRunView,
  namedResultViews,
  runDetailView,
  runView,
  type DetailRows,
} from '../queries/run-views.js';
import { numberOf, type Row } from '../store/database.js';
import { SNAPSHOT, type RunCursor } from './run-cursor.js';
import type { RunSql } from './team-client.js';
import { arrayText, indexed } from './team-rows.js';

const milliseconds = (column: string): string =>
  `(extract(epoch from ${column}) * 1000)::bigint as ${column}`;
const RUN = `id, workspace, file_path, environment, ${milliseconds('started_at')}, ${milliseconds('finished_at')},
  duration_ms, passed, failed, skipped, total, actor, host, git_commit, git_branch, ci_url, shard`;
const NEWEST_FIRST = 'order by runs.started_at desc, runs.id desc';

export class TeamReader {
  readonly #run: RunSql;
  readonly #schema: string;

  /** `run` belongs to a transaction; the schema is quoted. */
  constructor(run: RunSql, schema: string) {
    this.#run = run;
    this.#schema = schema;
  }

  async list(request: PageRequest): Promise<RunPage> {
    const { limit, offset } = pageOf(request);
    const [where, filter] = this.#inWorkspace(request.workspace);
    const place = filter.length + 1;
    const rows = await this.#run(
      `select ${RUN} from ${this.#schema}.runs ${where} ${NEWEST_FIRST} limit $${place} offset $${place + 1}`,
      ...filter,
      limit,
      String(offset),
    );
    const total = await this.#count(`from ${this.#schema}.runs ${where}`, filter);
    return { runs: rows.map(runView), total, limit, offset };
  }

  async detail(id: number, workspace?: string): Promise<PersistedRunDetail | undefined> {
    const rows = await this.#detailRows(id, workspace);
    return rows && runDetailView(rows);
  }

  /** Prefers the branch; a branch that is not known has no runs of its own. */
  async lastRun(workspace: string, filePath: string, branch: string): Promise<LastRun | undefined> {
    const find = async (where: string, ...more: string[]): Promise<Row | undefined> => {
      const filter = [indexed(workspace, 'workspace'), indexed(filePath, 'filePath'), ...more];
      const text = `select id from ${this.#schema}.runs where workspace = $1 and file_path = $2 ${where} ${NEWEST_FIRST} limit 1`;
      return (await this.#run(text, ...filter))[0];
    };
    const own = branch === '' ? undefined : await find('and git_branch = $3', indexed(branch, 'branch'));
    const row = own ?? (await find(''));
    const rows = row && (await this.#detailRows(numberOf(row, 'id')));
    return rows && lastRunView(rows);
  }

  async resultsByName(request: NamedResultsRequest): Promise<NamedResultPage> {
    const { limit, offset } = pageOf(request);
    const [where, filter] = this.#named(request);
    const from = `from ${this.#schema}.results join ${this.#schema}.runs on runs.id = results.run_id ${where}`;
    const place = filter.length + 1;
    const rows = await this.#run(
      `select results.*, file_path, environment, ${milliseconds('started_at')} ${from}
      ${NEWEST_FIRST}, results.id limit $${place} offset $${place + 1}`,
      ...filter,
      limit,
      String(offset),
    );
    const total = await this.#count(from, filter);
    const ids = rows.map((row) => numberOf(row, 'id'));
    const assertions = ids.length === 0 ? [] : await this.#run(this.#assertionsText(), arrayText(ids));
    return { results: namedResultViews(rows, assertions), total, limit, offset };
  }

  async durations(request: DurationsRequest): Promise<readonly number[]> {
    const [where, filter] = this.#named(request);
    const rows = await this.#run(
      `select results.duration_ms from ${this.#schema}.results
      join ${this.#schema}.runs on runs.id = results.run_id ${where} and environment = $4
        and started_at > to_timestamp($5::double precision / 1000)
        and started_at < to_timestamp($6::double precision / 1000)
        and results.passed and not results.skipped
      ${NEWEST_FIRST} limit $7`,
      ...filter,
      request.environment,
      Math.ceil(request.after),
      Math.floor(request.before),
      request.limit,
    );
    return rows.map((row) => numberOf(row, 'duration_ms'));
  }

  async newResults(request: NewResultsRequest, cursor: RunCursor): Promise<NewResults> {
    const { workspace, afterRunId } = request;
    const [snapshot = {}] = await this.#run(`select ${SNAPSHOT} from ${this.#schema}.runs`);
    const newest = new NewestResults(request);
    const found = await this.#run(
      `select id, file_path, environment, ${milliseconds('finished_at')} from ${this.#schema}.runs
      where workspace = $1 and id > $2 ${NEWEST_FIRST} limit ${MAX_NEWEST_RUNS}`,
      indexed(workspace, 'workspace'),
      String(afterRunId),
    );
    const runs = found.filter((run) => newest.needs(run));
    for (let at = 0; at < runs.length && !newest.isFull; at += RUNS_AT_ONCE) {
      await this.#addRuns(newest, runs.slice(at, at + RUNS_AT_ONCE));
    }
    return newest.toColumns(cursor.advance(snapshot));
  }

  async #addRuns(newest: NewestResults, runs: readonly Row[]): Promise<void> {
    const ids = arrayText(runs.map((run) => numberOf(run, 'id')));
    const rows = await this.#run(summariesText(this.#schema), ids);
    for (const run of runs) {
      if (newest.isFull) return;
      const id = numberOf(run, 'id');
      newest.add(
        run,
        rows.filter((row) => numberOf(row, 'run_id') === id),
      );
    }
  }

  async storedResult(request: StoredResultRequest): Promise<object | undefined> {
    const { filePath, requestName, occurrence } = request;
    const run = await this.#runOfResult(request);
    if (run === undefined) return undefined;
    const [row] = await this.#run(
      `select * from ${this.#schema}.results where run_id = $1 and request_name = $2
      order by position, id limit 1 offset $3`,
      String(run['id']),
      indexed(requestName, 'requestName'),
      occurrence - 1,
    );
    if (row === undefined) return undefined;
    const assertions = await this.#run(this.#assertionsText(), arrayText([numberOf(row, 'id')]));
    return storedResultView(run, row, assertions, filePath);
  }

  async #runOfResult(request: StoredResultRequest): Promise<Row | undefined> {
    const { workspace, filePath, requestName, runId, beforeRunId } = request;
    const columns = `runs.id, environment, ${milliseconds('finished_at')}`;
    if (runId !== undefined) {
      const text = `select ${columns} from ${this.#schema}.runs where id = $1 and workspace = $2`;
      return (await this.#run(text, String(runId), indexed(workspace, 'workspace')))[0];
    }
    const [where, filter] = this.#named({ workspace, filePath, requestName });
    const rows = await this.#run(
      `select ${columns} from ${this.#schema}.results join ${this.#schema}.runs on runs.id = results.run_id
      ${where} and runs.id < $4 and skip_reason <> '${FILTERED_OUT}' ${NEWEST_FIRST} limit 1`,
      ...filter,
      String(beforeRunId ?? Number.MAX_SAFE_INTEGER),
    );
    return rows[0];
  }

  async #detailRows(id: number, workspace?: string): Promise<DetailRows | undefined> {
    const filter = workspace === undefined ? [] : [indexed(workspace, 'workspace')];
    const where = workspace === undefined ? '' : 'and workspace = $2';
    const [run] = await this.#run(
      `select ${RUN} from ${this.#schema}.runs where id = $1 ${where}`,
      String(id),
      ...filter,
    );
    if (run === undefined) return undefined;
    const results = await this.#run(
      `select * from ${this.#schema}.results where run_id = $1 order by position, id`,
      String(id),
    );
    const assertions = await this.#run(
      `select assertions.* from ${this.#schema}.assertions
      join ${this.#schema}.results on results.id = assertions.result_id
      where results.run_id = $1 order by assertions.position, assertions.id`,
      String(id),
    );
    return { run, results, assertions };
  }

  #inWorkspace(workspace: string | undefined): readonly [where: string, filter: readonly string[]] {
    return workspace === undefined ? ['', []] : ['where workspace = $1', [indexed(workspace, 'workspace')]];
  }

  #named(request: {
    readonly requestName: string;
    readonly filePath: string;
    readonly workspace?: string | undefined;
  }): readonly [where: string, filter: readonly string[]] {
    const names = [indexed(request.requestName, 'requestName'), indexed(request.filePath, 'filePath')];
    const where = 'where request_name = $1 and file_path = $2';
    if (request.workspace === undefined) return [where, names];
    return [`${where} and workspace = $3`, [...names, indexed(request.workspace, 'workspace')]];
  }

  async #count(from: string, filter: readonly string[]): Promise<number> {
    const [row = {}] = await this.#run(`select count(*) as total ${from}`, ...filter);
    return numberOf(row, 'total');
  }

  #assertionsText(): string {
    return `select * from ${this.#schema}.assertions where result_id = any($1::bigint[]) order by position, id`;
  }
}

const RUNS_AT_ONCE = 50;

function summariesText(schema: string): string {
  return `
    select id, run_id, position, request_name, method, url, status_code, duration_ms, passed, skipped, skip_reason,
      case when not passed and not skipped then error end as error,
      (select count(*) from ${schema}.assertions where result_id = results.id and ${IS_CHECKED})
        as assertions,
      (select count(*) from ${schema}.assertions where result_id = results.id and not assertions.passed)
        as failed_assertions
    from ${schema}.results where run_id = any($1::bigint[]) and skip_reason <> '${FILTERED_OUT}'
    order by position, id`;
}
