import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShellLines } from '../../src/primitives/shell-words.js';
import { curlVersion, runCurl } from '../support/clients/real-curl.js';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { recordingServer } from '../support/servers/recording-server.js';

const COUNT = 120;

const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('a', '/', '/.', '..', '?', '&', '=', '%', '%2e', '%7b', '%é', '+', ';'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('é', '😀', ' ', '\t', '{', '}', '{a,b}', '[', ']', '[1-3]', '{{', '}}'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('"', "'", '\\', '^', '`', '|', '<', '>', '$x', '!', '*', '@', ':', '~', '#'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
);
const paths = fc.sample(
  fc.array(piece, { maxLength: 14 }).map((pieces) =>
    pieces
      .join('')
      .replaceAll(/[\r\n\0]/g, '')
      .toWellFormed(),
  ),
  { numRuns: COUNT },
);

/** The value comes out of a function, so that no character of it is part of the language. */
function request(path: string, i: number, url: string): string {
  const value = Buffer.from(`${url}/${i}/${path}`).toString('base64');
  const extra = ['', `\n? é {q} = {{$base64Decode(${Buffer.from(`x${path}`).toString('base64')})}}\n? r`, ''][
    i % 3
  ] as string;
  const auth = i % 4 === 3 ? '# @auth apiKeyQuery api key, s e&c/ret\n' : '';
  return `### n${i}\n${auth}GET {{$base64Decode(${value})}}${extra}\n`;
}

const sender =
  curlVersion === undefined ? 'our own reading of it (this machine has no curl)' : `curl ${curlVersion}`;

describe(`${COUNT} random URLs in exported commands`, () => {
  it(`are sent by ${sender} as run sends them`, async () => {
    const { url, take } = await recordingServer();
    const text = paths.map((path, i) => request(path, i, url)).join('\n');
    const cwd = await temporaryWorkspace({ 'urls.http': text });
    const ran = await runInProcess(['run', 'urls.http'], { cwd });
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const sent = take().map(({ target }) => target);
    expect(sent).toHaveLength(COUNT);

    const { code, stdout, stderr } = await runInProcess(['export', 'curl', 'urls.http'], { cwd });
    expect(code, stderr).toBe(0);
    const commands = readShellLines(stdout).map(({ words }) => words.slice(1));
    expect(commands).toHaveLength(COUNT);
    if (curlVersion === undefined) {
      writeFiles(cwd, { 'commands.txt': stdout });
      await runInProcess(['import', 'curl', '@commands.txt', '-o', 'again.http'], { cwd });
      await runInProcess(['run', '-q', 'again.http'], { cwd });
    } else await runCurl(commands, cwd);
    expect(take().map(({ target }) => target)).toEqual(sent);
  });
});
