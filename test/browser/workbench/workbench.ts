/** A page with a workbench, and what a user does in it. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What is used of the page; tests are checked without the types of browsers. */
interface Styles {
  readonly getComputedStyle: (element: unknown) => { readonly color: string };
}

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a file of the explorer. */
  async open(file: string): Promise<void> {
    await this.page.getByRole('treeitem', { name: file }).dblclick();
    await this.page.locator('.tab.active', { hasText: file }).waitFor();
    await this.page.locator('.editor-instance .view-lines').click();
  }

  /** Runs a command of the palette by its title. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.#input().waitFor();
    await this.#input().fill(`>${title}`);
    const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    await row.waitFor();
    await row.click();
  }

  /** Puts the cursor at a line and column of the active editor. */
  async goTo(line: number, column: number): Promise<void> {
    await this.page.keyboard.press('Control+g');
    await this.#input().waitFor();
    await this.#input().fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.cursorIsAt(line);
  }

  async cursorIsAt(line: number): Promise<void> {
    await expect.poll(() => this.status('Ln ')).toMatch(new RegExp(`^Ln ${line}, `));
  }

  /** The text of the item of the status bar that starts with these characters. */
  async status(start: string): Promise<string> {
    const texts = await this.page.locator('.statusbar-item').allInnerTexts();
    return texts.map((text) => text.trim()).find((text) => text.startsWith(start)) ?? '';
  }

  /** A row of a list of quick picks, completions or actions. */
  row(text: string | RegExp): Locator {
    return this.page.locator('.monaco-list-row', { hasText: text }).first();
  }

  /** The colour of the last word of the active editor that is written like this. */
  async colorOf(text: string): Promise<string> {
    const span = this.page.locator('.view-line span[class^="mtk"]', { hasText: text }).last();
    await span.waitFor();
    return span.evaluate(
      (element: unknown) => (globalThis as unknown as Styles).getComputedStyle(element).color,
    );
  }

  #input(): Locator {
    return this.page.locator('.quick-input-box input');
  }
}
