import type {
  NewStressProfile,
  StressComparison,
  StressProfile,
  StressProfileChange,
  StressResult,
  StressRun,
  StressRunPage,
  StressStart,
  StressStatus,
} from '../../../src/server/api-types.js';
import { call, callJson } from './client.js';

export async function startStress(order: StressStart): Promise<void> {
  await call('POST', '/stress/start', { json: order });
}

export async function stopStress(): Promise<void> {
  await call('POST', '/stress/stop');
}

export function readStressStatus(): Promise<StressStatus> {
  return callJson('GET', '/stress/status');
}

/** Fails if no test has ended yet. */
export function readStressResult(): Promise<StressResult> {
  return callJson('GET', '/stress/result');
}

const workspace = 'current';

export function readStressRuns(limit: number, offset: number): Promise<StressRunPage> {
  return callJson('GET', '/stress/runs', { query: { limit, offset, workspace } });
}

export function readStressRun(id: number): Promise<StressRun> {
  return callJson('GET', `/stress/runs/${id}`);
}

export async function removeStressRun(id: number): Promise<void> {
  await call('DELETE', `/stress/runs/${id}`);
}

export async function removeStressRuns(): Promise<void> {
  await call('DELETE', '/stress/runs', { query: { workspace } });
}

export function compareStressRuns(baseline: number, current: number): Promise<StressComparison> {
  return callJson('GET', '/stress/compare', { query: { baseline, current } });
}

/** The page of a stored test; 0 stands for the last one that ended. */
export async function readStressReport(id: number): Promise<Blob> {
  return (await call('GET', id === 0 ? '/stress/result/report' : `/stress/runs/${id}/report`)).blob();
}

export function readProfiles(): Promise<StressProfile[]> {
  return callJson('GET', '/stress/profiles');
}

export async function createProfile(profile: NewStressProfile): Promise<void> {
  await call('POST', '/stress/profiles', { json: profile });
}

export async function changeProfile(name: string, change: StressProfileChange): Promise<void> {
  await call('PUT', `/stress/profiles/${encodeURIComponent(name)}`, { json: change });
}

export async function removeProfile(name: string): Promise<void> {
  await call('DELETE', `/stress/profiles/${encodeURIComponent(name)}`);
}
