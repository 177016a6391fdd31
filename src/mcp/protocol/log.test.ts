import { expect, it } from 'vitest';
import { LOG_LEVELS, type LogLevel } from '../../primitives/json/json-log.js';
import { openMcpLog } from './log.js';

function logged(minLevel: LogLevel): unknown[] {
  const lines: string[] = [];
  const log = openMcpLog({ minLevel, write: (line) => lines.push(line), secrets: ['s3cret-word'] });
  for (const level of LOG_LEVELS) log(level, 'call', { level, key: 's3cret-word', text: 'a\nb' });
  expect(lines.join('')).not.toContain('s3cret-word');
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  return lines.map((line) => (JSON.parse(line) as { level: unknown }).level);
}

it.each([
  ['error', ['error']],
  ['warn', ['error', 'warn']],
  ['info', ['error', 'warn', 'info']],
  ['debug', ['error', 'warn', 'info', 'debug']],
] as const)('from %s on', (minLevel, levels) => expect(logged(minLevel)).toEqual(levels));
