/** The test files of the examples with fewer assertions than they have: suites of other strengths. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Reduction = 'none' | 'status' | 'half' | 'written';

/** Rewrites the request files of a folder. */
export async function reduceAssertions(folder: string, reduction: Reduction): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.http')) continue;
    const path = join(folder, name);
    await writeFile(path, reduceText(await readFile(path, 'utf8'), reduction));
  }
}

function reduceText(text: string, reduction: Reduction): string {
  let place = 0;
  const lines = text.split('\n').filter((line) => {
    if (!line.startsWith('expect ') || isNeeded(line)) return true;
    place += 1;
    switch (reduction) {
      case 'none':
        return false;
      case 'status':
        return line.startsWith('expect status');
      case 'half':
        return place % 2 === 1;
      case 'written':
        return true;
    }
  });
  return lines.join('\n').replaceAll('>>>\n<<<\n', '');
}

/** Without them the request would fail, because its status is none of 200 to 299. */
function isNeeded(line: string): boolean {
  return /^expect status == [345]\d\d$/.test(line);
}
