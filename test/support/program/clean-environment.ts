/**
 * The variables of a program under test. Many tests list their directory, which is its home too, so the compile
 * cache that newer versions of Node keep for users is elsewhere, see user-cache.ts.
 */
export function cleanEnvironment(
  home: string,
  variables: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    XDG_CACHE_HOME: process.env['SVC_TEST_CACHE'] ?? '',
    ...variables,
  };
}
