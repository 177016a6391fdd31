import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isSettled } from '../../../src/workspace/paths/file-version.js';

/** Waits until all files below are so old that a further change of theirs would show in their times. */
export async function filesSettled(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const versions = await Promise.all(files.map((entry) => stat(join(entry.parentPath, entry.name))));
  await expect.poll(() => versions.every((version) => isSettled(version, Date.now()))).toBe(true);
}
