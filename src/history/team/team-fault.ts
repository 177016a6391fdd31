/** What can go wrong with the team history, in the words of its warnings. */
import { networkFailure } from '../../http/message/network-failure.js';
import { HistoryUnavailable } from '../store/history-unavailable.js';

/** The version of the tables that this version of svc makes and reads. */
export const TEAM_SCHEMA_VERSION = 1;
const MIN_SERVER_VERSION = 14;

export interface FaultRules {
  /** Runs are kept in the spool; otherwise they are not stored. */
  readonly spools?: boolean;
  /** The warning says how many runs wait. */
  readonly countsWaiting?: boolean;
  /** The connection is tried again for a few seconds. */
  readonly retries?: boolean;
}

/** The team history cannot be used as it was asked; the message of the class says so to clients of a server. */
export class TeamFault extends HistoryUnavailable {
  readonly rules: Required<FaultRules>;

  constructor(reason: string, rules: FaultRules = {}, cause?: unknown) {
    super(reason, cause);
    this.rules = { spools: true, countsWaiting: false, retries: false, ...rules };
  }

  /** The warning, once the runs wait. */
  warning(waiting: number): string {
    if (!this.rules.countsWaiting) return this.reason;
    return `${this.reason}; runs are kept here and handed in later (${waiting} waiting)`;
  }
}

export function packageFault(): TeamFault {
  return new TeamFault(
    'the team history needs the package postgres; install it beside svc (npm install postgres@3)',
  );
}

/** `version` is undefined when there are no tables. */
export function schemaFault(version: number | undefined): TeamFault {
  const found = version === undefined ? 'no schema' : `schema ${version}`;
  return new TeamFault(
    `the team history has ${found}, this svc needs ${TEAM_SCHEMA_VERSION}; let its owner run svc history migrate`,
  );
}

export function newerSchemaFault(version: number): TeamFault {
  return new TeamFault(
    `a later version of svc wrote the team history (schema ${version}, this svc knows ${TEAM_SCHEMA_VERSION})`,
  );
}

/** `version` is the number of the server, such as 130004; undefined when it is new enough. */
export function serverVersionFault(version: number): TeamFault | undefined {
  const major = Math.floor(version / 10_000);
  if (major >= MIN_SERVER_VERSION) return undefined;
  const shown =
    major >= 10 ? `${major}.${version % 10_000}` : `${major}.${Math.floor((version / 100) % 100)}`;
  return new TeamFault(`the team history is PostgreSQL ${shown}; ${MIN_SERVER_VERSION} or later is needed`);
}

export function readOnlyFault(): TeamFault {
  const reason = 'this database user may only read the team history; runs are not stored';
  return new TeamFault(reason, { spools: false });
}

export function noTlsFault(): TeamFault {
  return new TeamFault('the team history offers no TLS; add sslmode=disable to the URL if that is meant');
}

/** `why` completes a sentence that starts with the server. */
export function unreachableFault(
  server: string,
  why: string,
  rules: FaultRules = {},
  cause?: unknown,
): TeamFault {
  const reason = `the team history cannot be reached (${server} ${why})`;
  return new TeamFault(reason, { countsWaiting: true, ...rules }, cause);
}

/** The server may be there the next moment. */
export function closedFault(server: string, cause?: unknown): TeamFault {
  return unreachableFault(server, 'closed the connection', { retries: true }, cause);
}

/** Undefined for an error that is not the server's but that of the run, or a defect of the program. */
export function teamFaultOf(error: unknown, server: string): TeamFault | undefined {
  if (error instanceof TeamFault) return error;
  if (!(error instanceof Error)) return undefined;
  const code = codeOf(error);
  if (REFUSED_LOGIN.has(code)) {
    return new TeamFault('the team history refused the user, password or database', {}, error);
  }
  if (isServerState(code) || isConflict(error))
    return unreachableFault(server, error.message, { retries: mayPass(code) }, error);
  if (code.startsWith('CONNECT')) return connectionFault(code, server, error);
  if (code === 'ENOENT' || code === 'EACCES') return undefined;
  return /^(?:E[A-Z_]+|CERT_|DEPTH_|SELF_|UNABLE_|HOSTNAME_)/.test(code)
    ? socketFault(error, server)
    : undefined;
}

/** Whether the user of the database lacks a right for a statement. */
export function lacksRight(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '42501';
}

/** Two writers were in each other's way; nothing was written, and the same transaction may succeed next time. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && ['40001', '40P01'].includes(codeOf(error));
}

export function isMissingTable(error: unknown): boolean {
  return error instanceof Error && ['42P01', '3F000'].includes(codeOf(error));
}

function codeOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : '';
}

/** Wrong user or password, and a database that does not exist. */
const REFUSED_LOGIN = new Set(['28000', '28P01', '3D000']);

/**
 * Classes of SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html): 08 connections, 25006 a
 * transaction that may only read, as on a standby, 53 a full disk, memory or too many connections, 57 a server that
 * stops or a time limit, 58 and XX the system below it, 55P03 a lock that was not released in time.
 */
function isServerState(code: string): boolean {
  return /^(?:08|53|57|58|XX)[0-9A-Z]{3}$/.test(code) || code === '25006' || code === '55P03';
}

/** Too many connections, or a server that starts or stops. */
function mayPass(code: string): boolean {
  return code === '53300' || code.startsWith('57P') || code.startsWith('08');
}

/** Errors of the client: CONNECTION_CLOSED, CONNECTION_DESTROYED, CONNECTION_ENDED, CONNECT_TIMEOUT. */
function connectionFault(code: string, server: string, cause: Error): TeamFault {
  return code === 'CONNECT_TIMEOUT'
    ? unreachableFault(server, `did not respond within ${CONNECT_SECONDS} s`, {}, cause)
    : closedFault(server, cause);
}

export const CONNECT_SECONDS = 3;

function socketFault(error: Error, server: string): TeamFault {
  const { errorKind, message } = networkFailure(error, 'connect', server);
  const certificate = `the certificate of ${server} `;
  if (errorKind === 'tls') {
    const why = message.startsWith(certificate) ? `it ${message.slice(certificate.length)}` : message;
    return new TeamFault(`the certificate of the team history is not valid: ${why}`, {}, error);
  }
  if (errorKind === 'dns') return unreachableFault(server, 'cannot be resolved', {}, error);
  if (['ECONNRESET', 'EPIPE'].includes(codeOf(error))) return closedFault(server, error);
  const why = message.startsWith(`${server} `) ? message.slice(server.length + 1) : `failed: ${message}`;
  return unreachableFault(server, why, {}, error);
}
