import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Mutant } from '../../src/strength/model/mutant.js';
import { changeResponse } from '../../src/strength/mutate/change-response.js';
import { mutantsOf } from '../../src/strength/mutate/mutants-of.js';
import { storedExchange } from '../support/files/stored-exchange.js';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import type { RunOutcome } from '../support/program/run-svc.js';

const TYPE = 'text/xml; charset=utf-8';

const SOAP = `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <m:PriceReply xmlns:m="urn:prices">
      <m:Price currency="EUR">34.50</m:Price>
      <m:InStock>true</m:InStock>
      <m:Due>2031-02-03</m:Due>
    </m:PriceReply>
  </soap:Body>
</soap:Envelope>
`;

const FEED = `<?xml version="1.0"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>Depot &amp; more</title>
    <!-- made by hand -->
    <atom:link href="https://depot.test/feed" rel="self"/>
    <item>
      <title><![CDATA[Parcels < 5 kg]]></title>
      <guid isPermaLink="false">a-1</guid>
      <pubDate>Mon, 03 Feb 2031 10:00:00 +0000</pubDate>
    </item>
    <item>
      <title>Parcels of any weight</title>
      <guid isPermaLink="false">a-2</guid>
      <pubDate>Tue, 04 Feb 2031 10:00:00 +0000</pubDate>
    </item>
  </channel>
</rss>
`;

const TESTS = `### price
POST {{api}}/price

>>>
expect status == 200
<<<

### feed
GET {{api}}/feed

>>>
expect status == 200
<<<
`;

interface Api {
  readonly url: string;
  /** By their paths; a change of one takes the place of its response. */
  readonly bodies: Map<string, string>;
}

async function startApi(): Promise<Api> {
  const bodies = new Map([
    ['/price', SOAP],
    ['/feed', FEED],
  ]);
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'Content-Type': TYPE });
    request.resume().on('end', () => response.end(bodies.get(request.url ?? '')));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

/** The first change of a kind and a place that the words name. */
function bodyWith(body: string, words: string): string {
  const source = storedExchange({ body, headers: [['Content-Type', TYPE]] });
  const found = mutantsOf(source, { seed: 1, maxMutants: 1000 }).find(
    (mutant: Mutant) => mutant.words === words,
  );
  if (found === undefined) throw new Error(`no change: ${words}`);
  return changeResponse(source, found.change).body;
}

function scoreIn({ stdout }: RunOutcome): number {
  return Number(/changes of their responses: ([\d.]+)%/.exec(stdout)?.[1]);
}

const PRICES = '/soap:Envelope/soap:Body/*[local-name()="PriceReply"]';

const BREAKAGES: readonly (readonly [path: string, body: string, words: string])[] = [
  ['/price', SOAP, `the element ${PRICES}/*[local-name()="Price"] was removed`],
  ['/price', SOAP, `the element ${PRICES}/*[local-name()="Price"] was renamed to price`],
  [
    '/price',
    SOAP,
    `the element ${PRICES}/*[local-name()="Price"] got another type: text instead of a number`,
  ],
  ['/price', SOAP, `the element ${PRICES}/*[local-name()="Price"] changed its sign`],
  ['/price', SOAP, `the element ${PRICES}/*[local-name()="Due"] became empty`],
  ['/price', SOAP, `the attribute ${PRICES}/*[local-name()="Price"]/@currency was removed`],
  ['/price', SOAP, 'the element /soap:Envelope/soap:Body was removed'],
  ['/feed', FEED, 'the list /rss/channel/item lost all its elements'],
  ['/feed', FEED, 'the element /rss/channel/item[1]/title became empty'],
  ['/feed', FEED, 'the element /rss/channel/item[2]/guid was removed'],
  ['/feed', FEED, 'the attribute /rss/channel/item[2]/guid/@isPermaLink was renamed to is_perma_link'],
  ['/feed', FEED, 'the attribute /rss/channel/atom:link/@href became empty'],
];

describe('tests of XML responses', () => {
  it('get assertions that pass, and fail on what an API may break', { timeout: 120_000 }, async () => {
    const api = await startApi();
    const cwd = await temporaryWorkspace({ 'a.http': TESTS });
    const env = { SVC_VARIABLE_api: api.url, SVC_HISTORY_DB: join(cwd, 'history.db') };
    const svc = (...args: readonly string[]): Promise<RunOutcome> => runInProcess([...args], { cwd, env });
    expect((await svc('run', 'a.http')).code).toBe(0);
    const before = await svc('strength', 'a.http');
    expect(before.stdout).toContain('the element /rss/channel was removed');
    expect((await svc('strength', '--fix', 'a.http')).code).toBe(0);
    const text = await readFile(join(cwd, 'a.http'), 'utf8');
    expect(text).toContain('expect xpath /rss/channel/item exists\n');
    expect(text).toContain(
      String.raw`expect xpath ${PRICES}/*[local-name()="Price"] matches /^\d+(\.\d+)?$/` + '\n',
    );
    expect((await svc('fmt', '--check', 'a.http')).code).toBe(0);
    expect((await svc('run', 'a.http')).code).toBe(0);
    const after = await svc('strength', 'a.http');
    expect(scoreIn(before)).toBeLessThan(25);
    expect(scoreIn(after)).toBeGreaterThan(75);
    for (const [path, body, words] of BREAKAGES) {
      api.bodies.set(path, bodyWith(body, words));
      expect((await svc('run', 'a.http')).code, words).toBe(1);
      api.bodies.set(path, body);
    }
    expect((await svc('run', 'a.http')).code).toBe(0);
  });
});
