/** Entry of the thread that parses and formats large texts for the language server. */
import { serveCalls } from '../../primitives/threads/serve-calls.js';
import { analyseText, formatText, withoutLayouts, type TextProgram } from './text-work.js';

serveCalls<TextProgram>({
  analyse: async ({ text, place }) => withoutLayouts(await analyseText(text, place)),
  format: ({ text, place }) => formatText(text, place),
});
