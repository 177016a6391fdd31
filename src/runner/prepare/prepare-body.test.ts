import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { prepareText, scopeOf } from '../../../test/support/runs/prepare-text.js';
import { buildBody } from './prepare-body.js';

const HOST = 'http://127.0.0.1:8080';

describe('building the body', () => {
  const encoder = new TextEncoder();
  const fileAccess = {
    readFile: (path: string, from: string) => Promise.resolve(encoder.encode(`${from}/${path}: {{who}}`)),
    openFile: (path: string) =>
      Promise.resolve({
        real: path,
        length: 3,
        async *open() {
          yield await Promise.resolve(encoder.encode('abc'));
        },
      }),
  };

  async function build(body: string): Promise<{ text: string; contentType: string | undefined }> {
    const { body: prepared } = prepareText(`POST ${HOST}\n\n${body}`, { who: 'ada' });
    if (!prepared) throw new Error('no body');
    const built = await buildBody(prepared, fileAccess, '/dir', scopeOf({ who: 'ada' }));
    let text = '';
    if (built.body instanceof Uint8Array) text = Buffer.from(built.body).toString();
    else if (built.body) for await (const chunk of built.body.open()) text += Buffer.from(chunk).toString();
    return { text, contentType: built.contentType };
  }

  it('reads included files from the directory of the request file, with and without interpolation', async () => {
    expect(await build('<@ ./a.txt')).toEqual({ text: '/dir/./a.txt: ada', contentType: undefined });
    expect(await build('< ./a.txt')).toEqual({ text: 'abc', contentType: undefined });
  });

  it('reads an included file in the encoding that is named, and sends UTF-8', async () => {
    const { body } = prepareText(`POST ${HOST}\n\n<@latin1 ./a.txt`, { who: 'ada' });
    if (!body) throw new Error('no body');
    const latin1 = {
      ...fileAccess,
      readFile: () => Promise.resolve(Buffer.from('\u00e9 {{who}}', 'latin1')),
    };
    const built = await buildBody(body, latin1, '/dir', scopeOf({ who: 'ada' }));
    expect(built.text).toBe('\u00e9 ada');
    expect(built.body).toEqual(Buffer.from('\u00e9 ada', 'utf8'));
  });

  it('trims blanks around the lines of a form, and no other white space', async () => {
    expect(await build('a=b\u2028 \n &c=\u00a0d\u00a0\t')).toMatchObject({
      text: 'a=b\u2028&c=\u00a0d\u00a0',
    });
  });

  it('makes the boundary of parts', async () => {
    const { text, contentType } = await build(
      dedent`
        >>>multipart
        field a = b
        file @x.txt
        <<<
      `.trimEnd(),
    );
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(contentType ?? '')?.[1] ?? '';
    expect(boundary).not.toBe('');
    expect(text).toContain(`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb`);
    expect(text).toContain('filename="x.txt"\r\nContent-Type: text/plain\r\n\r\nabc');
  });
});
