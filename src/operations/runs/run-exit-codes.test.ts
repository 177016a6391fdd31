import { describe, expect, it } from 'vitest';
import { SecretSet } from '../../redaction/secret-set.js';
import type { ErrorKind, FileOutcome, RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import { worstExitCode } from './exit-code.js';
import { runExitCodes } from './run-exit-codes.js';

type Ending = 'passed' | 'skipped' | 'failed' | ErrorKind;

function outcome(ending: Ending): RequestOutcome {
  const isKind = !['passed', 'skipped', 'failed'].includes(ending);
  const shown = {
    passed: ending === 'passed',
    skipped: ending === 'skipped',
    errorKind: isKind ? ending : '',
  };
  return shown as unknown as RequestOutcome;
}

function runOf(...files: readonly (readonly Ending[] | 'broken')[]): RunOutcome {
  const outcomes = files.map((endings): FileOutcome => {
    const results = endings === 'broken' ? [outcome('failed')] : endings.map(outcome);
    const counts = { startedAt: 0, duration: 0, passed: 0, failed: 0, skipped: 0 };
    return { file: 'a.http', ...counts, results, broken: endings === 'broken' ? ['a.http:1:1: no'] : [] };
  });
  return {
    startedAt: 0,
    duration: 0,
    environment: 'dev',
    files: outcomes,
    passed: 0,
    failed: 0,
    skipped: 0,
    secrets: new SecretSet(),
  };
}

describe('runExitCodes', () => {
  it.each<[number, ...(readonly Ending[])[]]>([
    [2, ['passed', 'skipped']],
    [2, ['failed', 'skipped']],
    [2, ['connect']],
    [70, ['internal']],
  ])('are %i with a dependency that cannot be found: %j', (code, endings = []) => {
    const unresolved = [{}] as unknown as NonNullable<RunOutcome['unresolved']>;
    expect(worstExitCode(runExitCodes({ ...runOf(endings), unresolved }))).toBe(code);
  });

  it.each<[number, ...(readonly Ending[] | 'broken')[]]>([
    [0],
    [0, []],
    [0, ['passed', 'skipped']],
    [1, ['passed', 'failed']],
    [1, ['variable']],
    [1, ['redirects']],
    [1, ['condition']],
    [4, ['connect']],
    [4, ['passed', 'dns', 'skipped'], ['tls', 'timeout', 'reset', 'proxy']],
    [1, ['connect'], ['failed']],
    [1, ['connect', 'auth']],
    [2, 'broken'],
    [2, 'broken', ['failed']],
    [2, ['connect'], 'broken'],
    [70, ['internal'], 'broken'],
  ])('%i for %j %j', (code, ...files) => {
    expect(worstExitCode(runExitCodes(runOf(...files)))).toBe(code);
  });
});
