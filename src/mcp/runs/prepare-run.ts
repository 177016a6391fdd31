/** Everything that is checked before a run gets a slot: paths, environment, files, selection, number of results. */
import { dirname, join } from 'node:path';
import { ServiceError } from '../../errors.js';
import { gatedConnections, type NetworkGate } from '../../http/connections/gated-connections.js';
import { systemResolve } from '../../http/connect/system-resolve.js';
import { withClientAccess } from '../../operations/settings/client-source.js';
import { filesToRun } from '../../operations/settings/files-to-run.js';
import type { RunSettings } from '../../operations/settings/run-settings.js';
import { countExpectedResults } from '../../runner/expected-results.js';
import { planRun, type RunPlan } from '../../runner/plan/plan.js';
import type { FileAccess, RunnableFile, RunRequest } from '../../runner/plan/run-input.js';
import { openRun } from '../../runner/run.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { SAFE_METHODS, type RunPermission } from '../call/run-permission.js';
import type { McpSettings } from '../call/settings.js';
import { ToolFailure } from '../protocol/tool-failure.js';
import type { InvalidFile } from '../call/invalid-files.js';
import { findRunFiles, invalidRunFiles, parseRunFiles } from './find-run-files.js';
import { refuseRequest } from './refuse-request.js';
import type { RunInput } from './run-input.js';
import { readRunSettings } from './run-settings.js';

export interface PreparedRun {
  readonly input: RunInput;
  /** The signal is that of the run itself. */
  readonly request: Omit<RunRequest, 'signal'>;
  readonly plan: RunPlan;
  /** The results that are expected; data rows may add to them. */
  readonly total: number;
  readonly warnings: readonly string[];
}

export async function prepareRun(
  input: RunInput,
  settings: McpSettings,
  permission: RunPermission,
): Promise<PreparedRun> {
  const root = settings.workspace;
  const found = await findRunFiles(input.files, root);
  const directories = [...new Set(found.paths.map((path) => dirname(join(root, path))))];
  const place = { folder: found.folder, directories };
  const runSettings = await readRunSettings(input, place, settings, permission);
  const parsed = await parseRunFiles(found.paths, root);
  const { files, unchecked } = await filesToRun(parsed, runSettings);
  const request = runRequest(files, runSettings, settings, permission);
  const plan = await planRun(request);
  const broken = plan.files.flatMap((file) => file.broken);
  if (broken.length > 0) throw invalidRunFiles(broken.map(splitPlace), parsed.length);
  if (plan.selected === 0) throw nothingSelected(parsed);
  const total = await countResults(request, plan);
  if (total > permission.maxResults)
    throw new ToolFailure(
      'result_too_large',
      `the selection gives ${total} results; the limit is ${permission.maxResults}; narrow it by files, names or tags`,
    );
  const warnings = [
    ...runSettings.warnings,
    ...unchecked,
    ...found.skipped.map((path) => `${path} could not be read and is left out`),
  ];
  return { input, request, plan, total, warnings };
}

/** Of a finding on one line. */
function splitPlace(line: string): InvalidFile {
  const place = /^.*?:\d+:\d+/.exec(line)?.[0] ?? '';
  return { place, message: line.slice(place.length).trimStart() };
}

function nothingSelected(files: readonly RunnableFile[]): ToolFailure {
  const count = files.reduce((sum, { file }) => sum + file.requests.length, 0);
  return new ToolFailure('not_found', `no request matches; files hold ${count} requests`);
}

/** Counting sends nothing, so that the run for it may end at once. */
async function countResults(request: PreparedRun['request'], plan: RunPlan): Promise<number> {
  const run = openRun({ ...request, signal: new AbortController().signal }, plan);
  try {
    let total = 0;
    for (const file of plan.files) {
      for (const count of await countExpectedResults(file, run)) total += count;
    }
    return total;
  } finally {
    run.close();
  }
}

function runRequest(
  files: readonly RunnableFile[],
  runSettings: RunSettings,
  settings: McpSettings,
  permission: RunPermission,
): PreparedRun['request'] {
  const { options } = runSettings;
  const isPublicOnly = settings.network.policy === 'public-only';
  const limited = (file: RunnableFile): RunnableFile => withoutNearValues(file, isPublicOnly);
  const rules = { isPublicOnly, hasProxy: options.proxy.kind === 'fixed' };
  const gate = gateOf(settings, permission);
  return {
    files: files.map(limited),
    options: isPublicOnly ? { ...options, proxy: { kind: 'none' } } : options,
    fileAccess: readOnlyAccess(settings.workspace, runSettings, limited),
    process: {},
    connect: (given) => gatedConnections(given, gate),
    checkRequest: (request) => refuseRequest(request, rules),
    maxResults: permission.maxResults,
  };
}

function gateOf({ network }: McpSettings, { hosts, methods }: RunPermission): NetworkGate {
  const { policy, resolve = systemResolve, isPublic, connect } = network;
  const publicOnly = { resolve, ...(isPublic && { isPublic }), ...(connect && { connect }) };
  return {
    hosts,
    methods: methods === 'safe' ? SAFE_METHODS : undefined,
    publicOnly: policy === 'public-only' ? publicOnly : undefined,
  };
}

/** A `.env` file near the request is not for callers, and tokens of environment files need any-network. */
function withoutNearValues(file: RunnableFile, isPublicOnly: boolean): RunnableFile {
  if (file.client === undefined) return file;
  const { dotenvNear: _near, ...client } = file.client;
  return { ...file, client: isPublicOnly ? { ...client, auth: {} } : client };
}

function readOnlyAccess(
  root: string,
  runSettings: RunSettings,
  limited: (file: RunnableFile) => RunnableFile,
): FileAccess {
  const { findDefinition: _find, ...own } = workspaceFileAccess({ root, shownFrom: root });
  const access = withClientAccess(own, runSettings);
  return {
    ...access,
    loadFile: async (path, from) => {
      const file = await access.loadFile(path, from);
      return file && limited(file);
    },
    snapshotStore: {
      read: access.snapshotStore.read,
      write: () => Promise.reject(new ServiceError('forbidden', 'snapshots are not written here')),
    },
  };
}
