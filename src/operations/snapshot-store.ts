import { mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { RequestFailure } from '../http/message.js';
import type { RunnableFile, SnapshotStore } from '../runner/run-input.js';
import { writeAtomic } from '../workspace/atomic-write.js';
import { isBelow, openFile } from '../workspace/boundary.js';
import { judgeText, type PathRules } from '../workspace/path-text.js';
import { realpath } from 'node:fs/promises';

/** `__snapshots__/<request file name>.snap.json` beside the request file, inside the workspace (language.md 6.6). */
export function snapshotStore(rules: (directory: string) => Promise<PathRules>): SnapshotStore {
  return {
    async read(file) {
      const path = pathOf(file);
      const opened = await openFile(path, await rules(file.directory));
      if (!opened.ok) {
        if (opened.rule === 'missing') return undefined;
        throw new RequestFailure('file', opened.message);
      }
      try {
        return await opened.handle.readFile('utf8');
      } finally {
        await opened.handle.close();
      }
    },
    async write(file, text) {
      const path = pathOf(file);
      const place = await rules(file.directory);
      const judged = judgeText(path, place);
      if (!judged.ok) throw new RequestFailure('file', judged.message);
      await mkdir(dirname(judged.absolute), { recursive: true });
      if (!(await staysInside(judged.absolute, place.root))) {
        throw new RequestFailure('file', `path is outside the workspace: ${path}`);
      }
      await writeAtomic(judged.absolute, text, { shown: path });
    },
  };
}

function pathOf({ shown }: RunnableFile): string {
  return `__snapshots__/${basename(shown)}.snap.json`;
}

/** Neither the folder nor the file may be a link that leads out. */
async function staysInside(absolute: string, root: string): Promise<boolean> {
  const folder = await realpath(dirname(absolute));
  if (folder !== root && !isBelow(folder, root)) return false;
  const file = await realpath(absolute).catch(() => absolute);
  return file === absolute || isBelow(file, root);
}
