import type { Browser, BrowserContext, BrowserContextOptions, Download, Page } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { connectBrowser } from '../../scripts/browser.mjs';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { startBrowserServer } from '../support/servers/browser-server.js';
import { sharedServer } from '../support/servers/shared-server.js';

export interface OpenedPage {
  readonly page: Page;
  /** Everything that went wrong in the page: refused by its policy, thrown, or asked of another origin. */
  readonly faults: () => readonly string[];
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly isScriptOff?: boolean;
  /** Messages of the browser, with the path they are about, that are no fault in this test: refused calls above all. */
  readonly expected?: RegExp;
}

const REPORT_POLICY = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;

let connected: Promise<Browser> | undefined;
let browser: Browser | undefined;

/** One browser for all files of the run; each test has a profile of its own in it. */
export function useBrowser(): void {
  beforeAll(async () => {
    connected ??= connectShared();
    browser = await connected;
  }, HOOK_LIMIT);
}

/** For tests that read the clipboard or trace tasks: a browser has one clipboard and one trace. */
export function useOwnBrowser(): void {
  let close = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    const server = await startBrowserServer(inject('browserPath'));
    ({ close } = server);
    browser = await connectBrowser(server.endpoint);
  }, HOOK_LIMIT);
  afterAll(async () => {
    await browser?.close();
    await close();
  });
}

const HOOK_LIMIT = 180_000;

async function connectShared(): Promise<Browser> {
  const { endpoint } = (await sharedServer('browser')) as { readonly endpoint: string };
  return connectBrowser(endpoint);
}

/** What a page has given to be stored. */
export async function downloaded(download: Download): Promise<Buffer> {
  const file = join(await temporaryWorkspace(), 'download');
  await download.saveAs(file);
  return readFile(file);
}

/** A profile of its own, for pages that are not the web interface. */
export async function newProfile(): Promise<BrowserContext> {
  const context = await newContext();
  onTestFinished(() => context.close());
  return context;
}

/** One for several tests; the caller closes it. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  if (browser === undefined) throw new Error('no browser is running');
  return browser.newContext(options);
}

/** A page of its own profile; the test fails when anything went wrong in it. */
export async function openPage(origin: string, path = '/', options: PageOptions = {}): Promise<OpenedPage> {
  if (browser === undefined) throw new Error('no browser is running');
  const { width = 1440, height = 900, isScriptOff = false, expected } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: 'light',
    locale: 'en-US',
    reducedMotion: 'reduce',
    javaScriptEnabled: !isScriptOff,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!expected?.test(message)) faults.push(`thrown: ${message}`);
  });
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const text = `${message.text()} ${message.location().url.replace(origin, '')}`.trim();
    if (!expected?.test(text)) faults.push(`console: ${text}`);
  });
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') faults.push(`dialog: ${dialog.message()}`);
    void dialog.accept();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) faults.push(`asked elsewhere: ${request.url()}`);
  });
  await page.addInitScript({ content: REPORT_POLICY });
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await shownBy(page), faults);
    await context.close();
    expect(faults).toEqual([]);
  });
  await page.goto(`${origin}${path}`);
  return { page, faults: () => faults };
}

/** Tells more of a failure than the locator that waited. */
async function shownBy(page: Page): Promise<string> {
  const text = await page.locator('body').innerText({ timeout: 5000 }).catch(String);
  return `The page showed at ${page.url()}:\n${text}`;
}
