/** Plans of request files that exist only as text. */
import { join } from 'node:path';
import { parseText } from '../../../src/request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS, SELECT_ALL, type Selection } from '../../../src/runner/plan/options.js';
import { planRun, type RunPlan } from '../../../src/runner/plan/plan.js';
import type { RunnableFile } from '../../../src/runner/plan/run-input.js';
import { dedent } from '../dedent.js';
import { shownName } from '../../../src/request-file/model/request-filter.js';

export const URL = 'http://127.0.0.1:1/x';

/** `name: dependency, dependency` per line; further directives after `;`. */
export function http(...requests: string[]): string {
  return requests
    .map((line) => {
      const [head = '', ...directives] = line.split(';');
      const [name = '', depends = ''] = head.split(':');
      const lines = [...(depends.trim() === '' ? [] : [`depends ${depends.trim()}`]), ...directives];
      return dedent`
        ### ${name.trim()}
        ${lines.map((directive) => `# @${directive.trim()}\n`).join('')}GET ${URL}
      `;
    })
    .join('\n');
}

export function plan(
  files: Record<string, string>,
  selection: Partial<Selection> = {},
  run: readonly string[] = Object.keys(files),
): Promise<RunPlan> {
  const load = (path: string): RunnableFile | undefined => {
    const text = files[path];
    if (text === undefined) return undefined;
    return { file: parseText(text, path), shown: path, directory: join('/w', path, '..') };
  };
  return planRun({
    files: run.map((path) => load(path)).filter((file) => file !== undefined),
    options: { ...DEFAULT_RUN_OPTIONS, selection: { ...SELECT_ALL, ...selection } },
    fileAccess: {
      loadFile: (path, from) => Promise.resolve(load(join(from, path).replace(/^\/w\//, ''))),
    },
  });
}

/** `name` of what runs, `name (reason)` of what is skipped, `+name` of what was pulled in, `name@file` of what is borrowed. */
export function steps({ files }: RunPlan, file = 0): string[] {
  return (files[file]?.steps ?? []).map(({ node, pulledIn, skipReason }) => {
    const borrowed = node.owner.isExternal ? `@${node.owner.runnable.shown}` : '';
    return `${pulledIn ? '+' : ''}${shownName(node.request)}${borrowed}${skipReason === '' ? '' : ` (${skipReason})`}`;
  });
}
