import { describe, expect, it } from 'vitest';
import { formatRequestFile } from './format-text.js';

async function format(source: string | Uint8Array): Promise<string> {
  const formatted = await formatRequestFile(source, 'a.http');
  if (!formatted.ok)
    throw new Error(formatted.file.diagnostics.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  return formatted.text;
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

describe('formatRequestFile', () => {
  it('writes the foreign file of the specification with its script first', async () => {
    const source = lines(
      '### Jump',
      '// @no-redirect',
      '# @prompt code',
      '< {%',
      '  request.variables.set("x", 1)',
      '%}',
      'post http://127.0.0.1:8080/jump HTTP/1.1',
      '',
      '< ./jump.json',
      '',
      '> {% client.assert(true) %}',
      '<> last.json',
      '?? status == 302',
    );
    expect(await format(source)).toBe(
      lines(
        '### Jump',
        '< {%',
        '  request.variables.set("x", 1)',
        '%}',
        '# @no-redirect',
        '# @prompt code',
        'POST http://127.0.0.1:8080/jump',
        '',
        '< ./jump.json',
        '',
        '> {% client.assert(true) %}',
        '<> last.json',
        '?? status == 302',
      ),
    );
  });

  it('gathers variables behind the file comments, each below its own comments', async () => {
    const source = lines(
      '# about',
      '',
      '  # where',
      '  @base=http://127.0.0.1:1',
      '',
      '',
      'GET {{base}}',
      '',
      '>>>',
      '<<<',
      '# token',
      '@secret t=x',
    );
    expect(await format(source)).toBe(
      lines(
        '# about',
        '',
        '# where',
        '@base = http://127.0.0.1:1',
        '# token',
        '@secret t = x',
        '',
        '###',
        'GET {{base}}',
        '',
        '>>>',
        '<<<',
      ),
    );
  });

  it('puts the head of a request in order and its URL on one line', async () => {
    const source = lines(
      '####   List  ',
      '#@tags  a,b',
      '# why',
      '// @name = all',
      '@timeout 5 s',
      'http://127.0.0.1:1/find',
      '    ?q=a%20b',
      '    &page=2',
      'Accept:*/*',
      '# sorted',
      '  ? sort=by name',
      '# @skip = =maybe',
      '# lost',
    );
    expect(await format(source)).toBe(
      lines(
        '### List',
        '# why',
        '# lost',
        '# @tags a,b',
        '# @name all',
        '# @timeout 5 s',
        '# @skip = =maybe',
        'GET http://127.0.0.1:1/find?q=a%20b&page=2',
        '# sorted',
        '? sort = by name',
        'Accept: */*',
      ),
    );
  });

  it('writes a name once if the title is the same', async () => {
    expect(await format('### a\n# @name b\n# @name a\nGET x\n')).toBe('### a\nGET x\n');
    expect(await format('### a\n# @name b\nGET x\n')).toBe('### a\n# @name b\nGET x\n');
  });

  it('keeps bodies byte for byte, and writes form fields alike', async () => {
    expect(
      await format('### a\nPOST x\n\n\n\n {\r\n"a": 1 \r}  \n\n\n###b\nPOST x\nA: b\n\n&a=1\n\n  & b\n'),
    ).toBe('### a\nPOST x\n\n\n\n {\r\n"a": 1 \r}  \n\n### b\nPOST x\nA: b\n\n& a = 1\n& b =\n');
  });

  it('keeps the text of blocks, without blanks at line ends and doubled blank lines', async () => {
    const source = lines(
      'GET x',
      '>>> Capture ',
      '',
      '  id  FROM body.id  ',
      '',
      '',
      '# below',
      '<<<  end ',
      '>>>',
      'expect status 200',
      '<<<',
      '>>>mock',
      '',
      ' a ',
      '',
      '<<<',
    );
    expect(await format(source)).toBe(
      lines(
        '###',
        'GET x',
        '',
        '>>>capture',
        '  id  FROM body.id',
        '',
        '# below',
        '<<< end',
        '',
        '>>>',
        'expect status 200',
        '<<<',
        '',
        '>>>mock',
        '',
        ' a ',
        '<<<',
      ),
    );
  });

  it('closes a GraphQL document that its variables closed', async () => {
    expect(await format('POST x\n>>>graphql\nquery { a }\n>>>variables\n{"b": 1}\n<<<')).toBe(
      '###\nPOST x\n\n>>>graphql\nquery { a }\n<<<\n\n>>>variables\n{"b": 1}\n<<<\n',
    );
  });

  it('keeps separators without a request, where they stood', async () => {
    const source = lines(
      '# @name lost',
      '###  Part one',
      '# about',
      '### a',
      'GET x',
      '',
      '>>>',
      '<<<',
      '# @skip',
      '### Part two',
      '###',
    );
    expect(await format(source)).toBe(
      lines(
        '# @name lost',
        '',
        '### Part one',
        '# about',
        '',
        '### a',
        'GET x',
        '',
        '>>>',
        '<<<',
        '',
        '# @skip',
        '',
        '### Part two',
        '',
        '###',
      ),
    );
  });

  it('keeps comments of an empty body region where a directive among them stays a comment', async () => {
    const source = lines('GET x', '', '# a', '# @skip', '  ### b', '>>>', '<<<', '# c');
    expect(await format(source)).toBe(
      lines('###', 'GET x', '', '# a', '# @skip', '', '>>>', '<<<', '', '  ### b', '# c'),
    );
  });

  it('lets nothing fall into a script that is never closed', async () => {
    const source = lines('GET x', '> {% a %}', '# c', '> {%', 'b', '', '### z', 'GET y');
    expect(await format(source)).toBe(
      lines('###', 'GET x', '', '> {% a %}', '', '# c', '', '> {%', 'b', '', '### z', 'GET y'),
    );
  });

  it('keeps a URL whose last word looks like a version', async () => {
    expect(await format('GET a HTTP/2 HTTP/1.1\n')).toBe('###\nGET a HTTP/2 HTTP/1.1\n');
  });

  it('drops the byte-order mark and ends every line with LF', async () => {
    expect(await format(new TextEncoder().encode('\ufeff# a\r\r@b=c\r\n\r\nGET x'))).toBe(
      '# a\n\n@b = c\n\n###\nGET x\n',
    );
  });

  it.each(['', '\n \n', '\ufeff'])('leaves nothing of a file without anything (%j)', async (source) => {
    expect(await format(source)).toBe('');
  });

  it('refuses a file with errors and returns them', async () => {
    const formatted = await formatRequestFile('### a\nGTE http://x\n', 'a.http');
    expect(formatted).toMatchObject({
      ok: false,
      file: { diagnostics: [{ code: 'unknown_method', line: 2 }] },
    });
  });

  it('refuses a file whose names clash, although it reads', async () => {
    const twice = '### a\n# @name x\nGET u\n### b\n# @name x\nGET u\n### c\n# @depends x\nGET u\n';
    const formatted = await formatRequestFile(twice, 'a.http');
    expect(formatted).toMatchObject({ ok: false });
  });

  it('refuses a file that would grow beyond the limit', async () => {
    const start = 'POST u\n\n';
    const source = start + 'x'.repeat(10 * 1024 * 1024 - start.length);
    await expect(formatRequestFile(source, 'big.http')).rejects.toMatchObject({
      kind: 'too-large',
      message: 'big.http would exceed 10 MiB once formatted; split it into several files.',
    });
  });

  it('leaves a formatted file as it is', async () => {
    const once = await format('@a=1\n###t\n# @retry 3\nGET x\n\nbody\n>>>\nexpect status 200\n<<<');
    expect(await format(once)).toBe(once);
  });
});
