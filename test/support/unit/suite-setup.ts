import { APPLICATOR_CASES } from '../../suites/json-schema/applicator-cases.js';
import { ARRAY_CASES } from '../../suites/json-schema/array-cases.js';
import { FORMAT_CASES } from '../../suites/json-schema/format-cases.js';
import { OBJECT_CASES } from '../../suites/json-schema/object-cases.js';
import { IDENTIFIER_CASES } from '../../suites/json-schema/identifier-cases.js';
import { REFERENCE_CASES } from '../../suites/json-schema/reference-cases.js';
import { VALUE_CASES } from '../../suites/json-schema/value-cases.js';

export const GROUPS = {
  values: VALUE_CASES,
  formats: FORMAT_CASES,
  arrays: ARRAY_CASES,
  objects: OBJECT_CASES,
  applicators: APPLICATOR_CASES,
  references: REFERENCE_CASES,
  identifiers: IDENTIFIER_CASES,
};
