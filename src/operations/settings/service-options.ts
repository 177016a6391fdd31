import type { ClientChoice } from './client-source.js';
import type { ServedPorts } from '../../http/serving/served-ports.js';
import type { QueueSettings } from '../../queue/settings/queue-settings.js';
import type { Log } from './log.js';
import type { OtlpTarget } from './otlp-target.js';

/** How the requests of executions can be found again in traces. */
export interface TracingOptions {
  /** Undefined leaves the choice to the config. */
  readonly traceparent: boolean | undefined;
  /** The collector that gets a span for each result; none when left out. */
  readonly otlp?: OtlpTarget;
}

/** The options chosen by the operator at the start of the service, which no client can change. */
export interface ServiceOptions {
  /** Absolute and free of symbolic links. */
  readonly root: string;
  /** Absolute path of a config file named by the operator, which may be outside the root. */
  readonly config: string | undefined;
  /** The first active environment; undefined leaves the choice to the config. */
  readonly environment: string | undefined;
  readonly watch: boolean;
  /** Values of flags and environment variables; undefined leaves the choice to the config. The path is absolute. */
  readonly history: {
    readonly enabled: boolean | undefined;
    readonly path: string | undefined;
    /** The path as the operator wrote it, for messages. */
    readonly shown?: string | undefined;
  };
  /** The queue of workers; none when left out. */
  readonly queue?: {
    readonly settings: QueueSettings;
    /** How long a load test waits for workers. */
    readonly waitMs: number;
  };
  readonly tracing?: TracingOptions;
  readonly allowShell: boolean;
  readonly allowDb: boolean;
  /** Left out, no program is started that prints secrets. */
  readonly allowSecretCommands?: boolean;
  /** Which environment files of other clients are used; left out, those that are found. */
  readonly clientEnv?: Pick<ClientChoice, 'named' | 'namedFrom' | 'isOff'>;
  readonly allowPrivateNetwork: boolean;
  /** The address that mock server and recording proxy bind to. */
  readonly host: string;
  /** The ports of the user's mock servers and recording proxies. */
  readonly ports: ServedPorts;
  /** Environment variables of the process, without the API token. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Milliseconds of CPU time that the process has used. */
  readonly cpuTime: () => number;
  /** The version, platform and architecture of the runtime. */
  readonly system: { readonly runtimeVersion: string; readonly os: string; readonly arch: string };
  readonly log: Log;
}
