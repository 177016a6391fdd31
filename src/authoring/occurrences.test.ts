import { describe, expect, it } from 'vitest';
import { dedent } from '../../test/support/dedent.js';
import { occurrencesOf } from './occurrences.js';

/** `line:column kind name`, with `=` for a definition, and what else is said of it. */
function found(text: string): string[] {
  return occurrencesOf(text, 'shop/a.http').map(({ kind, name, role, line, column, file, owner }) => {
    const mark = role === 'definition' ? '=' : '';
    const more = [file === undefined ? '' : ` in ${file}`, owner === undefined ? '' : ` of ${owner}`].join(
      '',
    );
    return `${line}:${column} ${kind}${mark} ${name}${more}`;
  });
}

describe('the names of a file', () => {
  it('are found where they are defined and used', () => {
    const text = dedent`
      @host = http://127.0.0.1
      @secret key = {{host}}-{{$API_KEY}}
      ### sign in
      # @name login
      POST {{host}}/login?id={{$uuid}}

      >>>capture
      token from body.token
      global user from text "{{ host }}"
      <<<
      ### orders
      # @depends login, ./other.http#start
      GET {{host}}/{{login.token}}/{{token}}/{{stage}}
    `;
    expect(found(text)).toEqual([
      '1:2 variable= host',
      '2:9 variable= key',
      '2:17 variable host',
      '2:27 environmentVariable API_KEY',
      '4:9 request= login',
      '5:8 variable host',
      '5:27 function uuid',
      '8:1 capture= token of login',
      '9:8 capture= user of login',
      '9:27 variable host',
      '11:5 request= orders',
      '12:12 request login',
      '12:19 file ./other.http',
      '12:32 request start in ./other.http',
      '13:7 variable host',
      '13:16 request login',
      '13:22 capture token of login',
      '13:32 capture token of login',
      '13:42 environmentVariable stage',
    ]);
  });

  it.each([
    [
      '`# @mock.when`, where only placeholders are variables',
      '# @mock.when query.page == {{page}} and header {{h}} exists unless path.id == "{{a.b}}"\nGET a',
      ['1:30 environmentVariable page', '1:50 environmentVariable h', '1:82 environmentVariable a'],
    ],
    ['`# @data people.csv`', '# @data people.csv\nGET a', ['1:9 file people.csv']],
    ['an included body', 'POST a\n\n<  "./my body.json"', ['3:5 file ./my body.json']],
    ['a part', 'POST a\n>>>multipart\nfile x @ a b.png; type=image/png\n<<<', ['3:10 file a b.png']],
    ['a schema', 'GET a\n>>>\nexpect body schema "s.json#/a"\n<<<', ['3:21 file s.json']],
    [
      'a schema of a condition',
      'GET a\n>>>\nexpect status 200 when body schema s.json\n<<<',
      ['3:36 file s.json'],
    ],
    ['`import`', 'import ./base.http\n###\nGET a', ['1:8 file ./base.http']],
    ['`run`', 'run ./base.http\nrun #go on\n###\nGET a', ['1:5 file ./base.http', '2:6 request go on']],
    ['a path with a placeholder', 'POST a\n\n< {{x}}.json', ['3:5 environmentVariable x']],
  ])('are files: %s', (_name, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['an asked value', '# @prompt code Which?\nGET {{code}}', ['1:11 variable= code', '2:7 variable code']],
    [
      'an element',
      '# @loop for x of {{list}}\nGET {{x.id}}',
      ['1:13 variable= x', '1:20 environmentVariable list', '2:7 variable x'],
    ],
    [
      'an element outside of its loop',
      '### a\n# @loop for x of {{list}}\nGET {{x}}\n### b\nGET {{x}}',
      [
        '1:5 request= a',
        '2:13 variable= x',
        '2:20 environmentVariable list',
        '3:7 variable x',
        '4:5 request= b',
        '5:7 environmentVariable x',
      ],
    ],
    [
      'elements that have a name',
      '### list\nGET x\n>>>capture\nids from body\n<<<\n### b\n# @depends list\n# @each {{list.ids}} as id\nGET {{id.a}}{{each_number}}{{each}}',
      [
        '1:5 request= list',
        '4:1 capture= ids of list',
        '6:5 request= b',
        '7:12 request list',
        '8:11 request list',
        '8:16 capture ids of list',
        '8:25 variable= id',
        '9:7 variable id',
        '9:15 variable each_number',
        '9:30 environmentVariable each',
      ],
    ],
    [
      'elements without a name, stronger than a request of theirs',
      '### each\nGET x\n>>>capture\na from body\n<<<\n### b\n# @each [{{x}}]\nGET {{each.a}}\n### c\nGET {{each.a}}',
      [
        '1:5 request= each',
        '4:1 capture= a of each',
        '6:5 request= b',
        '7:4 variable= each',
        '7:12 environmentVariable x',
        '8:7 variable each',
        '9:5 request= c',
        '10:7 request each',
        '10:12 capture a of each',
      ],
    ],
    [
      'requests of other clients',
      '###\n# @title a b\nGET x\n### c\n# @forceRef a b\nGET x',
      ['2:10 request= a b', '4:5 request= c', '5:13 request a b'],
    ],
    [
      'what is set',
      '### a\n# @set n = {{x}}\nGET {{n}}',
      ['1:5 request= a', '2:8 capture= n of a', '2:14 environmentVariable x', '3:7 capture n of a'],
    ],
    ['what is compared', 'GET a\n>>>\nexpect variable  "n" == 1\n<<<', ['3:19 environmentVariable n']],
    [
      'a name in quotes',
      '### "a, b"\n# @name a, b\nGET a\n###\n# @depends "a, b"\nGET a',
      ['2:9 request= a, b', '5:13 request a, b'],
    ],
    ['arguments', 'GET {{$base64({{user}}:x)}}', ['1:8 function base64', '1:17 environmentVariable user']],
    ['the process', 'GET {{$env.HOME}}', ['1:12 environmentVariable HOME']],
    [
      'paths into a value',
      '@a.b = 1\nGET {{a.b}}{{user.name}}',
      ['1:2 variable= a.b', '2:7 variable a.b', '2:14 environmentVariable user'],
    ],
    [
      'the response of a request',
      '### a\nGET x\n### b\nGET {{a.response.body.id}}',
      ['1:5 request= a', '3:5 request= b', '4:7 request a'],
    ],
  ])('may be %s', (_name, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['comments', '# {{a}}\n// {{a}}\nGET x\n\n# {{a}}'],
    ['escaped braces', 'GET \\{{a}}'],
    ['mock text', 'GET x\n>>>mock\n200\n\n{{a}}\n<<<'],
    ['comment lines of JSON', 'POST x\n\n{\n# {{a}}\n}'],
    ['directives that take text', '# @description {{a}}\n# @unheard-of {{a}}\nGET x'],
    ['directives without a request', '# @if {{a}} == 1\n###'],
    ['a directive that a later one replaces', '# @timeout {{a}}\n# @timeout 5s\nGET x'],
    ['the response that is checked', 'GET x\n>>>\nexpect body.id == {{response.body.id}}\n<<<'],
  ])('are none in %s', (_name, text) => {
    expect(found(text)).toEqual([]);
  });
});
