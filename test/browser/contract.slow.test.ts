import { describe, expect, it } from 'vitest';
import { loopback } from '../support/runs/run-requests.js';
import { startServer } from '../support/servers/running-server.js';
import { openPage, useBrowser } from './browser.js';
import { HOSTILE, startTargetApi } from './target-api.js';

useBrowser();

const DEPOT = `### Read the depot
# @name readDepot
# @contract.provider depot
# @contract.state "${HOSTILE.replaceAll('"', "'")}"
GET {{baseUrl}}/depot

>>>
expect status 200
expect body.tags == ["a", "c"]
<<<

### Later
# @skip not yet
GET {{baseUrl}}/never

### ${HOSTILE}
GET {{baseUrl}}/missing

### Unknown value
GET {{baseUrl}}/{{nowhere}}
`;

describe('the contract view', () => {
  it('verifies chosen files against a provider and shows why something failed', async () => {
    const provider = await startTargetApi();
    const states = await loopback(() => 204);
    const files = { 'depot.http': DEPOT, 'broken.http': 'GET\n', 'other.http': 'GET {{baseUrl}}/depot\n' };
    const { origin } = await startServer({ web: true, files });
    const { page } = await openPage(origin, '/contract');
    await page.getByRole('heading', { name: 'Does the provider honour the contract?' }).waitFor();
    const verify = page.getByRole('button', { name: 'Verify' });
    expect(await verify.isDisabled()).toBe(true);
    await page.getByLabel('Provider').fill(`${provider}?x=1`);
    await page.locator('.field-problem', { hasText: 'without “?”' }).waitFor();
    await page.getByLabel('Provider').fill(provider);
    await page.getByLabel('State handler').fill(`${states.url}/states`);
    await page.getByLabel('Only some').click();
    await page.getByLabel('depot.http').check();
    await page.getByLabel('broken.http').check();
    await verify.click();
    await page.getByRole('heading', { name: 'The provider breaks the contract' }).waitFor();
    const counts = await page.locator('.contract-head .counts').textContent();
    expect(counts).toBe('0 passed4 failed1 skipped');
    expect(states.requests).toHaveLength(1);

    await page.locator('.diff-changed', { hasText: '[1]: "c" -> "b"' }).waitFor();
    await page.locator('.problem', { hasText: 'The response was 404' }).waitFor();
    await page.locator('.problem', { hasText: 'nowhere' }).waitFor();
    const later = page.locator('.card', { hasText: 'Later' });
    await later.getByText('not yet').waitFor();
    await later.locator('.card-title').click();
    await later.getByText('Skipped: not yet').waitFor();
    expect(await page.locator('.contract-file', { hasText: 'other.http' }).count()).toBe(0);
    expect(await page.title()).toMatch(/ · svc$/);
    expect(await page.locator('.contract img, .contract script').count()).toBe(0);

    await page.reload();
    await page.getByRole('heading', { name: 'The provider breaks the contract' }).waitFor();
    expect(await page.getByLabel('Provider').inputValue()).toBe(provider);
    expect(await page.getByRole('checkbox', { name: 'depot.http' }).isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Open readDepot in the editor' }).click();
    await page.locator('.cm-activeLine', { hasText: '### Read the depot' }).waitFor();
  });

  it('can be stopped, and shows what others verify', async () => {
    const provider = await startTargetApi();
    const files = { 'slow.http': 'GET {{baseUrl}}/never\n', 'good.http': 'GET {{baseUrl}}/depot\n' };
    const { origin, call } = await startServer({ web: true, files });
    const { page } = await openPage(origin, '/contract');
    await page.getByLabel('Provider').fill(provider);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Verifying…').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('alert').filter({ hasText: 'Cancelled.' }).waitFor();
    await page.getByRole('button', { name: 'Verify' }).waitFor();

    const away = new AbortController();
    const waiting = call('POST', '/contract/verify', {
      json: { providerUrl: provider, files: ['slow.http'] },
      signal: away.signal,
    }).catch(() => undefined);
    await page.getByText('Another client is verifying a contract…').waitFor();
    away.abort();
    await waiting;
    await call('POST', '/contract/verify', { json: { providerUrl: provider, files: ['good.http'] } });
    await page.getByRole('heading', { name: 'The provider honours the contract' }).waitFor();
    await page.locator('.contract-head', { hasText: '1 passed' }).waitFor();
  });

  it('repeats the words of the server when it refuses', async () => {
    const { origin } = await startServer({
      web: true,
      files: { 'a.http': 'GET {{baseUrl}}/\n', 'service.yaml': 'timeout: [\n' },
    });
    const { page } = await openPage(origin, '/contract', { expected: /400 .*(?:environments|verify)$/ });
    await page.getByLabel('Provider').fill('http://127.0.0.1:9');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').filter({ hasText: 'service.yaml is not valid' }).waitFor();
  });
});
