/** API calls for the mock server, the recording proxy and contract verification. */
import type {
  ContractFileResult,
  ContractVerification,
  MockRequests,
  MockStart,
  MockState,
  MockStatus,
  RecordingReplay,
  RecordingStart,
  RecordingState,
  WholeMockRequest,
  WholeRecording,
} from '../../../src/server/api-types.js';
import { call, callJson } from './client.js';

export function readMock(): Promise<MockState> {
  return callJson('GET', '/mock/routes');
}

export function startMock(options: MockStart): Promise<MockStatus> {
  return callJson('POST', '/mock/start', { json: options });
}

export async function stopMock(): Promise<void> {
  await call('POST', '/mock/stop');
}

export async function resetMock(): Promise<void> {
  await call('POST', '/mock/reset');
}

/** Newest first, only those after the given one, and only those that contain the text. */
export function readMockRequests(after: number, text: string): Promise<MockRequests> {
  return callJson('GET', '/mock/requests', { query: { after, ...(text !== '' && { text }) } });
}

/** With `isShown`, secrets are what was sent instead of placeholders. */
export function readMockRequest(id: number, isShown: boolean): Promise<WholeMockRequest> {
  return callJson('GET', `/mock/requests/${id}`, { query: { secrets: isShown ? 'true' : undefined } });
}

export async function clearMockRequests(): Promise<void> {
  await call('DELETE', '/mock/requests');
}

export function exportMockRequests(ids: string): Promise<string> {
  return readExport('/mock/export', { ids, chain: 'false' });
}

export function readRecording(): Promise<RecordingState> {
  return callJson('GET', '/record/status');
}

export async function startRecording(options: RecordingStart): Promise<void> {
  await call('POST', '/record/start', { json: options });
}

export async function stopRecording(): Promise<void> {
  await call('POST', '/record/stop');
}

export async function clearRecordings(): Promise<void> {
  await call('DELETE', '/record/clear');
}

export function readEntry(id: number): Promise<WholeRecording> {
  return callJson('GET', `/record/recordings/${id}`);
}

export type ExportFormat = 'http' | 'har' | 'json';

/** `ids` are numbers and ranges; undefined for all recordings. */
export function exportRecordings(
  format: ExportFormat,
  chain: boolean,
  ids: string | undefined,
): Promise<string> {
  return readExport('/record/export', { format, chain: String(chain), ids });
}

async function readExport(path: string, query: Record<string, string | undefined>): Promise<string> {
  return (await callJson<{ content: string }>('POST', path, { query })).content;
}

export async function removeRecordings(ids: string): Promise<void> {
  await call('DELETE', '/record/recordings', { query: { ids } });
}

export function replayRecording(id: number): Promise<RecordingReplay> {
  return callJson('POST', `/record/recordings/${id}/replay`);
}

export interface ContractOptions {
  readonly providerUrl: string;
  readonly stateHandler?: string;
  readonly files?: readonly string[];
}

export function verifyContract(
  options: ContractOptions,
  signal: AbortSignal,
): Promise<readonly ContractFileResult[]> {
  return callJson('POST', '/contract/verify', { json: options, signal });
}

export function readVerification(): Promise<ContractVerification> {
  return callJson('GET', '/contract/result');
}
