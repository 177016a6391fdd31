// Writes the declarations of the library, as users compile against them, to test/api-surface/declarations.txt.
// A test compares them with every build, so that no change of the interface goes unnoticed.
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from './build.mjs';
import { filesBelow, isStarted, root } from './files.mjs';

export const SURFACE_FILE = join(root, 'test', 'api-surface', 'declarations.txt');

if (isStarted(import.meta.url)) {
  await build();
  await writeFile(SURFACE_FILE, await apiSurface());
  console.log(`Wrote ${relative(root, SURFACE_FILE)}.`);
}

/** The declarations of the build without comments, file by file. */
export async function apiSurface() {
  const types = join('dist', 'types');
  const files = (await filesBelow(types)).filter((file) => file.endsWith('.d.ts'));
  const parts = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8');
      return `// ${relative(types, file).split(sep).join('/')}\n${withoutComments(text)}`;
    }),
  );
  return parts.join('\n');
}

/**
 * Declarations have no texts in which a comment could seem to begin but those of imports and literals, on one line.
 * @param {string} text
 */
function withoutComments(text) {
  const lines = text.replaceAll(/^\s*\/\*\*[^]*?\*\/\s*?$/gm, '').split(/\r?\n/);
  return lines.flatMap((line) => (line.trim() === '' ? [] : [`${line.trimEnd()}\n`])).join('');
}
