import { expect } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { loopback } from '../../support/runs/run-requests.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

/** A workspace in which `needy` of `a.http` depends on what the case names, and `free` on nothing. */
export async function workspace(written: string): Promise<{ readonly cwd: string; readonly seen: string[] }> {
  const { url, seen } = await loopback();
  const cwd = await temporaryWorkspace({
    'a.http': dedent`
      ### free
      GET ${url}/free

      ### needy
      # @depends ${written}
      GET ${url}/needy

      ### after
      # @depends needy
      GET ${url}/after
    `,
    'good.http': dedent`
      ### login
      GET ${url}/login
      ### lost
      # @depends ghost
      GET ${url}/lost
    `,
    'bad.http': dedent`
      ### login
      GTE ${url}/login
      ### other
      GET ${url}/
      nonsense
    `,
    'twice.http': dedent`
      ### x
      # @name login
      GET ${url}/
      ### y
      # @name login
      GET ${url}/
      ### z
      # @depends login
      GET ${url}/
    `,
    'titles.http': dedent`
      ### login
      GET ${url}/
      ### login
      GET ${url}/
    `,
    'circle.http': dedent`
      ### login
      # @depends login
      GET ${url}/
    `,
    'far.http': dedent`
      ### login
      # @depends ./near.http#login
      GET ${url}/
    `,
    'near.http': dedent`
      ### login
      # @depends ./far.http#login
      GET ${url}/
    `,
  });
  return { cwd, seen };
}

export const SKIPPED = 'this request will be skipped';

/** What `@depends` names, the end of the skip reason, and the lines on standard error. */
export const CASES: readonly (readonly [written: string, end: string, lines: readonly string[]])[] = [
  ['ghost', 'not found', [`a.http:5:12: \`@depends ghost\`: no such request; ${SKIPPED}`]],
  [
    './gone.http#login',
    'not found',
    ['a.http:5:12: `./gone.http` does not exist or lies outside the workspace'],
  ],
  [
    '../outside.http#login',
    'not found',
    ['a.http:5:12: `../outside.http` does not exist or lies outside the workspace'],
  ],
  [
    './good.http#nobody',
    'not found',
    [`a.http:5:12: \`@depends ./good.http#nobody\`: no such request; ${SKIPPED}`],
  ],
  [
    './titles.http#login',
    'not found',
    [
      'a.http:5:12: `./titles.http#login` means several requests (lines 1, 3); give the one you mean `# @name`',
    ],
  ],
  [
    './bad.http#login',
    'does not parse',
    [
      `a.http:5:12: \`@depends ./bad.http#login\`: bad.http has errors; ${SKIPPED}`,
      expect.stringMatching(/^bad\.http:2:1: `GTE` is not a method; use one of /) as string,
      expect.stringMatching(/^bad\.http:5:1: /) as string,
    ],
  ],
  [
    './twice.http#login',
    'does not parse',
    [
      `a.http:5:12: \`@depends ./twice.http#login\`: twice.http has errors; ${SKIPPED}`,
      'twice.http:5:9: request name `login` is also used on line 2',
      expect.stringMatching(/^twice\.http:8:12: `login` means several requests/) as string,
    ],
  ],
  [
    './circle.http#login',
    'does not parse',
    [
      `a.http:5:12: \`@depends ./circle.http#login\`: circle.http has errors; ${SKIPPED}`,
      'circle.http:2:12: dependency cycle: login → login',
    ],
  ],
  [
    './far.http#login',
    'does not parse',
    [
      `a.http:5:12: \`@depends ./far.http#login\`: far.http has errors; ${SKIPPED}`,
      'far.http:1:1: dependency cycle: far.http#login → near.http#login → far.http#login',
    ],
  ],
];

export function errorsIn(stderr: string): string[] {
  return stderr.split('\n').flatMap((line) => (line.startsWith('Error: ') ? [line.slice(7)] : []));
}
