import type { ImportKind } from '../../state/imports.js';

export const KIND_NAMES: Readonly<Record<ImportKind, string>> = {
  curl: 'curl commands',
  openapi: 'OpenAPI or Swagger document',
  collection: 'Postman collection (v2.1)',
  clientexport: 'Insomnia export (v4 or v5)',
  har: 'HAR document',
  bruno: 'Bruno collection',
  http: 'Request files of another client',
};

export interface Tool {
  readonly name: string;
  /** How to get something that can be imported. */
  readonly how: string;
  /** Whether it is a text that people paste. */
  readonly isPasted?: boolean;
}

/** What people have, by the names that they use. */
export const TOOLS: readonly Tool[] = [
  { name: 'Postman', how: 'Export the collection as v2.1, and choose the file.' },
  { name: 'Insomnia', how: 'Export the data as v4 or v5, and choose the file.' },
  { name: 'Bruno', how: 'Put the collection into the workspace and give its path, or choose its files.' },
  { name: 'OpenAPI', how: 'Choose the document, JSON or YAML; Swagger 2.0 too.' },
  { name: 'HAR', how: 'Save the traffic in the network tools of your browser, and choose the file.' },
  { name: 'curl', how: 'Copy a request as curl in your browser, and paste it.', isPasted: true },
];
