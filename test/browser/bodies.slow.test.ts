import { describe, expect, it } from 'vitest';
import { loopback } from '../support/runs/run-requests.js';
import { seededBytes } from '../support/seeded-bytes.js';
import { startServer } from '../support/servers/running-server.js';
import { downloaded, openPage, useOwnBrowser } from './browser.js';
import { checkOnTime, ON_TIME } from '../support/on-time.js';
import { MAX_TASK_MS, traceTasks } from './task-trace.js';

useOwnBrowser();

/** What is found once must not be there once more by chance. */
const FILLING = seededBytes('body')(5000);
const BYTES = Buffer.concat([Buffer.from([0, 1, 0xff, 0xfe]), Buffer.from('needle'), FILLING]);
const ITEMS = Array.from({ length: 900 }, (_, id) => ({ id, label: `item ${id}`, more: { deep: [id] } }));
const ORDER = JSON.stringify({
  'user name': 'Ann "A" {{x}}',
  items: ITEMS,
  last: 12345678901234567890n.toString(),
});
const XML = '<orders><order id="1"><name>One</name></order><order id="2"><name>Two</name></order></orders>';
/** About fifty megabytes. */
const LARGE = Buffer.from(
  `[${Array.from({ length: 420_000 }, (_, id) => `{"id":${id},"name":"customer ${id}","email":"user${id}@example.test","tags":["x","y"],"city":"Graz and more"}`).join(',')}]`,
);

const LARGE_TEXT = Array.from(
  { length: 900_000 },
  (_, at) => `line ${at} of a text of fifty megabytes, or about`,
);

const BODIES: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/order': ['application/json', ORDER],
  '/xml': ['application/xml', XML],
  '/bytes': ['application/zip', BYTES],
  '/large': ['application/json', LARGE],
  '/text': ['text/plain', Buffer.from(LARGE_TEXT.join('\n'))],
};

async function startTarget(): Promise<string> {
  const { url } = await loopback(({ path }, response) => {
    const [type, body] = BODIES[path] ?? ['text/plain', ''];
    const name = path === '/bytes' ? { 'Content-Disposition': 'attachment; filename="data.zip"' } : {};
    response.writeHead(200, { 'Content-Type': type, 'X-Trace': 'abc', ...name });
    response.end(body);
    return undefined;
  });
  return url;
}

