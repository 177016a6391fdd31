import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startServer } from '../support/servers/running-server.js';
import { loadAxe, runAxe, severeViolations, showView } from './axe.js';
import { openPage, useBrowser } from './browser.js';
import { BEGINNINGS, busyServer, FILE, SIGHTS, type Sight } from './sights.js';

useBrowser();

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

const KEYBOARD_VIEWS = [
  ...['/', '/stress', '/mock', '/record', '/contract', '/import', '/export'],
  ...['/history', '/environments', '/settings'],
];

describe('every view', () => {
  it('has no serious violation, wide or narrow, light or dark', async () => {
    const { origin } = await busyServer();
    expect(await violationsOf(origin, SIGHTS)).toEqual([]);
  }, 600_000);

  it('has none before anything was done, or before the token is known', async () => {
    const { origin } = await startServer({ web: true, files: { 'depot.http': FILE } });
    expect(await violationsOf(origin, BEGINNINGS, /412 .*depot\.http$/)).toEqual([]);
    const token = 'sesame-sesame-sesame';
    const locked = await startServer({ web: true, files: {}, token, args: ['--api-token', token] });
    const entry: Sight = ['/', (page) => page.getByLabel('API token').waitFor()];
    expect(await violationsOf(locked.origin, [entry], /401/)).toEqual([]);
  }, 600_000);
});

async function violationsOf(origin: string, sights: readonly Sight[], expected?: RegExp): Promise<string[]> {
  const found: string[] = [];
  const { page } = await openPage(origin, '/', { ...WIDE, ...(expected && { expected }) });
  const seen = new Set<string>();
  await loadAxe(page);
  for (const [path, ...steps] of sights) {
    await page.setViewportSize(WIDE);
    await showView(page, path);
    for (const step of steps) {
      await page.setViewportSize(WIDE);
      await step(page);
      found.push(...(await look(page, `${path} wide`, seen)));
      await page.setViewportSize(NARROW);
      found.push(...(await look(page, `${path} narrow`, seen)));
      for (const tab of await page.locator('.pane-choice [role=tab]').all()) {
        if ((await tab.getAttribute('aria-selected')) === 'true' || !(await tab.isVisible())) continue;
        if ((await page.locator('dialog[open]').count()) > 0) continue;
        const pane = await tab.innerText();
        // What the other steps in a file do is seen in the results only.
        if (pane === 'Editor' && step !== steps[0]) continue;
        await tab.click();
        found.push(...(await look(page, `${path} narrow, ${pane}`, seen)));
      }
    }
  }
  return found;
}

/** Everything in light; dark differs in nothing but its colours. What was seen exactly so before is not checked again. */
async function look(page: Page, name: string, seen: Set<string>): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  // What is measured after a change of size is drawn one frame later.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  // A dialog is above everything, but axe only compares the numbers of the style.
  await page.evaluate("for (const each of document.querySelectorAll('dialog')) each.style.zIndex = 1000");
  const state = await page.evaluate<string>(SHOWN_STATE);
  if (seen.has(state)) return [];
  seen.add(state);
  const light = await runAxe(page, {});
  expect(light.passed, name).toBeGreaterThan(10);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await runAxe(page, { runOnly: ['color-contrast'] });
  expect(dark.passed, name).toBe(1);
  return [...severeViolations(name, light), ...severeViolations(`${name} dark`, dark)];
}

/** All that two equal looks have in common: size, elements, what is typed or chosen in them, and what is scrolled. */
const SHOWN_STATE = `JSON.stringify([
  innerWidth,
  document.documentElement.outerHTML,
  [...document.querySelectorAll('*')].map((each) => [
    each.value,
    each.checked,
    each.disabled,
    each.scrollLeft,
    each.scrollTop,
    getComputedStyle(each).color,
    getComputedStyle(each).backgroundColor,
  ]),
])`;

