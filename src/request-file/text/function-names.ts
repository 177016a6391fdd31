/** The built-in functions of placeholders, with the number of their arguments. */
import { nearest } from '../../primitives/near-names.js';

export interface FunctionShape {
  readonly minArguments: number;
  readonly maxArguments: number;
  /** Whether arguments may follow the name after a blank, as in `$dotenv NAME`. */
  readonly takesSpacedArguments?: true;
  /** A number of arguments between minimum and maximum that is refused all the same. */
  readonly refusedCount?: number;
  /** Whether its value depends on time or chance, not only on arguments and environment. */
  readonly varies?: true;
}

const none: FunctionShape = { minArguments: 0, maxArguments: 0 };
const one: FunctionShape = { minArguments: 1, maxArguments: 1 };
const optional: FunctionShape = { minArguments: 0, maxArguments: 1 };

const SHAPES: Readonly<Record<string, FunctionShape>> = {
  uuid: { ...none, varies: true },
  guid: { ...none, varies: true },
  now: { ...optional, varies: true },
  isoTimestamp: { ...optional, takesSpacedArguments: true, varies: true },
  isoDate: { ...optional, varies: true },
  timestamp: { ...optional, takesSpacedArguments: true, varies: true },
  timestampMs: { ...optional, takesSpacedArguments: true, varies: true },
  date: { minArguments: 0, maxArguments: 2, varies: true },
  random: { minArguments: 0, maxArguments: 2, refusedCount: 1, varies: true },
  randomInt: { minArguments: 0, maxArguments: 2, refusedCount: 1, takesSpacedArguments: true, varies: true },
  randomString: { ...optional, varies: true },
  randomAlphanumeric: { ...optional, varies: true },
  randomEmail: { ...none, varies: true },
  base64: one,
  base64url: one,
  base64Decode: one,
  md5: one,
  sha1: one,
  sha256: one,
  sha512: one,
  hmacSha256: { minArguments: 2, maxArguments: 2 },
  urlEncode: one,
  urlDecode: one,
  urlComponent: one,
  json: one,
  env: { minArguments: 1, maxArguments: 2 },
  dotenv: { ...one, takesSpacedArguments: true },
  processEnv: { ...one, takesSpacedArguments: true },
  shared: { ...one, takesSpacedArguments: true },
  'auth.token': { ...one, varies: true },
  datetime: { minArguments: 1, maxArguments: 2, takesSpacedArguments: true, varies: true },
  localDatetime: { minArguments: 1, maxArguments: 2, takesSpacedArguments: true, varies: true },
  'random.integer': { minArguments: 0, maxArguments: 2, refusedCount: 1, varies: true },
  'random.float': { minArguments: 0, maxArguments: 2, refusedCount: 1, varies: true },
  'random.alphabetic': { ...optional, varies: true },
  'random.alphanumeric': { ...optional, varies: true },
  'random.hexadecimal': { ...optional, varies: true },
};

/** Functions without arguments whose values are drawn, under the names that other clients have for them. */
const SAMPLE_WORDS = `
  random.uuid random.email randomUUID
  randomAlphaNumeric randomBoolean randomColor randomHexColor randomAbbreviation
  randomIP randomIPV4 randomIPV6 randomMACAddress
  randomPassword randomLocale randomUserAgent randomProtocol randomSemver
  randomFirstName randomLastName randomFullName randomNamePrefix randomNameSuffix
  randomJobArea randomJobDescriptor randomJobType randomJobTitle
  randomPhoneNumber randomPhoneNumberExt
  randomCity randomStreetName randomStreetAddress randomCountry randomCountryCode randomLatitude randomLongitude
  randomExampleEmail randomUserName randomUrl randomDomainName randomDomainSuffix randomDomainWord
  randomBankAccount randomBankAccountName randomCreditCardMask randomBankAccountBic randomBankAccountIban
  randomTransactionType randomCurrencyCode randomCurrencyName randomCurrencySymbol randomBitcoin randomPrice
  randomCompanyName randomCompanySuffix randomBs randomCatchPhrase
  randomDateFuture randomDatePast randomDateRecent randomWeekday randomMonth
  randomDatabaseColumn randomDatabaseType randomDatabaseCollation randomDatabaseEngine
  randomFileName randomFileType randomFileExt randomCommonFileName randomCommonFileType randomCommonFileExt
  randomFilePath randomDirectoryPath randomMimeType
  randomProduct randomProductAdjective randomProductMaterial randomProductName randomDepartment
  randomNoun randomVerb randomIngverb randomAdjective randomWord randomWords randomPhrase
  randomLoremWord randomLoremWords randomLoremSentence randomLoremSentences randomLoremParagraph
  randomLoremParagraphs randomLoremText randomLoremSlug randomLoremLines
  randomImageUrl randomAvatarImage randomAbstractImage randomAnimalsImage randomBusinessImage randomCatsImage
  randomCityImage randomFashionImage randomFoodImage randomNatureImage randomNightlifeImage randomPeopleImage
  randomSportsImage randomTechnicsImage randomTransportImage randomImageDataUri
`;

let samples: ReadonlySet<string> | undefined;

/** The names of these functions; split on first use, because most files call none and every command starts faster. */
export function sampleNames(): ReadonlySet<string> {
  samples ??= new Set(SAMPLE_WORDS.trim().split(/\s+/));
  return samples;
}

const sample: FunctionShape = { ...none, varies: true };

/** Functions of other clients. Without arguments they would be taken for process variables. */
const FOREIGN: ReadonlySet<string> = new Set(['aadToken']);

export function functionShape(name: string): FunctionShape | undefined {
  if (Object.hasOwn(SHAPES, name)) return SHAPES[name];
  return sampleNames().has(name) ? sample : undefined;
}

/** Whether every call with the same arguments has the same value. */
export function isSettledFunction(name: string): boolean {
  return functionShape(name)?.varies !== true;
}

/** Whether a name after `$` means a function that does not exist here, and no process variable. */
export function isMissingFunction(name: string): boolean {
  return FOREIGN.has(name) || /^random[A-Za-z]/.test(name);
}

let names: readonly string[] | undefined;

export function functionNames(): readonly string[] {
  names ??= [...Object.keys(SHAPES), ...sampleNames()];
  return names;
}

/** The functions that a wrong name may mean, the best first. */
export function nearFunctions(name: string): string[] {
  const near = nearest(name, functionNames());
  return near.length > 0 ? near : nearSamples(name);
}

/** Names of random values share so much that one further away than a slip of the finger is still a help. */
export function nearSamples(name: string): string[] {
  if (name.length > MAX_SAMPLE_LENGTH || !/^random./i.test(name)) return [];
  const all = [...sampleNames()];
  const longer = all.find((each) => each.toLowerCase().startsWith(name.toLowerCase()));
  return longer === undefined ? nearest(name, all, 1, Math.floor(name.length / 2)) : [longer];
}

const MAX_SAMPLE_LENGTH = 32;
