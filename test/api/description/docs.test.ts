import { describe, expect, it } from 'vitest';
import { readPages, type Example } from '../../support/files/markdown.js';
import { sendRequest, startServerProcess } from '../../support/servers/running-server.js';
import { writeFiles } from '../../support/files/workspace.js';
import { ALL_ROUTES } from '../../../src/server/routes/all-routes.js';

const page = (await readPages()).find(({ path }) => path === 'docs/server.md');
if (page === undefined) throw new Error('docs/server.md is missing');
const { text, examples } = page;

describe('docs/server.md', () => {
  it('lists every endpoint', () => {
    const lines = text.split('\n').filter((line) => /^\| (?:GET|POST|PUT|DELETE) \| `/.test(line));
    expect(lines).toEqual(
      ALL_ROUTES.map(
        ({ method, path, summary }) => `| ${method} | \`${path.replace('*', '{path}')}\` | ${summary} |`,
      ),
    );
  });

  it('shows the responses of the server', async () => {
    const { origin, root } = await startServerProcess({ args: ['--env', 'local', '--no-history'] });
    const here = (shown: string): string => shown.replaceAll('http://127.0.0.1:4000', origin);
    let requests = 0;
    for (const example of examples) {
      const name = example.notes.get('file');
      if (name !== undefined) writeFiles(root, { [name]: here(example.text) });
      for (const [line, response] of curlLines(example)) {
        const { method, path, headers, body } = readCurl(line);
        const { text: received } = await sendRequest(origin, method, path, {
          headers,
          ...(body && { body }),
        });
        expect(shape(received, example), `${example.place}: ${line}`).toEqual(shape(response, example));
        requests += 1;
      }
    }
    expect(requests).toBeGreaterThan(8);
  });
});

/** Lines that call curl, each with the response below it. */
function curlLines({ language, text: shown }: Example): (readonly [line: string, response: string])[] {
  if (language !== 'console') return [];
  const parts = shown.split(/^(?=\$ )/m).filter((part) => part.startsWith('$ curl '));
  return parts.map((part) => {
    const end = part.indexOf('\n');
    return [part.slice(0, end), part.slice(end + 1)];
  });
}

function readCurl(line: string) {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const after = (flag: string): string[] => words.filter((_, i) => words[i - 1] === flag);
  const [body] = after('-d');
  const [method = body === undefined ? 'GET' : 'POST'] = after('-X');
  const url = new URL(words.find((word) => word.startsWith('http')) ?? '');
  const headers = Object.fromEntries(after('-H').map((header) => header.split(/: (.*)/s, 2)));
  return { method, path: url.pathname + url.search, headers, body };
}

/** Without values that differ from machine to machine; of a long response only the members that are shown. */
function shape(received: string, { notes }: Example): unknown {
  if (!received.startsWith('{')) return received;
  const json = JSON.parse(received) as Record<string, unknown>;
  const shown = notes.get('shows')?.split(', ') ?? Object.keys(json);
  const members = Object.entries(json).filter(([key]) => shown.includes(key));
  const same = members.map(([key, value]) => [
    key,
    key === 'root' || key === 'uptime' ? typeof value : value,
  ]);
  return Object.fromEntries(same);
}
