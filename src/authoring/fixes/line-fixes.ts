/** Fixes that add or remove lines. */
import { dependencyText } from '../../request-file/print/print-directives.js';
import { directiveAt, directiveFrom, type DirectiveSite } from '../../request-file/text/directives.js';
import { AT, skipBlanks } from '../../request-file/text/characters.js';
import { isDelimiter } from '../../request-file/text/line-region.js';
import { requestAt, type Fix, type FixContext } from './fix-context.js';
import { insertion, replacement, type TextLines } from './text-edit.js';

export function removeLine({ finding, lines }: FixContext): Fix[] {
  return [{ title: 'Remove this line', edits: [lines.removeLine(finding.line)], safe: false }];
}

export function removeHeader({ finding, lines }: FixContext): Fix[] {
  const edits = [lines.removeLine(finding.line)];
  return [{ title: 'Remove the header that is not sent', edits, safe: true }];
}

export function addDependency({ values, finding, file, lines }: FixContext): Fix[] {
  const { name } = values;
  const index = requestAt(file, finding.line);
  const request = file.requests[index];
  if (name === undefined || request === undefined) return [];
  const written = `# @depends ${dependencyText(name)}`;
  const found = directivesBetween(lines, request.line, request.requestLine);
  const after =
    found.findLast((each) => each.name === 'depends') ?? found.findLast((each) => each.name === 'name');
  const hasSeparator = request.line < request.requestLine && lines.line(request.line).startsWith('###');
  const line = after === undefined ? (hasSeparator ? request.line + 1 : request.line) : after.line + 1;
  return [{ title: `Add \`${written}\``, edits: [lines.insertBefore(line, written)], safe: false }];
}

export function addName({ values, finding, file, lines }: FixContext): Fix[] {
  const { name } = values;
  const request = file.requests[requestAt(file, finding.line)];
  if (name === undefined || request === undefined) return [];
  const taken = new Set(file.requests.map((each) => each.name));
  let number = 2;
  while (taken.has(`${name} ${number}`)) number++;
  const edits = [lines.insertBefore(request.line + 1, `# @name ${name} ${number}`)];
  return [{ title: 'Give this request a name of its own', edits, safe: false }];
}

export function addSeparator({ finding, lines }: FixContext): Fix[] {
  const edits = [lines.insertBefore(finding.line, '###')];
  return [{ title: 'Start the request with `###`', edits, safe: true }];
}

/** The block ends before the next delimiter; blank lines at its end stay outside. */
export function closeBlock({ finding, lines }: FixContext): Fix[] {
  let next = finding.line + 1;
  while (next <= lines.count && !isDelimiter(lines.line(next))) next++;
  while (next - 1 > finding.line && lines.line(next - 1).trim() === '') next--;
  return [{ title: 'Close the block', edits: [lines.insertBefore(next, '<<<')], safe: false }];
}

export function addMarks({ finding, values }: FixContext): Fix[] {
  const edits = [insertion(finding.line, finding.column, '# ')];
  return [{ title: `Write \`# @${values['name'] ?? ''}\``, edits, safe: true }];
}

export function moveToStart({ finding, values }: FixContext): Fix[] {
  const edits = [replacement(finding.line, 1, finding.column, '')];
  return [{ title: `Move \`${values['text'] ?? ''}\` to column 1`, edits, safe: false }];
}

/** `Authorization: Basic user pass` becomes a directive, which may stand among headers. */
export function writeAuth({ finding, values, lines }: FixContext): Fix[] {
  const { line = '' } = values;
  if (line === '') return [];
  const edit = replacement(finding.line, 1, lines.line(finding.line).length + 1, `# @auth ${line}`);
  return [{ title: `Write it as \`# @auth ${line}\``, edits: [edit], safe: false }];
}

const EARLIER = 'Remove the earlier one, which has no effect';

export function removeEarlierDirective({ finding, values, file, lines }: FixContext): Fix[] {
  const request = file.requests[requestAt(file, finding.line)];
  if (request === undefined) return [];
  const key = (values['name'] ?? '').toLowerCase();
  const earlier = directivesBetween(lines, request.line, finding.line - 1).findLast(
    ({ name }) => name === key,
  );
  return earlier ? [{ title: EARLIER, edits: [lines.removeLine(earlier.line)], safe: true }] : [];
}

export function removeEarlierVariable({ finding, values, file, lines }: FixContext): Fix[] {
  const { name } = values;
  const earlier = file.variables.findLast((each) => each.name === name && each.line < finding.line);
  const later = file.variables.find((each) => each.name === name && each.line === finding.line);
  // A value that an earlier line marks as secret is masked because of it.
  if (earlier === undefined || earlier.secret !== later?.secret) return [];
  return [{ title: EARLIER, edits: [lines.removeLine(earlier.line)], safe: true }];
}

export function removeEarlierCapture({ finding, values, file, lines }: FixContext): Fix[] {
  const { captures = [] } = file.requests[requestAt(file, finding.line)] ?? {};
  const earlier = captures.findLast(
    ({ name, line, when, unless }) =>
      name === values['name'] && line < finding.line && when === undefined && unless === undefined,
  );
  return earlier ? [{ title: EARLIER, edits: [lines.removeLine(earlier.line)], safe: true }] : [];
}

interface FoundDirective extends DirectiveSite {
  /** In lower case. */
  readonly name: string;
  readonly line: number;
}

function directivesBetween(lines: TextLines, from: number, to: number): FoundDirective[] {
  const found: FoundDirective[] = [];
  for (let line = from; line <= to; line++) {
    const text = lines.line(line);
    const first = skipBlanks(text, 0, text.length);
    const site =
      text.charCodeAt(first) === AT
        ? directiveFrom(text, first, text.length)
        : directiveAt(text, first, text.length);
    if (site) found.push({ ...site, line, name: text.slice(site.at + 1, site.nameStop).toLowerCase() });
  }
  return found;
}
