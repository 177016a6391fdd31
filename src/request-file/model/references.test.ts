import { describe, expect, it } from 'vitest';
import { parseText } from '../parse-file.js';
import { collectReferences } from './references.js';

function names(...texts: string[]): string[] {
  return [...collectReferences(texts.map((text, i) => parseText(text, `${i}.http`)))].sort();
}

describe('collectReferences', () => {
  it('counts a name and everything it may begin with', () => {
    expect(names('GET http://x/{{a.b[0].c}}\n')).toEqual(['a', 'a.b', 'a.b[0]', 'a.b[0].c']);
  });

  it('looks into arguments, not at functions or the environment', () => {
    expect(names('GET {{$base64({{a}}:{{b}})}}{{$uuid}}{{$HOME}}{{f({{c}})}}\n')).toEqual(['a', 'b', 'c']);
  });

  it('leaves escaped and unclosed ones alone', () => {
    expect(names('GET http://x/\\{{a}}/{{b\n')).toEqual([]);
  });

  it('finds every place where placeholders are replaced', () => {
    const text = `@v = {{inVariable}}
### one
# @if {{inCondition}}
# @auth bearer {{inAuth}}
# @timeout {{inTimeout}}
# @waitFor {{inWaitUrl}} {{inWaitStatus}}
# @before echo {{inHook}}
# @db sqlite:{{inConnection}}
POST {{inUrl}}
? q = {{inQuery}}
H: {{inHeader}}

{{inBody}}
>>>
expect a == [{{inList}}, "{{inQuotes}}"]
expect a each == {{inEach}}
<<<
>>>db
query select {{inQuery2}}
expect a {{inColumn}}
<<<
>>>shell
echo {{inShell}}
<<<
### two
POST http://x/
>>>multipart
field a = {{inField}}
file b @{{inPath}}; filename={{inFileName}}
<<<
### three
POST http://x/
>>>graphql
{ a(b: "{{inDocument}}") }
>>>variables
{"a": {{inVariables}}}
<<<
### four
POST http://x/

& a = {{inFormField}}
### five
POST http://x/

<@ {{inInclude}}
`;
    const expected = [...text.matchAll(/\{\{(in\w+)/g)].map((match) => match[1] ?? '');
    expect(names(text)).toEqual(expected.sort());
  });

  it('does not look where they stay as they are', () => {
    const text = `### {{title}}
# @description {{description}}
# @tags {{tag}}
# {{comment}}
GET http://x/
>>>mock
{{mock}}
<<<
>>>capture
a from body.a # {{comment}}
<<<
`;
    expect(names(text)).toEqual([]);
  });
});
