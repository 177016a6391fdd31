import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh directory holding the given files, gone when the test has finished. */
export async function temporaryWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const root = await temporaryDirectory();
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  writeFiles(root, files);
  return root;
}

/** For fixtures that several tests share; the caller removes it. */
export async function temporaryDirectory(): Promise<string> {
  // The real path, since macOS keeps its temporary directory behind a symbolic link.
  return realpath(await mkdtemp(join(tmpdir(), 'svc-test-')));
}

/** Writes without waiting in between, because some tests need thousands of files. */
export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  const folders = new Set<string>();
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    const folder = dirname(path);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    writeFileSync(path, content);
  }
}
