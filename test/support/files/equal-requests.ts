/** Requests of one method and path, one for each text, named `a`, `b` and so on. */
export function equalRequests(requestLine: string, ...texts: readonly string[]): string {
  const written = texts.map((text, index) => {
    const [directives, rest] = [
      text.split('\n').filter((line) => line.startsWith('# @')),
      text
        .split('\n')
        .filter((line) => !line.startsWith('# @'))
        .join('\n'),
    ];
    const name = String.fromCharCode(97 + index);
    const [first = '', ...lines] = rest.split('\n');
    const head = [`# @name ${name}`, ...directives, `${requestLine}${first}`, ...lines].join('\n');
    return `### ${name}\n${head}\n\n>>>mock\n{"name": "${name}"}\n<<<\n`;
  });
  return `@host = http://depot.test\n@size = 3\n\n${written.join('\n')}`;
}

export const get = (...texts: readonly string[]): string => equalRequests('GET {{host}}/crates', ...texts);
export const post = (...texts: readonly string[]): string => equalRequests('POST {{host}}/crates', ...texts);
export const json = (text: string): string => `\nContent-Type: application/json\n\n${text}`;
