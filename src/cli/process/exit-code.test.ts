import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ErrorKind } from '../../errors.js';
import { CODE_OF_KIND, CODE_OF_SIGNAL, worstExitCode, type ExitCode } from './exit-code.js';

describe('exit codes', () => {
  it('exist for every kind of error', () => {
    const source = readFileSync(new URL('../../errors.ts', import.meta.url), 'utf8');
    const kinds = [...source.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map((match) => match[1] as ErrorKind);
    expect(kinds).toContain('usage');
    expect(kinds.length).toBeGreaterThan(10);
    for (const kind of kinds) expect([1, 2, 3, 4, 64, 70, 130], kind).toContain(CODE_OF_KIND[kind]);
  });

  it.each([
    ['usage', 64],
    ['request-file', 2],
    ['input', 3],
    ['output', 3],
    ['network', 4],
    ['internal', 70],
  ] as const)('%s is %d', (kind, code) => {
    expect(CODE_OF_KIND[kind]).toBe(code);
  });

  it('follow the signal', () => {
    expect([CODE_OF_SIGNAL.SIGINT, CODE_OF_SIGNAL.SIGTERM]).toEqual([130, 143]);
  });

  it('are taken by precedence', () => {
    const order: readonly ExitCode[] = [130, 70, 64, 3, 2, 1, 4, 0];
    for (const [i, worse] of order.entries()) {
      for (const lesser of order.slice(i)) expect(worstExitCode([lesser, worse])).toBe(worse);
    }
    expect(worstExitCode([143, 70])).toBe(143);
    expect(worstExitCode([])).toBe(0);
  });
});
