import { describe, expect, it } from 'vitest';
import { testScope, TEST_TIME } from '../../../test/support/runs/evaluation.js';
import { writeTime } from './datetime.js';

const scope = testScope();

describe('a zone', () => {
  it.each([
    [60, '2024-01-31 11:20 +01:00'],
    [-210, '2024-01-31 06:50 -03:30'],
    [345, '2024-01-31 16:05 +05:45'],
    [840, '2024-02-01 00:20 +14:00'],
    [0, '2024-01-31 10:20 +00:00'],
  ])('%i minutes ahead of UTC', (minutes, text) => {
    expect(writeTime(new Date(TEST_TIME), minutes, 'YYYY-MM-DD HH:mm Z')).toBe(text);
  });

  it('does not change Unix time', () => {
    expect(writeTime(new Date(TEST_TIME), 60, 'X x')).toBe('1706696430 1706696430456');
  });
});

describe('the zone of the machine', () => {
  it('names the same moment as UTC', () => {
    const text = scope.text('{{$localDatetime iso8601}}');
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.456[+-]\d\d:\d\d$/);
    expect(Date.parse(text)).toBe(TEST_TIME);
    expect(Date.parse(scope.text('{{$localDatetime rfc1123}}'))).toBe(TEST_TIME - 456);
    expect(Date.parse(scope.text('{{$localDatetime iso8601 90 m}}'))).toBe(TEST_TIME + 90 * 60_000);
  });

  it.each(['1 d', '-2 w', '6 M', '+1 y'])('keeps the time of the day %s later', (offset) => {
    const here = scope.text(`{{$localDatetime 'HH:mm:ss'}}`);
    expect(scope.text(`{{$localDatetime 'HH:mm:ss' ${offset}}}`)).toBe(here);
    const date = scope.text(`{{$localDatetime('YYYY-MM-DD', ${offset})}}`);
    expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(date).not.toBe(scope.text(`{{$localDatetime 'YYYY-MM-DD'}}`));
  });
});
