/** Adds an exported request to the text of a file. */
import type { AddedText } from '../../state/editing/add-to-file.js';

/** `exported` is a request file with a head, which an empty file takes over. */
export function addRequest(text: string, exported: string): AddedText {
  const start = exported.search(/^###/m);
  if (start < 0) return { text, line: 1 };
  if (text.trim() === '') return { text: exported, line: lineCount(exported.slice(0, start)) };
  const head = exported.slice(0, start);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const before = `${text.trimEnd()}${eol}${eol}`;
  const request = withNeeds(withAddress(withOwnName(exported.slice(start), text), head, text), head);
  return { text: before + request.replaceAll('\n', eol), line: lineCount(before) };
}

function lineCount(before: string): number {
  return before.split('\n').length;
}

/** A name may occur only once in a file. */
function withOwnName(request: string, text: string): string {
  const taken = new Set(
    [...text.matchAll(/^(?:###|#\s*@name)[ \t]+(.+?)[ \t]*\r?$/gm)].map(([, name]) => name),
  );
  const [, title = ''] = /^### (.+)$/m.exec(request) ?? [];
  const [, name = ''] = /^# @name (.+)$/m.exec(request) ?? [];
  let number = 1;
  const isTaken = (): boolean =>
    taken.has(number === 1 ? title : `${title} ${number}`) ||
    taken.has(number === 1 ? name : `${name}_${number}`);
  while (isTaken()) number += 1;
  if (number === 1) return request;
  return request
    .replace(/^### .+$/m, () => `### ${title} ${number}`)
    .replace(/^# @name .+$/m, () => `# @name ${name}_${number}`);
}

/** A file that does not know `baseUrl` gets the address itself, because a variable would change its other requests. */
function withAddress(request: string, head: string, text: string): string {
  if (/^@baseUrl\s*=/m.test(text) || text.includes('{{baseUrl}}')) return request;
  const [, address = ''] = /^@baseUrl = (.*)$/m.exec(head) ?? [];
  return request.replaceAll('{{baseUrl}}', () => address);
}

/** Which secrets have to be defined stands with the request, because the head is left out. */
function withNeeds(request: string, head: string): string {
  const [needs] = /^# Needs: .*$/m.exec(head) ?? [];
  return needs === undefined ? request : request.replace(/^(### .*)$/m, (title) => `${title}\n${needs}`);
}
