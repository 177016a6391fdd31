import { describe, expect, it } from 'vitest';
import { dialectAuthorization, foreignAt } from './foreign-dialects.js';

function construct(line: string, inHead: boolean): string | undefined {
  return foreignAt(line, 0, line.length, inHead)?.construct;
}

describe('foreignAt', () => {
  it.each([
    ['< {% a %}', 'a script'],
    ['<{%', 'a script'],
    ['> {%', 'a script'],
    ['>\t{% a', 'a script'],
    ['> a.js', 'a script file'],
    ['>   ./a/b.js  ', 'a script file'],
    ['<> a.json', 'a response reference'],
    ['>> a.json', 'an output redirection'],
    ['>>! a.json', 'an output redirection'],
    ['?? status == 200', 'a `??` check'],
    ['{{', 'a script block'],
    ['{{  ', 'a script block'],
    ['{{@request', 'a script block'],
    ['{{+after', 'a script block'],
  ])('knows %j everywhere', (line, name) => {
    expect([construct(line, true), construct(line, false)]).toEqual([name, name]);
  });

  it.each([
    ['< ./a.js', 'a script file'],
    ['<\ta b c', 'a `<` line before the request'],
    ['import ./a.http', '`import`'],
    ['run ./a.http', '`run`'],
    ['run #login', '`run`'],
  ])('knows %j in a head only', (line, name) => {
    expect([construct(line, true), construct(line, false)]).toEqual([name, undefined]);
  });

  it.each([
    ...['', '<', '>', '?', '{', '<a>', '>a.js', '> a b', '> ', '<>', '<>a', '<> a b', '>>', '>>a', '>> a b'],
    ...['>>!a', '>>>', '>>> a', '<<<', '<<< a', '? a = b', '{{a', '{{a}}', '{{@', '{{@a b', '{{@a}} b', '{%'],
    ...['import', 'important x', 'import a b', 'run', 'runs a', 'run a b', 'RUN a', ' > a.js', '%}', '}}'],
    `{{@${'a'.repeat(300)}}}/x y`,
  ])('leaves %j alone', (line) => {
    expect([construct(line, true), construct(line, false)]).toEqual([undefined, undefined]);
  });

  it('reads within its line', () => {
    expect(foreignAt('<\n{%', 0, 1, true)).toBeUndefined();
    expect(foreignAt('?\n?', 0, 1, true)).toBeUndefined();
    expect(foreignAt('{\n{', 0, 1, true)).toBeUndefined();
    expect(foreignAt('> \na', 0, 2, true)).toBeUndefined();
  });
});

describe('dialectAuthorization', () => {
  it.each([
    ['Basic ada secret', 'basic ada, secret'],
    ['BASIC  ada   se cret', 'basic ada, se cret'],
    ['basic ada:secret', 'basic ada, secret'],
    ['Basic ada:se:cret', 'basic ada, se:cret'],
    ['Basic {{user}} {{pass}}', 'basic {{user}}, {{pass}}'],
    ['Basic {{user}}:{{ pass }}', 'basic {{user}}, {{ pass }}'],
    ['Digest ada secret', 'digest ada, secret'],
    ['AWS k s', 'cloudsig k, s, <region>, <service>'],
    ['AWS k s region:eu service:s3', 'cloudsig k, s, eu, s3'],
    ['AWS k s token:t service:s3 region:eu', 'cloudsig k, s, eu, s3, t'],
  ])('%s', (value, line) => {
    expect(dialectAuthorization(value)).toBe(line);
  });

  it.each([
    ...['', 'Basic', 'Basic YWRhOng=', 'Basic {{credentials}}', 'Basic {{ credentials }}', 'Bearer a b'],
    ...['Basic {{$base64({{user}}:{{pass}})}}', 'Basic {{$base64(a b)}}', 'Digest username="ada", realm="r"'],
    ...['AWS k', 'AWS4-HMAC-SHA256 Credential=a/b, SignedHeaders=host', 'Basicada secret'],
  ])('%j is no short form', (value) => {
    expect(dialectAuthorization(value)).toBeUndefined();
  });
});
