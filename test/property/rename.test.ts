/** After a rename everything means the same: the texts are those of the new name, the plan is the same. */
import { expect, it } from 'vitest';
import { parseText } from '../../src/request-file/parse-file.js';
import { validateFiles } from '../../src/request-file/validate.js';
import { plan } from '../support/runs/planned-steps.js';
import { renameInTexts, type TextPlace, type Texts } from '../support/runs/renamed-texts.js';
import { chooseRename, Dice, linkedWorkspace, writeWorkspace } from './linked-workspaces.js';
import { caseCount } from '../support/generated-cases.js';

const WORKSPACES = caseCount(50, 25);
const SEED = 20_261_118;

async function renamed(texts: Texts, place: TextPlace, newName: string): Promise<Texts | string> {
  const changed = await renameInTexts(texts, place, newName);
  return typeof changed === 'object' ? { ...texts, ...changed } : (changed ?? 'no name');
}

/** The steps by place, with what they depend on, and without any name. */
async function planOf(texts: Texts): Promise<string[][]> {
  const { files } = await plan(texts);
  return files.map(({ steps }) =>
    steps.map(({ node, dependencies, skipReason }) =>
      [
        `${node.owner.runnable.shown}:${node.request.line}`,
        ...dependencies.map((each) => `${each.node?.owner.runnable.shown}:${each.node?.request.line}`),
        skipReason,
      ].join(' '),
    ),
  );
}

function findingsOf(texts: Texts): string[] {
  const files = Object.entries(texts).map(([path, text]) => parseText(text, path));
  const validated = validateFiles(files);
  return files.flatMap((file) =>
    [...file.diagnostics, ...(validated.get(file) ?? [])].map(
      ({ code, line }) => `${file.path}:${line} ${code}`,
    ),
  );
}

it('holds for generated workspaces with new names', async () => {
  const kinds = new Set<string>();
  for (let number = 0; number < WORKSPACES; number++) {
    const dice = new Dice(SEED + number);
    const workspace = linkedWorkspace(dice);
    const before = writeWorkspace(workspace, workspace.names);
    expect(findingsOf(before).filter((each) => !each.endsWith('unused_capture'))).toEqual([]);
    const { names, newName, ...place } = chooseRename(dice, workspace);
    const after = writeWorkspace(workspace, names);
    expect(await renamed(before, place, newName), `workspace ${number}`).toEqual(after);
    expect(findingsOf(after)).toEqual(findingsOf(before));
    expect(await planOf(after)).toEqual(await planOf(before));
    for (const each of ['requests', 'captures', 'variables'] as const)
      if (names[each] !== workspace.names[each]) kinds.add(each);
  }
  expect([...kinds].toSorted()).toEqual(['captures', 'requests', 'variables']);
});

it('holds or is refused for names that are used already', async () => {
  let refused = 0;
  for (let number = 0; number < WORKSPACES; number++) {
    const dice = new Dice(SEED - number);
    const workspace = linkedWorkspace(dice);
    const before = writeWorkspace(workspace, workspace.names);
    const { path, line, column } = chooseRename(dice, workspace);
    const newName = dice.pick(['login', 'a, b', 'token', 'id', 'host', 'stage', 'x']);
    const after = await renamed(before, { path, line, column }, newName);
    if (typeof after === 'string') {
      refused += 1;
      expect(after).toMatch(
        /^`.+` (?:is already used on line \d+|cannot be written inside \{\{…\}\}; it is used on line \d+)$/,
      );
      continue;
    }
    expect(findingsOf(before)).toEqual(expect.arrayContaining(findingsOf(after)));
    expect(await planOf(after)).toEqual(await planOf(before));
  }
  expect(refused).toBeGreaterThan(5);
  expect(refused).toBeLessThan(WORKSPACES - 5);
});
