import { plainWord, quotedWord, type CurlWord } from './shell-quote.js';

/** curl rejects `-I` together with data. */
export function methodWords(method: string, hasBody: boolean): CurlWord[] {
  return method === 'HEAD' && !hasBody ? [plainWord('-I')] : [plainWord('-X'), plainWord(method)];
}

/** The URL with the flags that keep curl from changing it. */
export function urlWords(url: string, hasGlob: boolean): CurlWord[] {
  return [
    ...(hasGlob ? [plainWord('--globoff')] : []),
    ...(hasDots(url) ? [plainWord('--path-as-is')] : []),
    // A value that looks like a flag must not become one.
    ...(url.startsWith('-') ? [plainWord('--url')] : []),
    quotedWord(url),
  ];
}

/** Whether curl would read a part of the text as a pattern. */
export function isGlob(text: string): boolean {
  return /[[\]{}]/.test(text);
}

/** curl would resolve dot segments, encoded ones too; `run` does not. */
function hasDots(url: string): boolean {
  return /\/(?:\.|%2e){1,2}(?:[/?]|$)/i.test(url);
}
