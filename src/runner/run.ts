/** A run: what was asked for, and what all of its requests share. The one place where it is put together. */
import { createAuthState } from '../http/auth/auth-state.js';
import { createConnections, type ConnectionOptions } from '../http/connections/connections.js';
import { proxyCredentials } from '../http/connect/proxy.js';
import { randomBytes } from '../primitives/random-bytes.js';
import { SecretSet } from '../redaction/secret-set.js';
import type { Wire } from './build-send.js';
import { Databases } from './databases/databases.js';
import { defaultHeaders, type DefaultHeaders } from './prepare/default-headers.js';
import { LearnedCredentials } from './prepare/learn-credentials.js';
import type { RunOptions } from './plan/options.js';
import { keyOf } from './plan/graph.js';
import type { RunRequest, RunnableFile } from './plan/run-input.js';
import { RequestSignals } from './request-signals.js';
import { Snapshots } from './snapshots.js';

/** Open until it is closed by whoever opened it. */
export interface Run extends RunRequest {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** Grows while requests run; whatever is shown is redacted with it. */
  readonly secrets: SecretSet;
  readonly secretNames: ReadonlySet<string>;
  /** Makes secrets of what credential headers hold. */
  readonly credentials: LearnedCredentials;
  readonly wire: Wire;
  readonly defaults: DefaultHeaders;
  readonly signals: RequestSignals;
  readonly databases: Databases;
  /** The one view on the snapshots of a file, whoever runs its requests. */
  readonly snapshots: (file: RunnableFile) => Snapshots;
  /** Origins that request files name: only they are shown the client certificate. */
  readonly certificateOrigins: Set<string> | undefined;
  readonly close: () => void;
}

/** Every key is written, so that all runs are objects of one shape. */
export function openRun(request: RunRequest): Run {
  const { files, options, fileAccess, process, signal } = request;
  const secrets = request.secrets ?? knownSecrets(options, files);
  const certificateOrigins = options.tls.cert === undefined ? undefined : new Set<string>();
  const connection = (request.connect ?? createConnections)(connectionOptions(options, certificateOrigins));
  const databases = new Databases(fileAccess.openFile);
  const signals = new RequestSignals(signal);
  return {
    files,
    options,
    fileAccess,
    process,
    signal,
    placeUrl: request.placeUrl,
    beforeRequest: request.beforeRequest,
    onEvaluating: request.onEvaluating,
    clock: Date.now,
    random: randomBytes,
    secrets,
    secretNames: new Set(options.secretNames),
    credentials: new LearnedCredentials(secrets),
    wire: {
      send: connection.send,
      authState: createAuthState(),
      secrets,
      maxRedirects: options.maxRedirects,
    },
    defaults: defaultHeaders(options.headers),
    signals,
    databases,
    snapshots: snapshotViews(request, secrets),
    certificateOrigins,
    close: () => {
      connection.close();
      databases.close();
      signals.close();
    },
  };
}

/** Once for the same options: a server runs many times with them, and asks for the same connection. */
export function connectionOptions(
  options: RunOptions,
  certificateOrigins?: ReadonlySet<string>,
): ConnectionOptions {
  const known = certificateOrigins ? undefined : madeFor.get(options);
  if (known) return known;
  const made = makeOptions(options, certificateOrigins);
  if (!certificateOrigins) madeFor.set(options, made);
  return made;
}

const madeFor = new WeakMap<RunOptions, ConnectionOptions>();

function makeOptions(
  options: RunOptions,
  certificateOrigins: ReadonlySet<string> | undefined,
): ConnectionOptions {
  const { connectTimeout, concurrency, httpVersion, proxy, maxBodyBytes, validateSSL, tls } = options;
  return {
    connectTimeout,
    maxSockets: Math.max(concurrency, 6),
    httpVersion,
    proxy,
    tls: {
      validate: validateSSL,
      ...tls,
      ...(certificateOrigins && { clientCertificateOrigins: certificateOrigins }),
    },
    maxBodyBytes,
  };
}

function snapshotViews(
  { fileAccess, options }: RunRequest,
  secrets: SecretSet,
): (file: RunnableFile) => Snapshots {
  const views = new Map<string, Snapshots>();
  return (file) => {
    const key = keyOf(file);
    const view = views.get(key) ?? new Snapshots(file, fileAccess.snapshotStore, options, secrets);
    views.set(key, view);
    return view;
  };
}

/** What is secret before anything has run, so that even the first line of output knows; the others come as they are used. */
export function knownSecrets(options: RunOptions, files: readonly RunnableFile[]): SecretSet {
  const { secretValues, operatorVariables, environment, dotenv, tls, proxy } = options;
  const secrets = new SecretSet();
  const names = new Set(options.secretNames);
  const addText = (value: unknown): void => {
    if (typeof value === 'string' && !value.includes('{{')) secrets.add(value);
  };
  secrets.addAll(secretValues);
  secrets.addAll(proxyCredentials(proxy));
  if (tls.passphrase !== undefined) secrets.add(tls.passphrase);
  for (const name of names) {
    for (const source of [operatorVariables, environment, dotenv]) {
      if (Object.hasOwn(source, name)) addText(source[name]);
    }
  }
  for (const { file } of files) {
    for (const { name, secret, value } of file.variables) if (secret || names.has(name)) addText(value);
  }
  return secrets;
}
