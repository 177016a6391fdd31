import { expect } from 'vitest';
import type { RunningServer } from '../../support/servers/running-server.js';
import { start, type MockStatus } from './mock-calls.js';

export interface RecordingStatus extends MockStatus {
  readonly proxy?: string;
  readonly recording?: {
    readonly file: string;
    readonly requests: number;
    readonly pending: boolean;
    readonly warnings: string[];
  };
}

export async function started(
  server: RunningServer,
  body: Record<string, unknown>,
): Promise<RecordingStatus> {
  const { status, json, text } = await start(server, body);
  expect([status, text]).toEqual([200, text]);
  return json as RecordingStatus;
}

export const GET = (target: string) => ({ method: 'GET', target });
