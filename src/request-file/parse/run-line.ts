/** Reads `run path`, `run #name` and the overrides after them. */
import type { RunLine } from '../model/model.js';

const REQUEST = /^run[ \t]+#[ \t]*(.+?)(?:[ \t]*\(([^()]*)\))?[ \t]*$/;
const FILE = /^run[ \t]+([^\s#(]\S*)(?:[ \t]*\(([^()]*)\))?[ \t]*$/;

/** Undefined for a line that runs nothing. */
export function readRunLine(text: string): Omit<RunLine, 'line' | 'place'> | undefined {
  const request = REQUEST.exec(text);
  if (request) return { name: request[1] ?? '', overrides: overridesIn(request[2]) };
  const file = FILE.exec(text);
  return file ? { path: file[1] ?? '', overrides: overridesIn(file[2]) } : undefined;
}

/** `@a = x, @b = y`; a part without a name is left out. */
function overridesIn(text = ''): RunLine['overrides'] {
  return text.split(/,(?=\s*@)/).flatMap((part) => {
    const [, name, value = ''] = /^\s*@([\w.-]+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
    return name === undefined ? [] : [{ name, value: value.replace(/^(["'])(.*)\1$/s, '$2') }];
  });
}
