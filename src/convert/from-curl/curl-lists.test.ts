import { describe, expect, it } from 'vitest';
import type { Request } from '../../request-file/model/model.js';
import { convertCurl } from './convert-curl.js';

const convert = (text: string) => convertCurl(text, { tests: false, saveBodies: false });
const requests = (text: string): readonly Request[] =>
  convert(text).files.flatMap(({ file }) => file.requests);
const losses = (text: string): string[] =>
  convert(text).losses.map(({ path, reason }) => `${path}: ${reason}`);

describe('curl commands as people have them', () => {
  it('are read from a list that has other lines too', () => {
    const text = 'curl http://h/a\nwget http://h/b\ncurl\ncurl http://h/c';
    expect(requests(text).map(({ url }) => url)).toEqual(['http://h/a', 'http://h/c']);
    expect(losses(text)).toEqual([
      'command 2: not a curl command: it starts neither with curl nor with a flag or a URL',
      'command 3: not a curl command: it has no URL',
    ]);
  });

  it.each([
    ['curl "http://h/$ID/${PART}"', 'http://h/{{ID}}/{{PART}}'],
    ["curl 'http://h/$ID'", 'http://h/$ID'],
    ['curl "http://h/a\\{bar\\}"', 'http://h/a{bar}'],
    ['curl "http://h/\\{\\{x\\}\\}/\\[1-2\\]"', 'http://h/\\{{x}}/[1-2]'],
    ['curl -g "http://h/a\\{bar\\}"', 'http://h/a\\{bar\\}'],
    ['curl "http://h/a" ^\r\n  -H "A: $b" ^\r\n  -X PUT', 'http://h/a'],
    ['curl ^"http://h/a?b=1^&c=2^" ^\n  -H ^"A: b^" -X PUT', 'http://h/a?b=1&c=2'],
  ])('%j has the address %s', (text, url) => {
    expect(requests(text).map((request) => request.url)).toEqual([url]);
    expect(losses(text)).toEqual([]);
  });

  it('of Windows keep everything after a line that goes on', () => {
    const [request] = requests('curl "http://h/a" ^\r\n  -H "A: $b" ^\r\n  -X PUT ^\r\n  --data "x"');
    expect([request?.method, request?.headers[0]?.value]).toEqual(['PUT', '$b']);
  });
});
