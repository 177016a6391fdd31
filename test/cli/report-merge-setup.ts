import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dedent } from '../support/dedent.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import type { RunOutcome } from '../support/program/run-svc.js';
import { loopback } from '../support/runs/run-requests.js';

export const ENV = { SVC_NO_HISTORY: '1' };

export interface Document {
  readonly time: string;
  readonly duration: number;
  readonly shard?: { readonly index: number; readonly count: number; readonly files: readonly string[] };
  readonly parts?: number;
  readonly tests: readonly Readonly<Record<string, unknown>>[];
}

/** Files whose shards have no request in common, with one of everything that a report shows. */
export async function workspace(): Promise<string> {
  const { url } = await loopback(({ path }) =>
    path === '/none' ? 404 : { json: { total: 40, list: [1, 2] } },
  );
  return temporaryWorkspace({
    'service.yaml': `environments:\n  dev:\n    base: ${url}\n`,
    'rows.csv': 'id\n1\n2\n',
    'suite/a.http': dedent`
      ### last
      # @depends first
      # @tags smoke, orders
      GET {{base}}/last?token={{token}}

      >>>
      expect body.total == 41
      expect body.gone exists
      expect body.list each > 1
      <<<

      ### alone
      GET {{base}}/alone

      ###
      GET {{base}}/unnamed

      ### first
      # Describes what comes first.
      GET {{base}}/first
      Authorization: Bearer very-secret-token

      >>>capture
      token from body.total
      <<<
    `,
    'suite/b.http': dedent`
      ### rows
      # @data ../rows.csv
      GET {{base}}/{{row.id}}

      ###
      # @skip later
      GET {{base}}/skipped

      ### missing
      # @depends ghost
      GET {{base}}/missing

      ### lost
      GET {{base}}/none
    `,
    'suite/c.http': dedent`
      ### broken
      GTE {{base}}/
    `,
    'suite/d.http': '# nothing to run\n',
    'suite/e.http': dedent`
      ### variable
      GET {{base}}/{{unset}}

      ### needsLogin
      # @depends ../login.http#login
      GET {{base}}/after
    `,
    'login.http': dedent`
      ### login
      GET {{base}}/login
    `,
  });
}

export const run = (cwd: string, args: readonly string[], paths = ['suite']): Promise<RunOutcome> =>
  runInProcess(['run', ...paths, '--output-dir', '.', ...args], { cwd, env: ENV });

export const merge = (cwd: string, args: readonly string[]): Promise<RunOutcome> =>
  runInProcess(['report', 'merge', ...args], { cwd, env: ENV });

export async function shards(cwd: string, count: number): Promise<string[]> {
  const files: string[] = [];
  for (let index = 1; index <= count; index++) {
    files.push(`${index}-of-${count}.json`);
    await run(cwd, ['--shard', `${index}/${count}`, '-o', 'json', '--output-file', files.at(-1) ?? '']);
  }
  return files;
}

export async function documentOf(cwd: string, file: string): Promise<Document> {
  return JSON.parse(await readFile(join(cwd, file), 'utf8')) as Document;
}
