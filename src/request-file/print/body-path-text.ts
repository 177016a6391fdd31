/** Writes the path of a value in a JSON body as the subject of an assertion. */
import { readPath, type PathStep } from '../expressions/parse-path.js';

/** A key of an object, or a position in a list. */
export type BodyPathPart = string | number;

/** Such as `body.items[0].id`. A key with a line break can only be written as JSONPath. */
export function bodyPathText(parts: readonly BodyPathPart[]): string {
  const path = parts.map(partText).join('');
  return readsBack(path, parts) ? `body${path}` : `jsonpath ${JSON.stringify(jsonPathText(parts))}`;
}

function partText(part: BodyPathPart): string {
  if (typeof part === 'number') return `[${part}]`;
  if (/^[A-Za-z_][\w-]*$/.test(part)) return `.${part}`;
  return `["${part.replaceAll(/["\\]/g, String.raw`\$&`)}"]`;
}

function readsBack(path: string, parts: readonly BodyPathPart[]): boolean {
  if (/[\r\n\0]/.test(path)) return false;
  const parsed = readPath(path.startsWith('.') ? path.slice(1) : path);
  return (
    parsed.ok &&
    parsed.steps.length === parts.length &&
    parsed.steps.every((step, index) => isSame(step, parts[index]))
  );
}

function isSame(step: PathStep, part: BodyPathPart | undefined): boolean {
  return step.kind === 'key' ? step.key === part : step.kind === 'index' && step.index === part;
}

/** RFC 9535, section 2.3.1.1: names have the escapes of JSON. */
function jsonPathText(parts: readonly BodyPathPart[]): string {
  return `$${parts.map((part) => `[${JSON.stringify(part)}]`).join('')}`;
}
