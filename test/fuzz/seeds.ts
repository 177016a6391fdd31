/** Good inputs from the corpus, the examples and the documentation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** Contents of the files of these folders with one of these ends, in the order of their paths. */
export function filesOf(folders: readonly string[], ends: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => ends.some((end) => name.endsWith(end)))
      .sort()
      .map((name) => readFileSync(join(root, folder, name), 'utf8').replaceAll('\r\n', '\n')),
  );
}

/** Code blocks of the documentation in these languages. */
export function examplesOf(languages: readonly string[]): string[] {
  const pages = filesOf(['docs'], ['.md']);
  return pages.flatMap((page) =>
    [...page.matchAll(/^```(\w+)\n(.*?)^```/gms)]
      .filter(([, language = '']) => languages.includes(language))
      .map(([, , text = '']) => text),
  );
}
