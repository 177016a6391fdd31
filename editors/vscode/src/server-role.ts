/** How the bundle for browsers sees that it is meant to be the language server, not the extension. */
export const SERVER_ROLE = 'svc-language-server';
