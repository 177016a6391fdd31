import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A fresh directory holding the given files, gone when the test has finished. */
export async function temporaryWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const root = await temporaryDirectory();
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFiles(root, files);
  return root;
}

/** For fixtures that several tests share; the caller removes it. */
export async function temporaryDirectory(): Promise<string> {
  // The real path, since macOS keeps its temporary directory behind a symbolic link.
  return realpath(await mkdtemp(join(tmpdir(), 'svc-test-')));
}

export async function writeFiles(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
