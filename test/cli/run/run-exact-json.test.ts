import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indentJson } from '../../../src/primitives/json-scanner.js';
import { dedent } from '../../support/dedent.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { loopback } from '../../support/runs/run-requests.js';

const env = { SVC_NO_HISTORY: '1' };

/** Keys that JavaScript reorders, numbers that it rounds, a key twice, and a key that it treats as a prototype. */
const RECEIVED =
  '{"10":1,"2":9007199254740993,"b":{"7":[1234567890123456789e1],"3":-12345678901234567891},"1":1.10,"__proto__":{"9":1,"8":2},"10":"last"}';
/** As a value: integers with all their digits, the last of equal keys at the place of the first. */
const INNER = '{"7":[12345678901234567890],"3":-12345678901234567891}';
const VALUE = `{"10":"last","2":9007199254740993,"b":${INNER},"1":1.1,"__proto__":{"9":1,"8":2}}`;
const MEMBERS = `["last",9007199254740993,${INNER},1.1,{"9":1,"8":2}]`;

async function workspace(): Promise<string> {
  const { url } = await loopback(({ path, body }) => ({
    headers: { 'Content-Type': 'application/json' },
    text: path === '/echo' ? body : RECEIVED,
  }));
  const file = dedent`
    ### first
    GET ${url}/document

    >>>capture
    whole from body
    members from body[*]
    found from jsonpath $.*
    filtered from jsonpath $.b[?@ != 1]
    <<<

    >>>
    expect body snapshot
    <<<

    ### second
    # @depends first
    POST ${url}/echo
    Content-Type: application/json

    {"sent": {{first.whole}}}

    >>>
    expect body.sent == {"10": 5, "9": 12345678901234567891, "b": {"2": 1, "1": 2}}
    expect body.sent["2"] == 9007199254740992
    <<<
  `;
  return temporaryWorkspace({ 'a.http': file });
}

const REPORTS = ['json', 'junit', 'html', 'ctrf', 'tap', 'har'] as const;

describe('a response with keys and numbers that JavaScript changes', () => {
  it('is the same in the console, in every report, in the next request and in snapshots', async () => {
    const cwd = await workspace();
    const args = REPORTS.flatMap((format) => ['--report', `${format}=r.${format}`]);
    const { code, stdout } = await runInProcess(['run', '-vv', 'a.http', ...args, '--report', 'github'], {
      cwd,
      env,
    });
    expect(code).toBe(1);
    expect(stdout).toContain(VALUE);
    expect(stdout).toContain(MEMBERS);
    expect(stdout).toContain('[[12345678901234567890],-12345678901234567891]');
    expect(stdout).toContain('{"10":5,"9":12345678901234567891,"b":{"2":1,"1":2}}');
    expect(stdout).toMatch(
      /::error .*body.sent\["2"\] equals: expected 9007199254740992, got 9007199254740993/,
    );

    const report = async (format: string): Promise<string> =>
      (await readFile(join(cwd, `r.${format}`), 'utf8')).replaceAll('&quot;', '"');
    const json = (await report('json')).replaceAll(/\n */g, '').replaceAll('": ', '":');
    expect(json).toContain(`"captures":{"whole":${VALUE},"members":${MEMBERS},"found":${MEMBERS}`);
    expect(json).toContain('"expected":{"10":5,"9":12345678901234567891,"b":{"2":1,"1":2}}');
    expect(json).toContain(`"actual":${VALUE}`);
    const line = 'body.sent["2"] equals: expected 9007199254740992, got 9007199254740993';
    for (const format of ['junit', 'ctrf', 'tap'])
      expect((await report(format)).replaceAll('\\"', '"'), format).toContain(line);
    const html = await report('html');
    expect(html).toContain(VALUE);
    expect(html).toContain(MEMBERS);
    const har = await report('har');
    expect(har).toContain(JSON.stringify(RECEIVED));
    // The request that was sent, and the response that repeats it.
    expect(har.split(JSON.stringify(`{"sent": ${VALUE}}`))).toHaveLength(3);

    const snapshot = await readFile(join(cwd, '__snapshots__', 'a.http.snap.json'), 'utf8');
    expect(snapshot).toBe(`${indentJson(`{"first":${VALUE}}`, {})}\n`);
  });

  it('equals its snapshot in any order of keys', async () => {
    const cwd = await workspace();
    const reversed = `{"first":{"__proto__":{"8":2,"9":1},"1":1.1,"b":{"3":-12345678901234567891,"7":[1234567890123456789e1]},"2":9007199254740993,"10":"last"}}`;
    const other = await temporaryWorkspace({
      'a.http': await readFile(join(cwd, 'a.http'), 'utf8'),
      '__snapshots__/a.http.snap.json': reversed,
    });
    const { code, stdout } = await runInProcess(['run', '--ci', '-n', 'first', 'a.http'], {
      cwd: other,
      env,
    });
    expect(code, stdout).toBe(0);
  });

  it('can be compared by diff', async () => {
    const cwd = await workspace();
    const json = ['--output', 'json', '--output-file', 'r.json'];
    await runInProcess(['run', 'a.http', ...json], { cwd, env });
    const { code, stdout, stderr } = await runInProcess(['diff', 'r.json', 'r.json', '--output', 'json'], {
      cwd,
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ summary: { unchanged: 2 } });
  });
});
