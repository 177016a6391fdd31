/** Findings of validation that need no file system. */
import { posix } from 'node:path';
import { skipBlanks } from './text/characters.js';
import { diagnose, type Diagnostic } from './model/diagnostic.js';
import { findCycles } from './model/find-cycles.js';
import type { Capture, Request, RequestFile } from './model/model.js';
import { otherFileDependency } from './model/directive-values.js';
import { collectReferences } from './model/references.js';

/** A capture counts as used if any of the files uses it. */
export function validateFiles(
  files: readonly RequestFile[],
): ReadonlyMap<RequestFile, readonly Diagnostic[]> {
  const findings = new Map<RequestFile, Diagnostic[]>(files.map((file) => [file, []]));
  const used = collectReferences(files);
  for (const [file, found] of findings) {
    if (file.requests.length === 0 && !hasErrors(file))
      found.push(diagnose('no_requests', { line: 1, column: 1, endColumn: 1 }));
    for (const request of file.requests) {
      const unused = request.captures.map((capture) => !isUsed(used, request, capture));
      if (!unused.includes(true)) continue;
      const indents = captureIndents(request);
      request.captures.forEach((capture, i) => {
        if (unused[i]) found.push(unusedCapture(capture, indents[i] ?? 0));
      });
    }
  }
  reportCyclesAcrossFiles(files, findings);
  return findings;
}

/** A file with errors may have no requests because of them, which are reported already. */
function hasErrors({ diagnostics }: RequestFile): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function isUsed(used: ReadonlySet<string>, { name }: Request, capture: Capture): boolean {
  return used.has(capture.name) || used.has(`${name}.${capture.name}`);
}

function unusedCapture({ name, line }: Capture, indent: number): Diagnostic {
  return diagnose(
    'unused_capture',
    { line, column: indent + 1, endColumn: indent + 1 + name.length },
    { name },
  );
}

/** The model has only the lines of captures; their columns are found in the text of the blocks. */
function captureIndents({ captures, layout }: Request): number[] {
  const blocks = layout?.blocks.filter(({ kind }) => kind === 'capture') ?? [];
  const lines = blocks.flatMap(({ text }) => text.split('\n'));
  let at = 0;
  return captures.map(({ name }) => {
    // Skips lines between captures, such as comments and invalid captures.
    while (at < lines.length && !isCaptureLine(lines[at] ?? '', name)) at++;
    const line = lines[at++] ?? '';
    return skipBlanks(line, 0, line.length);
  });
}

function isCaptureLine(line: string, name: string): boolean {
  const first = skipBlanks(line, 0, line.length);
  return line.startsWith(name, first) && /^[ \t]+from[ \t]/i.test(line.slice(first + name.length));
}

/** Reports cycles through several files; those inside one file are found when it is parsed. */
function reportCyclesAcrossFiles(
  files: readonly RequestFile[],
  findings: ReadonlyMap<RequestFile, Diagnostic[]>,
): void {
  if (files.length < 2) return;
  const nodes = files.flatMap((file) => file.requests.map((request) => ({ file, request })));
  const indices = new Map(nodes.map(({ file, request }, index) => [`${file.path}#${request.name}`, index]));
  const edges = nodes.map(({ file, request }) =>
    (request.metadata.depends ?? []).flatMap((name) => indices.get(qualifiedName(file, name)) ?? []),
  );
  for (const cycle of findCycles(edges)) {
    const members = cycle.flatMap((index) => nodes[index] ?? []);
    const [first] = members;
    if (!first || members.every(({ file }) => file === first.file)) continue;
    const chain = [...members, first].map(({ file, request }) => `${file.path}#${request.name}`).join(' → ');
    const { line } = first.request;
    findings
      .get(first.file)
      ?.push(diagnose('dependency_cycle', { line, column: 1, endColumn: 4 }, { chain }));
  }
}

function qualifiedName(file: RequestFile, name: string): string {
  const other = otherFileDependency(name);
  if (!other) return `${file.path}#${name}`;
  return `${posix.join(posix.dirname(file.path), other.path.replaceAll('\\', '/'))}#${other.name}`;
}
