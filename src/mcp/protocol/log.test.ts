import { expect, it } from 'vitest';
import { MCP_LOG_LEVELS, openMcpLog, type McpLogLevel } from './log.js';

function logged(least: McpLogLevel): unknown[] {
  const lines: string[] = [];
  const log = openMcpLog({ least, write: (line) => lines.push(line), secrets: ['s3cret-word'] });
  for (const level of MCP_LOG_LEVELS) log(level, 'call', { level, key: 's3cret-word', text: 'a\nb' });
  expect(lines.join('')).not.toContain('s3cret-word');
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  return lines.map((line) => (JSON.parse(line) as { level: unknown }).level);
}

it.each([
  ['error', ['error']],
  ['warn', ['error', 'warn']],
  ['info', ['error', 'warn', 'info']],
  ['debug', ['error', 'warn', 'info', 'debug']],
] as const)('from %s on', (least, levels) => expect(logged(least)).toEqual(levels));
