/** What `svc run` does with generated workspaces before and after a rename. */
import { expect, it } from 'vitest';
import {
  chooseRename,
  Dice,
  linkedWorkspace,
  PATHS,
  writeWorkspace,
} from '../../property/linked-workspaces.js';
import { temporaryWorkspace, writeFiles } from '../../support/files/workspace.js';
import { runInProcess } from '../../support/program/in-process-svc.js';
import { renameInTexts, type Texts } from '../../support/runs/renamed-texts.js';
import { loopback } from '../../support/runs/run-requests.js';

const WORKSPACES = 50;
/** Sending everything takes longer than planning it. */
const SENT_WORKSPACES = 10;
const SEED = 7_001;

interface ShownTest {
  readonly name: string;
}

/** The tests of a run; those of other names have to be equal in everything but times. */
async function testsOf(cwd: string, ...flags: readonly string[]): Promise<ShownTest[]> {
  const args = ['run', ...PATHS, '--no-history', '-o', 'json', ...flags];
  const { stdout } = await runInProcess(args, { cwd });
  const { tests } = JSON.parse(stdout) as { tests: ShownTest[] };
  return JSON.parse(
    JSON.stringify(tests, (key, value: unknown) => (TIMED.has(key) ? undefined : value)),
  ) as ShownTest[];
}

const TIMED = new Set(['duration', 'headers', 'timings', 'time']);

function withoutNames(tests: readonly ShownTest[]): unknown[] {
  return tests.map(({ name: _name, ...others }) => others);
}

it('shows the same plan, and sends the same, but for the name', { timeout: 120_000 }, async () => {
  const { url, seen } = await loopback(() => ({ json: {} }));
  const service = 'environments:\n  dev:\n    stage: { name: qa }\n';
  for (let number = 0; number < WORKSPACES; number++) {
    const dice = new Dice(SEED + number);
    const workspace = linkedWorkspace(dice);
    const { newName, names, ...place } = chooseRename(dice, workspace);
    const texts = writeWorkspace(workspace, workspace.names, url);
    const changed = (await renameInTexts(texts, place, newName)) as Texts;
    const cwd = await temporaryWorkspace({ ...texts, 'service.yaml': service });
    const before = await testsOf(cwd, '--dry-run');
    const sentBefore = number < SENT_WORKSPACES ? await testsOf(cwd) : [];
    const urlsBefore = seen.splice(0);
    writeFiles(cwd, changed);
    const after = await testsOf(cwd, '--dry-run');
    expect(withoutNames(after), `workspace ${number}`).toEqual(withoutNames(before));
    const others = after.filter(({ name }, index) => name !== before[index]?.name);
    expect(others.every(({ name }) => name === newName)).toBe(true);
    expect(others.length > 0).toBe(names.requests !== workspace.names.requests);
    if (number >= SENT_WORKSPACES) continue;
    const sentAfter = await testsOf(cwd);
    expect(seen.splice(0)).toEqual(urlsBefore);
    expect(withoutNames(sentAfter)).toEqual(withoutNames(sentBefore));
    expect(JSON.stringify(sentBefore)).not.toContain('has no value');
  }
});
