import { describe, expect, it } from 'vitest';
import { parseText } from '../../../../src/request-file/parse-file.js';
import { addRequest } from './add-request.js';

const EXPORTED = `# Recorded from http://127.0.0.1:3000
# Needs: AUTHORIZATION
@baseUrl = http://127.0.0.1:3000

### Get Crates
# @name Get_Crates
GET {{baseUrl}}/crates
Authorization: {{AUTHORIZATION}}

>>>
expect status == 200
<<<
`;

/** The names of all requests; the text must parse without errors. */
function namesIn(text: string): string[] {
  const { requests, diagnostics } = parseText(text, 'a.http');
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return requests.map(({ name }) => name);
}

describe('adding a request', () => {
  it('to an empty file takes everything', () => {
    expect(addRequest('', EXPORTED)).toEqual({ text: EXPORTED, line: 5 });
    expect(addRequest('\n', EXPORTED).text).toBe(EXPORTED);
  });

  it('to a file with the variable uses it', () => {
    const { text, line } = addRequest('@baseUrl = http://a\n\n### one\nGET {{baseUrl}}/one\n\n\n', EXPORTED);
    expect(namesIn(text)).toEqual(['one', 'Get_Crates']);
    expect(text.match(/@baseUrl/g)).toHaveLength(1);
    expect(text.split('\n')[line - 1]).toBe('### Get Crates');
    expect(text).toContain(
      '### Get Crates\n# Needs: AUTHORIZATION\n# @name Get_Crates\nGET {{baseUrl}}/crates\n',
    );
  });

  it('to another file writes the address', () => {
    const { text } = addRequest('### one\nGET http://a/one', EXPORTED);
    expect(namesIn(text)).toEqual(['one', 'Get_Crates']);
    expect(text).toContain('GET http://127.0.0.1:3000/crates\n');
  });

  it('gives it a name of its own, again and again', () => {
    let text = '### one\nGET http://a/one\n';
    for (let count = 0; count < 3; count += 1) ({ text } = addRequest(text, EXPORTED));
    expect(namesIn(text)).toEqual(['one', 'Get_Crates', 'Get_Crates_2', 'Get_Crates_3']);
    expect(text).toContain('### Get Crates 3\n');
  });

  it('keeps the line breaks of the file', () => {
    const { text } = addRequest('### one\r\nGET http://a/one\r\n', EXPORTED);
    expect(text).not.toMatch(/(?<!\r)\n/);
    expect(namesIn(text)).toHaveLength(2);
  });

  it('adds nothing when nothing could be exported', () => {
    expect(addRequest('GET http://a', '# Left out: requests with the method PROPFIND\n').text).toBe(
      'GET http://a',
    );
  });
});
