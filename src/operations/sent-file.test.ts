import { describe, expect, it } from 'vitest';
import type { RequestFile } from '../request-file/model.js';
import { parseRequestFile } from '../request-file/parse-file.js';
import { parsedFile } from './parsed-file.js';
import { receiveFile, sendFile } from './sent-file.js';

const lines = (count: number, text: string): string => `${text}\n`.repeat(count);

async function both(text: string): Promise<{ sent: RequestFile; received: RequestFile }> {
  const sent = await parseRequestFile(text, 'a.http');
  return { sent, received: await receiveFile(sendFile(sent)) };
}

describe('a file that is sent', () => {
  it('arrives as it was, but for its layout', async () => {
    const { sent, received } = await both(
      [
        `# comment\n@a = 1\n${lines(120, '@b = {{a}}')}`,
        `### light\n# @tag x\nGET http://h/{{a}}\nA: b\n\n>>>\nexpect status 200\n<<<\n`,
        `### headers\nGET http://h\n${lines(300, 'A: b')}`,
        `### lists\nPOST http://h\n? a = 1\n\n>>>\n${lines(201, 'expect status 200')}<<<\n>>>capture\n${lines(70, 'c from body.c')}<<<\n`,
        `### form\nPOST http://h\n\n${lines(150, '& a = b')}`,
        ...Array.from({ length: 130 }, (_, i) => `### r${i}\nPOST http://h\n\nbody ${i}\n`),
      ].join('\n'),
    );
    expect(received.requests).toHaveLength(134);
    expect(received.requests[1]?.headers).toHaveLength(300);
    expect(received.requests[3]?.body).toMatchObject({ contentType: 'form', fields: { length: 150 } });
    expect(parsedFile(received)).toEqual(parsedFile(sent));
    expect(received.diagnostics).toEqual(sent.diagnostics);
    expect(received.moreErrors).toBeUndefined();
  });

  it('has its first errors and the number of all others', async () => {
    const { sent, received } = await both(`GET http://h\n>>>\n<<<\n${lines(12_500, '?')}`);
    expect(received.diagnostics).toEqual(sent.diagnostics.slice(0, 10_000));
    expect(received.moreErrors).toBe(2500);
  });
});
