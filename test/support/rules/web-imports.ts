import { posix } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { forBrowsers, webModules } from '../../../.dependency-cruiser.mjs';
import type { SourceFile } from './source-rules.js';

/** Imports of the web interface that its modules do not allow, as sentences. */
export function webImportViolations({ path, text }: SourceFile): string[] {
  const from = moduleOf(path);
  return importsOf(path, text).flatMap((target) => {
    const finding = [`${path} imports ${target}`];
    if (!target.startsWith('web/')) {
      return target.startsWith('src/') && forBrowsers.some((place) => target.startsWith(place))
        ? []
        : finding;
    }
    // main.tsx and app.tsx put everything together.
    const to = moduleOf(target);
    const isAllowed = from === '' || (to !== '' && (to === from || allowed(from).includes(to)));
    return isAllowed ? [] : finding;
  });
}

function allowed(module: string): readonly string[] {
  return Object.entries(webModules).find(([name]) => name === module)?.[1] ?? [];
}

/** Empty for the files at the top. */
function moduleOf(path: string): string {
  const [, , module = '', ...rest] = path.split('/');
  return rest.length === 0 ? '' : module;
}

/** Relative ones, types and lazy ones included, as paths of the repository. */
function importsOf(path: string, text: string): string[] {
  const { module } = parseSync(path, text);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
  ];
  const relative = specifiers.filter((specifier) => specifier.startsWith('.'));
  return relative.map((specifier) => posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts'));
}
