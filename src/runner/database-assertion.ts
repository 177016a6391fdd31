/** `>>>db` (language 9.5): the one door to databases. */
import { ABSENT } from '../evaluation/values/absent.js';
import { checkValue } from '../evaluation/check-assertion.js';
import { textOf } from '../evaluation/values/json.js';
import type { Scope } from '../evaluation/variables/scope.js';
import { encodeQueryComponent } from '../http/message/url-encoding.js';
import type { DatabaseQuery, Request } from '../request-file/model/model.js';
import { cutTemplate } from '../request-file/text/template.js';
import type { DatabaseClient, QueryResult } from './databases/database-query.js';
import type { FileContext } from './file-context.js';
import type { AssertionResult } from './outcome/result.js';
import { readSql, type SqlParameter } from './databases/sql-parameters.js';
import { StepFailure } from './outcome/step-failure.js';
import { percentDecoded } from '../primitives/percent.js';

const LIMIT = 30_000;

/** Without the switch a request with database checks fails unsent; so does one whose placeholders cannot be bound. */
export function checkDatabase({ db }: Request, allowed: boolean, mode: 'cli' | 'server'): void {
  if (db.length === 0) return;
  if (!allowed) {
    const how = mode === 'server' ? 'start the server with --allow-db' : 'allow them with --allow-db';
    throw new StepFailure('db', `database checks are off; ${how}`);
  }
  for (const { query } of db) readOrRefuse(query, () => '?');
}

export interface DatabaseResults {
  readonly results: readonly AssertionResult[];
  /** Why the database could not be asked. */
  readonly failure: unknown;
}

/** Each query runs once; an SQL error fails its checks. */
export async function queryDatabase(
  request: Request,
  scope: Scope,
  file: FileContext,
): Promise<DatabaseResults> {
  const results: AssertionResult[] = [];
  try {
    const connection = connectionText(request.metadata.db ?? '', scope);
    for (const secret of passwordsOf(connection)) file.run.secrets.add(secret);
    const client = await file.run.databases.open(connection, file.runnable.directory);
    for (const query of request.db) results.push(...(await runQuery(query, client, scope, file)));
  } catch (error) {
    return { results, failure: error };
  }
  return { results, failure: undefined };
}

/** A value in the user information of a URL is encoded, so that it cannot lead to another host. */
function connectionText(template: string, scope: Scope): string {
  const end = template.lastIndexOf('@');
  if (!/^(?:postgres(?:ql)?|mysql):\/\//i.test(template) || end < 0) return scope.text(template);
  const user = cutTemplate(template.slice(0, end)).map((piece) =>
    piece.kind === 'text' ? piece.text : encodeQueryComponent(scope.text(piece.source)),
  );
  return user.join('') + scope.text(template.slice(end));
}

/** Also one that should have been encoded, and one among the parameters. */
function passwordsOf(connection: string): string[] {
  const found = [
    /^[a-z]+:\/\/[^:@/?#]*:([^/?#]*)@/i.exec(connection)?.[1],
    /^[a-z]+:\/\/[^:@/?#]*:(.*)@/i.exec(connection)?.[1],
    /[?&]pass(?:word)?=([^&#]*)/i.exec(connection)?.[1],
  ];
  return found.flatMap((password) => (password ? [password, percentDecoded(password)] : []));
}

async function runQuery(
  query: DatabaseQuery,
  client: DatabaseClient,
  scope: Scope,
  { run }: FileContext,
): Promise<AssertionResult[]> {
  const { sql, parameters } = readOrRefuse(query.query, client.mark);
  const values = parameters.map((parameter) => boundValue(parameter, scope));
  const limits = { signal: run.signal, milliseconds: LIMIT };
  const answer = await client.query(sql, values, limits);
  if (!answer.ok && query.assertions.length === 0)
    throw new StepFailure('db', `line ${query.line}: ${answer.reason}`);
  const results: AssertionResult[] = [];
  for (const assertion of query.assertions) {
    const subject = `db ${assertion.subject}`;
    if (answer.ok) {
      results.push(await checkValue(subject, assertion, columnValue(assertion.subject, answer), scope));
      continue;
    }
    const { operator, expected, line } = assertion;
    const message = run.secrets.redact(answer.reason);
    results.push({ subject, operator, expected, actual: null, passed: false, message, line });
  }
  return results;
}

function readOrRefuse(
  template: string,
  mark: DatabaseClient['mark'],
): { readonly sql: string; readonly parameters: readonly SqlParameter[] } {
  const reading = readSql(template, mark);
  if (!reading.ok) throw new StepFailure('db', reading.reason);
  return reading;
}

/** In quotes always text; else a typed value as it is, text read as a literal (language 6.3). */
function boundValue({ source, text }: SqlParameter, scope: Scope): unknown {
  if (text) return scope.text(source);
  const value = scope.value({ kind: 'template', text: source });
  return typeof value === 'object' && value !== null ? textOf(value) : value;
}

/** Column names any case; `rows` counts them unless a column has that name. */
function columnValue(column: string, { first, rows }: Extract<QueryResult, { ok: true }>): unknown {
  const name = unquoted(column);
  if (Object.hasOwn(first, name)) return resultValue(first[name]);
  const wanted = name.toLowerCase();
  for (const [key, value] of Object.entries(first))
    if (key.toLowerCase() === wanted) return resultValue(value);
  return wanted === 'rows' ? rows : ABSENT;
}

function unquoted(column: string): string {
  return /^"(.*)"$/s.exec(column)?.[1] ?? /^'(.*)'$/s.exec(column)?.[1] ?? column;
}

/** As JSON has it. */
function resultValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (value instanceof Date) return value.toISOString();
  return value === undefined ? null : value;
}
