/** Texts of Latin words, which mean nothing. */
import type { FunctionTools } from './call.js';
import { integerIn } from './random.js';
import { wordList } from './sample-words.js';

type Maker = (tools: FunctionTools) => string;

export function loremFunctions(): Record<string, Maker> {
  const paragraphs: Maker = (tools) => several(3, 3, '\n', paragraph, tools);
  const lines: Maker = (tools) => several(1, 5, '\n', sentence, tools);
  const words: Maker = (tools) => several(3, 3, ' ', word, tools);
  const sentences: Maker = (tools) => several(2, 6, ' ', sentence, tools);
  const texts: readonly Maker[] = [word, words, sentence, sentences, paragraph, paragraphs, lines];
  return {
    randomLoremWord: word,
    randomLoremWords: words,
    randomLoremSentence: sentence,
    randomLoremSentences: sentences,
    randomLoremParagraph: paragraph,
    randomLoremParagraphs: paragraphs,
    randomLoremText: (tools) => (texts[integerIn(0, texts.length - 1, tools)] ?? sentence)(tools),
    randomLoremSlug: (tools) => several(3, 3, '-', word, tools),
    randomLoremLines: lines,
  };
}

function word(tools: FunctionTools): string {
  const latin = wordList('latin');
  return latin[integerIn(0, latin.length - 1, tools)] ?? '';
}

function sentence(tools: FunctionTools): string {
  const text = several(3, 10, ' ', word, tools);
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function paragraph(tools: FunctionTools): string {
  return several(3, 6, ' ', sentence, tools);
}

function several(least: number, most: number, separator: string, make: Maker, tools: FunctionTools): string {
  const count = integerIn(least, most, tools);
  return Array.from({ length: count }, () => make(tools)).join(separator);
}
