/** The team history: its URL, the operator's consent to it, and what its runs carry. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import {
  TLS_MODES,
  type TeamServer,
  type TeamSettings,
  type TlsMode,
} from '../../history/team/team-settings.js';
import { TEAM_URL_PATTERN } from '../../workspace/config/config.js';
import { replaceReferences } from '../../workspace/config/config-references.js';
import { gitWorkspaceName } from '../../workspace/git/git-facts.js';
import { readCiFacts } from './ci-facts.js';
import { userFolder, type ChosenUrl, type HistoryRequest } from './setting-sources.js';

export interface ResolvedTeam {
  /** Undefined when the operator has not agreed to the host. */
  readonly team: TeamSettings | undefined;
  readonly warnings: readonly string[];
  readonly secrets: readonly string[];
}

const DEFAULT_PORT = 5432;

export function resolveTeam({ text, namedBy }: ChosenUrl, request: HistoryRequest): ResolvedTeam {
  const { process, dotenv } = request;
  const written = parseUrl(text, namedBy);
  if (namedBy === 'config' && !isAllowed(written, process)) {
    const { hostname: host } = written;
    const warning = `history.url is not used: allow its host with SVC_HISTORY_HOSTS=${host}`;
    return { team: undefined, warnings: [warning], secrets: [] };
  }
  const replaced =
    namedBy === 'config'
      ? replaceReferences(text, ['history', 'url'], { process, dotenv })
      : { text, warnings: [] };
  const url = parseUrl(replaced.text, namedBy);
  // A value that was put in must not lead to another host than the one that was agreed to.
  if (url.host !== written.host) throw malformed(namedBy);
  const server = readServer(url, namedBy, request);
  const secrets = [server.password, url.password].filter((each) => each !== '');
  return { team: teamSettings(server, request), warnings: replaced.warnings, secrets };
}

function teamSettings(server: TeamServer, { sources, process, root }: HistoryRequest): TeamSettings {
  const { config } = sources;
  const schema = config.history?.schema ?? 'svc';
  const folder = userFolder(process);
  const ci = readCiFacts(process);
  const login = process['USER'] || process['LOGNAME'] || process['USERNAME'] || loginName();
  return {
    server,
    schema,
    workspace: config.workspace ?? gitWorkspaceName(root) ?? root,
    root,
    writer: {
      actor: config.history?.actor ?? (process['SVC_ACTOR'] || ci.actor || login),
      host: hostname(),
      ciUrl: ci.url,
      gitCommit: ci.commit || undefined,
      gitBranch: ci.branch || undefined,
    },
    keepDays: config.history?.keepDays,
    spool: folder === undefined ? undefined : join(folder, spoolName(server, schema)),
  };
}

/** Empty for a user without an entry in the list of users, as in some containers. */
function loginName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** A new password does not make another history. */
function spoolName({ host, port, database }: TeamServer, schema: string): string {
  const identity = JSON.stringify([host, port, database, schema]);
  return `team-history-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}.db`;
}

function malformed(namedBy: ChosenUrl['namedBy']): ServiceError {
  const message = 'history.url must be a postgres:// URL with host and database';
  return namedBy === 'variable'
    ? new ServiceError('usage', `SVC_HISTORY_URL: ${message}`)
    : new ServiceError('input', message);
}

function parseUrl(text: string, namedBy: ChosenUrl['namedBy']): URL {
  if (!new RegExp(`^(?:${TEAM_URL_PATTERN})$`, 'u').test(text)) throw malformed(namedBy);
  try {
    // The host of an unknown scheme would not be normalised.
    const url = new URL(text.replace(/^postgres(?:ql)?:/i, 'http:'));
    if (url.hostname === '' || url.pathname.length < 2) throw malformed(namedBy);
    return url;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw malformed(namedBy);
  }
}

/** Entries of the variable are hosts, with or without a port. */
function isAllowed(url: URL, process: HistoryRequest['process']): boolean {
  const host = url.hostname.toLowerCase();
  const withPort = `${host}:${url.port || portOf(url)}`;
  const entries = (process['SVC_HISTORY_HOSTS'] ?? '').split(',').map((each) => each.trim().toLowerCase());
  return entries.some(
    (entry) => entry !== '' && [host, withPort, host.replace(/^\[(.*)\]$/, '$1')].includes(entry),
  );
}

/** 80 is left out of an http URL. */
function portOf({ port, href }: URL): number {
  if (port !== '') return Number(port);
  return /^http:\/\/(?:[^/@]*@)?[^/]*:80\//.test(href) ? 80 : DEFAULT_PORT;
}

function readServer(url: URL, namedBy: ChosenUrl['namedBy'], request: HistoryRequest): TeamServer {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !isTlsMode(mode)) throw malformed(namedBy);
  const roots = url.searchParams.get('sslrootcert') ?? '';
  const { cwd, directory } = request.sources;
  const base = namedBy === 'config' ? (directory ?? cwd) : cwd;
  const user = decoded(url.username, namedBy);
  return {
    host,
    port: portOf(url),
    database: decoded(url.pathname.slice(1), namedBy),
    user: user === '' ? undefined : user,
    password: decoded(url.password, namedBy),
    tls: mode ?? (isLoopback(host) ? 'disable' : 'verify-full'),
    ...(roots !== '' &&
      roots !== 'system' && { rootCertificates: isAbsolute(roots) ? roots : resolve(base, roots) }),
  };
}

function decoded(text: string, namedBy: ChosenUrl['namedBy']): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed(namedBy);
  }
}

function isTlsMode(text: string): text is TlsMode {
  return (TLS_MODES as readonly string[]).includes(text);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
