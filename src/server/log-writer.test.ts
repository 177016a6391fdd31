import { describe, expect, it } from 'vitest';
import { openLog } from './log-writer.js';

describe('openLog', () => {
  it('writes one line each, whatever the text contains', async () => {
    const { lines, log, flush } = recorder('text');
    log('warn', 'two\nlines \u001b[31m');
    log('info', 'request', { path: '/a b"\r\nx', status: 200, empty: '', plain: '/api' });
    await flush();
    const [first = '', second = '', ...rest] = lines().split('\n');
    expect(first).toMatch(/^\S+Z warn {2}two\\u000alines \\u001b\[31m$/);
    expect(second).toMatch(/^\S+Z info {2}request path="\/a b\\"\\r\\nx" status=200 empty="" plain=\/api$/);
    expect(rest).toEqual(['']);
  });

  it('writes JSON', async () => {
    const { lines, log, flush } = recorder('json');
    log('error', 'a\nb', { id: 'x' });
    await flush();
    expect(JSON.parse(lines())).toEqual({
      time: expect.any(String),
      level: 'error',
      message: 'a\nb',
      id: 'x',
    });
    expect(lines().split('\n')).toHaveLength(2);
  });

  it('leaves out what is below the level', async () => {
    const { lines, log, flush } = recorder('text', 'warn');
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log(level, level);
    await flush();
    expect(lines().match(/warn|error|info|debug/g)).toEqual(['warn', 'warn', 'error', 'error']);
  });

  it('batches lines, but not for long and never a warning', async () => {
    const { writes, log } = recorder('text');
    for (let i = 0; i < 100; i += 1) log('info', 'x');
    expect(writes()).toBe(0);
    log('warn', 'now');
    expect(writes()).toBe(1);
    log('info', 'later');
    await expect.poll(writes).toBe(2);
  });
});

function recorder(format: 'text' | 'json', level: 'info' | 'warn' = 'info') {
  const texts: string[] = [];
  const write = async (text: string): Promise<void> => void texts.push(text);
  return { ...openLog({ level, format, write }), lines: () => texts.join(''), writes: () => texts.length };
}
