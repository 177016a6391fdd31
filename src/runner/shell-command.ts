/**
 * Placeholders in shell commands (language 9.5): a value travels in an environment variable and the
 * command only names it, so that no value can become shell syntax.
 */
import { cutTemplate } from '../request-file/template.js';

export interface ShellCommandLine {
  /** Placeholders replaced by `${SVC_REF_n}`. */
  readonly command: string;
  /** Placeholder sources; the first one is the value of `SVC_REF_1`. */
  readonly references: readonly string[];
}

export type ShellReading =
  | { readonly ok: true; readonly line: ShellCommandLine }
  | { readonly ok: false; readonly reason: string };

export function readShellCommand(template: string): ShellReading {
  const context = new QuoteContext();
  const references: string[] = [];
  let command = '';
  for (const piece of cutTemplate(template)) {
    if (piece.kind === 'text') {
      context.read(piece.text);
      command += piece.text;
      continue;
    }
    const refusal = context.refusal();
    if (refusal) return { ok: false, reason: `the placeholder ${piece.source} stands ${refusal}` };
    references.push(piece.source);
    const name = `\${SVC_REF_${references.length}}`;
    // A `$` right before it would otherwise join the name: `$$` is the process id.
    if (context.endsWithDollar) command = `${command.slice(0, -1)}\\$`;
    command += context.quoted ? name : `"${name}"`;
    context.passWord();
  }
  return { ok: true, line: { command, references } };
}

/** `"` and `` ` `` by themselves, `(` for `$(…)`, `=` for arithmetic, `[` for `[[ … ]]`. */
type Frame = '"' | "'" | '`' | '(' | '=' | '[';

/** Which quotes are open at a place of a command (POSIX shell language, section 2.2). */
class QuoteContext {
  readonly #open: Frame[] = [];
  #comment = false;
  #wordStart = true;
  endsWithDollar = false;

  get quoted(): boolean {
    return this.#open.at(-1) === '"';
  }

  /** Why no value may stand here. */
  refusal(): string | undefined {
    if (this.#open.includes("'")) return 'inside single quotes; use double quotes';
    // Inside double quotes the shells disagree about quotes between back-quotes.
    if (this.#open.includes('`')) return 'between back-quotes; use $(…)';
    // Some shells evaluate text there, commands included.
    if (this.#open.includes('=')) return 'inside an arithmetic expression; assign it to a variable first';
    if (this.#open.includes('[')) return 'inside [[ … ]]; use [ … ]';
    return undefined;
  }

  passWord(): void {
    this.#wordStart = false;
    this.endsWithDollar = false;
  }

  read(text: string): void {
    for (let at = 0; at < text.length; at++) at += this.#step(text, at);
  }

  /** Reads one character and says how many further ones belong to it. */
  #step(text: string, at: number): number {
    const character = text[at] ?? '';
    const frame = this.#open.at(-1);
    this.endsWithDollar = false;
    if (this.#comment) return 0;
    if (frame === "'") {
      if (character === "'") this.#open.pop();
      return 0;
    }
    if (character === '\\') {
      this.#wordStart = false;
      return 1;
    }
    if (character === '$') return this.#dollar(text, at);
    if (character === '`') return this.#toggle('`');
    if (character === '"') return this.#toggle('"');
    if (frame === '"') return 0;
    return this.#unquoted(character, text, at);
  }

  #toggle(frame: Frame): number {
    if (this.#open.at(-1) === frame) this.#open.pop();
    else this.#open.push(frame);
    this.#wordStart = frame === '`';
    return 0;
  }

  #dollar(text: string, at: number): number {
    this.#wordStart = false;
    if (text.startsWith('$((', at)) {
      this.#open.push('=', '=');
      return 2;
    }
    if (text.startsWith('$(', at)) {
      this.#open.push('(');
      this.#wordStart = true;
      return 1;
    }
    this.endsWithDollar = at === text.length - 1;
    return 0;
  }

  #unquoted(character: string, text: string, at: number): number {
    const wordStart = this.#wordStart;
    this.#wordStart = /[\s;&|()<>]/.test(character);
    if (character === "'") this.#open.push("'");
    else if (character === '#' && wordStart) this.#comment = true;
    else if (character === '(')
      this.#open.push(wordStart && text[at + 1] === '(' ? '=' : this.#parenthesis());
    else if (character === ')') this.#closeParenthesis();
    else if (wordStart && text.startsWith('[[', at)) this.#open.push('[');
    else if (text.startsWith(']]', at) && this.#open.at(-1) === '[') this.#open.pop();
    return 0;
  }

  /** Parentheses inside arithmetic are arithmetic. */
  #parenthesis(): Frame {
    return this.#open.at(-1) === '=' ? '=' : '(';
  }

  #closeParenthesis(): void {
    const frame = this.#open.at(-1);
    if (frame === '(' || frame === '=') this.#open.pop();
  }
}
