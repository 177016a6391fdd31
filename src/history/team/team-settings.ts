/** Where the team history is and what its runs carry: plain data that a thread can be started with. */

export const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

export interface TeamServer {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Undefined for the name of the login. */
  readonly user: string | undefined;
  readonly password: string;
  readonly tls: TlsMode;
  /** Absolute path of a PEM file with the roots to trust instead of those of the system. */
  readonly rootCertificates?: string | undefined;
}

/** What svc was told or could read about whoever runs it; empty texts for what is unknown. */
export interface Writer {
  readonly actor: string;
  readonly host: string;
  readonly ciUrl: string;
  /** What the CI says; undefined leaves it to the repository. */
  readonly gitCommit: string | undefined;
  readonly gitBranch: string | undefined;
}

export interface TeamSettings {
  readonly server: TeamServer;
  readonly schema: string;
  /** The name under which this workspace stores and reads runs. */
  readonly workspace: string;
  /** The directory of the workspace, for commit and branch of its repository. */
  readonly root: string;
  readonly writer: Writer;
  readonly keepDays: number | undefined;
  /** Absolute path of the file where runs wait; undefined when there is no home directory for it. */
  readonly spool: string | undefined;
  /** `2/4` for the second of four shards; empty without. */
  readonly shard?: string | undefined;
}

/** The server in messages: without user and password. */
export function serverName({ host, port }: Pick<TeamServer, 'host' | 'port'>): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
