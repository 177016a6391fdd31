import { describe, expect, it } from 'vitest';
import { DISTRIBUTION_FLAGS } from './distribution-flags.js';
import { parseFlags } from './parse-flags.js';
import { STRESS_FLAGS } from './stress-flags.js';

const FLAGS = { ...STRESS_FLAGS, ...DISTRIBUTION_FLAGS };
const problems = (...tokens: string[]): readonly string[] => parseFlags(tokens, FLAGS, {}).problems;

const TOO_LARGE: readonly (readonly [flag: string, value: string, rule: string])[] = [
  ['rate', '200000', 'use a number above 0'],
  ['vus', '10001', 'use a whole number from 1 to 10000'],
  ['max-vus', '10001', 'use a whole number from 1 to 10000'],
  ['find-to', '100000.5', 'use a number above 0'],
  ['find-min', '0200000', 'use a number above 0'],
  ['stages', '1s:200000/s', 'they must be rates from 0 to 100000'],
  ['stages', '1s:10001vus', 'they must be whole numbers of users from 0 to 10000'],
];

describe('the size of a load', () => {
  it.each(TOO_LARGE)('--%s %s needs workers', (flag, value, rule) => {
    const message = `"${value}" is not a value of --${flag}; ${rule}`;
    expect(problems(`--${flag}`, value)).toEqual([message]);
    expect(problems(`--${flag}`, value, '--', '--workers', '3')).toEqual([message]);
    expect(problems(`--${flag}`, value, '--label=--workers')).toContain(message);
    // Only says where the queue would be.
    expect(parseFlags([`--${flag}`, value], FLAGS, { SVC_QUEUE: 'redis://h' }).problems).toEqual([message]);
    expect(problems(`--${flag}`, value, '--workers', '3')).toEqual([]);
    expect(problems('--queue=redis://h', `--${flag}=${value}`)).toEqual([]);
  });

  it('has a limit with workers too', () => {
    const size = (flag: string, value: string): readonly string[] =>
      problems(flag, value, '--workers', 'all');
    expect([size('-r', '10000000'), size('--vus', '1000000'), size('--max-vus', '1000000')]).toEqual([
      [],
      [],
      [],
    ]);
    expect(size('-r', '10000001')).toEqual(['"10000001" is not a value of --rate; use a number above 0']);
    expect(size('--vus', '1000001')).toEqual([
      '"1000001" is not a value of --vus; use a whole number from 1 to 1000000',
    ]);
    expect(size('--stages', '1s:10000001/s')).toEqual([
      '"1s:10000001/s" is not a value of --stages; they must be rates from 0 to 10000000',
    ]);
  });
});
