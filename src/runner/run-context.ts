/** What all requests of a run share. */
import { createAuthState } from '../http/auth/auth-state.js';
import { createConnection, type ConnectionOptions } from '../http/connection.js';
import { proxyCredentials } from '../http/proxy.js';
import { SecretSet } from '../redaction/secret-set.js';
import type { Wire } from './build-send.js';
import { Databases } from './databases.js';
import { defaultHeaders, type DefaultHeaders } from './default-headers.js';
import { LearnedCredentials } from './learn-credentials.js';
import type { RunOptions } from './options.js';
import { keyOf } from './graph.js';
import type { RunInput, RunnableFile } from './run-input.js';
import { RequestSignals } from './request-signals.js';
import { Snapshots } from './snapshots.js';

export interface RunContext {
  readonly input: RunInput;
  readonly options: RunOptions;
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

export function createRunContext(input: RunInput): RunContext {
  const { options, clock, random } = input;
  const secrets = input.secrets ?? new SecretSet();
  addKnownSecrets(secrets, options);
  const certificateOrigins = options.tls.cert === undefined ? undefined : new Set<string>();
  const connection = (input.connect ?? createConnection)(connectionOptions(options, certificateOrigins));
  const databases = new Databases(input.openFile);
  const signals = new RequestSignals(input.signal);
  return {
    input,
    options,
    secrets,
    secretNames: new Set(options.secretNames),
    credentials: new LearnedCredentials(secrets),
    wire: {
      send: connection.send,
      authState: createAuthState({ clock, random }),
      secrets,
      maxRedirects: options.maxRedirects,
    },
    defaults: defaultHeaders(options.headers),
    signals,
    databases,
    snapshots: snapshotViews(input, secrets),
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
  { snapshotStore, options }: RunInput,
  secrets: SecretSet,
): (file: RunnableFile) => Snapshots {
  const views = new Map<string, Snapshots>();
  return (file) => {
    const key = keyOf(file);
    const view = views.get(key) ?? new Snapshots(file, snapshotStore, options, secrets);
    views.set(key, view);
    return view;
  };
}

/** Known before anything runs (cli.md 8); the others come as they are used. */
export function addKnownSecrets(secrets: SecretSet, options: RunOptions): void {
  const { secretValues, secretNames, operatorVariables, environment, dotenv, tls, proxy } = options;
  secrets.addAll(secretValues);
  secrets.addAll(proxyCredentials(proxy));
  if (tls.passphrase !== undefined) secrets.add(tls.passphrase);
  for (const name of secretNames) {
    for (const source of [operatorVariables, environment, dotenv]) {
      const value = Object.hasOwn(source, name) ? source[name] : undefined;
      if (typeof value === 'string' && !value.includes('{{')) secrets.add(value);
    }
  }
}
