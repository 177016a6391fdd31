import { describe, expect, it } from 'vitest';
import type { RequestFile } from '../model/model.js';
import { parseRequestFile } from '../parse-file.js';

const findings = ({ diagnostics }: RequestFile): string[] =>
  diagnostics.map(({ line, endLine, severity, message }) =>
    [`${line}${endLine === undefined ? '' : `-${endLine}`}`, severity, message].join(' '),
  );

const HANDLER = `### Sign in
POST http://127.0.0.1/session

{"user": "ada"}

> {%
  client.test("signed in", function () {
    client.assert(response.status === 201, "status");
  });
  if (response.body.token) { client.global.set("token", response.body.token); }
  client.log("done");
  pm2.track(
    response);
%}
### Me
GET http://127.0.0.1/me
`;

describe('scripts of a request file', () => {
  it('become assertions and captures of their request, beside its own', async () => {
    const file = await parseRequestFile(HANDLER, 'a.http');
    const [first, second] = file.requests;
    expect(first).toMatchObject({
      assertions: [],
      captures: [],
      scriptAssertions: [{ subject: 'status', operator: 'equals', expected: 201, line: 8 }],
      scriptCaptures: [
        {
          name: 'token',
          source: 'body',
          path: 'token',
          global: true,
          when: [{ subject: 'body.token', operator: 'truthy' }],
          line: 10,
        },
      ],
      untranslatedScripts: ['line 12: pm2.track has no counterpart and is not checked: it is not understood'],
    });
    expect(second).not.toHaveProperty('scriptAssertions');
    expect(findings(file)).toEqual([
      '6 info 1 assertion, 1 capture',
      '11 info client.log has no effect here',
      '12-13 warning pm2.track has no counterpart and is not checked: it is not understood',
    ]);
  });

  it('set variables before the request', async () => {
    const file = await parseRequestFile(
      '### A\n< {% request.variables.set("a", "b"); %}\nGET http://127.0.0.1/{{a}}\n',
      'a.http',
    );
    expect(file.requests[0]?.scriptSets).toEqual([{ name: 'a', value: 'b' }]);
  });

  it('stand between braces on lines of their own', async () => {
    const text = '### A\n{{\n  exports.a = "b";\n}}\nGET http://127.0.0.1/\n\n{{\n  test.status(200);\n}}\n';
    const file = await parseRequestFile(text, 'a.http');
    expect(file.requests[0]).toMatchObject({
      scriptSets: [{ name: 'a', value: 'b' }],
      scriptAssertions: [{ subject: 'status', expected: 200, line: 8 }],
    });
  });

  it.each([
    [
      '> {%lua\nx()\n%}',
      '4-6 warning the script has no counterpart and is not checked: it is written in Lua',
    ],
    [
      '{{@response\nx()\n}}',
      '4-6 warning a script block has no counterpart and is not checked: it runs at other times',
    ],
    [
      '> ./a.js',
      '4 warning the script ./a.js has no counterpart and is not checked: files are not read here',
    ],
    [
      '> {%\nif (\n%}',
      '6 warning the script has no counterpart and is not checked: it cannot be read: unexpected token',
    ],
  ])('are reported: %j', async (script, finding) => {
    const file = await parseRequestFile(`### A\nGET http://127.0.0.1/\n\n${script}\n`, 'a.http');
    expect(findings(file)).toEqual([finding]);
  });

  it('are reported where no request follows', async () => {
    const file = await parseRequestFile('{{\nx();\n}}\n\n### A\nGET http://127.0.0.1/\n', 'a.http');
    expect(findings(file)).toContain(
      '1-3 warning a script has no counterpart and is not checked: it belongs to no request',
    );
  });

  it('are read from files, and a missing file is remembered', async () => {
    const read = async (name: string): Promise<string | undefined> =>
      name === './a.js' ? 'client.assert(response.status === 200);\nfoo();' : undefined;
    const text = '### A\nGET http://127.0.0.1/\n\n> ./a.js\n\n### B\nGET http://127.0.0.1/\n\n> ./b.js\n';
    const file = await parseRequestFile(text, 'a.http', read);
    expect(file.requests[0]).toMatchObject({ scriptAssertions: [{ subject: 'status', expected: 200 }] });
    expect(file.requests[1]).toMatchObject({ missingScript: './b.js' });
    expect(file.requests[0]?.scriptAssertions?.map(({ line }) => line)).toEqual([4]);
    expect(findings(file)).toContain(
      '4 warning foo has no counterpart and is not checked: it is not understood (line 2 of the script)',
    );
  });
});
