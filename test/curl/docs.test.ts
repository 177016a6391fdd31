import { describe, expect, it } from 'vitest';
import { readPages } from '../support/files/markdown.js';
import { runSvc } from '../support/program/run-svc.js';
import { temporaryWorkspace, writeFiles } from '../support/files/workspace.js';

const page = (await readPages()).find(({ path }) => path === 'docs/import-export.md');

describe('docs/import-export.md', () => {
  it('shows what its commands print', async () => {
    const cwd = await temporaryWorkspace();
    let commands = 0;
    for (const { language, text, notes, place } of page?.examples ?? []) {
      const name = notes.get('file');
      if (name !== undefined) writeFiles(cwd, { [name]: text });
      if (language !== 'console') continue;
      const [line = '', ...output] = text.split('\n');
      const { stdout, stderr } = await runSvc(line.split(' ').slice(2), { cwd });
      expect(stdout + stderr, place).toBe(output.join('\n'));
      commands += 1;
    }
    expect(commands).toBe(3);
  });
});
