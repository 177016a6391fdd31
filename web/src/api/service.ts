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
  WorkerList,
} from '../../../src/server/api-types.js';
import { call, callJson } from './client.js';

export function readHealth(): Promise<{ readonly queue?: 'ok' | 'unavailable' }> {
  return callJson('GET', '/health');
}

export function readWorkers(): Promise<WorkerList> {
  return callJson('GET', '/workers');
}

/** The history of the web interface is limited to this workspace. */
const workspace = 'current';

export interface RunTarget {
  readonly file: string;
  readonly requestName?: string;
  readonly requestNames?: readonly string[];
  readonly tags?: readonly string[];
  readonly excludeTags?: readonly string[];
  /** The numbers of data rows, from 1. */
  readonly rows?: readonly number[];
  readonly environment?: string;
  readonly parallel?: boolean;
  readonly concurrency?: number;
}

/**
 * Returns the counts only; the results are kept by the server. In a file with errors, the requests without errors run
 * and the others are failed results.
 */
export function execute(target: RunTarget, signal: AbortSignal): Promise<RunResult> {
  return callJson('POST', '/execute', {
    json: { ...target, skipInvalid: true, results: 'summary', reports: true },
    signal,
  });
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

/** Refused with 409 unless the config file still has the variables of `base`. */
export function writeEnvironment(
  name: string,
  variables: Readonly<Record<string, unknown>>,
  base: Readonly<Record<string, unknown>>,
): Promise<Environment> {
  return callJson('PUT', `/environments/${encodeURIComponent(name)}`, { json: { variables, base } });
}

export function renameEnvironment(name: string, newName: string): Promise<Environment> {
  return callJson('POST', `/environments/${encodeURIComponent(name)}/rename`, { json: { name: newName } });
}

export async function removeEnvironment(name: string): Promise<void> {
  await call('DELETE', `/environments/${encodeURIComponent(name)}`);
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

/** Sent while the page is being closed; nobody waits for the response. */
export function removeRunOnLeaving(id: number): void {
  void call('DELETE', `/history/runs/${id}`, { keepalive: true }).catch(() => undefined);
}

export async function removeRuns(): Promise<void> {
  await call('DELETE', '/history/runs', { query: { workspace } });
}

export function readResults(filePath: string, requestName: string, limit: number): Promise<ResultPage> {
  return callJson('GET', '/history/results', { query: { filePath, requestName, limit, workspace } });
}
