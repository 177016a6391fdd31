import { describe, expect, it } from 'vitest';
import {
  assertion,
  brokenFile,
  failed,
  fileOf,
  notCompleted,
  outcome,
  runOf,
  runOfTests,
} from '../../../test/support/runs/build-outcome.js';
import { requestFile } from '../../../test/support/runs/request-file.js';
import type { RequestFile } from '../../request-file/model/model.js';
import type { RequestOutcome, RunOutcome } from '../../runner/outcome/result.js';
import { renderConsole } from './run-console.js';
import { styler } from './style.js';

interface BlockOptions {
  readonly file?: RequestFile;
  readonly verbosity?: number;
  readonly columns?: number;
}

/** The failures of a report, without its start and its totals. */
async function blockOf(
  run: RunOutcome,
  { file, verbosity = 0, columns = 80 }: BlockOptions = {},
): Promise<string> {
  const text = await renderConsole(run, {
    style: styler(false),
    version: '1.4.0',
    verbosity,
    columns: () => columns,
    findFile: () => file,
  });
  const [, block] = /\nFailures\n\n([^]*)\n\nTests: /.exec(text) ?? [];
  if (block === undefined) throw new Error(`no failures in:\n${text}`);
  return block;
}

function failureOf(test: RequestOutcome, options: BlockOptions = {}): Promise<string> {
  return blockOf(runOfTests(test), options);
}

describe('a failure', () => {
  it('lists all failing assertions with their places under one number', async () => {
    const file = await requestFile({
      24: '###',
      25: 'GET /',
      30: '>>>',
      31: 'expect body.total == 42.5',
      32: '  expect body.state == "open" # a comment',
      33: '<<<',
    });
    const test = failed('readOrder', assertion(), assertion({ expected: 'open', actual: 'new', line: 32 }));
    expect(await failureOf(test, { file }))
      .toBe(`1) readOrder                                   shop/orders.http:31
   GET https://shop.example.test/orders/9 -> 200 OK
     31 | expect body.total == 42.5
   Expected: 42.5
   Actual:   40

     32 | expect body.state == "open" # a comment  shop/orders.http:32
   Expected: "open"
   Actual:   "new"`);
  });

  it('says what was asserted when the text of the file is not known', async () => {
    expect(await failureOf(failed('a', assertion({ operator: 'greaterThan' })))).toContain(
      '\n     31 | expect body.total > 42.5\n   Expected: > 42.5\n',
    );
  });

  it('never shows the line of an assertion on a credential', async () => {
    const file = await requestFile({
      24: '###',
      25: 'GET /',
      31: 'expect header Authorization == "s3cr3t-value"',
    });
    const test = failed(
      'a',
      assertion({ subject: 'header Authorization', expected: 's3cr3t-value', actual: 'x' }),
    );
    const text = await failureOf(test, { file });
    expect(text).toContain('     31 | expect header Authorization == "[REDACTED]"\n');
    expect(text).not.toContain('s3cr3t');
  });

  it('shows the status that made it fail when nothing is asserted', async () => {
    const { response } = outcome();
    const test = { ...failed('a'), response: { ...response, statusCode: 404, status: '404 Not Found' } };
    expect(await failureOf(test)).toBe(`1) a                                           shop/orders.http:24
   GET https://shop.example.test/orders/9 -> 404 Not Found
   Expected: a status from 200 to 299, since nothing is asserted
   Actual:   404`);
  });

  it('names the trace that the target knows', async () => {
    const test = { ...failed('a', assertion()), traceId: 'a'.repeat(32) };
    expect(await failureOf(test)).toContain(`/orders/9 -> 200 OK\n   trace ${'a'.repeat(32)}\n`);
    expect(await failureOf(failed('a', assertion()))).not.toContain('trace');
  });

  it('tells where a redirect ended', async () => {
    const { response } = outcome();
    const test = { ...failed('a'), response: { ...response, finalUrl: 'https://shop.example.test/sign-in' } };
    expect(await failureOf(test)).toContain(
      '/orders/9 -> 200 OK\n   redirected to https://shop.example.test/sign-in\n',
    );
  });

  it('lists the problems of a file with their lines', async () => {
    const file = await requestFile({ 3: 'GTE http://x', 7: 'Authorization Bearer abcdef' });
    const problems = ['shop/orders.http:3:1: unknown method', 'shop/orders.http:7:1: malformed header'];
    expect(await blockOf(runOf([brokenFile('shop/orders.http', problems)]), { file }))
      .toBe(`1) shop/orders.http
   shop/orders.http:3:1: unknown method
     3 | GTE http://x
   shop/orders.http:7:1: malformed header`);
  });

  it('has its own warnings', async () => {
    const warnings = ['capture "id" found nothing at body.id'];
    const test = { ...failed('a', assertion()), warnings };
    expect(await failureOf(test)).toContain('\n   Warning: capture "id" found nothing at body.id');
    expect((await failureOf(test, { verbosity: 1 })).match(/found nothing/g)).toHaveLength(1);
  });
});

