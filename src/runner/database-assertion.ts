/** Runs `>>>db` blocks; no other module queries databases. */
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
import { percentDecoded } from '../primitives/text/percent.js';

const QUERY_TIMEOUT_MS = 30_000;

/** Throws, so that the request is not sent, when database checks are off or a placeholder cannot be bound. */
export function checkDatabase({ db }: Request, allowed: boolean, mode: 'cli' | 'server'): void {
  if (db.length === 0) return;
  if (!allowed) {
    const how = mode === 'server' ? 'start the server with --allow-db' : 'allow them with --allow-db';
    throw new StepFailure('db', `database checks are off; ${how}`);
  }
  for (const { query } of db) readSql(query, () => '?');
}

/** Each query runs once and adds its results; an SQL error fails its checks. Throws when a query cannot be made. */
export async function queryDatabase(
  { metadata, db }: Request,
  scope: Scope,
  file: FileContext,
  results: AssertionResult[],
): Promise<void> {
  const connection = connectionText(metadata.db ?? '', scope);
  for (const secret of passwordsOf(connection)) file.run.secrets.add(secret);
  const client = await file.run.databases.open(connection, file.runnable.directory);
  for (const query of db) results.push(...(await runQuery(query, client, scope, file)));
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

/** Finds passwords that should have been encoded, and those among the parameters, too. */
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
  const { sql, parameters } = readSql(query.query, client.mark);
  const values = parameters.map((parameter) => boundValue(parameter, scope));
  const limits = { signal: run.signal, milliseconds: QUERY_TIMEOUT_MS };
  const result = await client.query(sql, values, limits);
  if (!result.ok && query.assertions.length === 0)
    throw new StepFailure('db', `line ${query.line}: ${result.reason}`);
  const results: AssertionResult[] = [];
  for (const assertion of query.assertions) {
    const subject = `db ${assertion.subject}`;
    if (result.ok) {
      results.push(await checkValue(subject, assertion, columnValue(assertion.subject, result), scope));
      continue;
    }
    const { operator, expected, line } = assertion;
    const message = run.secrets.redact(result.reason);
    results.push({ subject, operator, expected, actual: null, passed: false, message, line });
  }
  return results;
}

/** In quotes the value is always text; otherwise a typed value stays as it is, and text is read as a literal. */
function boundValue({ source, text }: SqlParameter, scope: Scope): unknown {
  if (text) return scope.text(source);
  const value = scope.value({ kind: 'template', text: source });
  return typeof value === 'object' && value !== null ? textOf(value) : value;
}

/** Column names are compared without case; `rows` is the row count unless a column has that name. */
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

/** Converts a column value to what JSON can hold. */
function resultValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (value instanceof Date) return value.toISOString();
  return value === undefined ? null : value;
}
