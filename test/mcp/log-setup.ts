import { expect } from 'vitest';
import { type McpProcess } from '../support/program/mcp-process.js';

interface LogEntry {
  readonly level: string;
  readonly event: string;
}

export async function entriesOf(server: McpProcess): Promise<LogEntry[]> {
  server.child.stdin.end();
  expect((await server.ended).code).toBe(0);
  const lines = server
    .stderr()
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as LogEntry);
}
