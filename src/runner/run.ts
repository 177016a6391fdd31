/** A run: its request, and everything that its requests share. Only this module creates runs. */
import { createAuthState } from '../http/auth/auth-state.js';
import { GlobalStore } from '../evaluation/variables/globals.js';
import {
  createConnections,
  type Connections,
  type ConnectionsOptions,
} from '../http/connections/connections.js';
import type { Send } from '../http/message/message.js';
import { systemClock, type Clock } from '../primitives/clock.js';
import { getOrAdd } from '../primitives/get-or-add.js';
import { randomBytes } from '../primitives/random-bytes.js';
import type { SecretSet } from '../redaction/secret-set.js';
import type { Wire } from './build-send.js';
import { CommandSecrets } from './commands/secrets/command-secrets.js';
import { addPlannedSecrets, knownSecrets } from './prepare/known-secrets.js';
import { Databases } from './databases/databases.js';
import { createDefaultHeaders, type DefaultHeaders } from './prepare/default-headers.js';
import { LearnedCredentials } from './prepare/learn-credentials.js';
import { RequestPace } from './prepare/request-pace.js';
import type { RunOptions } from './plan/options.js';
import { keyOf } from './plan/graph.js';
import type { RunPlan } from './plan/plan.js';
import type { RunRequest, RunnableFile } from './plan/run-input.js';
import type { AskSecret } from './plan/secret-command.js';
import { RequestSignals } from './request-signals.js';
import { Snapshots } from './snapshots.js';

/** Stays open until the caller that opened it closes it. */
export interface Run extends RunRequest {
  /** Milliseconds since 1970. */
  readonly wallClock: () => number;
  /** For all that waits or measures. */
  readonly clock: Clock;
  readonly random: (bytes: number) => Uint8Array;
  /** Grows while requests run; all output is redacted with it. */
  readonly secrets: SecretSet;
  readonly secretNames: ReadonlySet<string>;
  /** The secrets that programs print; undefined when there are none. */
  readonly commandSecrets: CommandSecrets | undefined;
  /** Adds the values of credential headers to the secrets. */
  readonly credentials: LearnedCredentials;
  readonly wire: Wire;
  readonly defaults: DefaultHeaders;
  readonly signals: RequestSignals;
  readonly pace: RequestPace;
  /** What requests set for later ones of all files. */
  readonly globals: GlobalStore;
  readonly databases: Databases;
  /** Returns the same snapshots for all contexts of a file. */
  readonly snapshots: (file: RunnableFile) => Snapshots;
  /** Origins that request files name; only they get the client certificate. */
  readonly certificateOrigins: Set<string> | undefined;
  /** Sends with another time limit for connecting. */
  readonly sendWithin: (connectTimeout: number) => Send;
  readonly close: () => void;
}

/** With the plan, the secrets of all its requests are known before the first one is sent. */
export function openRun(request: RunRequest, plan?: RunPlan): Run {
  const { files, options, fileAccess, process, signal, clock = systemClock } = request;
  const secrets = request.secrets ?? knownSecrets(options, files);
  if (plan) addPlannedSecrets(secrets, request, plan);
  const certificateOrigins = options.tls.cert === undefined ? undefined : new Set<string>();
  const connect = request.connect ?? createConnections;
  const connection = connect(connectionOptions(options, certificateOrigins));
  const slower = new Map<number, Connections>();
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
    checkRequest: request.checkRequest,
    maxResults: request.maxResults,
    onEvaluating: request.onEvaluating,
    confirm: request.confirm,
    wallClock: Date.now,
    clock,
    random: randomBytes,
    secrets,
    secretNames: new Set(options.secretNames),
    commandSecrets: openCommandSecrets(request, secrets),
    credentials: new LearnedCredentials(secrets),
    wire: {
      send: connection.send,
      authState: createAuthState({ clock, process, asker: request.asker }),
      secrets,
      maxRedirects: options.maxRedirects,
    },
    defaults: createDefaultHeaders(options.headers),
    signals,
    pace: new RequestPace(options, clock),
    globals: new GlobalStore(),
    databases,
    snapshots: snapshotViews(request, secrets),
    certificateOrigins,
    sendWithin: (connectTimeout) =>
      getOrAdd(slower, connectTimeout, () =>
        connect(connectionOptions({ ...options, connectTimeout }, certificateOrigins)),
      ).send,
    close: () => {
      connection.close();
      for (const other of slower.values()) other.close();
      databases.close();
      signals.close();
    },
  };
}

function openCommandSecrets(
  { options, process, askSecret }: RunRequest,
  secrets: SecretSet,
): CommandSecrets | undefined {
  if (options.secretCommands === undefined && options.settledSecrets === undefined) return undefined;
  const ask: AskSecret = async (command, signal) => {
    // Few runs start programs, so node:child_process is loaded on first use.
    const { askProgram } = await import('./commands/secrets/ask-program.js');
    return askProgram(command, process, signal);
  };
  return new CommandSecrets(options, secrets, askSecret ?? ask);
}

/** Returns one object for the same options, because shared connections are found by it. */
export function connectionOptions(
  options: RunOptions,
  certificateOrigins?: ReadonlySet<string>,
): ConnectionsOptions {
  if (certificateOrigins) return createConnectionOptions(options, certificateOrigins);
  const created = createdOptions.get(options) ?? createConnectionOptions(options, undefined);
  createdOptions.set(options, created);
  return created;
}

const createdOptions = new WeakMap<RunOptions, ConnectionsOptions>();

function createConnectionOptions(
  options: RunOptions,
  certificateOrigins: ReadonlySet<string> | undefined,
): ConnectionsOptions {
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
