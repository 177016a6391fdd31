/** An API description that a mock server serves: its documents, and their schemas when they are first needed. */
import type { ApiDocuments } from '../../documents/operation-source.js';
import { DocumentSchemas } from '../../evaluation/json-schema/validate/document-schemas.js';

export class ApiDescription {
  readonly api: ApiDocuments;
  #schemas: DocumentSchemas | undefined;

  constructor(api: ApiDocuments) {
    this.api = api;
  }

  get schemas(): DocumentSchemas {
    const { main, others } = this.api;
    const loaded = [...others.values()].flatMap((other) => ('root' in other && other !== main ? other : []));
    this.#schemas ??= new DocumentSchemas([main, ...loaded]);
    return this.#schemas;
  }
}
