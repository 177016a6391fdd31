/** The schemas that arguments and results of tools are made of. */
import type { TObject, TOptional, TProperties, TString } from 'typebox';
import { Type } from '../../primitives/shapes/type.js';

/** Clients compare values with their schema, so no field beside the declared ones may appear. */
export function closedObject<Properties extends TProperties>(properties: Properties): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false });
}

export function someText(maxLength: number, description: string): TString {
  return Type.String({ minLength: 1, maxLength, description });
}

export function optionalText(maxLength: number, description: string): TOptional<TString> {
  return Type.Optional(someText(maxLength, description));
}
