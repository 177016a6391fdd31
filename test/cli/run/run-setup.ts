import { dedent } from '../../support/dedent.js';

export function get(url: string, ...checks: string[]): string {
  const block =
    checks.length === 0
      ? ''
      : dedent`

        >>>
        ${checks.map((check) => `expect ${check}\n`).join('')}<<<
      `;
  return `### one\nGET ${url}\n${block}`;
}
