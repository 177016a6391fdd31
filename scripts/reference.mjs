// Turns a page of docs/ into data for the help of the web interface, so that the page needs no Markdown and no HTML.

/**
 * @typedef {string | readonly ['code', string] | readonly ['strong' | 'em', readonly Inline[]] | readonly ['link', readonly Inline[], string]} Inline
 * @typedef {readonly ['p', readonly Inline[]] | readonly ['list', readonly (readonly Inline[])[]] | readonly ['code', string, string] | readonly ['table', readonly (readonly Inline[])[], readonly (readonly (readonly Inline[])[])[]]} Block
 * @typedef {{ id: string, level: number, title: readonly Inline[], blocks: Block[] }} Section
 */

/**
 * @param {string} markdown
 * @returns {Section[]}
 */
export function readReference(markdown) {
  const lines = markdown.replaceAll(/\r\n?/g, '\n').split('\n');
  /** @type {Section[]} */
  const sections = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,4}) (.+)$/.exec(line);
    if (heading) {
      const [, marks = '', title = ''] = heading;
      sections.push({ id: anchorOf(title), level: marks.length, title: readInline(title), blocks: [] });
      at += 1;
      continue;
    }
    const read = readBlock(lines, at);
    at = read.next;
    if (read.block) sections.at(-1)?.blocks.push(read.block);
  }
  return sections;
}

/**
 * @param {readonly string[]} lines
 * @param {number} at
 * @returns {{ block?: Block, next: number }}
 */
function readBlock(lines, at) {
  const line = lines[at] ?? '';
  if (line.trim() === '' || line.startsWith('<!--')) return { next: at + 1 };
  if (line.startsWith('```')) {
    const end = lines.indexOf('```', at + 1);
    const text = lines.slice(at + 1, end).join('\n');
    return { block: ['code', line.slice(3).trim(), text], next: end + 1 };
  }
  if (line.startsWith('|')) {
    const next = endOf(lines, at, (each) => each.startsWith('|'));
    const [head = [], , ...rows] = lines.slice(at, next).map(readCells);
    return { block: ['table', head, rows], next };
  }
  if (LIST_ITEM.test(line)) {
    const next = endOf(lines, at, (each) => LIST_ITEM.test(each) || /^\s+\S/.test(each));
    return { block: ['list', listItems(lines.slice(at, next)).map(readInline)], next };
  }
  const next = endOf(lines, at, (each) => each.trim() !== '' && !STARTS_BLOCK.test(each));
  return { block: ['p', readInline(lines.slice(at, next).join(' '))], next };
}

const LIST_ITEM = /^(?:[-*]|\d+\.) /;
const STARTS_BLOCK = /^(?:#{1,4} |```|\||<!--|[-*] |\d+\. )/;

/**
 * The first line after `at` that does not continue the block.
 * @param {readonly string[]} lines
 * @param {number} at
 * @param {(line: string) => boolean} continues
 */
function endOf(lines, at, continues) {
  let next = at + 1;
  while (next < lines.length && continues(lines[next] ?? '')) next += 1;
  return next;
}

/**
 * Lines that are indented continue the item above.
 * @param {readonly string[]} lines
 */
function listItems(lines) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (LIST_ITEM.test(line)) items.push(line.replace(LIST_ITEM, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items;
}

/** @param {string} row */
function readCells(row) {
  const cells = row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  return cells.map((cell) => readInline(cell.trim().replaceAll('\\|', '|')));
}

const INLINE =
  /(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)|\*\*(?<strong>.+?)\*\*|\[(?<text>[^\]]+)\]\((?<target>[^)]+)\)|(?<![\p{L}\p{N}])[*_](?<em>[^*_\s][^*_]*)[*_](?![\p{L}\p{N}])/gu;

/**
 * @param {string} text
 * @returns {Inline[]}
 */
export function readInline(text) {
  /** @type {Inline[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) parts.push(plain(text.slice(from, match.index)));
    from = match.index + match[0].length;
    const { code, strong, em, text: label, target } = match.groups ?? {};
    if (code !== undefined) parts.push(['code', code.replace(/^ (.*) $/, '$1')]);
    else if (strong !== undefined) parts.push(['strong', readInline(strong)]);
    else if (em !== undefined) parts.push(['em', readInline(em)]);
    else parts.push(['link', readInline(label ?? ''), target ?? '']);
  }
  if (from < text.length) parts.push(plain(text.slice(from)));
  return parts;
}

/** @param {string} text */
function plain(text) {
  return text.replaceAll(/\\([\\`*_{}[\]()#+.!<>|-])/g, '$1');
}

/**
 * The anchor of a heading, as code hosts make it.
 * @param {string} title
 */
function anchorOf(title) {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}
