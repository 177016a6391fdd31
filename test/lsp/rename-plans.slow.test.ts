/** After a rename by the server the command line plans the same, but for the name. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { TextDocument } from 'vscode-languageserver-textdocument';
import {
  chooseRename,
  Dice,
  linkedWorkspace,
  writeWorkspace,
  type ChosenRename,
} from '../property/linked-workspaces.js';
import { runSvc } from '../support/program/run-svc.js';
import { useEditor } from '../support/program/lsp-editor.js';
import { shownUri } from '../support/program/shown-lsp.js';

const SEED = 20_261_119;

interface Workspace extends ChosenRename {
  readonly folder: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

const WORKSPACES = Array.from({ length: 50 }, (_, number): Workspace => {
  const dice = new Dice(SEED + number);
  const linked = linkedWorkspace(dice);
  const chosen = chooseRename(dice, linked);
  return {
    ...chosen,
    folder: `w${number}`,
    before: writeWorkspace(linked, linked.names),
    after: writeWorkspace(linked, chosen.names),
  };
});

const editor = useEditor({
  files: {
    'service.yaml': 'environments:\n  dev:\n    stage:\n      name: one\n',
    ...Object.fromEntries(
      WORKSPACES.flatMap(({ folder, before }) =>
        Object.entries(before).map(([path, text]) => [`${folder}/${path}`, text]),
      ),
    ),
  },
});

interface PlannedTest {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

interface Planned {
  readonly tests: readonly PlannedTest[];
  /** Where each value comes from. */
  readonly text: string;
  readonly findings: readonly string[];
}

async function planned(): Promise<Planned> {
  const cwd = editor().root;
  const json = await runSvc(['run', '--dry-run', '-o', 'json', '.'], { cwd });
  const { stdout: text } = await runSvc(['run', '--dry-run', '-v', '.'], { cwd });
  const validated = await runSvc(['validate', '--json', '.'], { cwd });
  const files = JSON.parse(validated.stdout) as {
    file: string;
    diagnostics: { line: number; code: string }[];
  }[];
  expect(json.code).toBe(0);
  return {
    tests: (JSON.parse(json.stdout) as { tests: PlannedTest[] }).tests,
    text,
    findings: files.flatMap(({ file, diagnostics }) =>
      diagnostics.map(({ line, code }) => `${file}:${line} ${code}`),
    ),
  };
}

/** Writes what an editor would, and gives the texts that were changed. */
function apply({ changes = {} }: WorkspaceEdit): void {
  for (const [uri, edits] of Object.entries(changes)) {
    const path = join(editor().root, shownUri(uri, editor().uri('').replace(/\/$/, '')));
    const document = TextDocument.create(uri, 'http', 1, readFileSync(path, 'utf8'));
    writeFileSync(path, TextDocument.applyEdits(document, edits));
  }
}

it('renames in 50 generated workspaces change nothing but names', async () => {
  const before = await planned();
  const edits: WorkspaceEdit[] = [];
  for (const { folder, path, line, column, newName, before: texts } of WORKSPACES) {
    const uri = editor().uri(`${folder}/${path}`);
    await editor().open(uri, texts[path] ?? '');
    const position = { line: line - 1, character: column - 1 };
    edits.push(await editor().ask('textDocument/rename', { textDocument: { uri }, position, newName }));
  }
  for (const edit of edits) apply(edit);
  for (const { folder, after } of WORKSPACES)
    for (const [path, text] of Object.entries(after))
      expect(readFileSync(join(editor().root, folder, path), 'utf8'), `${folder}/${path}`).toBe(text);
  const after = await planned();
  expect(after.findings).toEqual(before.findings);
  expect(after.tests.length).toBeGreaterThan(500);
  expect(after.tests).toEqual(before.tests.map(renamedTest));
  expect(withoutNames(after.text)).toEqual(withoutNames(before.text));
});

/** A result with the new name, where it is the request that was renamed. */
function renamedTest(test: PlannedTest): PlannedTest {
  const workspace = WORKSPACES.find(({ folder }) => test.file.startsWith(`${folder}/`));
  const { folder = '', path = '', line, newName = '', after = {} } = workspace ?? {};
  const written = (after[path] ?? '').split('\n')[(line ?? 0) - 1] ?? '';
  const isRequest = /^(?:###|# @name) /.test(written);
  // A name by directive stands one line below the start of its request.
  const start = (line ?? 0) - (written.startsWith('###') ? 0 : 1);
  const isMeant = isRequest && test.file === `${folder}/${path}` && test.line === start;
  return isMeant ? { ...test, name: newName } : test;
}

/** The order, the addresses and the sources, with each name of a workspace that was changed made equal. */
function withoutNames(text: string): string[] {
  return text.split(/^(?=Would run: )/m).map((part) => {
    const workspace = WORKSPACES.find(({ folder }) => part.startsWith(`Would run: ${folder}/`));
    if (workspace === undefined) return part;
    const { before, path, line, column, newName } = workspace;
    const definition = (before[path] ?? '').split('\n')[line - 1] ?? '';
    const rest = definition.slice(column - 1);
    const old = definition.startsWith('#') ? rest : (rest.split(' ')[0] ?? '');
    return part.replaceAll(newName, 'NAME').replaceAll(old, 'NAME');
  });
}
