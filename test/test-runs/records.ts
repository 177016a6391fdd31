import type { FileRecord, RunRecord, TestRecord } from '../../scripts/tests/results-reporter.mjs';

export function testRecord(given: Partial<TestRecord>): TestRecord {
  return {
    file: 'test/depot.test.ts',
    project: 'black-box',
    name: 'a depot > is open',
    state: 'passed',
    note: '',
    milliseconds: 5,
    faults: [],
    output: '',
    ...given,
  };
}

export function fileRecord(given: Partial<FileRecord>): FileRecord {
  return {
    file: 'test/depot.test.ts',
    project: 'black-box',
    startedAt: 0,
    endedAt: 5,
    milliseconds: 5,
    importMilliseconds: 1,
    faults: [],
    ...given,
  };
}

export const emptyRun: RunRecord = {
  startedAt: 0,
  node: 'v20.20.0',
  seed: 1,
  load: [1, 1, 1],
  tests: [],
  files: [],
  faults: [],
};