describe('the keyboard', () => {
  it('reaches every control of a view, and always shows where it is', async () => {
    const { origin } = await busyServer();
    for (const path of KEYBOARD_VIEWS) {
      const { page } = await openPage(origin, path);
      await page.locator('.rail a[aria-current]').waitFor();
      // A slow page may be idle before it asks for what it shows, and the controls change with that.
      await page.locator('.main > :not(.waiting)').first().waitFor();
      await page.waitForLoadState('networkidle');
      await page.locator('.stress-loading').waitFor({ state: 'detached' });
      const wanted = await page.evaluate<number>(COUNT_CONTROLS);
      await page.evaluate(WATCH_FOCUS);
      for (let step = 0; step < wanted + 12; step++) await page.keyboard.press('Tab');
      const reached = await page.evaluate<Focus[]>('window.focused');
      for (const { name, isMarked } of reached) expect(isMarked, `${path}: ${name}`).toBe(true);
      expect(new Set(reached.map(({ name }) => name)).size, path).toBeGreaterThanOrEqual(wanted);
      await page.context().close();
    }
  }, 300_000);

  it('goes through many files by arrow keys, past those that are not in the page yet', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `file-${String(at).padStart(3, '0')}.http`);
    const files = Object.fromEntries(names.map((name) => [name, FILE]));
    const { origin } = await startServer({ web: true, files });
    const { page } = await openPage(origin, '/stress');
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const isFocused = (name: string): Promise<void> => page.locator(`[title="${name}"] :focus`).waitFor();
    await page.getByLabel('All of them').focus();
    await press('Tab', 'ArrowDown', 'ArrowDown');
    await isFocused('file-002.http');
    await press('Space', 'End');
    await isFocused('file-299.http');
    await press('Space', 'PageUp');
    await isFocused('file-293.http');
    await press('Home');
    await isFocused('file-000.http');
    await page.getByText('2 of 300').waitFor();
    await press('Tab');
    expect(await page.locator('.choice-rows :focus').count()).toBe(0);
    await press('Shift+Tab');
    await isFocused('file-000.http');
  });
});

describe('motion', () => {
  it('is not asked of those who do not want it', async () => {
    const { origin } = await startServer({ web: true });
    const { page } = await openPage(origin);
    await page.locator('.rail').waitFor();
    // The browser of these tests prefers reduced motion.
    expect(await page.evaluate('matchMedia("(prefers-reduced-motion: reduce)").matches')).toBe(true);
    expect(await page.evaluate(MOTION)).toEqual({ transition: 'none', turn: '0s', turns: '1' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await page.evaluate(MOTION)).toEqual({ transition: 'transform', turn: '0.8s', turns: 'infinite' });
  });
});

interface Focus {
  readonly name: string;
  readonly isMarked: boolean;
}

/** A group of tabs or radio buttons is one stop; what is folded away belongs to the view too. */
const COUNT_CONTROLS = `(() => {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
  const stops = [...document.querySelectorAll(controls)].filter(
    (each) => !each.disabled && each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true })
      && !(each.type === 'radio' && !each.checked));
  stops.forEach((each, at) => { each.dataset.stop = 'stop ' + at; });
  return stops.length;
})()`;

/** Notes every control that gets the focus, and whether one can see that it has it. */
const WATCH_FOCUS = `(() => {
  window.focused = [];
  document.addEventListener('focusin', () => {
    const { activeElement } = document;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(activeElement);
    const name = activeElement.dataset.stop ?? '';
    if (name === '') return;
    const isMarked = (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1) || boxShadow !== 'none';
    window.focused.push({ name, isMarked });
  });
})()`;

const MOTION = `(() => {
  const probe = document.body.appendChild(document.createElement('div'));
  probe.innerHTML = '<span class="fold"><i class="icon"></i></span><span class="verdict-running"></span>';
  const fold = getComputedStyle(probe.querySelector('.icon'));
  const turning = getComputedStyle(probe.querySelector('.verdict-running'));
  const found = {
    transition: fold.transitionProperty,
    turn: turning.animationDuration,
    turns: turning.animationIterationCount,
  };
  probe.remove();
  return found;
})()`;