describe('a response', () => {
  it('is searched, filtered and turned into assertions by keys alone', async () => {
    const url = await startTarget();
    const text = `### order\nGET ${url}/order\n\n### other\nGET ${url}/xml\n`;
    const server = await startServer({ web: true, files: { 'a.http': text } });
    const { page } = await openPage(server.origin, '/files/a.http');
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.locator('.request-row', { hasText: 'order' }).click();
    await page.getByRole('tab', { name: 'Response' }).click();
    const tree = page.getByRole('tree', { name: 'JSON' });
    await tree.focus();
    expect(await page.locator('.json-row', { hasText: 'item 899' }).count()).toBe(0);

    await page.keyboard.press('Control+f');
    await page.keyboard.type('ITEM 89');
    const count = page.locator('.find-count');
    await expect.poll(() => count.textContent()).toBe('1 of 11');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => count.textContent()).toBe('11 of 11');
    const current = page.locator('.json-row', { has: page.locator('mark.is-current') });
    await expect.poll(() => current.textContent()).toContain('"label": "item 899"');
    await page.getByRole('button', { name: 'Regular expression' }).click();
    await page.getByLabel('Find', { exact: true }).fill('(');
    await expect.poll(() => count.textContent()).toMatch(/^Invalid pattern/);
    await page.getByLabel('Find', { exact: true }).fill('item 89[0-9]"$');
    await expect.poll(() => count.textContent()).toMatch(/of 10$/);
    await page.keyboard.press('Escape');
    await page.locator('.json:focus').waitFor();

    await page.getByLabel('Filter by JSONPath').fill('$.items[?@.id == 7].label');
    await expect.poll(() => page.locator('.filter-count').textContent()).toBe('1 result');
    expect(await page.locator('.json-row').allTextContents()).toEqual(['body.items[7].label: "item 7"']);
    await tree.focus();
    await page.keyboard.press('a');
    await expect.poll(() => editorText(page)).toContain('expect body.items[7].label == "item 7"');
    await page.getByLabel('Filter by JSONPath').fill('body["user name"]');
    await expect.poll(() => page.locator('.json-row').first().textContent()).toContain('Ann');
    await tree.focus();
    await page.keyboard.press('a');
    await expect.poll(() => editorText(page)).toContain('expect body["user name"] ==');
    await tree.focus();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Capture this value' }).click();
    await expect.poll(() => editorText(page)).toContain('user_name from body["user name"]');
    await page.getByRole('tab', { name: /^Headers/ }).click();
    await page.getByRole('button', { name: 'Add assertion for X-Trace' }).click();
    await expect.poll(() => editorText(page)).toContain('expect header X-Trace == "abc"');
    await page.getByRole('tab', { name: 'Response' }).click();
    await tree.focus();
    await page.keyboard.press('Control+s');
    const stored = async (): Promise<string> => (await server.get('/files/a.http')).text;
    await expect.poll(stored).toContain('user_name');
    const ran = await server.call('POST', '/execute', { json: { file: 'a.http', requestName: 'order' } });
    expect(ran.json).toMatchObject({ passed: 1, failed: 0 });
  });

  it('of any kind is shown, filtered and saved byte by byte', async () => {
    const url = await startTarget();
    const text = `### xml\nGET ${url}/xml\n\n### bytes\nGET ${url}/bytes\n`;
    const { origin } = await startServer({ web: true, files: { 'a.http': text } });
    const { page } = await openPage(origin, '/files/a.http');
    // The bytes are shown first, but arrive only when another body is shown already.
    let send: (() => Promise<void>) | undefined;
    await page.context().route(/results\/body\?.*name=bytes/, async (route) => {
      if (send === undefined) send = () => route.continue();
      else await route.continue();
    });
    await page.getByRole('button', { name: 'Run file' }).click();
    await page.getByRole('tab', { name: 'Response' }).click();
    await expect.poll(() => send).toBeDefined();
    await page.locator('.request-row', { hasText: 'xml' }).click();
    await page.getByRole('tab', { name: 'Response' }).click();
    await expect.poll(() => page.locator('.text-line').allTextContents()).toContain('4  </order>');
    await send?.();
    await page.getByLabel('Filter by XPath').fill('//order[@id="2"]/name');
    await expect.poll(() => page.locator('.text-line').allTextContents()).toEqual(['1<name>Two</name>']);

    await page.locator('.request-row', { hasText: 'bytes' }).click();
    await page.getByRole('tab', { name: 'Response' }).click();
    await expect.poll(() => page.locator('.hex-line').first().textContent()).toContain('00 01 ff fe 6e 65');
    expect(await page.evaluate(FOCUS_AFTER_FIND)).toBe('Find');
    await page.keyboard.type('ff fe 6e');
    await expect.poll(() => page.locator('.find-count').textContent()).toBe('1 of 1');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the body to a file' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('data.zip');
    expect((await downloaded(download)).equals(BYTES)).toBe(true);
  });

  it('of fifty megabytes never keeps the page busy', ON_TIME, () =>
    checkOnTime(async () => {
      const url = await startTarget();
      const text = `### text\nGET ${url}/text\n\n### large\nGET ${url}/large\n`;
      const { origin } = await startServer({ web: true, files: { 'a.http': text } });
      const { page } = await openPage(origin, '/files/a.http');
      await page.locator('.cm-run-mark').first().waitFor();
      const endTrace = await traceTasks(page);
      await page.getByRole('button', { name: 'Run file' }).click();
      await page.getByRole('tab', { name: 'Response' }).click();
      await page.locator('.json-row').first().waitFor();
      await page.getByRole('button', { name: 'Find in the body' }).click();
      await page.keyboard.type('customer 419999');
      const count = page.locator('.find-count');
      await expect.poll(() => count.textContent(), { timeout: 60_000 }).toBe('1 of 1');
      await page.locator('mark.is-current').waitFor();
      await page.getByRole('tab', { name: 'Hex' }).click();
      await page.locator('.hex-line').first().waitFor();

      await page.locator('.request-row', { hasText: 'text' }).click();
      await page.locator('.text-line', { hasText: 'line 3 of' }).waitFor();
      await page.getByRole('button', { name: 'Find in the body' }).click();
      await page.keyboard.type('line 899999 of');
      await expect.poll(() => count.textContent(), { timeout: 60_000 }).toBe('1 of 1');
      await page.locator('mark.is-current').waitFor();
      const longest = await endTrace();
      expect(Number(await page.evaluate('performance.memory.usedJSHeapSize'))).toBeLessThan(60_000_000);
      return () => expect(longest).toBeLessThan(MAX_TASK_MS);
    }),
  );
});

/** What has the focus when the event of the click is over, before any other event. */
const FOCUS_AFTER_FIND = `(async () => {
  document.querySelector('[aria-label="Find in the body"]').click();
  for (let turn = 0; turn < 10; turn++) await undefined;
  return document.activeElement.getAttribute('aria-label');
})()`;

async function editorText(page: Awaited<ReturnType<typeof openPage>>['page']): Promise<string> {
  return (await page.locator('.cm-line').allTextContents()).join('\n');
}
