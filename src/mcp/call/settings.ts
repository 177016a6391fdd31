import type { FetchNetwork } from '../../web-fetch/bounded-fetch.js';
import type { ArtifactTool } from '../artifacts/artifact-tool.js';
import type { JsonLog } from '../../primitives/json/json-log.js';
import type { RunPermission } from './run-permission.js';
import type { SearchProvider } from '../search/search-provider.js';

/** The settings of the tools. They are fixed when the server starts, and only the operator can set them. */
export interface McpSettings {
  /** The absolute path, without symbolic links. */
  readonly workspace: string;
  readonly maxBodyBytes: number;
  readonly timeoutMs: number;
  /** The network of svc_fetch. */
  readonly network: FetchNetwork;
  /** The network of svc_search_web and svc_capture_webpage, whatever the policy. */
  readonly publicNetwork: FetchNetwork;
  readonly search: SearchProvider | undefined;
  readonly artifact: ArtifactTool | undefined;
  /** What svc_run may do; undefined unless the operator allows runs. */
  readonly run?: RunPermission | undefined;
  readonly log: JsonLog;
  /** The environment variables with the tokens of sign-ins; requests see no other variable. */
  readonly carriedTokens?: Readonly<Record<string, string | undefined>>;
  /** Values that appear in no result and no log line. */
  readonly secrets: readonly string[];
}
