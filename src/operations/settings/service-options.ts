import type { ServedPorts } from '../../http/serving/served-ports.js';
import type { Log } from './log.js';

/** What the operator chose when the service was started; no client can change it. */
export interface ServiceOptions {
  /** Absolute and free of symbolic links. */
  readonly root: string;
  /** A config file that was named, absolute; it may lie outside the root. */
  readonly config: string | undefined;
  /** The first active environment; undefined leaves it to the config. */
  readonly environment: string | undefined;
  readonly watch: boolean;
  /** Flags and variables; undefined leaves it to the config. The path is absolute. */
  readonly history: {
    readonly enabled: boolean | undefined;
    readonly path: string | undefined;
    /** The path as it was given, for messages. */
    readonly shown?: string | undefined;
  };
  readonly allowShell: boolean;
  readonly allowDb: boolean;
  readonly allowPrivateNetwork: boolean;
  /** Address that mock server and recording proxy bind. */
  readonly host: string;
  /** Of mock servers and recording proxies of this user. */
  readonly ports: ServedPorts;
  /** Environment variables of the process, without the API token. */
  readonly process: Readonly<Record<string, string | undefined>>;
  /** Milliseconds of CPU that the process has used. */
  readonly cpuTime: () => number;
  /** Words of the runtime: its version, platform and architecture. */
  readonly system: { readonly runtimeVersion: string; readonly os: string; readonly arch: string };
  readonly log: Log;
}
