import { parseSync } from 'rolldown/utils';
import { layers, layersInside, webModules } from '../../../.dependency-cruiser.mjs';

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const maxLines = 500;
const maxFunctionLines = 80;
const maxFilesInFolder = 40;
const emptyWords = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc']);

/** What is wrong with one source file, as sentences; nothing when it keeps the rules. */
export function violations(file: SourceFile): string[] {
  const violationsOfText = [
    ...placeViolations(file.path),
    ...nameViolations(file.path),
    ...lengthViolations(file),
  ];
  if (!needsParsing(file)) return violationsOfText;
  const { body } = program(file);
  const nodes = nodesOf(body);
  return [
    ...violationsOfText,
    ...(isTest(file.path) ? [] : functionViolations(file, nodes)),
    ...barrelViolations(file.path, body),
    ...processViolations(file.path, nodes),
    ...typeImportViolations(file.path, nodes),
  ];
}

/** Parsing thousands of files takes seconds; only one with such a text, or a long one, can break the other rules. */
function needsParsing({ path, text }: SourceFile): boolean {
  return (
    (!isTest(path) && (/process/.test(text) || lineCount(text) > maxFunctionLines)) ||
    /\bexport\s*(?:type\s*)?[{*][^;]*\bfrom\b|\bimport\s*\(/.test(text)
  );
}

/** A module or sub-module that is not in the tables would escape the import rules. */
function placeViolations(path: string): string[] {
  const [first, ...rest] = path.split('/');
  const isWeb = first === 'web';
  const [module = '', part = ''] = isWeb ? rest.slice(1) : rest;
  const modules = isWeb ? [...Object.keys(webModules), 'main.tsx', 'app.tsx'] : layers.flat();
  if (!modules.includes(module)) return [`${path}: "${module}" is in no layer`];
  if (isWeb || rest.length < 2) return [];
  const tables: Readonly<Record<string, readonly (readonly string[])[]>> = layersInside;
  const parts = tables[module]?.flat() ?? ['.'];
  return parts.includes(rest.length > 2 ? part : '.')
    ? []
    : [`${path}: "${rest.length > 2 ? part : '.'}" is in no layer of "${module}"`];
}

/** Folders whose list of files no longer fits one screen; tests stand beside their files and do not count. */
export function crowdedFolders(files: readonly SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files.filter((file) => !isTest(file.path))) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > maxFilesInFolder)
    .map(([folder, count]) => `${folder}: ${count} files`);
}

function nameViolations(path: string): string[] {
  const words = path.replace(/(\.test)?\.tsx?$/, '').split(/[/.-]/);
  return words.filter((word) => emptyWords.has(word)).map((word) => `${path}: "${word}" says nothing`);
}

function lengthViolations({ path, text }: SourceFile): string[] {
  const lines = lineCount(text.trimEnd());
  return lines > maxLines ? [`${path}: ${lines} lines`] : [];
}

function functionViolations({ path, text }: SourceFile, nodes: readonly Node[]): string[] {
  const functions = nodes.filter((node) => /^(Function|ArrowFunction)/.test(node.type));
  return functions.flatMap((node) => {
    const lines = lineCount(text.slice(node.start, node.end));
    if (lines <= maxFunctionLines) return [];
    return [`${path}:${lineCount(text.slice(0, node.start))}: a function of ${lines} lines`];
  });
}

/** A barrel only passes on what others declare; src/index.ts is the public one. */
function barrelViolations(path: string, body: readonly Node[]): string[] {
  if (path === 'src/index.ts') return [];
  const passedOn = body.filter((node) => node.type.startsWith('Export') && isNode(node['source']));
  const everything = passedOn.some((node) => node.type === 'ExportAllDeclaration');
  const nothingElse = body.every((node) => node.type.startsWith('Import') || passedOn.includes(node));
  return everything || (passedOn.length > 0 && nothingElse) ? [`${path}: is a barrel`] : [];
}

/** Child processes and engine threads have entries of their own. */
/** The entry of the command, and what stands for it in programs that import the library. */
const PROCESS_READERS: ReadonlySet<string> = new Set(['src/main.ts', 'src/programs/program-process.ts']);

function processViolations(path: string, nodes: readonly Node[]): string[] {
  const isEntry = PROCESS_READERS.has(path) || /(?:-child|\/(?:engine|load)-worker)\.ts$/.test(path);
  if (isEntry || isTest(path)) return [];
  // A parameter or variable of that name is not the global; the linter, which knows scopes, watches the rest.
  if (nodes.some(bindsProcess)) return [];
  const names = nodes.filter((node) => node.type === 'Identifier' && node['name'] === 'process');
  // `result.process` and `{ process: 1 }` are somebody else's.
  const keys = new Set(
    nodes.flatMap((node) => (node['computed'] === false ? [node['property'], node['key']] : [])),
  );
  const globals = nodes.filter(
    (node) =>
      node.type === 'MemberExpression' &&
      isGlobal(node['object']) &&
      names.includes(node['property'] as Node),
  );
  const imports = nodes.filter(
    (node) => /^(node:)?process$/.test(String(node['value'])) && node.type === 'Literal',
  );
  const reads = [...names.filter((node) => !keys.has(node)), ...globals, ...imports];
  return reads.length > 0 ? [`${path}: reads process`] : [];
}

function bindsProcess(node: Node): boolean {
  const bound = [node['id'], ...listOf(node['params'])];
  const taken = node.type === 'ObjectPattern' ? listOf(node['properties']).map((item) => item['value']) : [];
  return [...bound, ...taken].some((name) => isNode(name) && name['name'] === 'process');
}

/** dependency-cruiser does not see `import('../x.js').X` in a type, so such a one would escape the import rules. */
function typeImportViolations(path: string, nodes: readonly Node[]): string[] {
  const hidden = nodes.some((node) => node.type === 'TSImportType');
  return hidden ? [`${path}: imports inside a type`] : [];
}

function isGlobal(node: unknown): boolean {
  return isNode(node) && (node['name'] === 'globalThis' || node['name'] === 'global');
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}

function program({ path, text }: SourceFile): { readonly body: readonly Node[] } {
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path} cannot be parsed: ${parsed.errors[0]?.message}`);
  return parsed.program as unknown as { readonly body: readonly Node[] };
}

function nodesOf(tree: unknown): Node[] {
  const found: Node[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNode(value)) found.push(value);
    for (const inner of Array.isArray(value) ? value : Object.values(value)) collect(inner);
  };
  collect(tree);
  return found;
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function lineCount(text: string): number {
  return text.split('\n').length;
}
