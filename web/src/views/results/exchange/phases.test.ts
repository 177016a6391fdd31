import { describe, expect, it } from 'vitest';
import { phaseSpans, phaseText } from './phases.js';

describe('the phases of an exchange', () => {
  it('follow each other and fill the bar', () => {
    const timing = { blocked: 0, dns: 0, connect: 10, tls: 30, send: 0, wait: 50, receive: 10 };
    expect(
      phaseSpans({ timing, protocol: 'HTTP/2' }).map(({ key, start, width }) => [key, start, width]),
    ).toEqual([
      ['connect', 0, 10],
      ['tls', 10, 30],
      ['wait', 40, 50],
      ['receive', 90, 10],
    ]);
  });

  it('are none if nothing was measured', () => {
    const timing = { blocked: 0, dns: 0, connect: 0, tls: 0, send: 0, wait: 0, receive: 0 };
    expect(phaseSpans({ timing, protocol: '' })).toEqual([]);
    const quick = phaseSpans({ timing, protocol: 'HTTP/1.1' });
    expect(quick.map(({ key, width }) => [key, width])).toEqual([['wait', 0]]);
  });

  it('are shown in whole milliseconds, as they are measured', () => {
    expect([0, 12, 340, 1250].map(phaseText)).toEqual(['0 ms', '12 ms', '340 ms', '1.25 s']);
  });
});
