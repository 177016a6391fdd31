import { describe, expect, it } from 'vitest';
import type { MockFault, Request } from '../model/model.js';
import { parseText } from '../parse-file.js';
import { printBuilt } from '../print-built.js';

const BLOCKS = '\n\n>>>mock\nHTTP/1.1 200\nX-A: b\n\n1\n<<<\n\n>>>mock\n2\n<<<';

function requestOf(directives: string, blocks = ''): Request {
  const { requests, diagnostics } = parseText(`### a\n${directives}\nGET http://x/${blocks}\n`, 'a.http');
  expect(diagnostics).toEqual([]);
  if (requests[0] === undefined) throw new Error('there is no request');
  return requests[0];
}

/** What a tree without layout prints, as an importer builds it. */
function printed(directives: string, blocks = ''): string {
  const { layout: _layout, ...request } = requestOf(directives, blocks);
  const result = printBuilt({
    path: 'a.http',
    variables: [],
    requests: [request],
    diagnostics: [],
    comments: [],
  });
  return 'text' in result ? result.text : result.difference;
}

describe('the directives of a mock server', () => {
  it.each([
    ['# @mock.when   query.page == 2', '# @mock.when query.page == 2'],
    [
      '# @mock.when query.a==1 and header  X exists unless body.b == "# c" unless cookie d isEmpty and path.e > 3',
      '# @mock.when query.a == 1 and header X exists unless body.b == "# c" unless cookie d isEmpty and path.e > 3',
    ],
    ['# @mock.when query.q == cats or dogs', '# @mock.when query.q == cats or dogs'],
    [
      '# @mock.when query.q == "a or query.b == 1" and query.c == "d and"',
      '# @mock.when query.q == "a or query.b == 1" and query.c == "d and"',
    ],
    ['# @mock.when query.q matches /^a or query b/', '# @mock.when query.q matches /^a or query b/'],
    ['# @mock.delay 200', '# @mock.delay 200ms'],
    ['# @mock.delay 100ms..2000 ms', '# @mock.delay 100ms..2s'],
    ['# @mock.delay 90s .. 60m', '# @mock.delay 90s..1h'],
    ['# @mock.delay 0', '# @mock.delay 0ms'],
    ['# @mock.fault Reset 100%', '# @mock.fault reset'],
    ['# @mock.fault timeout 0.5 %', '# @mock.fault timeout 0.5%'],
    ['# @mock.fault status 503 10%', '# @mock.fault status 503 10%'],
    ['# @mock.fault slow-body 1024 B/s', '# @mock.fault slow-body 1KB/s'],
    ['# @mock.fault slow-body 1.5KB/s 5%', '# @mock.fault slow-body 1536B/s 5%'],
    ['# @mock.template', '# @mock.template'],
  ])('are printed from what they mean: %s', (written, canonical) => {
    expect(printed(written)).toContain(`\n${canonical}\n`);
  });

  it('print every block of a sequence', () => {
    expect(printed('# @mock.sequence cycle', BLOCKS)).toBe(
      `### a\n# @mock.sequence cycle\nGET http://x/${BLOCKS}\n`,
    );
  });

  it('keep all blocks only with a sequence', () => {
    const { mock, mocks } = requestOf('# @mock.sequence last', BLOCKS);
    expect(mocks).toHaveLength(2);
    expect(mocks?.[0]).toBe(mock);
    const { requests, diagnostics } = parseText(`GET http://x/${BLOCKS}`, 'a.http');
    expect(requests[0]).not.toHaveProperty('mocks');
    expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['extra_mock', 10]]);
  });

  it('read faults in the order of their lines', () => {
    const { metadata } = requestOf('# @mock.fault reset 5%\n# @timeout 30s\n# @mock.fault slow-body 2MB/s');
    expect(metadata['mock.fault']).toEqual<MockFault[]>([
      { kind: 'reset', percent: 5 },
      { kind: 'slow-body', bytesPerSecond: 2 * 1024 * 1024, percent: 100 },
    ]);
  });
});
