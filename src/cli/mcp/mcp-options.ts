/** Checks the options in a fixed order; the first failure ends the process before anything is read. */
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { parseDuration, unitAdvice } from '../../primitives/duration.js';
import { LOG_LEVELS, type LogLevel } from '../../primitives/json/json-log.js';
import { workspaceRoot } from '../../workspace/paths/workspace-root.js';
import type { RunPermission } from '../../mcp/call/run-permission.js';
import type { Invocation } from '../command/command.js';
import type { MCP_FLAGS } from './mcp-flags.js';
import { readRunEnvFile, readRunLimits } from './run-options.js';
import { missing, readWord, usage } from './option-checks.js';

export type McpInvocation = Invocation<typeof MCP_FLAGS>;

export interface McpOptions {
  readonly maxBodyBytes: number;
  readonly timeout: number;
  readonly logLevel: LogLevel;
  readonly allowPrivate: boolean;
  readonly search: { readonly key: string; readonly endpoint: string | undefined } | undefined;
  readonly artifact: { readonly path: string; readonly stashDir: string | undefined } | undefined;
  readonly workspace: string;
  readonly run: RunPermission | undefined;
}

export async function readOptions(invocation: McpInvocation): Promise<McpOptions> {
  const { flags, context } = invocation;
  refuseRepeats(context.argv);
  const maxBodyBytes = readBytes(flags['max-body-bytes']);
  const timeout = readTimeout(flags.timeout);
  const logLevel = readWord(flags['log-level'], 'log-level', LOG_LEVELS, 'info');
  const allowPrivate = flags['allow-private-network'];
  const limits = readRunLimits(flags, allowPrivate);
  const provider = readWord(flags['search-provider']?.toLowerCase(), 'search-provider', PROVIDERS, 'none');
  const search = provider === 'none' ? undefined : readSearch(invocation);
  const artifact = await readArtifact(invocation);
  const workspace = await readWorkspace(flags.workspace?.trim() || '.', context.cwd);
  const run = limits && { ...limits, dotenv: await readRunEnvFile(flags['run-env-file'], context.cwd) };
  return { maxBodyBytes, timeout, logLevel, allowPrivate, search, artifact, workspace, run };
}

const REPEATABLE: ReadonlySet<string> = new Set(['--run-host', '--run-env']);
const PROVIDERS = ['none', 'tavily'] as const;
const MAX_BODY_BYTES = 268_435_456;
const MAX_TIMEOUT_MS = 3_600_000;

function refuseRepeats(argv: readonly string[]): void {
  const seen = new Set<string>();
  for (const [name = ''] of argv.flatMap((word) => [...word.matchAll(/^--[a-z][a-z-]*/g)])) {
    if (seen.has(name) && !REPEATABLE.has(name)) throw usage(`${name} is given twice`, 'give it once');
    seen.add(name);
  }
}

function readBytes(text = '1048576'): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= MAX_BODY_BYTES) return value;
  throw usage('--max-body-bytes is not valid', `use a whole number from 1 to ${MAX_BODY_BYTES}`);
}

function readTimeout(text = '30s'): number {
  const value = parseDuration(text);
  if (value !== undefined && value >= 1 && value <= MAX_TIMEOUT_MS) return value;
  throw usage(
    '--timeout is not valid',
    `use a duration from 1ms to 1h, such as 30s or 1m30s${unitAdvice(text)}`,
  );
}

/** The key is removed from the environment after reading, so that no child process and no tool can see it. */
function readSearch({ context }: McpInvocation): NonNullable<McpOptions['search']> {
  const key = context.env['SEARCH_API_KEY']?.trim() ?? '';
  const endpoint = context.env['SVC_SEARCH_ENDPOINT']?.trim() || undefined;
  if (key === '') throw missing('a search provider is chosen and SEARCH_API_KEY is not set', 'set it');
  if (endpoint !== undefined && !isTestEndpoint(endpoint))
    throw missing(
      'SVC_SEARCH_ENDPOINT is not acceptable',
      'use http://127.0.0.1:<port>/<path>, or leave it unset',
    );
  return { key, endpoint };
}

function isTestEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost):\d{1,5}\/[^?#@\s\\]*$/.test(text);
}

async function readArtifact({ flags, context }: McpInvocation): Promise<McpOptions['artifact']> {
  const named = flags['artifact-tool-path']?.trim() ?? '';
  if (named === '') return undefined;
  const path = await findProgram(named, context.cwd, context.env['PATH'] ?? '');
  if (path === undefined)
    throw missing(
      'the artifact tool is missing or cannot be executed',
      'give --artifact-tool-path (SVC_ARTIFACT_TOOL_PATH) an executable file',
    );
  const stashDir = flags['artifact-stash-dir']?.trim() ?? '';
  return { path, stashDir: stashDir === '' ? undefined : resolve(context.cwd, stashDir) };
}

async function findProgram(named: string, cwd: string, path: string): Promise<string | undefined> {
  const places = named.includes('/')
    ? [resolve(cwd, named)]
    : path.split(delimiter).flatMap((folder) => (folder === '' ? [] : [join(resolve(cwd, folder), named)]));
  for (const place of places) if (await isExecutable(place)) return place;
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function readWorkspace(shown: string, cwd: string): Promise<string> {
  const absolute = resolve(cwd, shown);
  const found = await stat(absolute).catch(() => undefined);
  if (found && !found.isDirectory())
    throw missing('the workspace is not a directory', 'give --workspace a directory');
  return workspaceRoot(absolute, shown);
}
