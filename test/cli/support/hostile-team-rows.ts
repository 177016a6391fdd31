import type { HostileRow } from './hostile-row.js';

/** A cloned workspace must not choose who gets to know of runs, nor whose orders are taken. */
const withTeam: HostileRow['config'] = () =>
  [
    'history:',
    '  url: postgres://ada:stolen@127.0.0.1:1/runs',
    'queue:',
    '  url: redis://127.0.0.1:1',
    '',
  ].join('\n');

const NOT_USED = /history\.url is not used: allow its host with SVC_HISTORY_HOSTS=127\.0\.0\.1/;

const teamHistory = (word: string): HostileRow => ({
  command: `history ${word}`,
  case: 'a history of somebody else',
  args: () => [],
  config: withTeam,
  code: 0,
  message: NOT_USED,
});

export const TEAM_ROWS: readonly HostileRow[] = [
  ...['status', 'list', 'push', 'migrate'].map(teamHistory),
  {
    command: 'worker',
    case: 'a queue of somebody else',
    args: () => [],
    config: withTeam,
    code: 64,
    message: /svc worker needs --queue or SVC_QUEUE/,
  },
  {
    command: 'workers',
    case: 'a queue of somebody else',
    args: () => [],
    config: withTeam,
    code: 64,
    message: /svc workers needs --queue or SVC_QUEUE/,
  },
  {
    command: 'report merge',
    case: 'a document that is a link',
    args: () => ['results.json'],
    code: 3,
  },
];
