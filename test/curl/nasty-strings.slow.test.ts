import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleFiles } from '../../src/convert/assemble-files.js';
import type { ImportedRequestDraft } from '../../src/convert/import-draft.js';
import { readShellLines } from '../../src/primitives/shell-words.js';
import { printFile } from '../../src/request-file/print-file.js';
import { literalText } from '../../src/request-file/write-safely.js';
import { curlVersion, runCurl, shellWords } from '../support/clients/real-curl.js';
import { headerOf, recordingServer, type Recorded } from '../support/servers/recording-server.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';

const COUNT = 1000;
const AT_ONCE = 100;

/** The two characters that the shell test separates words with, and what cannot stand on a command line. */
const UNUSABLE = /[\0\x01\x02]/g;

const nasty = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    fc
      .array(
        fc.constantFrom(
          "'",
          "''",
          '"',
          '\\',
          "\\'",
          '`',
          '$',
          '$(',
          '${x}',
          '!',
          '*',
          '?',
          '~',
          '#',
          '&',
          ';',
          '|',
          '<',
          '>',
          '(',
          ')',
          '{',
          '}',
          '[',
          ']',
          '{{',
          '}}',
          '\n',
          '\r\n',
          '\t',
          ' ',
          '%',
          '@',
          '-',
          '--',
          '=',
          '^',
          '\u0007',
          '\u001b[31m',
          'é',
          '\u2028',
          '\u202e',
          '😀',
          'a',
        ),
        { minLength: 1, maxLength: 20 },
      )
      .map((pieces) => pieces.join('')),
  )
  .map((text) => text.replaceAll(UNUSABLE, '').toWellFormed())
  .filter((text) => text !== '');
const texts = fc.sample(nasty, { numRuns: COUNT });

/** The text in the query, in a header, and in a body of one kind or another. */
function draft(text: string, i: number, url: string): ImportedRequestDraft {
  const value = literalText(text);
  const kinds = [
    { kind: 'text' as const, text: value },
    { kind: 'form' as const, fields: [{ key: 'field', value }] },
    { kind: 'multipart' as const, fields: [{ kind: 'field' as const, name: 'field', value }] },
  ];
  const body = kinds[i % kinds.length];
  return {
    place: '',
    title: `n${i}`,
    name: `n${i}`,
    method: 'POST',
    url: `${url}/${i}`,
    query: [{ key: 'q', value }],
    headers: [{ key: 'X-Nasty', value: literalText(headerText(text)) }],
    ...(body && { body }),
  };
}

/** What a header can hold. */
function headerText(text: string): string {
  return text.replaceAll(/[\x00-\x08\x0a-\x1f\x7f]/g, '').trim();
}

function multipartValue({ body }: Recorded): string {
  return /\r\n\r\n([\s\S]*)\r\n--[^\r\n]*--\r\n$/.exec(body.toString('utf8'))?.[1] ?? '';
}

function bodyText(recorded: Recorded, i: number): string {
  if (i % 3 === 2) return multipartValue(recorded);
  const text = recorded.body.toString('utf8');
  return i % 3 === 1 ? (new URLSearchParams(text).get('field') ?? '') : text;
}

/** Without curl the commands are imported again and sent by svc. */
async function runImported(commands: string, cwd: string): Promise<void> {
  writeFiles(cwd, { 'commands.txt': commands });
  await runInProcess(['import', 'curl', '@commands.txt', '-o', 'again.http'], { cwd });
  await runInProcess(['run', '-q', 'again.http'], { cwd, timeout: 90_000 });
}

const sender =
  curlVersion === undefined ? 'our own reading of them (this machine has no curl)' : `curl ${curlVersion}`;

describe(`${COUNT} nasty strings in exported commands`, () => {
  it(`reach the server byte for byte, sent by ${sender}`, { timeout: 120_000 }, async () => {
    const { url, take } = await recordingServer();
    const requests = texts.map((text, i) => draft(text, i, url));
    const [file] = assembleFiles([{ path: '', title: '', format: 'curl', requests }], {
      tests: false,
      saveBodies: true,
    }).files;
    const bodies = Object.fromEntries((file?.bodies ?? []).map((body) => [body.path, body.text]));
    const cwd = await temporaryWorkspace({ 'nasty.http': file ? printFile(file.file) : '', ...bodies });

    const { code, stdout } = await runInProcess(['export', 'curl', 'nasty.http'], { cwd });
    expect(code).toBe(0);
    const commands = await shellWords(stdout, cwd);
    expect(commands).toHaveLength(COUNT);
    // The real shell and our own reader cut the same words.
    expect(readShellLines(stdout).map(({ words }) => words)).toEqual(commands);

    const recorded: Recorded[] = [];
    if (curlVersion === undefined) {
      await runImported(stdout, cwd);
      recorded.push(...take());
    } else {
      for (let from = 0; from < COUNT; from += AT_ONCE) {
        const words = commands.slice(from, from + AT_ONCE).map(([, ...rest]) => rest);
        await runCurl(words, cwd);
        recorded.push(...take());
      }
    }

    expect(recorded.map(({ target }) => Number(target.slice(1).split('?')[0]))).toEqual(
      texts.map((_, i) => i),
    );
    recorded.forEach((each, i) => {
      const text = texts[i] ?? '';
      expect(new URL(each.target, url).searchParams.get('q'), `query of ${i}`).toBe(text);
      expect(headerOf(each, 'X-Nasty'), `header of ${i}`).toBe(headerText(text));
      const json = i % 3 === 0 && /^\s*(?:\[|\{(?!\{))/.test(literalText(text));
      const sent = bodyText(each, i);
      expect(sent, `body of ${i}`).toBe(
        json && bodies[`bodies/n${i}.txt`] === undefined ? text.trimEnd() : text,
      );
    });
  });
});
