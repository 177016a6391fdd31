import { describe, expect, it } from 'vitest';
import { planReports, type ReportPlan, type ReportRequests } from './report-plan.js';

function plan(wishes: Partial<ReportRequests>): ReportPlan {
  return planReports({
    output: undefined,
    outputFile: undefined,
    further: [],
    reporters: undefined,
    directory: { absolute: '/srv/out', folders: [] },
    ...wishes,
  });
}

function places({ primary, others }: ReportPlan): string[] {
  return [primary, ...others].map(({ format, file }) => `${format} ${file?.absolute ?? '-'}`);
}

describe('planReports', () => {
  it.each<[string, Partial<ReportRequests>, string[]]>([
    ['nothing said', {}, ['console -']],
    ['a format', { output: 'json' }, ['json -']],
    ['a file', { output: 'json', outputFile: 'a/r.json' }, ['json /srv/out/a/r.json']],
    ['an absolute file', { output: 'tap', outputFile: '/tmp/r.tap' }, ['tap /tmp/r.tap']],
    ['standard output by name', { output: 'json', outputFile: '-' }, ['json -']],
    [
      'further reports',
      {
        further: [
          { format: 'html', path: 'r.html' },
          { format: 'har', path: 'r.har' },
        ],
      },
      ['console -', 'html /srv/out/r.html', 'har /srv/out/r.har'],
    ],
    [
      'github after a console',
      { further: [{ format: 'github', path: undefined }] },
      ['console -', 'github -'],
    ],
    [
      'github while the primary goes to a file',
      { output: 'json', outputFile: 'r.json', further: [{ format: 'github', path: undefined }] },
      ['json /srv/out/r.json', 'github -'],
    ],
    [
      'reporters of the config',
      { reporters: ['console', 'json', 'junit', 'tap', 'html', 'ctrf', 'har', 'github'] },
      [
        'console -',
        'json /srv/out/results.json',
        'junit /srv/out/junit.xml',
        'tap /srv/out/results.tap',
        'html /srv/out/report.html',
        'ctrf /srv/out/ctrf.json',
        'har /srv/out/results.har',
        'github -',
      ],
    ],
    ['reporters beside --output', { output: 'tap', reporters: ['json', 'junit'] }, ['tap -']],
  ])('%s', (_case, wishes, expected) => {
    expect(places(plan(wishes))).toEqual(expected);
  });

  it.each<[string, Partial<ReportRequests>, string]>([
    [
      'one file for two',
      { outputFile: 'x', further: [{ format: 'json', path: './x' }] },
      'two reports would be written to ./x',
    ],
    [
      'two documents on standard output',
      { output: 'json', further: [{ format: 'github', path: undefined }] },
      'json and github cannot both go to standard output',
    ],
    ['the same from the config', { reporters: ['json', 'console'] }, 'json and console cannot both'],
    ['the same by name', { further: [{ format: 'json', path: '-' }] }, 'console and json cannot both'],
  ])('refuses %s', (_case, wishes, message) => {
    expect(() => plan(wishes)).toThrow(message);
  });
});
