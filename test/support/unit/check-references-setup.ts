import { parseText } from '../../../src/request-file/parse-file.js';

/** The references of each request without a dependency, as `index:name`. */
export function missing(text: string): string[] {
  return parseText(text, 'a.http')
    .diagnostics.filter(({ code }) => code === 'missing_depends')
    .map(({ message }) => message);
}

export function request(index: number, depends: readonly number[], references: readonly number[]): string {
  const lines = depends.map((other) => `# @depends r${other}\n`).join('');
  const used = references.map((other) => `/{{r${other}.id}}`).join('');
  return `### r${index}\n# @name r${index}\n${lines}GET http://127.0.0.1:1${used}\n\n>>>capture\nid from body.id\n<<<\n\n`;
}

export function finding(name: number): string {
  return `\`{{r${name}.id}}\` is used without \`# @depends r${name}\``;
}
