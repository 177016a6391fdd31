/** API calls for executions, environments, configuration, history and system. */
import type {
  Configuration,
  ConfigurationChange,
  Environment,
  HistoryEntry,
  ResultPage,
  RunPage,
  RunResult,
  StoredRun,
  SystemInfo,
} from '../../../src/server/api-types.js';
import { call, callJson } from './client.js';

/** The history of the web interface is limited to this workspace. */
const workspace = 'current';

export interface RunTarget {
  readonly file: string;
  readonly requestName?: string;
}

/** Returns the counts only; the results are kept by the server. */
export function execute(target: RunTarget, signal: AbortSignal): Promise<RunResult> {
  return callJson('POST', '/execute', { json: { ...target, results: 'summary' }, signal });
}

export function readSystemInfo(): Promise<SystemInfo> {
  return callJson('GET', '/system/info');
}

export function readEnvironments(): Promise<Environment[]> {
  return callJson('GET', '/environments');
}

export async function activateEnvironment(name: string): Promise<void> {
  await call('PUT', '/environments/active', { json: { name } });
}

export function writeEnvironment(
  name: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Environment> {
  return callJson('PUT', `/environments/${encodeURIComponent(name)}`, { json: { variables } });
}

export function readConfiguration(): Promise<Configuration> {
  return callJson('GET', '/config');
}

export function changeConfiguration(change: ConfigurationChange): Promise<Configuration> {
  return callJson('PUT', '/config', { json: change });
}

export function readRecent(): Promise<HistoryEntry[]> {
  return callJson('GET', '/history');
}

export async function clearRecent(): Promise<void> {
  await call('DELETE', '/history');
}

export function readRuns(limit: number, offset: number): Promise<RunPage> {
  return callJson('GET', '/history/runs', { query: { limit, offset, workspace } });
}

export function readRun(id: number): Promise<StoredRun> {
  return callJson('GET', `/history/runs/${id}`);
}

export async function removeRun(id: number): Promise<void> {
  await call('DELETE', `/history/runs/${id}`);
}

export async function removeRuns(): Promise<void> {
  await call('DELETE', '/history/runs', { query: { workspace } });
}

export function readResults(filePath: string, requestName: string, limit: number): Promise<ResultPage> {
  return callJson('GET', '/history/results', { query: { filePath, requestName, limit, workspace } });
}
