import type {
  NewStressProfile,
  StressProfile,
  StressProfileChange,
  StressResult,
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
