/** Reads files with the committed grammar, as VS Code does. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import oniguruma from 'vscode-oniguruma';
import textmate, { type IGrammar, type IRawGrammar, type IToken } from 'vscode-textmate';
import { GRAMMAR_FILE } from '../../../scripts/grammar/build-grammar.js';
import { LINE_SCOPES, SCOPE, type GrammarLineKind } from '../../../scripts/grammar/rule.js';
import { linesOf, type LineKind } from './line-kinds.js';

const root = join(import.meta.dirname, '..', '..', '..');

let loaded: Promise<void> | undefined;

async function loadEngine(): Promise<void> {
  const file = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(await readFile(file));
}

/** The grammar; languages inside of bodies are those given by their scope. */
export async function readGrammar(embedded: Readonly<Record<string, object>> = {}): Promise<IGrammar> {
  loaded ??= loadEngine();
  await loaded;
  const text = await readFile(join(root, GRAMMAR_FILE), 'utf8');
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (line) => new oniguruma.OnigString(line),
    }),
    loadGrammar: async (name) =>
      name === SCOPE
        ? (JSON.parse(text) as IRawGrammar)
        : ((embedded[name] as IRawGrammar | undefined) ?? null),
  });
  const grammar = await registry.loadGrammar(SCOPE);
  if (!grammar) throw new Error(`${GRAMMAR_FILE} cannot be read`);
  return grammar;
}

export interface GrammarLine {
  readonly text: string;
  readonly tokens: readonly IToken[];
  readonly kind: LineKind;
}

const KINDS = new Map<string, GrammarLineKind>(
  Object.entries(LINE_SCOPES).map(([kind, name]) => [name, kind as GrammarLineKind]),
);

/** The lines of a text with their tokens; `around` may measure each of them. */
export function readLines(
  grammar: IGrammar,
  text: string,
  around: <T>(read: () => T) => T = (read) => read(),
): readonly GrammarLine[] {
  let state = textmate.INITIAL;
  return linesOf(text).map((line) => {
    const read = around(() => grammar.tokenizeLine(line, state));
    state = read.ruleStack;
    return { text: line, tokens: read.tokens, kind: kindOf(line, read.tokens) };
  });
}

/** The innermost scope that is the scope of a kind, where the line begins. */
function kindOf(line: string, tokens: readonly IToken[]): LineKind {
  const first = line.search(/[^ \t]/);
  if (first < 0) return 'blank';
  const token = tokens.find(({ endIndex }) => endIndex > first);
  const found = token?.scopes.toReversed().find((name) => KINDS.has(name));
  return KINDS.get(found ?? '') ?? 'none';
}
