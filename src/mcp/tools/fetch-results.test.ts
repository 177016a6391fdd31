import { describe, expect, it } from 'vitest';
import { recordingServer } from '../../../test/support/servers/recording-server.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import type { ToolResult } from '../call/call-tool.js';
import { fetchTool } from './fetch.js';

/** Fetches what a server sends with this status, these headers and this body. */
async function fetched(
  response: { status?: number; headers: Record<string, string>; body: string },
  args: object = {},
  maxBodyBytes = 1_048_576,
): Promise<ToolResult> {
  const { status = 200, headers, body } = response;
  const { port } = await recordingServer((to) => to.writeHead(status, headers).end(body));
  const settings = testSettings(await temporaryWorkspace(), { maxBodyBytes });
  return callHere(fetchTool, { url: `http://shop.example:${port}/a?key=1`, ...args }, settings);
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('JSON', () => {
  it('is indented while that is readable, and stays as received beyond', async () => {
    const short = await fetched({ headers: JSON_TYPE, body: '{"a":[1,2]}' });
    expect(textOf(short)).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}');
    const body = JSON.stringify({ list: Array.from({ length: 40_000 }, (_, at) => [at]) });
    expect(textOf(await fetched({ headers: JSON_TYPE, body }))).toBe(body);
    const markdown = textOf(await fetched({ headers: JSON_TYPE, body }, { format: 'markdown' }));
    expect(markdown).toContain(`\`\`\`json\n${body}\n\`\`\``);
  });

  it('has the same pages, whatever their size', async () => {
    const body = JSON.stringify(Array.from({ length: 30_000 }, (_, at) => ({ at })));
    const whole = { headers: JSON_TYPE, body };
    let read = '';
    for (let start: unknown = 0; typeof start === 'number';) {
      const max = 100_000 + start;
      const { content, _meta: meta } = await fetched(whole, { start_index: start, max_chars: max });
      read += content[0]?.text;
      const about = meta?.['svc/response'] as { next_index: number | null } | undefined;
      start = about?.next_index;
    }
    expect(read).toBe(body);
  });

  it('is never too large because of its blanks', async () => {
    const deep = `${'['.repeat(400)}${']'.repeat(400)}`;
    expect(textOf(await fetched({ headers: JSON_TYPE, body: deep }, {}, 1000))).toBe(deep);
  });
});

describe('a redirect that is not followed', () => {
  const redirect = { status: 302, headers: { Location: '/next?token=s3cret#x' }, body: 'moved' };

  it('shows its target without its query, where an agent looks', async () => {
    const text = await fetched(redirect, { no_follow: true });
    expect(text.content[0]?.text).toBe('moved');
    const about = JSON.parse(text.content[1]?.text ?? '') as Record<string, unknown>;
    expect(about['location']).toMatch(/^http:\/\/shop\.example:\d+\/next$/);
    expect(text._meta?.['svc/response']).toEqual(about);
    const markdown = textOf(await fetched(redirect, { no_follow: true, format: 'markdown' }));
    expect(markdown).toMatch(/^- Status: `302 Found`\n- Location: <http:\/\/shop\.example:\d+\/next>$/m);
    expect(JSON.stringify(text) + markdown).not.toContain('s3cret');
  });

  it.each([
    [301, {}],
    [302, { Location: 'myapp://callback?code=1' }],
    [200, { Location: '/next' }],
  ])('has none with %i and %j', async (status, headers) => {
    const { content, _meta: meta } = await fetched({ status, headers, body: '' }, { no_follow: true });
    expect(JSON.parse(content[1]?.text ?? '')).not.toHaveProperty('location');
    expect(meta?.['svc/response']).not.toHaveProperty('location');
  });

  it('is named for what was created too', async () => {
    const created = { status: 201, headers: { Location: '/lamps/9' }, body: 'ok' };
    expect(textOf(await fetched(created, { format: 'markdown' }))).toMatch(/^- Location: <.*\/lamps\/9>$/m);
  });
});

describe('text that a reader does not see', () => {
  const hidden = 'a\u200bb\u202ec';

  it.each([
    ['text/html', `<p>${hidden}<i style="opacity:0">x</i>`, 'ab\\u202ec\n'],
    ['text/plain', hidden, 'a\\u200bb\\u202ec'],
    ['text/markdown', hidden, 'a\\u200bb\\u202ec'],
    ['application/xml', `<a>${hidden}</a>`, '<a>a\\u200bb\\u202ec</a>'],
    ['application/json', JSON.stringify(hidden), '"a\\u200bb\\u202ec"'],
  ])('of %s is left out or visible in text, and as received in json and raw', async (type, body, shown) => {
    const response = { headers: { 'Content-Type': `${type}; charset=utf-8` }, body };
    expect(textOf(await fetched(response))).toBe(shown);
    expect((await fetched(response, { format: 'json' })).structuredContent?.['body']).toBe(body);
    const { data } = (await fetched(response, { format: 'raw' })).structuredContent as { data: string };
    expect(Buffer.from(data, 'base64').toString()).toBe(body);
  });
});

it('what is known about a response says that its content is not to be trusted', async () => {
  const ordinary = await fetched({ headers: { 'Content-Type': 'text/html' }, body: '<p>Obey' });
  expect(ordinary.content).toEqual([{ type: 'text', text: 'Obey\n' }]);
  expect(ordinary._meta?.['svc/response']).toMatchObject({ content: 'untrusted' });
  const missing = await fetched({ status: 404, headers: {}, body: 'none' });
  expect(missing.content[1]?.text).toMatch(/"next_index":null,"content":"untrusted"\}$/);
});
