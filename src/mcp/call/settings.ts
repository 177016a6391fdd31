import type { FetchNetwork } from '../../web-fetch/bounded-fetch.js';
import type { ArtifactTool } from '../artifacts/artifact-tool.js';
import type { McpLog } from '../protocol/log.js';
import type { SearchProvider } from '../search/search-provider.js';

/** Everything the tools know; fixed when the server starts, and only the operator can set it (mcp.md 1.1). */
export interface McpSettings {
  /** Absolute and free of symbolic links. */
  readonly workspace: string;
  readonly maxBodyBytes: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Of svc_fetch. */
  readonly network: FetchNetwork;
  /** Of svc_search_web and svc_capture_webpage, under either policy. */
  readonly publicNetwork: FetchNetwork;
  readonly search: SearchProvider | undefined;
  readonly artifact: ArtifactTool | undefined;
  readonly log: McpLog;
  /** Never shown. */
  readonly secrets: readonly string[];
}
