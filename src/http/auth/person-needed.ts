import { RequestFailure } from '../message/message.js';

/** Only a person can get another token; the message names no secret. */
export class PersonNeeded extends RequestFailure {}
