import { readPages } from './support/files/markdown.js';

export const pages = (await readPages()).filter(
  ({ path }) => path === 'README.md' || path.startsWith('docs/'),
);
