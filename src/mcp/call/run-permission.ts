import type { ListedHosts } from '../../http/connect/listed-hosts.js';
import type { DotenvValues } from '../../workspace/files/dotenv-text.js';

/** What the operator permits runs of agents to do. */
export interface RunPermission {
  readonly hosts: ListedHosts;
  /** The hosts as the operator wrote them, for the log. */
  readonly shownHosts: readonly string[];
  /** The environments that may be chosen; undefined for all that are defined. */
  readonly environments: readonly string[] | undefined;
  /** The values of the dotenv file that the operator names. */
  readonly dotenv: DotenvValues;
  readonly methods: 'all' | 'safe';
  /** The limit of one whole run. */
  readonly timeoutMs: number;
  /** The limit of the results of one run. */
  readonly maxResults: number;
}

export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
