import { join } from 'node:path';
import { HAS_PIPES } from './hostile-clone.js';
import { configAs, LINK, type HostileRow } from './hostile-row.js';

const ALL_REPORTS = 'reporters: [console, json, junit, tap, html, ctrf, har]\n';
const OUTSIDE = /leads outside of the workspace; name a directory inside it or use --output-dir/;

const RUN_ROWS: readonly HostileRow[] = [
  {
    command: 'run',
    case: 'reports by their usual names, which are links, a directory and a pipe',
    args: () => ['.'],
    config: () => ALL_REPORTS,
    code: 3,
    message: /could not write ctrf\.json: it is a directory/,
    replaced: ['junit.xml', 'results.tap', 'report.html'],
  },
  {
    command: 'run',
    case: 'outputDir by ..',
    args: () => ['plain'],
    config: () => `${ALL_REPORTS}outputDir: ../home\n`,
    code: 3,
    message: OUTSIDE,
  },
  {
    command: 'run',
    case: 'outputDir by an absolute path to be made',
    args: () => ['plain'],
    config: ({ home }) => `${ALL_REPORTS}outputDir: ${JSON.stringify(join(home, 'made/here'))}\n`,
    code: 3,
    message: OUTSIDE,
  },
  {
    command: 'run',
    case: 'outputDir by a link, and a file name of the operator in it',
    args: () => ['plain', '-o', 'tap', '--output-file', 'kept.txt'],
    config: () => 'outputDir: out\n',
    code: 3,
    message: OUTSIDE,
  },
  {
    command: 'run',
    case: 'outputDir by a link to what is not there',
    args: () => ['plain'],
    config: () => `${ALL_REPORTS}outputDir: missing/deep\n`,
    code: 3,
    message: OUTSIDE,
  },
  {
    command: 'run',
    case: 'links under the names that the operator gives',
    args: () => [
      'plain',
      '-o',
      'tap',
      '--output-file',
      'results.tap',
      '--report',
      'json=chained.json',
      '--report',
      'html=out/r.html',
    ],
    code: 3,
    message: LINK,
    replaced: ['results.tap', 'chained.json'],
  },
  {
    command: 'run',
    case: 'the summary of a build as a link',
    args: () => ['plain', '--report', 'github'],
    env: () => ({ GITHUB_STEP_SUMMARY: 'results.json' }),
    code: 3,
    message: LINK,
  },
  {
    command: 'run',
    case: 'a folder of snapshots that is a link',
    args: () => ['a.http', '--update-snapshots'],
    code: 1,
    message: /path is outside the workspace: __snapshots__\/a\.http\.snap\.json/,
  },
  {
    command: 'run',
    case: 'a snapshot that is a link',
    args: () => ['b', '--update-snapshots'],
    code: 1,
    message: /path is outside the workspace: __snapshots__\/b\.http\.snap\.json/,
  },
  {
    command: 'stress',
    case: 'a report, metrics and a pipe',
    args: () => [
      'plain',
      '-d',
      '200ms',
      '-r',
      '5',
      '--metrics-file',
      'results.tap',
      '-o',
      'json',
      '--output-file',
      'out/r.json',
    ],
    code: 3,
    message: LINK,
    replaced: ['results.tap'],
  },
  {
    command: 'contract verify',
    case: 'a report',
    args: ({ url }) => ['plain', '--provider', url, '-o', 'json', '--output-file', 'results.json'],
    code: 0,
    replaced: ['results.json'],
  },
  {
    command: 'diff',
    case: 'a report',
    args: () => ['before.json', 'after.json', '-o', 'html', '--output-file', 'report.html'],
    code: 0,
    replaced: ['report.html'],
  },
];

/** What is read, where the clone decides what that is. */
const READ_ROWS: readonly HostileRow[] = [
  {
    command: 'run',
    case: 'history.path by ..',
    args: () => ['plain'],
    config: () => 'history: { path: ../home/.ssh/id }\n',
    code: 0,
  },
  {
    command: 'run',
    case: 'history.path by a link',
    args: () => ['plain'],
    config: () => 'history: { path: linked.db }\n',
    code: 0,
  },
  {
    command: 'run',
    case: 'a folder of runs that wait for the history as a link',
    args: () => ['plain', '--last-failed'],
    config: () => 'history: { path: waiting.db }\n',
    code: 0,
  },
  {
    command: 'run',
    case: 'envFile by a link',
    args: () => ['plain'],
    config: () => 'envFile: secret.env\n',
    code: 3,
  },
  {
    command: 'run',
    case: 'service.yaml by a link',
    args: () => ['plain'],
    plant: configAs('../home/.ssh/id'),
    code: 3,
  },
];

const PIPE_ROWS: readonly HostileRow[] = [
  {
    command: 'run',
    case: 'envFile that is a pipe',
    args: () => ['plain'],
    config: () => 'envFile: pipe\n',
    code: 3,
  },
  {
    command: 'run',
    case: 'a report that is a pipe',
    args: () => ['plain', '--report', 'har=results.har'],
    code: 3,
    message: /could not write results\.har: it is not a regular file/,
  },
];

/** Commands that send requests. */
export const RUNNING_ROWS: readonly HostileRow[] = [
  ...RUN_ROWS,
  ...READ_ROWS,
  ...(HAS_PIPES ? PIPE_ROWS : []),
];
