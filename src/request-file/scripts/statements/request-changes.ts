/** Scripts before a request that change it: headers, the body and the time limit, at import only. */
import type { CallExpression } from 'acorn';
import { variableText } from './captured.js';
import type { Flow } from './flow.js';
import type { Names } from '../values/names.js';
import { member } from '../checks/members.js';
import { textOf } from '../checks/own-member.js';
import { json, type Value } from '../values/script-values.js';
import type { RequestChange } from '../translation.js';
import type { Walker } from './walker.js';

const HEADER_CALLS: ReadonlySet<string> = new Set([
  'pm.request.headers.add',
  'pm.request.headers.upsert',
  'pm.request.addHeader',
  'pm.request.upsertHeader',
]);

/** Whether the call was such a change; every other one is reported as all changes of a request are. */
export function changeRequest(
  walker: Walker,
  path: string,
  call: CallExpression,
  names: Names,
  flow: Flow,
): boolean {
  const { source, output, reader } = walker;
  const { frames, loop, blocked } = flow.context;
  if (source.stage !== 'before' || !source.importing || frames.length > 0 || loop || blocked) return false;
  const args = reader.readArguments(call.arguments, names);
  if (!Array.isArray(args)) return false;
  const change = changeOf(path, args);
  if (change) output.change(change);
  return change !== undefined;
}

function changeOf(path: string, [first, second]: readonly Value[]): RequestChange | undefined {
  if (!first) return undefined;
  if (HEADER_CALLS.has(path))
    return header(member(first, json('key'), false), member(first, json('value'), false));
  if (path === 'req.setHeader' && second) return header(first, second);
  if (path === 'req.setBody') return body(first);
  const limit = path === 'req.setTimeout' && first.kind === 'json' ? first.value : undefined;
  return typeof limit === 'number' && Number.isInteger(limit) && limit > 0
    ? { kind: 'timeout', milliseconds: limit }
    : undefined;
}

function header(name: Value, value: Value): RequestChange | undefined {
  const key = textOf(name);
  const text = variableText(value);
  if (key === undefined || !/^[\w!#$%&'*+.^`|~-]+$/.test(key) || typeof text !== 'string') return undefined;
  return { kind: 'header', name: key, value: text };
}

/** Only literals: what a script computes from the body it finds is not certain. */
function body(value: Value): RequestChange | undefined {
  if (value.kind !== 'json' && value.kind !== 'list' && value.kind !== 'object') return undefined;
  const text = variableText(value);
  return typeof text === 'string' ? { kind: 'body', text } : undefined;
}