describe('what helps', () => {
  const unset = (name: string): RequestOutcome =>
    notCompleted('useToken', 'variable', `variable "${name}" has no value`, {
      line: 24,
      duration: 0,
      request: { method: 'GET', url: 'https://shop.example.test/', headers: {} },
    });
  const warning = 'capture "token" found nothing at body.token';
  const login = outcome({
    name: 'login',
    line: 3,
    warnings: [warning],
    missingCaptures: [{ name: 'token', line: 9, column: 1, warning }],
  });

  it('is the line of a variable without a value, and the capture that found nothing', async () => {
    const file = await requestFile({
      3: '### login',
      4: 'POST /login',
      8: '>>>capture',
      9: 'token from body.token',
      10: '<<<',
      24: '### useToken',
      25: '# @depends login',
      26: 'GET /',
      27: 'Authorization: Bearer abc{{login.token}}',
    });
    expect(await blockOf(runOfTests(login, login, unset('login.token')), { file }))
      .toBe(`1) useToken                                    shop/orders.http:24
   GET https://shop.example.test/ (not sent)
     27 | Authorization: ... {{login.token}}
   variable: variable "login.token" has no value
   Cause: login: capture "token" found nothing at body.token (shop/orders.http:9)`);
  });

  it('is such a capture also without the text of the file, and only one that is used', async () => {
    expect(await blockOf(runOfTests(login, unset('token')))).toContain(
      'Cause: login: capture "token" found nothing at body.token (shop/orders.http:9)',
    );
    expect(await blockOf(runOfTests(login, unset('other')))).not.toContain('Cause');
    const elsewhere = [fileOf('a.http', [login]), fileOf('b.http', [unset('token')])];
    expect(await blockOf(runOf(elsewhere))).not.toContain('Cause');
  });

  it('is a capture of a request in another file that a dependency needs', async () => {
    const file = await requestFile({
      20: '### middle',
      21: '# @depends ./auth.http#login',
      22: 'GET /',
      24: '### useToken',
      25: '# @depends middle',
      26: 'GET /{{login.token}}',
    });
    const run = runOf([fileOf('b.http', [{ ...login, file: 'auth.http' }, unset('login.token')])]);
    expect(await blockOf(run, { file })).toContain('Cause: login: capture "token" found nothing');
  });

  it('is what validate says about the request and its failing lines', async () => {
    const file = await requestFile({
      3: '###',
      4: '# @nam other',
      5: 'GET /',
      24: '###',
      25: '# @depnds login',
      26: 'GET /',
      30: '>>>',
      31: 'expect statu 200',
      32: 'expect bodi.total == 1',
      33: '<<<',
    });
    const test = failed(
      'a',
      assertion({ subject: 'body.statu', expected: 200, actual: null, absent: true }),
      assertion({ subject: 'body.bodi.total', passed: true, line: 32 }),
    );
    expect(await failureOf(test, { file }))
      .toBe(`1) a                                           shop/orders.http:31
   GET https://shop.example.test/orders/9 -> 200 OK
     31 | expect statu 200
   Expected: 200
   Actual:   absent
   Warning: shop/orders.http:31:8 \`statu\` means \`body.statu\`; did you mean \`status\`?
   Warning: shop/orders.http:25:3 \`@depnds\` is not known and has no effect; did you mean \`@depends\`?`);
  });

  it('names a statement of a script once, and not what was read of the script', async () => {
    const file = await requestFile({
      24: '###',
      25: 'GET /',
      27: '> {%',
      28: 'client.assert(response.status === 200);',
      29: 'client.test();',
      30: '%}',
    });
    const warnings = file.requests[0]?.untranslatedScripts ?? [];
    const notChecked =
      'client.test has no counterpart and is not checked: it has no function that can be read';
    expect(warnings).toEqual([`line 29: ${notChecked}`]);
    const warningsOf = async (test: RequestOutcome): Promise<string[]> =>
      (await failureOf(test, { file })).split('\n').filter((line) => line.includes('Warning:'));
    const sent = { ...failed('a', assertion({ line: 28 })), warnings };
    expect(await warningsOf(sent)).toEqual([`   Warning: line 29: ${notChecked}`]);
    // A request that could not be prepared has no warnings of its own.
    expect(await warningsOf({ ...sent, warnings: [] })).toEqual([
      `   Warning: shop/orders.http:29:1 ${notChecked}`,
    ]);
  });
});

describe('the place', () => {
  const long = 'a request with a name of more than forty characters';
  const headOf = async (test: RequestOutcome, columns: number): Promise<string[]> =>
    (await failureOf(test, { columns }))
      .split('\n')
      .filter((line) => !line.startsWith('   GET') && !/Expected|Actual|\|/.test(line));

  it('follows a long name after two blanks, or on the next line where it does not fit', async () => {
    const test = failed(long, assertion());
    expect(await headOf(test, 80)).toEqual([`1) ${long}  shop/orders.http:31`]);
    expect(await headOf(test, 70)).toEqual([`1) ${long}`, '   shop/orders.http:31']);
  });

  it('stands further left for all failures when one is long', async () => {
    const path = `${'folder/'.repeat(6)}a.http`;
    const run = runOf([
      fileOf('a.http', [failed('one', assertion())]),
      fileOf(path, [failed('two', assertion())]),
    ]);
    const heads = (await blockOf(run)).split('\n').filter((line) => /^\d\)/.test(line));
    expect(heads).toEqual([`1) one${' '.repeat(23)}a.http:31`, `2) two${' '.repeat(23)}${path}:31`]);
  });

  it('keeps details aligned from the tenth failure on', async () => {
    const tests = Array.from({ length: 10 }, (_, index) => failed(`t${index + 1}`, assertion()));
    const text = await blockOf(runOfTests(...tests));
    expect(text).toContain('\n10) t10                                        shop/orders.http:31\n    GET ');
    expect(text).toContain('\n      31 | expect body.total == 42.5\n    Expected: 42.5\n    Actual:   40');
  });
});
