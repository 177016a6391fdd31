import { describe, expect, it } from 'vitest';
import { parseText } from '../../request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS } from '../../runner/plan/options.js';
import { exportCommands } from './export-curl.js';
import { dedent } from '../../../test/support/dedent.js';
import { importContent } from './import-definition.js';

describe('importContent', () => {
  it('gives one text, the number of its requests and what was lost', async () => {
    const { content, requestCount, warnings } = await importContent(
      'curl',
      'curl -k http://h/a\ncurl http://h/b',
    );
    expect(parseText(content, 'x.http').requests).toHaveLength(requestCount);
    expect([requestCount, warnings]).toEqual([
      2,
      ['command 1: the flag -k is no part of a request; run with --insecure or set validateSSL: false'],
    ]);
  });

  it('writes no file for a folder of which nothing can be sent', async () => {
    const files = {
      'bruno.json': '{"version": "1", "name": "Shop", "type": "collection"}',
      'ping/Ping.bru': 'meta {\n  name: Ping\n  type: http\n}\n\nget {\n  url: http://a.test\n}\n',
      'chat/Live.bru': 'meta {\n  name: Live\n  type: ws\n}\n\nws {\n  url: ws://a.test\n}\n',
    };
    const source = {
      name: 'shop',
      files: new Map(Object.entries(files)),
      others: new Set<string>(),
      losses: [],
    };
    const found = await importContent('bruno', source, {}, true);
    expect(found.files?.map(({ path }) => path)).toEqual(['ping.http']);
    expect(found.warnings).toEqual(['chat/Live.bru: ws requests have no counterpart']);
  });

  it('refuses more than one request file can hold', async () => {
    const command = `curl --data-raw '${'x'.repeat(1024 * 1024)}' http://h\n`;
    await expect(importContent('curl', command.repeat(11))).rejects.toMatchObject({
      kind: 'input',
      message:
        'the source has more than one request file can contain (10 MiB, 100,000 requests); import it in parts',
    });
  });

  it.each(['openapi', 'collection', 'curl', 'clientexport'] as const)(
    'refuses what is not %s',
    async (format) => {
      for (const text of [
        '',
        '\0',
        '[]',
        '{}',
        'null',
        'a: &a [*a, *a]',
        '{"__proto__": {"x": 1}}',
        '{'.repeat(100_000),
      ])
        await expect(importContent(format, text)).rejects.toMatchObject({
          kind: 'input',
          message: expect.stringMatching(/^not an? /),
        });
    },
  );
});

describe('exportCommands', () => {
  const file = parseText(
    dedent`
      @h = host

      ### a
      GET http://{{h}}/{{x}}
      ### b
      PUT http://h

      < f.bin
      ### b
      GET http://h
    `,
    'sub/x.http',
  );
  const options = {
    directory: '/base/sub',
    base: '/base',
    settings: { ...DEFAULT_RUN_OPTIONS, full: false, process: {} },
  };

  it('gives all commands, or that of one request', () => {
    const warnings = ['{{x}} has no value and stays as it is'];
    expect(exportCommands(file, undefined, options)).toEqual({
      commands: [
        "curl -X GET 'http://host/{{x}}'",
        "curl -X PUT 'http://h' -H 'Content-Type: application/octet-stream' --data-binary '@sub/f.bin'",
        "curl -X GET 'http://h'",
      ],
      warnings,
    });
    expect(exportCommands(file, 'a', options)).toEqual({
      commands: ["curl -X GET 'http://host/{{x}}'"],
      warnings,
    });
  });

  it('refuses names that match no request or several', () => {
    expect(() => exportCommands(file, 'c', options)).toThrow(
      expect.objectContaining({ kind: 'not-found', message: 'request not found: c in sub/x.http' }),
    );
    expect(() => exportCommands(file, 'b', options)).toThrow(expect.objectContaining({ kind: 'usage' }));
  });
});
