import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { repositoryRoot } from '../program/run-svc.js';

export interface Page {
  /** Relative to the repository, with slashes on every system. */
  readonly path: string;
  readonly text: string;
  readonly examples: readonly Example[];
}

/** A fenced block. */
export interface Example {
  /** `page:line` of its first line, for messages. */
  readonly place: string;
  /** What stands behind the opening fence. */
  readonly language: string;
  readonly text: string;
  /** Texts of the HTML comments directly above the fence, by their first word. */
  readonly notes: ReadonlyMap<string, string>;
}

/** README.md, the other pages beside it, and everything in docs/ and .github/. */
export async function readPages(): Promise<readonly Page[]> {
  const names = await Promise.all(['.', 'docs', '.github'].map(markdownIn));
  return Promise.all(names.flat().map(readPage));
}

async function markdownIn(directory: string): Promise<string[]> {
  const names = await readdir(join(repositoryRoot, directory));
  return names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => posix.join(directory, name));
}

async function readPage(path: string): Promise<Page> {
  const text = await readFile(join(repositoryRoot, path), 'utf8');
  return { path, text, examples: readExamples(path, text) };
}

const FENCE = /^```(.*)$/;
const NOTE = /^<!-- (\S+?):?(?: (.*))? -->$/;

function readExamples(path: string, text: string): Example[] {
  const examples: Example[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const language = FENCE.exec(lines[at] ?? '')?.[1];
    if (language === undefined) {
      const isApart = NOTE.test(lines[at] ?? '') && lines[at + 1] === '' && FENCE.test(lines[at + 2] ?? '');
      if (isApart) throw new Error(`${path}:${at + 1}: a note stands directly above its example`);
      continue;
    }
    const end = lines.indexOf('```', at + 1);
    if (end === -1) throw new Error(`${path}:${at + 1}: the fence is not closed`);
    const content = lines.slice(at + 1, end).map((line) => `${line}\n`);
    examples.push({
      place: `${path}:${at + 2}`,
      language,
      text: content.join(''),
      notes: notesAbove(lines, at),
    });
    at = end;
  }
  return examples;
}

function notesAbove(lines: readonly string[], fence: number): Map<string, string> {
  const notes = new Map<string, string>();
  for (let at = fence - 1; at >= 0; at -= 1) {
    const [, word, text = ''] = NOTE.exec(lines[at] ?? '') ?? [];
    if (word === undefined) break;
    notes.set(word, text);
  }
  return notes;
}

/** Headings as the anchors that links use. */
export function anchors(page: Page): ReadonlySet<string> {
  const prose = withoutExamples(page);
  return new Set([...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
}

function anchorOf(heading: string): string {
  const words = heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '');
  return words.replaceAll(' ', '-');
}

/** Targets of all links outside examples and code. */
export function links(page: Page): string[] {
  const prose = withoutExamples(page).replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

/** What stands outside of fenced blocks. */
export function withoutExamples({ text }: Page): string {
  return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/** Rows of the table whose head begins so, in the section with that heading. */
export function tableBelow({ text }: Page, heading: string, head: string): string[] {
  const section = text.slice(text.indexOf(`\n${heading}\n`) + 1);
  const lines = section.slice(section.indexOf(`\n${head}`) + 1).split('\n');
  return lines.slice(
    2,
    lines.findIndex((line) => !line.startsWith('|')),
  );
}
