/** Fixes that add or remove lines. */
import type { Request } from '../../request-file/model/model.js';
import { dependencyText } from '../../request-file/text/quotes.js';
import { isDelimiter, regionAt } from '../../request-file/text/line-region.js';
import type { Fix, FixContext } from './fix-context.js';
import { insertion, replacement } from './text-edit.js';

export function removeLine({ finding, source: { lines } }: FixContext): Fix[] {
  return [{ title: 'Remove this line', edits: [lines.removeLine(finding.line)], safe: false }];
}

/** What a script of another client stores is no line of its own. */
export function removeCapture(context: FixContext): Fix[] {
  const { finding, source } = context;
  const region = regionAt((number) => source.lines.line(number), finding.line);
  return region === 'capture' ? removeLine(context) : [];
}

export function removeHeader({ finding, source: { lines } }: FixContext): Fix[] {
  const edits = [lines.removeLine(finding.line)];
  return [{ title: 'Remove the header that is not sent', edits, safe: true }];
}

export function addDependency({ values: { name }, finding, source }: FixContext): Fix[] {
  const request = source.requestAt(finding.line);
  if (name === undefined || request === undefined) return [];
  const written = `# @depends ${dependencyText(name)}`;
  return [addDirective(finding, source, request, ['depends', 'name'], written)];
}

/** The blocks are meant to respond in turn, or else the second would not have been written. */
export function addSequence({ finding, source }: FixContext): Fix[] {
  const request = source.requestAt(finding.line);
  if (request === undefined || source.directivesNamed(finding.line, 'mock.sequence').length > 0) return [];
  return [addDirective(finding, source, request, ['name'], '# @mock.sequence cycle')];
}

/** Below the first of these directives that the request has, else at its start. */
function addDirective(
  { line: findingLine }: FixContext['finding'],
  source: FixContext['source'],
  request: Pick<Request, 'line' | 'requestLine'>,
  below: readonly string[],
  written: string,
): Fix {
  const { lines } = source;
  const last = (directive: string): number | undefined =>
    source.directivesNamed(findingLine, directive).findLast(({ line }) => line < request.requestLine)?.line;
  // Without a separator the head of a request starts at its own line.
  const hasSeparator = lines.line(request.line).startsWith('###');
  const found = below.map(last).find((line) => line !== undefined);
  const after = found ?? (hasSeparator ? request.line : request.line - 1);
  return { title: `Add \`${written}\``, edits: [lines.insertBefore(after + 1, written)], safe: false };
}

export function addName({ values, finding, source }: FixContext): Fix[] {
  const { name } = values;
  const request = source.requestAt(finding.line);
  if (name === undefined || request === undefined) return [];
  const taken = new Set(source.file.requests.map((each) => each.name));
  let number = 2;
  while (taken.has(`${name} ${number}`)) number++;
  const written = `# @name ${name} ${number}`;
  const given = source.directivesNamed(finding.line, 'name').at(-1)?.line;
  const edits =
    given === undefined
      ? [source.lines.insertBefore(request.line + 1, written)]
      : [replacement(given, 1, source.lines.line(given).length + 1, written)];
  return [{ title: 'Give this request a name of its own', edits, safe: false }];
}

export function addSeparator({ finding, source: { lines } }: FixContext): Fix[] {
  const edits = [lines.insertBefore(finding.line, '###')];
  return [{ title: 'Start the request with `###`', edits, safe: true }];
}

/** The block ends before the next delimiter; blank lines at its end stay outside. */
export function closeBlock({ finding, source: { lines } }: FixContext): Fix[] {
  let next = finding.line + 1;
  while (next <= lines.count && !isDelimiter(lines.line(next))) next++;
  while (next - 1 > finding.line && lines.line(next - 1).trim() === '') next--;
  return [{ title: 'Close the block', edits: [lines.insertBefore(next, '<<<')], safe: false }];
}

export function addMarks({ finding, values: { name = '' } }: FixContext): Fix[] {
  if (name === '') return [];
  const edits = [insertion(finding.line, finding.column, '# ')];
  return [{ title: `Write \`# @${name}\``, edits, safe: true }];
}

export function moveToStart({ finding, values: { text = '' } }: FixContext): Fix[] {
  const edits = [replacement(finding.line, 1, finding.column, '')];
  return [{ title: `Move \`${text}\` to column 1`, edits, safe: false }];
}

/** `Authorization: Basic user pass` becomes a directive, which may stand among headers. */
export function writeAuth({ finding, values: { line = '' }, source: { lines } }: FixContext): Fix[] {
  if (line === '') return [];
  const edit = replacement(finding.line, 1, lines.line(finding.line).length + 1, `# @auth ${line}`);
  return [{ title: `Write it as \`# @auth ${line}\``, edits: [edit], safe: false }];
}

export function removeEarlierDirective({ finding, values: { name = '' }, source }: FixContext): Fix[] {
  const found = source.directivesNamed(finding.line, name.toLowerCase());
  return removeEarlier(
    source,
    found.filter(({ line }) => line < finding.line),
  );
}

export function removeEarlierVariable({ finding, values: { name = '' }, source }: FixContext): Fix[] {
  const all = source.variablesNamed(name);
  const later = all.find(({ line }) => line === finding.line);
  const earlier = all.filter(({ line }) => line < finding.line);
  // A value that an earlier line marks as secret is masked because of it.
  return earlier.every(({ secret }) => secret === later?.secret) ? removeEarlier(source, earlier) : [];
}

export function removeEarlierCapture({ finding, values: { name = '' }, source }: FixContext): Fix[] {
  const all = source.capturesNamed(finding.line, name);
  const later = all.find(({ line }) => line === finding.line);
  const earlier = all.filter(
    ({ line, when, unless }) => line < finding.line && when === undefined && unless === undefined,
  );
  // A global one is seen by other files too.
  return earlier.every(({ global }) => global === later?.global) ? removeEarlier(source, earlier) : [];
}

/** All of them, since the finding would stay if one was left. */
function removeEarlier(
  { lines }: FixContext['source'],
  earlier: readonly { readonly line: number }[],
): Fix[] {
  if (earlier.length === 0) return [];
  const edits = earlier.map(({ line }) => lines.removeLine(line));
  return [{ title: 'Remove the earlier one, which has no effect', edits, safe: true }];
}
