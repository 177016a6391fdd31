import { describe, expect, it } from 'vitest';
import { dedent } from '../support/dedent.js';
import { loopback } from '../support/runs/run-requests.js';
import { deadUrl } from '../support/servers/dead-url.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useOwnBrowser } from './browser.js';

useOwnBrowser();

const SECRET = 's3cret-value-9';

async function startTarget(): Promise<string> {
  let count = 0;
  const { url } = await loopback(({ path, body }) => {
    switch (path.split('?', 1)[0]) {
      case '/old':
        return { status: 307, headers: { location: '/new', 'set-cookie': 'step=first-1234; HttpOnly' } };
      case '/counted':
        return { json: { count: ++count, same: [1, 2] }, headers: { 'x-count': String(count) } };
      case '/broken':
        return { status: 500, json: {} };
      case '/values':
        return { json: { total: 42.1, prices: [1, -3], big: 12, user: { name: 'Ada', city: 'Oslo' } } };
      default:
        return { json: { echo: body } };
    }
  });
  return url;
}

describe('the detail of a result', () => {
  it('shows what was really sent, and hides secrets until they are wanted', async () => {
    const url = await startTarget();
    const { origin } = await startServer({
      web: true,
      files: {
        'a.http': dedent`
          ### moved
          # @auth bearer {{apiToken}}
          POST ${url}/old?place={{place}}
          Content-Type: application/json

          {"key": "{{apiToken}}", "weight": 3}
        `,
        'service.yaml': `environments: {qa: {apiToken: ${SECRET}, place: Oslo}}\n`,
      },
    });
    const { page } = await openPage(origin, '/files/a.http');
    const isActive = page.waitForResponse(/environments\/active/);
    await page.getByRole('combobox', { name: /environment/i }).selectOption('qa');
    await isActive;
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.getByRole('tab', { name: 'Request' }).click();
    expect(page.url()).toContain('tab=request');
    const panel = page.locator('.detail-body');
    await expect.poll(() => panel.getByRole('radio').count()).toBe(2);
    const rows = panel.locator('tbody tr');
    expect(await rows.first().innerText()).toMatch(/^Host\s+127/);
    expect(await rows.filter({ hasText: 'Content-Length' }).innerText()).toMatch(/\d+$/);
    const text = await page.locator('.detail').innerText();
    expect(text).toContain('/old?place=Oslo');
    expect(text).not.toContain(SECRET);

    const copied = (): Promise<unknown> => page.evaluate('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copy as curl' }).first().click();
    await page.locator('.notice-done', { hasText: 'without its secrets' }).waitFor();
    expect(await copied()).toMatch(
      /^curl -X POST .*\/old\?place=Oslo' .*'Authorization: \[REDACTED\]'.*--data-raw/,
    );
    await rows.filter({ hasText: 'Authorization' }).getByRole('button').click();
    expect(await rows.filter({ hasText: 'Authorization' }).innerText()).toContain(`Bearer ${SECRET}`);
    await panel.getByRole('button', { name: 'Show secrets' }).click();
    await panel.getByRole('button', { name: 'Copy as curl' }).click();
    await expect.poll(copied).toContain(`--data-raw '{"key": "${SECRET}", "weight": 3}'`);
    await page.getByRole('button', { name: 'File as curl' }).click();
    await expect.poll(copied).toMatch(/\/old\?place=Oslo/);

    await page.getByRole('tab', { name: 'Timing' }).click();
    await panel.getByRole('heading', { name: '2 requests' }).waitFor();
    expect(await panel.locator('.hops').innerText()).toMatch(/307\s+redirected[^]*Location: \/new[^]*200/);
    expect(await panel.locator('.phases').innerText()).toMatch(/Waiting for the response\s+\d[\d.]* m?s/);
    expect(await panel.innerText()).toMatch(
      /Protocol\s+HTTP\/1\.1\s+Server\s+127\.0\.0\.1:\d+\s+Connection\s+reused/,
    );
    await page.getByRole('tab', { name: /^Cookies/ }).click();
    await panel.locator('tr', { hasText: 'step' }).filter({ hasText: 'HttpOnly' }).waitFor();
  });

  it('says why a result is what it is, and where', async () => {
    const url = await startTarget();
    const text = dedent`
      ### refused
      GET ${await deadUrl()}

      >>>
      expect status 200
      <<<

      ### broken
      GET ${url}/broken

      ### values
      GET ${url}/values

      >>>
      expect body.total approx 40 +- 1
      expect body.prices each > 0
      expect body.user == {"name": "Ada", "city": "Bergen"}
      expect body.big == 9007199254740993
      <<<
    `;
    const { origin } = await startServer({ web: true, files: { 'a.http': text } });
    const { page } = await openPage(origin, '/files/a.http');
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.locator('.request-row', { hasText: 'refused' }).click();
    await page.getByRole('tab', { name: 'Assertions: 1 not evaluated' }).waitFor();
    const alert = page.locator('.detail').getByRole('alert');
    expect(await alert.innerText()).toMatch(/refused the connection\s+Check that the server is running/);
    expect(await page.locator('.assertions tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/status\s+==\s+200\s+not evaluated\s+5/),
    ]);

    await page.locator('.request-row', { hasText: 'broken' }).click();
    await expect
      .poll(() => alert.innerText())
      .toBe('No assertions: a status from 200 to 299 passes, 500 does not.');

    await page.locator('.request-row', { hasText: 'values' }).click();
    await page.getByRole('tab', { name: 'Assertions: 4 failed' }).click();
    const failed = page.locator('.row-failed:not(.row-more)');
    const cells = [];
    for (const row of await failed.all()) cells.push((await row.locator('td').allTextContents()).slice(2));
    expect(cells).toEqual([
      ['approx', '40 +- 1', '42.1', '15'],
      ['each', '> 0', '[1,-3]', '16'],
      ['==', '{"name":"Ada","city":"Bergen"}', '{"name":"Ada","city":"Oslo"}', '17'],
      ['==', '9007199254740993', '12', '18'],
    ]);
    expect(await page.locator('.diff').innerText()).toBe('~ city: "Bergen" -> "Oslo"');
    await failed.nth(2).getByRole('link', { name: 'Go to line 17' }).click();
    await expect.poll(() => page.locator('.cm-activeLine').innerText()).toContain('expect body.user ==');
  });

  it('is compared with the result before it', async () => {
    const url = await startTarget();
    const { origin } = await startServer({ web: true, files: { 'a.http': `### c\nGET ${url}/counted\n` } });
    const { page } = await openPage(origin, '/files/a.http', { expected: /404 .*results\/one/ });
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByText('There is no earlier result of this request.').waitFor();
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.getByText('Different from the previous result').waitFor();
    expect(await page.locator('.compare .diff-removed').innerText()).toContain('"count": 1');
    expect(await page.locator('.compare .diff-added').innerText()).toContain('"count": 2');
    expect(await page.locator('.compare tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/X-Count\s+1\s+2/),
    ]);
  });

  it('is compared with the earlier result of the same request, if several have one name', async () => {
    const url = await startTarget();
    const text = `GET ${url}/counted\n\n###\nGET ${url}/counted\n`;
    const server = await startServer({ web: true, files: { 'a.http': text } });
    for (const _ of [1, 2]) await server.call('POST', '/execute', { json: { file: 'a.http' } });
    const { page } = await openPage(server.origin, '/files/a.http');
    await page.locator('.request-row').nth(1).click();
    await page.getByRole('tab', { name: 'Compare' }).click();
    await expect
      .poll(() => page.locator('.compare .diff-added').allInnerTexts())
      .toEqual([expect.stringContaining('"count": 4')]);
    expect(await page.locator('.compare .diff-removed').innerText()).toContain('"count": 2');
  });
});
