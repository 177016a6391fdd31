import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { type RunOutcome } from '../../support/program/run-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const COMMANDS = `# two commands
curl -X POST 'https://shop.example.test/orders?draft=1' \\
  -H 'Content-Type: application/json' \\
  -u ada:s3cret \\
  -d '{"sku":"it'\\''s-7"}'

curl -k https://shop.example.test/orders/7 | jq .
`;

const TEXT = `# Requests (imported from curl)

### POST /orders
# @name post_orders
# @auth basic ada, s3cret
POST https://shop.example.test/orders?draft=1
Content-Type: application/json

{"sku":"it's-7"}

>>>
expect status >= 200
expect status < 400
<<<

### GET /orders/7
# @name get_orders_7
GET https://shop.example.test/orders/7

>>>
expect status >= 200
expect status < 400
<<<
`;

const LOSSES = `lost: command 2: the flag -k is no part of a request; run with --insecure or set validateSSL: false
lost: command 2: the shell operator | and what follows it is no part of a request
imported 2 requests, 4 assertions, 0 captures, 2 losses
`;

async function importCurl(
  args: readonly string[],
  input?: string | Uint8Array,
): Promise<RunOutcome & { readonly cwd: string }> {
  const cwd = await temporaryWorkspace({ 'commands.txt': COMMANDS });
  const outcome = await runInProcess(['import', 'curl', ...args], {
    cwd,
    ...(input !== undefined && { input }),
  });
  return { ...outcome, cwd };
}

describe('svc import curl', () => {
  it('converts the commands of a file and tells what was lost', async () => {
    expect(await importCurl(['@commands.txt'])).toMatchObject({ code: 0, stdout: TEXT, stderr: LOSSES });
  });

  it('converts a command line, and standard input', async () => {
    for (const outcome of [
      await importCurl([COMMANDS]),
      await importCurl(['-'], COMMANDS),
      await importCurl(['@-'], COMMANDS),
    ])
      expect(outcome).toMatchObject({ code: 0, stdout: TEXT });
  });

  it('reads what Windows writes', async () => {
    const utf16 = Buffer.from(`\ufeff${COMMANDS.replaceAll('\n', '\r\n')}`, 'utf16le');
    expect(await importCurl(['-'], utf16)).toMatchObject({ code: 0, stdout: TEXT });
    expect(await importCurl(['-'], `\ufeff${COMMANDS}`)).toMatchObject({ code: 0, stdout: TEXT });
  });

  it('writes a file and its directories', async () => {
    const { code, stdout, stderr, cwd } = await importCurl(['@commands.txt', '-o', 'new/dir/shop.http']);
    expect([code, stdout, stderr]).toEqual([0, '', `${LOSSES}Note: wrote new/dir/shop.http (2 requests)\n`]);
    expect(await readFile(join(cwd, 'new/dir/shop.http'), 'utf8')).toBe(TEXT);
    expect((await runInProcess(['validate', '--strict', 'new'], { cwd })).code).toBe(0);
  });

  it('leaves assertions out on demand, and says less', async () => {
    const { stdout, stderr } = await importCurl(['@commands.txt', '--no-tests', '-q']);
    expect(stdout).not.toContain('expect');
    expect(stderr).toBe('');
  });

  it('writes nothing with --strict when something would be lost', async () => {
    const { code, stdout, stderr, cwd } = await importCurl(['@commands.txt', '--strict', '-o', 'out.http']);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toBe(
      `${LOSSES}Error: something would be lost and --strict was given; nothing was written\n`,
    );
    expect(await readdir(cwd)).toEqual(['commands.txt']);
    expect((await importCurl(['curl http://h', '--strict'])).code).toBe(0);
  });

  it('saves a body that cannot stand in a request file', async () => {
    const command = "curl --data-raw 'a\n### {{b}}' http://h/x";
    const { cwd, stderr } = await importCurl([command, '-o', 'sub/x.http']);
    expect(stderr).toBe(
      'imported 1 request, 2 assertions, 0 captures, 0 losses\nNote: wrote sub/x.http (1 request)\n',
    );
    expect(await readFile(join(cwd, 'sub/bodies/post_x.txt'), 'utf8')).toBe('a\n### {{b}}');
    expect(await readFile(join(cwd, 'sub/x.http'), 'utf8')).toContain('\n<@ ./bodies/post_x.txt\n');
    const printed = await importCurl([command]);
    expect(printed.stdout).not.toContain('###  ');
    expect(printed.stderr).toContain(
      'lost: command 1: the body cannot stand in a request file (line 2 begins with `###`)',
    );
  });

  it('gives the same bytes every time', async () => {
    const [first, second] = [await importCurl(['@commands.txt']), await importCurl(['@commands.txt'])];
    expect(first.stdout).toBe(second.stdout);
  });

  it.each([
    [['curl -d'], 3, 'Error: not a curl command: -d needs a value\n'],
    [
      ['wget http://h'],
      3,
      'Error: not a curl command: it starts neither with curl nor with a flag or a URL\n',
    ],
    [['@missing.txt'], 3, 'Error: cannot read missing.txt: no such file or directory\n'],
    [['@.'], 3, 'Error: cannot read .: it is a directory\n'],
    [
      ['curl http://h', '-o', '.'],
      3,
      'imported 1 request, 2 assertions, 0 captures, 0 losses\nError: could not write .: it is a directory; name a file\n',
    ],
    [[], 64, 'Error: missing argument <source>\nTry: svc import curl --help\n'],
    [
      ['a', 'b'],
      64,
      'Error: unexpected argument "b"; the command takes at most 1\nTry: svc import curl --help\n',
    ],
  ])('refuses %j', async (args, code, stderr) => {
    expect(await importCurl(args)).toMatchObject({ code, stdout: '', stderr });
  });

  it('refuses bytes that are no text, and more than 20 MiB', async () => {
    expect(await importCurl(['-'], Uint8Array.of(0x63, 0xff))).toMatchObject({
      code: 3,
      stderr: 'Error: <stdin> is not text in UTF-8; convert it and try again\n',
    });
    expect(await importCurl(['-'], Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).toMatchObject({
      code: 3,
      stderr: 'Error: <stdin> is larger than 20 MiB\n',
    });
  });

  it('knows its formats', async () => {
    const cwd = await temporaryWorkspace();
    expect(await runInProcess(['import', 'crul', 'x'], { cwd })).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('Error: unknown format of svc import "crul"; did you mean "curl"?'),
    });
  });
});
