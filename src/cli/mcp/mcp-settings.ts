import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { carriedSecrets, carriedTokens } from '../../http/auth/carried-token.js';
import { systemResolve } from '../../http/connect/system-resolve.js';
import { CAPTURE_PREFIX, type ArtifactTool } from '../../mcp/artifacts/artifact-tool.js';
import { openMcpLog } from '../../mcp/protocol/log.js';
import type { McpSettings } from '../../mcp/call/settings.js';
import { tavily, TAVILY_ENDPOINT } from '../../mcp/search/tavily.js';
import type { JsonLog } from '../../primitives/json/json-log.js';
import type { FetchNetwork } from '../../web-fetch/bounded-fetch.js';
import type { ProcessContext, ProcessEnvironment } from '../process/process-context.js';
import type { McpOptions } from './mcp-options.js';

/** The settings of the tools, which no caller can change. */
export function createMcpSettings(options: McpOptions, context: ProcessContext): McpSettings {
  const { search, timeout, maxBodyBytes, workspace } = options;
  const secrets = [...(search ? [search.key] : []), ...carriedSecrets(context.env)];
  const log = openMcpLog({
    minLevel: options.logLevel,
    secrets,
    write: (line) => void context.stderr.write(line),
  });
  const publicNetwork: FetchNetwork = { policy: 'public-only', resolve: loggedResolve(log) };
  const endpoint = search?.endpoint;
  if (endpoint !== undefined)
    log('warn', 'start', { reason: 'SVC_SEARCH_ENDPOINT is set: searches go to this machine' });
  return {
    workspace,
    maxBodyBytes,
    timeoutMs: timeout,
    network: options.allowPrivate ? openNetwork(context.env) : publicNetwork,
    publicNetwork,
    search:
      search &&
      tavily({
        key: search.key,
        timeoutMs: timeout,
        endpoint: endpoint ?? TAVILY_ENDPOINT,
        network: endpoint === undefined ? publicNetwork : { policy: 'any-network' },
      }),
    run: options.run,
    artifact: options.artifact && artifactTool(options.artifact, context, log),
    log,
    carriedTokens: carriedTokens(context.env),
    secrets,
  };
}

/** Removes folders that captures left behind when their server was killed. */
export async function removeOldCaptures(): Promise<void> {
  const folder = tmpdir();
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(CAPTURE_PREFIX))) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    const isOurs = found?.isDirectory() === true && found.uid === userInfo().uid;
    if (isOurs && Date.now() - found.mtimeMs > OLD_MS) await rm(path, { recursive: true, force: true });
  }
}

const OLD_MS = 3_600_000;

/** Resolved addresses are logged for the operator only, and only at the debug level. */
function loggedResolve(log: JsonLog): typeof systemResolve {
  return async (host, signal) => {
    const addresses = await systemResolve(host, signal);
    log('debug', 'resolve', { host, addresses });
    return addresses;
  };
}

const PROXY_VARIABLE = /^(?:https?|no)_proxy$/i;

function openNetwork(env: ProcessEnvironment): FetchNetwork {
  const variables = Object.fromEntries(Object.entries(env).filter(([name]) => PROXY_VARIABLE.test(name)));
  return { policy: 'any-network', proxy: { kind: 'environment', variables } };
}

const GIVEN =
  /^(?:HOME|PATH|TMPDIR|XDG_CONFIG_HOME|XDG_DATA_HOME|NO_COLOR|LANG|LC_.*|SVC_ARTIFACT_.*|SystemRoot|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP)$/;

function artifactTool(
  { path, stashDir }: NonNullable<McpOptions['artifact']>,
  { env, killGroup, system }: ProcessContext,
  log: JsonLog,
): ArtifactTool {
  const isWindows = system.os === 'win32';
  const variables = Object.entries(env).filter(
    ([name, value]) =>
      value !== undefined &&
      GIVEN.test(name) &&
      (isWindows || !/^(?:SystemRoot|USERPROFILE|(?:LOCAL)?APPDATA|TE?MP)$/.test(name)),
  );
  return {
    path,
    stashDir,
    environment: Object.fromEntries(variables) as Record<string, string>,
    killGroup,
    log,
  };
}
