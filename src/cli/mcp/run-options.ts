/** The options that permit runs: without `--allow-run` none of them may be given. */
import { resolve } from 'node:path';
import { ServiceError } from '../../errors.js';
import {
  isPublicHost,
  ListedHosts,
  readListedHost,
  type ListedHost,
} from '../../http/connect/listed-hosts.js';
import type { RunPermission } from '../../mcp/call/run-permission.js';
import { parseDuration, unitAdvice } from '../../primitives/duration.js';
import type { DotenvValues } from '../../workspace/files/dotenv-text.js';
import type { FlagValues } from '../flags/flag.js';
import type { MCP_FLAGS } from './mcp-flags.js';
import { missing, readWord, usage } from './option-checks.js';

type Flags = FlagValues<typeof MCP_FLAGS>;
export type RunLimits = Omit<RunPermission, 'dotenv'>;

const MAX_HOSTS = 100;
const MAX_RESULTS = 100_000;
const MIN_TIMEOUT_MS = 1000;
const MAX_TIMEOUT_MS = 3_600_000;

/** Undefined when runs are not allowed. */
export function readRunLimits(flags: Flags, allowPrivate: boolean): RunLimits | undefined {
  const given = RUN_FLAGS.find((name) => flags[name] !== undefined && flags[name]?.length !== 0);
  if (!flags['allow-run']) {
    if (given === undefined) return undefined;
    throw usage(`--${given} has no effect without --allow-run`, 'add --allow-run, or leave it out');
  }
  const shownHosts = flags['run-host'];
  const hosts = readHosts(shownHosts, allowPrivate);
  const environments = readEnvironments(flags['run-env']);
  if (flags['run-env-file'] !== undefined && flags['run-env-file'].trim() === '')
    throw usage('--run-env-file is empty', 'give it the path of a dotenv file');
  return {
    hosts: new ListedHosts(hosts),
    shownHosts,
    environments: environments.length === 0 ? undefined : environments,
    methods: readWord(flags['run-methods'], 'run-methods', METHODS, 'all'),
    timeoutMs: readRunTimeout(flags['run-timeout']),
    maxResults: readResults(flags['run-max-requests']),
  };
}

const METHODS = ['all', 'safe'] as const;
const RUN_FLAGS = [
  'run-host',
  'run-env',
  'run-env-file',
  'run-methods',
  'run-timeout',
  'run-max-requests',
] as const;

function readHosts(entries: readonly string[], allowPrivate: boolean): readonly ListedHost[] {
  if (entries.length === 0)
    throw usage('--allow-run needs at least one --run-host', 'name the hosts that runs may reach');
  if (entries.length > MAX_HOSTS)
    throw usage(`--run-host is given more than ${MAX_HOSTS} times`, 'use *.example.com for many hosts');
  return entries.map((entry) => {
    const host = readListedHost(entry);
    if (host === undefined)
      throw usage(`--run-host ${JSON.stringify(entry)} is not valid`, hostAdvice(entry));
    if (!allowPrivate && !isPublicHost(host))
      throw usage(
        `--run-host ${JSON.stringify(entry)} is not on the public network`,
        'add --allow-private-network to permit it',
      );
    return host;
  });
}

function hostAdvice(entry: string): string {
  if (/^\*(?::.*)?$/.test(entry.trim())) return 'name the hosts; every host cannot be permitted';
  return 'use host, host:port, host:*, *.example.com or [::1]:8080';
}

function readEnvironments(names: readonly string[]): readonly string[] {
  if (names.some((name) => name.trim() === ''))
    throw usage('--run-env is empty', 'give it the name of an environment');
  return [...new Set(names)];
}

function readRunTimeout(text = '10m'): number {
  const value = parseDuration(text);
  if (value !== undefined && value >= MIN_TIMEOUT_MS && value <= MAX_TIMEOUT_MS) return value;
  throw usage('--run-timeout is not valid', `use a duration from 1s to 1h, such as 5m${unitAdvice(text)}`);
}

function readResults(text = '1000'): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= MAX_RESULTS) return value;
  throw usage('--run-max-requests is not valid', `use a whole number from 1 to ${MAX_RESULTS}`);
}

/** The file is read once, since it may lie where the process cannot read later. */
export async function readRunEnvFile(named: string | undefined, cwd: string): Promise<DotenvValues> {
  if (named === undefined) return new Map();
  const { readDotenv } = await import('../../workspace/files/dotenv.js');
  try {
    return await readDotenv({ absolute: resolve(cwd, named), shown: named });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw missing(error.message, 'give --run-env-file a readable dotenv file');
  }
}
