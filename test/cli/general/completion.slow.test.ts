import { describe, expect, it } from 'vitest';
import { completions } from './completion-setup.js';

describe('svc completion bash, in bash', () => {
  it('completes words of arguments and flags', async () => {
    expect(await completions(['svc', 'completion', ''])).toEqual(['bash', 'fish', 'powershell', 'zsh']);
    expect(await completions(['svc', 'completion', 'p'])).toEqual(['powershell']);
    expect(await completions(['svc', 'validate', '--schema', ''])).toEqual([
      'config',
      'diff',
      'results',
      'strength',
      'stress',
    ]);
    expect(await completions(['svc', 'validate', '--schema', '=', 'c'])).toEqual(['config']);
    expect(await completions(['svc', 'validate', '--schema', '='])).toEqual([
      'config',
      'diff',
      'results',
      'strength',
      'stress',
    ]);
  });

  it('completes request names, ignoring broken files', async () => {
    expect(await completions(['svc', 'list', '-n', ''])).toEqual([
      'createOrder',
      'read:\\ order\\ \\"one\\"',
    ]);
    expect(await completions(['svc', 'list', '--name', 'cr'])).toEqual(['createOrder']);
    expect(await completions(['svc', 'list', 'sub', '-n', ''])).toEqual([]);
    expect(await completions(['svc', 'list', 'orders.http', '-n', '"re'])).toEqual(['read: order "one"']);
    expect(await completions(['svc', 'list', '-t', ''])).toEqual([]);
  });
});
