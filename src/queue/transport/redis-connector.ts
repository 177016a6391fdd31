/** The one place that opens connections to Redis, those of BullMQ included. */
import type * as BullMqModule from 'bullmq';
import type * as IoRedis from 'ioredis';
import { ServiceError } from '../../errors.js';
import { importPackage, loadPackage, type LoadPackage } from '../../primitives/packages/load-package.js';
import type { QueueAddress } from '../settings/queue-address.js';
import { RESPONSE_LIMIT_MS, withinResponseLimit } from './response-limit.js';
import { contactError, MISSING_PACKAGES } from './redis-errors.js';

export type Redis = IoRedis.Redis;
type RedisOptions = Omit<IoRedis.RedisOptions, 'replyMapping'>;
export type BullMq = typeof BullMqModule;

const DISCONNECT_MS = 200;
const RECONNECT_MS = 250;
const MAX_RECONNECT_MS = 5000;
const OLDEST_REDIS = [6, 2] as const;

/** Where passwords, certificates, names and trying again are decided for all connections. */
export class RedisConnector {
  readonly address: QueueAddress;
  readonly bullmq: BullMq;
  readonly #packages: Packages;
  readonly #credentials: Credentials;
  /** What of the server its operator should know. */
  readonly warnings: readonly string[];
  #hurried = 0;

  constructor(address: QueueAddress, packages: Packages, contact: Contact) {
    this.address = address;
    this.bullmq = packages.bullmq;
    this.#packages = packages;
    this.#credentials = contact.credentials;
    this.warnings = contact.warnings;
  }

  /** For commands that fail while the server is away, since they are repeated anyway. */
  connectForCommands(): Redis {
    return this.#connect({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: RESPONSE_LIMIT_MS,
    });
  }

  /** For what waits for the server: subscriptions, and BullMQ, which demands it. */
  connectForWaiting(): Redis {
    return this.#connect({ maxRetriesPerRequest: null });
  }

  reconnectFast(): () => void {
    this.#hurried += 1;
    let isOver = false;
    return () => {
      if (!isOver) this.#hurried -= 1;
      isOver = true;
    };
  }

  #connect(traits: RedisOptions): Redis {
    const client = new this.#packages.Redis({
      ...baseOptions(this.address),
      ...this.#credentials,
      db: this.address.database,
      retryStrategy: (times) =>
        this.#hurried > 0
          ? RECONNECT_MS
          : Math.min(RECONNECT_MS * 2 ** Math.min(times - 1, 10), MAX_RECONNECT_MS),
      ...traits,
    });
    // Without a listener ioredis prints errors; what matters of them reaches callers.
    client.on('error', () => undefined);
    return client;
  }
}

interface Packages {
  readonly Redis: typeof IoRedis.Redis;
  readonly bullmq: BullMq;
}

interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

interface Contact {
  readonly credentials: Credentials;
  readonly warnings: readonly string[];
}

/** Loads the packages and looks whether the server can be used, before anything is kept open. */
export async function contactRedis(
  address: QueueAddress,
  load: LoadPackage = importPackage,
): Promise<RedisConnector> {
  const packages = await loadQueuePackages(load);
  return new RedisConnector(address, packages, await contact(address, packages));
}

/** Fails with a message for users if one is missing. */
export async function loadQueuePackages(load: LoadPackage = importPackage): Promise<Packages> {
  const missing = (): ServiceError => new ServiceError('unavailable', MISSING_PACKAGES);
  const ioredis = (await loadPackage('ioredis', missing, load)) as typeof IoRedis;
  const bullmq = (await loadPackage('bullmq', missing, load)) as BullMq;
  return { Redis: ioredis.Redis, bullmq };
}

async function contact(address: QueueAddress, { Redis }: Packages): Promise<Contact> {
  const client = new Redis({
    ...baseOptions(address),
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let fault: unknown;
  client.on('error', (error) => {
    fault ??= error;
  });
  try {
    return await withinResponseLimit(async () => {
      await client.connect();
      // ioredis would print a warning about a password that the server does not ask for.
      const credentials = await authenticate(client, address);
      return { credentials, warnings: checkServer(await client.info(), address) };
    });
  } catch (error) {
    throw contactError(isOnlyClosed(error) ? (fault ?? error) : error, address);
  } finally {
    client.disconnect();
  }
}

/** ioredis tells why it was closed in an event of its own. */
function isOnlyClosed(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Connection is closed');
}

async function authenticate(client: Redis, { username, password }: QueueAddress): Promise<Credentials> {
  if (password === undefined) return {};
  const named = username === undefined ? {} : { username };
  try {
    await client.call('AUTH', ...(username === undefined ? [] : [username]), password);
    return { ...named, password };
  } catch (error) {
    if (error instanceof Error && /without any password configured|no password is set/.test(error.message))
      return {};
    throw error;
  }
}

/** Throws for a server that cannot be used, and returns the warnings about one that can. */
function checkServer(info: string, { place }: QueueAddress): readonly string[] {
  const field = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const version = field('redis_version');
  if (version === '' || field('redis_mode') === 'sentinel') {
    throw new ServiceError('unavailable', `${place} is not a Redis server`);
  }
  if (field('cluster_enabled') === '1') {
    throw new ServiceError('unavailable', 'the queue is a Redis cluster; use a single server');
  }
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST_REDIS[0] || (major === OLDEST_REDIS[0] && minor < OLDEST_REDIS[1])) {
    throw new ServiceError('unavailable', `the queue is Redis ${version}; 6.2 or later is needed`);
  }
  const policy = field('maxmemory_policy');
  if (policy === '' || policy === 'noeviction') return [];
  return [`the queue may throw keys away (maxmemory-policy ${policy}); set it to noeviction`];
}

/** Certificates are always checked, whatever the environment says. */
function baseOptions({ host, port, tls }: QueueAddress): RedisOptions {
  return {
    host,
    port,
    ...(tls && { tls: { rejectUnauthorized: true, ...(isName(host) && { servername: host }) } }),
    connectTimeout: RESPONSE_LIMIT_MS,
    // A connection that is closed already would keep the process for so long.
    disconnectTimeout: DISCONNECT_MS,
    // These would send commands that a limited user may not use, and print what came of them.
    enableReadyCheck: false,
    disableClientInfo: true,
    protocol: 2,
  };
}

/** An address is no name that a server could choose its certificate by. */
function isName(host: string): boolean {
  return !/^[\d.]+$/.test(host) && !host.includes(':');
}
