/** Connections to PostgreSQL by the package `postgres`, without state that outlives a transaction. */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { systemLookup } from '../../http/connect/system-resolve.js';
import { StopController } from '../../primitives/stop-signal.js';
import { importPackage, loadPackage, type LoadPackage } from '../../primitives/packages/load-package.js';
import { readRegularSync } from '../../workspace/paths/read-limited.js';
import type { Row } from '../store/database.js';
import { CONNECT_SECONDS, noTlsFault, packageFault, TeamFault, unreachableFault } from './team-fault.js';
import { serverName, type TeamServer } from './team-settings.js';

export type SqlParameter = string | number | boolean | null | Uint8Array;

/** Runs one statement of a transaction. */
export type RunSql = (text: string, ...parameters: readonly SqlParameter[]) => Promise<readonly Row[]>;

interface PostgresModule {
  readonly default: (options: object) => PostgresDriver;
}
interface PostgresDriver {
  begin<T>(options: string, work: (transaction: PostgresTransaction) => Promise<T>): Promise<T>;
  unsafe(text: string): Promise<readonly (readonly Row[])[]>;
  end(options: { timeout: number }): Promise<void>;
}
interface PostgresTransaction {
  unsafe(text: string, parameters?: readonly SqlParameter[]): PostgresQuery;
}
interface PostgresQuery extends Promise<readonly Row[]> {
  execute(): PostgresQuery;
}

const STATEMENT_LIMIT_MS = 30_000;
const LIMIT_STATEMENTS = `set local statement_timeout = ${STATEMENT_LIMIT_MS}`;
/**
 * A transaction has its id before a run that it writes gets one: then whoever reads which transactions are under way
 * also sees all those that may still add a run with a lower id than the newest.
 */
const BEGIN_WRITING = `select set_config('statement_timeout', '${STATEMENT_LIMIT_MS}', true), pg_current_xact_id()`;
/** A server that does not respond at all is given up after this time, a little later than its own limit. */
const SILENCE_LIMIT_MS = STATEMENT_LIMIT_MS + 5000;
const MAX_CERTIFICATE_BYTES = 1024 * 1024;

/** A few connections; after a failure the whole client is thrown away. */
export class TeamClient {
  readonly #driver: PostgresDriver;
  readonly #server: TeamServer;
  readonly #sockets = new Set<Socket>();
  readonly #names = new StopController();
  #isClosed = false;

  private constructor(server: TeamServer, { default: open }: PostgresModule, maxConnections: number) {
    this.#server = server;
    this.#driver = open({
      host: server.host,
      port: server.port,
      database: server.database,
      ...(server.user !== undefined && { user: server.user }),
      // A function, because an empty text would make the package look into the variables of the process.
      password: () => server.password,
      ssl: false,
      max: maxConnections,
      prepare: false,
      fetch_types: false,
      idle_timeout: 60,
      max_lifetime: 1800,
      connect_timeout: CONNECT_SECONDS,
      backoff: 0,
      keep_alive: 60,
      debug: false,
      connection: { application_name: 'svc' },
      onnotice: () => undefined,
      socket: () => this.#openSocket(),
    });
  }

  static async open(
    server: TeamServer,
    maxConnections: number,
    load: LoadPackage = importPackage,
  ): Promise<TeamClient> {
    const driver = (await loadPackage('postgres', packageFault, load)) as PostgresModule;
    return new TeamClient(server, driver, maxConnections);
  }

  /** `read` sees one consistent state of the tables; `write` commits everything or nothing. */
  async transaction<T>(kind: 'read' | 'write', work: (run: RunSql) => Promise<T>): Promise<T> {
    const options = kind === 'read' ? 'isolation level repeatable read read only' : '';
    const silence = this.#giveUpAfter(SILENCE_LIMIT_MS);
    try {
      return await this.#driver.begin(options, async (transaction) => {
        const limit = transaction.unsafe(kind === 'read' ? LIMIT_STATEMENTS : BEGIN_WRITING).execute();
        const result = await work((text, ...parameters) => transaction.unsafe(text, parameters));
        await limit;
        return result;
      });
    } finally {
      clearTimeout(silence);
    }
  }

  /**
   * Runs a statement that contains its values, as a transaction of its own in one message and without a name. The
   * statement has to return rows.
   */
  async write(text: string): Promise<readonly Row[]> {
    const silence = this.#giveUpAfter(SILENCE_LIMIT_MS);
    try {
      const results = await this.#driver.unsafe(`${BEGIN_WRITING};\n${text}`);
      return results.at(-1) ?? [];
    } finally {
      clearTimeout(silence);
    }
  }

  /** Ends everything at once; transactions that are under way fail. */
  drop(): void {
    this.#isClosed = true;
    this.#names.abort(undefined);
    void this.#driver.end({ timeout: 0 }).catch(() => undefined);
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const late = this.#giveUpAfter(CLOSE_LIMIT_MS);
    try {
      await this.#driver.end({ timeout: CLOSE_LIMIT_MS / 1000 });
    } finally {
      clearTimeout(late);
      this.drop();
    }
  }

  #giveUpAfter(milliseconds: number): NodeJS.Timeout {
    const timer = setTimeout(() => this.drop(), milliseconds);
    timer.unref();
    return timer;
  }

  /** The package does not tell a server without TLS from a broken connection, so TLS is started here. */
  async #openSocket(): Promise<Socket> {
    const { host, port, tls } = this.#server;
    const late = AbortSignal.timeout(CONNECT_SECONDS * 1000);
    const lookup = systemLookup(host, this.#names);
    const socket = this.#keep(connect({ host, port, ...(lookup && { lookup }) }));
    try {
      await once(socket, 'connect', { signal: late });
      if (tls === 'disable') return socket;
      if (await offersTls(socket, late)) return await this.#secured(socket, late);
      if (tls === 'prefer' || tls === 'allow') return socket;
      throw noTlsFault();
    } catch (error) {
      socket.destroy();
      if (!late.aborted || error instanceof TeamFault) throw error;
      throw unreachableFault(serverName(this.#server), `did not respond within ${CONNECT_SECONDS} s`);
    }
  }

  async #secured(socket: Socket, signal: AbortSignal): Promise<Socket> {
    const secured = this.#keep(connectTls({ socket, ...this.#tlsOptions() }));
    await once(secured, 'secureConnect', { signal });
    return secured;
  }

  #tlsOptions(): ConnectionOptions {
    const { host, tls, rootCertificates } = this.#server;
    const ca = rootCertificates === undefined ? undefined : readCertificates(rootCertificates);
    return {
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca && { ca }),
      rejectUnauthorized: tls.startsWith('verify'),
      ...(tls === 'verify-ca' && { checkServerIdentity: () => undefined }),
    };
  }

  #keep<T extends Socket>(socket: T): T {
    if (this.#isClosed) socket.destroy();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // Whoever waits for the socket gets the error too; without a listener it would end the process.
    socket.on('error', () => undefined);
    return socket;
  }
}

const CLOSE_LIMIT_MS = 500;

function readCertificates(path: string): Buffer {
  try {
    return readRegularSync(path, MAX_CERTIFICATE_BYTES);
  } catch (error) {
    const reason = 'the certificate of the team history is not valid: sslrootcert cannot be read';
    throw new TeamFault(reason, {}, error);
  }
}

/** Asks for TLS (https://www.postgresql.org/docs/current/protocol-flow.html section 54.2.10). */
async function offersTls(socket: Socket, signal: AbortSignal): Promise<boolean> {
  socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
  const [first] = (await once(socket, 'data', { signal })) as [Buffer];
  return first[0] === 'S'.charCodeAt(0);
}
