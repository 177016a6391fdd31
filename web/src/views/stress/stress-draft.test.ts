import { describe, expect, it } from 'vitest';
import {
  FIRST_DRAFT,
  startRequestOf,
  problemsOf,
  profileOf,
  withProfile,
  type StressDraft,
} from './stress-draft.js';

const draft = (changes: Partial<StressDraft>): StressDraft => ({
  ...FIRST_DRAFT,
  files: ['a.http'],
  ...changes,
});

describe('problemsOf', () => {
  it('has nothing against the first draft once a file is chosen', () => {
    expect(problemsOf(draft({}))).toEqual({});
    expect(Object.keys(problemsOf(FIRST_DRAFT))).toEqual(['files']);
  });

  it.each<[Partial<StressDraft>, string]>([
    [{ duration: '30' }, 'duration'],
    [{ duration: '0' }, 'duration'],
    [{ duration: '25h' }, 'duration'],
    [{ rate: '0' }, 'rate'],
    [{ rate: '1e9' }, 'rate'],
    [{ mode: 'vus', vus: '1.5' }, 'vus'],
    [{ mode: 'vus', vus: '10001' }, 'vus'],
    [{ mode: 'vus', vus: '20', maxVUs: '10' }, 'maxVUs'],
    [{ maxVUs: '0' }, 'maxVUs'],
    [{ rampUp: '31s' }, 'rampUp'],
    [{ mode: 'vus', thinkTime: '61m' }, 'thinkTime'],
    [{ seed: '1.5' }, 'seed'],
    [{ thresholds: { ...FIRST_DRAFT.thresholds, p95: '> 250ms' } }, 'p95'],
    [{ thresholds: { ...FIRST_DRAFT.thresholds, errors: '101%' } }, 'errors'],
    [{ thresholds: { ...FIRST_DRAFT.thresholds, rps: '< 5' } }, 'rps'],
  ])('finds what is wrong with %o', (changes, field) => {
    expect(Object.keys(problemsOf(draft(changes)))).toEqual([field]);
  });

  it.each<[Partial<StressDraft>, string, string]>([
    [{ mode: 'stages', stages: '30s:50' }, 'stages', 'A stage needs a unit: 30s:50/s or 30s:50vus.'],
    [
      { mode: 'find', find: 'rps>5', duration: '5s' },
      'find',
      'It takes p50, p95, p99, max, mean and errors.',
    ],
    [{ mode: 'find', duration: '11m' }, 'duration', 'A duration from 1s to 10m.'],
    [{ abort: 'p95<1s', abortWindow: '6m' }, 'abortWindow', 'A duration from 1s to 5m.'],
    [{ abort: 'p95<1s', abortWindow: '500ms' }, 'abortWindow', 'A duration from 1s to 5m.'],
    [{ abort: 'p95' }, 'abort', 'P95 needs a duration, after < or <=, such as <250ms.'],
    [
      { mode: 'stages', stages: '1m:5vus', thinkTime: '2h' },
      'thinkTime',
      'A duration such as 500ms, at most 1h.',
    ],
  ])('says what is wrong with %o', (changes, field, problem) => {
    expect(problemsOf(draft(changes))).toEqual({ [field]: problem });
  });

  it('does not look at what the other kind of load would use', () => {
    expect(problemsOf(draft({ mode: 'stages', duration: 'x', rate: 'x', rampUp: 'x' }))).toEqual({});
    expect(problemsOf(draft({ mode: 'find', duration: '5s', rampUp: '1m', abort: 'x' }))).toEqual({});
    expect(problemsOf(draft({ mode: 'vus', rate: 'x' }))).toEqual({});
    expect(problemsOf(draft({ vus: 'x', thinkTime: 'x' }))).toEqual({});
  });
});

describe('a draft in stages or of a search', () => {
  it('is sent as the API takes it', () => {
    const stages = draft({ mode: 'stages', stages: '30s:50/s, 0s:0/s', abort: 'p95<2s', rampUp: '1s' });
    const load = {
      duration: '30s',
      stages: [
        { duration: '30s', rate: 50 },
        { duration: '0', rate: 0 },
      ],
      abort: { p95: '<2s' },
    };
    expect(startRequestOf(stages)).toEqual({ files: ['a.http'], ...load });
    expect(profileOf('steps', stages)).toEqual({ name: 'steps', ...load });
    expect(startRequestOf({ ...stages, abortWindow: '30s' })).toMatchObject({ abortWindow: '30s' });
    expect(startRequestOf({ ...stages, abort: '', abortWindow: '30s' })).not.toHaveProperty('abortWindow');
    const search = draft({
      mode: 'find',
      find: 'p95<200ms, errors<1%',
      duration: '5s',
      rate: '50',
      abort: 'p95<1s',
    });
    expect(startRequestOf(search)).toEqual({
      files: ['a.http'],
      duration: '5s',
      rate: 50,
      find: { p95: '<200ms', errors: '<1%' },
    });
  });

  it('comes back from a profile', () => {
    const profile = {
      name: 'steps',
      duration: '1m',
      stages: [
        { duration: '1m', vus: 20 },
        { duration: '0', vus: 0 },
      ],
      abort: { p95: '2s', errors: '<5%' },
      abortWindow: '20s',
    };
    const read = withProfile(draft({}), profile);
    expect(read).toMatchObject({ mode: 'stages', stages: '1m:20vus, 0s:0vus', abort: 'p95<=2s, errors<5%' });
    expect(read.abortWindow).toBe('20s');
    expect(problemsOf(read)).toEqual({});
    expect(withProfile(read, { name: 'even', duration: '1m' })).toMatchObject({ mode: 'rate', abort: '' });
  });
});

describe('orderOf', () => {
  it('leaves out what is empty', () => {
    expect(startRequestOf(draft({}))).toEqual({ files: ['a.http'], duration: '30s', rate: 10 });
  });

  it('sends everything that is given', () => {
    const all = draft({
      mode: 'vus',
      vus: '5',
      maxVUs: '8',
      rampUp: '2s',
      thinkTime: '100ms',
      environment: 'qa',
      seed: '-7',
      thresholds: { ...FIRST_DRAFT.thresholds, p95: ' <250ms ', rps: '>40' },
    });
    expect(startRequestOf(all)).toEqual({
      files: ['a.http'],
      duration: '30s',
      vus: 5,
      maxVUs: 8,
      rampUp: '2s',
      thinkTime: '100ms',
      environment: 'qa',
      seed: -7,
      thresholds: { p95: '<250ms', rps: '>40' },
    });
  });
});

describe('profiles', () => {
  it('are made of a draft and give it back', () => {
    const one = draft({ mode: 'vus', vus: '5', thinkTime: '1s', seed: '3', environment: 'qa' });
    const profile = profileOf('busy', one);
    expect(profile).toEqual({ name: 'busy', duration: '30s', vus: 5, thinkTime: '1s' });
    const again = withProfile(draft({ files: ['b.http'], maxVUs: '7' }), STORED);
    expect(again).toMatchObject({ files: ['b.http'], mode: 'vus', vus: '5', thinkTime: '1s', maxVUs: '' });
  });

  it('with rate and users mean users', () => {
    const { mode } = withProfile(draft({}), { name: 'both', duration: '1s', rate: 5, vus: 2 });
    expect(mode).toBe('vus');
  });
});

const STORED = { name: 'busy', duration: '30s', vus: 5, thinkTime: '1s' };
