/** Calls of the API for what runs beside the files: mock server, recording proxy, contract verification. */
import type {
  ContractFileResult,
  ContractVerification,
  MockStart,
  MockState,
  MockStatus,
  RecordingStart,
  RecordingState,
  WholeRecording,
} from '../../../src/server/api-types.js';
import { call, callJson } from './client.js';

export function readMock(): Promise<MockState> {
  return callJson('GET', '/mock/routes');
}

export function startMock(wish: MockStart): Promise<MockStatus> {
  return callJson('POST', '/mock/start', { json: wish });
}

export async function stopMock(): Promise<void> {
  await call('POST', '/mock/stop');
}

export function readRecording(): Promise<RecordingState> {
  return callJson('GET', '/record/status');
}

export async function startRecording(wish: RecordingStart): Promise<void> {
  await call('POST', '/record/start', { json: wish });
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

export async function exportRecordings(format: ExportFormat, chain: boolean): Promise<string> {
  const query = { format, chain: String(chain) };
  const { content } = await callJson<{ content: string }>('POST', '/record/export', { query });
  return content;
}

export interface ContractOptions {
  readonly providerUrl: string;
  readonly stateHandler?: string;
  readonly files?: readonly string[];
}

export function verifyContract(
  wish: ContractOptions,
  signal: AbortSignal,
): Promise<readonly ContractFileResult[]> {
  return callJson('POST', '/contract/verify', { json: wish, signal });
}

export function readVerification(): Promise<ContractVerification> {
  return callJson('GET', '/contract/result');
}
