import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Addresses that a page shows, and the free ports that stand in for theirs. */
export class ShownAddresses {
  readonly #actual = new Map<string, string>();

  /** Both as `127.0.0.1:<port>`. */
  add(shown: string, actual: string): void {
    this.#actual.set(shown, actual);
  }

  /** The text of a page, for this machine. */
  localize(text: string): string {
    return replaceAll(text, this.#actual);
  }

  /** What was printed on this machine, as the page would show it. */
  restore(text: string): string {
    return replaceAll(text, new Map([...this.#actual].map(([shown, actual]) => [actual, shown])));
  }

  /** Files may be saved before their server runs, and commands write files with the default address. */
  async localizeFiles(directory: string): Promise<void> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const text = await readFile(path, 'utf8');
      const localized = this.localize(text);
      if (localized !== text) await writeFile(path, localized);
    }
  }
}

function replaceAll(text: string, replacements: ReadonlyMap<string, string>): string {
  return text.replaceAll(/127\.0\.0\.1:\d+/g, (address) => replacements.get(address) ?? address);
}
