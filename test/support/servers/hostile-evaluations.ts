/** Responses and assertions that no engine can evaluate in time. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { dedent } from '../dedent.js';

const BODIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/items': ['application/json', JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id })))],
  '/elements': ['application/xml', `<r>${'<a><b/></a>'.repeat(20_000)}</r>`],
  '/deep': ['text/html', '<div>'.repeat(100_000)],
  '/letters': ['text/plain', 'a'.repeat(40_000)],
  '/bomb': ['text/plain', `${'a'.repeat(60)}!`],
};

/** The path of the target, an assertion on its response, and the message of its failure. */
export const HOSTILE = {
  items: ['/items', 'jsonpath "$[?count($[?@.id >= 0]) > 5]" exists', 'the JSONPath query took more than'],
  elements: [
    '/elements',
    'xpath "//a[count(preceding::*) = 7]" exists',
    'the XPath expression took more than',
  ],
  schema: ['/items', 'body schema ./slow.json', 'the schema took more than'],
  bomb: ['/bomb', 'body matches /^(?=([a-z]+)+$)/', 'the pattern took more than 1 s'],
  deep: ['/deep', 'xpath //title exists', 'the body is nested deeper than 512 levels'],
  letters: ['/letters', 'body !matches /[a-z]{1,500}[0-9]/', ''],
} as const;

const branches = Array.from({ length: 4000 }, (_, n) => ({ enum: [`no ${n}`] }));
export const SLOW_SCHEMA = JSON.stringify({ items: { properties: { id: { anyOf: branches } } } });

/** A request file with one of these assertions. */
export function hostileFile(url: string, name: keyof typeof HOSTILE, directive = ''): string {
  const [path, assertion] = HOSTILE[name];
  return dedent`
    ### ${name}${directive && `\n${directive}`}
    GET ${url}${path}

    >>>
    expect ${assertion}
    <<<
  `;
}

export interface HostileTarget {
  readonly url: string;
  /** The paths of the responses that were sent. */
  readonly respondedPaths: string[];
}

export async function startHostileTarget(
  more: (
    path: string,
    respondedPaths: readonly string[],
  ) => Promise<readonly [number, Record<string, string>] | undefined> = () => Promise.resolve(undefined),
): Promise<HostileTarget> {
  const respondedPaths: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    response.on('finish', () => respondedPaths.push(path));
    void more(path, respondedPaths).then((given) => {
      const [type, body] = BODIES[path] ?? ['text/plain', ''];
      if (given) response.writeHead(given[0], given[1]).end();
      else response.writeHead(200, { 'Content-Type': type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, respondedPaths };
}
