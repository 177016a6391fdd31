import { describe, expect, it } from 'vitest';
import type { ReportFormat } from '../flags/report-flag.js';
import { planReports, type ReportFlags, type ReportPlan } from './report-plan.js';

interface ReportRequests extends Partial<ReportFlags> {
  readonly reporters?: readonly ReportFormat[];
}

function plan({ reporters, ...flags }: ReportRequests): ReportPlan {
  const directory = { absolute: '/srv/out', prefix: '', folders: [] };
  return planReports(
    { output: undefined, 'output-file': undefined, report: [], ...flags },
    reporters,
    directory,
  );
}

function places({ primary, others }: ReportPlan): string[] {
  return [primary, ...others].map(({ format, file }) => `${format} ${file?.absolute ?? '-'}`);
}

describe('planReports', () => {
  it.each<[string, ReportRequests, string[]]>([
    ['no option', {}, ['console -']],
    ['a format', { output: 'json' }, ['json -']],
    ['a file', { output: 'json', 'output-file': 'a/r.json' }, ['json /srv/out/a/r.json']],
    ['an absolute file', { output: 'tap', 'output-file': '/tmp/r.tap' }, ['tap /tmp/r.tap']],
    ['standard output by name', { output: 'json', 'output-file': '-' }, ['json -']],
    [
      'further reports',
      {
        report: [
          { format: 'html', path: 'r.html' },
          { format: 'har', path: 'r.har' },
        ],
      },
      ['console -', 'html /srv/out/r.html', 'har /srv/out/r.har'],
    ],
    [
      'github after a console',
      { report: [{ format: 'github', path: undefined }] },
      ['console -', 'github -'],
    ],
    [
      'github while the primary goes to a file',
      { output: 'json', 'output-file': 'r.json', report: [{ format: 'github', path: undefined }] },
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
  ])('%s', (_case, requests, expected) => {
    expect(places(plan(requests))).toEqual(expected);
  });

  it.each<[string, ReportRequests, string]>([
    [
      'one file for two',
      { 'output-file': 'x', report: [{ format: 'json', path: './x' }] },
      'two reports would be written to ./x',
    ],
    [
      'two documents on standard output',
      { output: 'json', report: [{ format: 'github', path: undefined }] },
      'json and github cannot both go to standard output',
    ],
    ['the same from the config', { reporters: ['json', 'console'] }, 'json and console cannot both'],
    ['the same by name', { report: [{ format: 'json', path: '-' }] }, 'console and json cannot both'],
  ])('refuses %s', (_case, requests, message) => {
    expect(() => plan(requests)).toThrow(message);
  });
});
