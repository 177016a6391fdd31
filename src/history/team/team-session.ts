/** One connection to PostgreSQL by the package `postgres`. */
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { systemLookup } from '../../http/connect/system-resolve.js';
import { elapsed } from '../../primitives/clock.js';
import { StopController } from '../../primitives/stop-signal.js';
import { importPackage, loadPackage, type LoadPackage } from '../../primitives/packages/load-package.js';
import { readRegularSync } from '../../workspace/paths/read-limited.js';
import type { Row } from '../store/database.js';
import {
  closedFault,
  CONNECT_SECONDS,
  noTlsFault,
  packageFault,
  TeamFault,
  unreachableFault,
} from './team-fault.js';
import { serverName, type TeamServer } from './team-settings.js';

export type SqlParameter = string | number | boolean | null | Uint8Array;

export interface PostgresModule {
  readonly default: (options: object) => PostgresDriver;
}
interface PostgresDriver {
  unsafe(text: string, parameters: readonly SqlParameter[]): Promise<readonly Row[]>;
  end(options: { timeout: number }): Promise<void>;
}

export async function loadPostgres(load: LoadPackage = importPackage): Promise<PostgresModule> {
  return (await loadPackage('postgres', packageFault, load)) as PostgresModule;
}

/**
 * Runs one statement after the other. When a connection ends, the package opens another one for the statements that
 * follow, which would then be outside of their transaction, or throws where nobody can catch it. So it has one
 * connection, learns of its end as an error, and is asked for nothing more.
 */
export class TeamSession {
  readonly #driver: PostgresDriver;
  readonly #server: TeamServer;
  readonly #names = new StopController();
  readonly #sockets = new Set<Socket>();
  readonly openedAt = elapsed();
  #stream: Duplex | undefined;
  #isOver = false;

  constructor(server: TeamServer, { default: open }: PostgresModule) {
    this.#server = server;
    this.#driver = open({
      host: server.host,
      port: server.port,
      database: server.database,
      ...(server.user !== undefined && { user: server.user }),
      // A function, because an empty text would make the package look into the variables of the process.
      password: () => server.password,
      ssl: false,
      max: 1,
      prepare: false,
      fetch_types: false,
      idle_timeout: 0,
      max_lifetime: 0,
      connect_timeout: CONNECT_SECONDS,
      backoff: 0,
      debug: false,
      connection: { application_name: 'svc' },
      onnotice: () => undefined,
      socket: () => this.#connect(),
    });
  }

  /** Whether the connection has ended, or is known to end. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Without parameters, the text may be several statements, whose rows are returned as a list of lists. */
  run(text: string, ...parameters: readonly SqlParameter[]): Promise<readonly Row[]> {
    if (this.#isOver) return Promise.reject(closedFault(serverName(this.#server)));
    return this.#driver.unsafe(text, parameters);
  }

  /** Says goodbye to the server. */
  close(): void {
    if (!this.#isOver) this.#stream?.write(TERMINATE, () => this.drop());
    if (this.#stream === undefined) this.drop();
  }

  /** Ends everything at once; a statement that is under way fails. */
  drop(): void {
    this.#isOver = true;
    this.#names.abort(undefined);
    for (const socket of this.#sockets) socket.destroy();
    const stream = this.#stream;
    // Only now may the package learn of the end, as it sends nothing any more; it stops its timers then.
    void this.#driver.end({ timeout: 0 }).then(() => stream?.emit('close'));
  }

  /** The one connection, which the package asks for with the first statement. */
  async #connect(): Promise<Duplex> {
    try {
      const closed = closedFault(serverName(this.#server));
      if (this.#stream !== undefined) throw closed;
      const socket = await this.#openSocket();
      if (this.#isOver || socket.destroyed) throw closed;
      return (this.#stream = this.#toStream(socket));
    } catch (error) {
      this.#isOver = true;
      throw error;
    }
  }

  #toStream(socket: Socket): Duplex {
    const stream = new Duplex({
      emitClose: false,
      read: () => void socket.resume(),
      // Whatever goes wrong, the socket says so itself.
      write: (bytes: Buffer, _encoding, done) => void socket.write(bytes, () => done()),
      destroy: (error, done) => {
        socket.destroy();
        done(error);
      },
    });
    const end = (error: Error = closedFault(serverName(this.#server))): void => {
      this.#isOver = true;
      stream.destroy(error);
    };
    socket.on('data', (bytes) => {
      if (!stream.push(bytes)) socket.pause();
    });
    socket.once('error', end);
    socket.once('end', () => end());
    socket.once('close', () => end());
    return stream;
  }

  /** The package does not tell a server without TLS from a broken connection, so TLS is started here. */
  async #openSocket(): Promise<Socket> {
    const { host, port, tls } = this.#server;
    const late = AbortSignal.timeout(CONNECT_SECONDS * 1000);
    const lookup = systemLookup(host, this.#names);
    const socket = this.#keep(connect({ host, port, ...KEEP_ALIVE, ...(lookup && { lookup }) }));
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
    if (this.#isOver) socket.destroy();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // Whoever waits for the socket gets the error too; without a listener it would end the process.
    socket.on('error', () => undefined);
    return socket;
  }
}

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 60_000 };
const MAX_CERTIFICATE_BYTES = 1024 * 1024;
/** https://www.postgresql.org/docs/current/protocol-message-formats.html */
const TERMINATE = Buffer.from([88, 0, 0, 0, 4]);

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
