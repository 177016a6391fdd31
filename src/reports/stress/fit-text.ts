/** Fits lines into the width of a terminal: breaks them between words, and shortens names in their middle. */
import { cutToWidth, textWidth } from '../console/text-width.js';

/** Joins the parts to as few lines as possible, breaking only between parts; a part that is too long stays whole. */
export function joinParts(parts: readonly string[], separator: string, columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const joined = last === undefined ? part : last + separator + part;
    if (last !== undefined && textWidth(joined) > columns) lines.push(part);
    else lines[Math.max(0, lines.length - 1)] = joined;
  }
  return lines;
}

/** Breaks a text between words; a word longer than a line is cut. */
export function wrapWords(text: string, columns: number): string[] {
  if (textWidth(text) <= columns) return [text];
  const words = text.split(' ').flatMap((word) => cutWord(word, columns));
  return joinParts(words, ' ', columns);
}

function cutWord(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let rest = word;
  while (textWidth(rest) > columns) {
    const piece = cutToWidth(rest, columns);
    if (piece === '') break;
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest];
}

/** Keeps the start and the end, because both tell names apart: `readOrderWith…HistoryOfEverything`. */
export function shortenMiddle(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  const start = cutToWidth(text, Math.ceil((columns - 1) / 2));
  const characters = Array.from(text.slice(start.length));
  let end = '';
  for (let character = characters.pop(); character !== undefined; character = characters.pop()) {
    if (textWidth(`${start}…${character}${end}`) > columns) break;
    end = character + end;
  }
  return `${start}…${end}`;
}
