import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { listening } from '../support/servers/raw-server.js';

/** Everything that could become markup or script, were it not treated as text. */
export const HOSTILE = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;

const HOSTILE_PAGE = `<!doctype html><html><head><style>body{background:url(http://203.0.113.9/leak)}</style>
<base href="http://203.0.113.9/"><meta http-equiv="refresh" content="0;url=http://203.0.113.9/"></head>
<body onload="parent.document.title='owned'"><h1 style="color:red">Hello page</h1>
<img src="http://203.0.113.9/leak.png"><iframe src="http://203.0.113.9/"></iframe>
<a href="javascript:parent.document.title='owned'">link</a><svg onload="parent.document.title='owned'"></svg>
<script>parent.document.title='owned'</script></body></html>`;

/** 2 × 1 pixels: red, blue. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg==',
  'base64',
);

const JSON_TYPE = { 'Content-Type': 'application/json' };
const DEPOT = { id: 7, name: 'crate', tags: ['a', 'b'], place: { rack: 3, big: 12345678901234567890n } };

/** What the requests of the browser tests are sent to; closed when the test has finished, unless told otherwise. */
export async function startTargetApi(
  whenOver: (close: () => void) => void = onTestFinished,
): Promise<string> {
  const server = createServer((request, response) => {
    switch (request.url) {
      case '/depot':
        response.writeHead(200, JSON_TYPE).end(depotText());
        break;
      case '/hostile':
        response
          .writeHead(200, { ...JSON_TYPE, 'X-Note': HOSTILE })
          .end(JSON.stringify({ [HOSTILE]: HOSTILE }));
        break;
      case '/page':
        response.writeHead(200, { 'Content-Type': 'text/html' }).end(HOSTILE_PAGE);
        break;
      case '/large':
        response.writeHead(200, JSON_TYPE).end(largeText());
        break;
      case '/token':
        response.writeHead(200, JSON_TYPE).end('{"key":"c0ffee00-1111-4222-8333-444455556666"}');
        break;
      case '/picture':
        response.writeHead(200, { 'Content-Type': 'image/png' }).end(PICTURE);
        break;
      case '/no-picture':
        response.writeHead(200, { 'Content-Type': 'image/png' }).end('\x89PNG no');
        break;
      case '/never':
        break;
      default:
        response.writeHead(404, JSON_TYPE).end('{}');
    }
  });
  const port = await listening(server);
  whenOver(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

function depotText(): string {
  return JSON.stringify(DEPOT, (_key, value: unknown) =>
    typeof value === 'bigint' ? '@big@' : value,
  ).replace('"@big@"', String(DEPOT.place.big));
}

/** Nearly 10 MB, as a list of small objects. */
function largeText(): string {
  const item = JSON.stringify({ id: 1234, name: 'x'.repeat(40), tags: ['one', 'two'], on: true });
  return `[${Array.from({ length: 110_000 }, () => item).join(',')}]`;
}
