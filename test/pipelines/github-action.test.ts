/** The action for GitHub: its file, and its script with files of an invented machine. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../support/files/workspace.js';
import { ACTION } from '../support/program/action-steps.js';
import { repositoryRoot } from '../support/program/run-svc.js';
import { actionFindings } from '../support/rules/workflow-rules.js';

const text = await readFile(join(repositoryRoot, 'action.yml'), 'utf8');

let root: string;

beforeAll(async () => {
  root = await temporaryDirectory();
});

afterAll(() => rm(root, { recursive: true, force: true }));

describe('action.yml', () => {
  it('has no fault', async () => {
    expect(await actionFindings(text)).toEqual([]);
  });

  it.each([
    ['an unknown key', 'branding:', 'brand:'],
    ['a step without a shell', '      shell: bash\n', ''],
    ['an unknown context', '${{ inputs.tags }}', '${{ secrets.tags }}'],
    ['an unknown kind', 'using: composite', 'using: composed'],
    ['an expression inside of run', ' prepare\n', ' prepare ${{ inputs.paths }}\n'],
  ])('is refused with %s', async (_what, from, to) => {
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    expect(await actionFindings(changed)).not.toEqual([]);
  });

  it('has the inputs and outputs of the documentation, and no shell code', async () => {
    const page = await readFile(join(repositoryRoot, 'docs', 'ci.md'), 'utf8');
    for (const name of [...Object.keys(ACTION.inputs), ...Object.keys(ACTION.outputs)]) {
      expect(page).toContain(`| \`${name}\` |`);
    }
    for (const { run, uses } of ACTION.runs.steps) {
      expect(run ?? uses).toMatch(
        /^(?:exec node "\$GITHUB_ACTION_PATH\/ci\/github-action\.mjs" (?:prepare|run)|actions\/cache@v4)$/,
      );
    }
  });

  it('gives every input to its script', () => {
    const used = ACTION.runs.steps.flatMap(({ env = {} }) => Object.entries(env));
    const inputs = used.filter(([name]) => name !== 'CACHE_OUTCOME');
    for (const [name, value] of inputs) {
      const input = name.replace('INPUT_', '').toLowerCase().replaceAll('_', '-');
      expect(value).toBe(`\${{ inputs.${input} }}`);
    }
    expect(new Set(inputs.map(([, value]) => value))).toEqual(
      new Set(Object.keys(ACTION.inputs).map((name) => `\${{ inputs.${name} }}`)),
    );
  });
});
