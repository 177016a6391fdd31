/** What the console report tells about failures, seen by a user. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dedent } from '../../support/dedent.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const ROUTES: Readonly<Record<string, unknown>> = {
  '/login': { accessToken: 'tok_9f8e7d6c5b4a' },
  '/order': { total: 40, lines: [{ sku: 'a' }, { sku: 'b' }], text: `${'x'.repeat(300)}end` },
};

async function run(files: Readonly<Record<string, string>>, ...args: string[]) {
  const cwd = await temporaryWorkspace(files);
  const { url } = await loopback(({ path }) => ({ json: ROUTES[path] }));
  const outcome = await runInProcess(['run', ...args, '--variable', `url=${url}`], {
    cwd,
    env: { SVC_NO_HISTORY: '1' },
  });
  const [, block = ''] = /\nFailures\n\n([^]*)\n\nTests: /.exec(outcome.stdout) ?? [];
  return { ...outcome, cwd, block: block.replaceAll(url, 'URL') };
}

describe('the failures of svc run', () => {
  it('name what validate knows and what a dependency did not find', async () => {
    const { block, code } = await run(
      {
        'auth.http': dedent`
          ### login
          POST {{url}}/login

          >>>capture
          token from body.token
          <<<
        `,
        'a.http': dedent`
          ### read
          # @depnds login
          # @depends ./auth.http#login
          GET {{url}}/order?id={{login.token}}

          ### check
          GET {{url}}/order

          >>>
          expect statu 200
          <<<
        `,
      },
      'a.http',
    );
    expect(code).toBe(1);
    expect(block).toBe(`1) read                                        a.http:1
   GET URL/order?id={{login.token}} (not sent)
     4 | GET {{url}}/order?id={{login.token}}
   variable: variable "login.token" has no value
   Cause: login: capture "token" found nothing at body.token (auth.http:5)
   Warning: a.http:2:3 \`@depnds\` is not known and has no effect; did you mean \`@depends\`?

2) check                                       a.http:10
   GET URL/order -> 200 OK
     10 | expect statu 200
   Expected: 200
   Actual:   absent
   Warning: a.http:10:8 \`statu\` means \`body.statu\`; did you mean \`status\`?`);
  });

  it('show values where they differ, and whole ones with -v', async () => {
    const files = {
      'a.http': dedent`
        ### one
        GET {{url}}/order

        >>>
        expect body.text == "${'x'.repeat(300)}END"
        expect body.note == "null"
        expect body.lines each != {"sku":"b"}
        expect body.lines == [{"sku":"a"},{"sku":"c"}]
        <<<
      `,
    };
    const { block } = await run(files, 'a.http');
    const window = 'x'.repeat(40);
    expect(block).toContain(
      `   Expected: ..."${window}END"\n   Actual:   ..."${window}end"\n   first difference`,
    );
    expect(block).toContain('   Expected: "null"\n   Actual:   absent\n');
    expect(block).toContain('   Actual:   [2 items]\n   the element at index 1 does not pass: {"sku":"b"}\n');
    expect(block).toContain('\n   ~ [1].sku: "c" -> "b"');
    expect((await run(files, 'a.http', '-v')).block).toContain('   Actual:   [{"sku":"a"},{"sku":"b"}]\n');
  });

  it('mask a value that became a secret after its line was printed', async () => {
    const { block, stdout } = await run(
      {
        'a.http': dedent`
          ### first
          GET {{url}}/login

          >>>
          expect body.accessToken == "tok_9f8e7d6c5b4X"
          <<<

          >>>capture
          token from body.accessToken
          <<<

          ### second
          # @auth bearer {{first.token}}
          # @depends third
          GET {{url}}/order

          ### third
          GET {{url}}/order
        `,
      },
      'a.http',
    );
    expect(block).toContain('   Actual:   "[REDACTED]"');
    expect(stdout).not.toContain('tok_9f8e7d6c5b4a');
  });

  it('are the same in a file', async () => {
    const files = { 'a.http': '### one\nGET {{url}}/order\n\n>>>\nexpect status 201\n<<<\n' };
    const { cwd, stdout } = await run(files, 'a.http', '--output-file', 'report.txt');
    expect(stdout).toBe('');
    expect(await readFile(join(cwd, 'report.txt'), 'utf8')).toMatch(
      /\n1\) one {2,}a\.http:5\n {3}GET .* -> 200 OK\n {5}5 \| expect status 201\n {3}Expected: 201\n/,
    );
  });
});
