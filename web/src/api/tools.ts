/** API calls for the mock server, the recording proxy and contract verification. */
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

export function startMock(options: MockStart): Promise<MockStatus> {
  return callJson('POST', '/mock/start', { json: options });
}

export async function stopMock(): Promise<void> {
  await call('POST', '/mock/stop');
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
  options: ContractOptions,
  signal: AbortSignal,
): Promise<readonly ContractFileResult[]> {
  return callJson('POST', '/contract/verify', { json: options, signal });
}

export function readVerification(): Promise<ContractVerification> {
  return callJson('GET', '/contract/result');
}
