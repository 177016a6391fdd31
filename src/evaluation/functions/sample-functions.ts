/** Functions without arguments that make up data (docs/language.md#made-up-data). */
import type { FunctionTools, TemplateFunction } from './call.js';
import {
  characters,
  HEX_DIGITS,
  integerIn,
  LETTERS,
  LETTERS_AND_DIGITS,
  randomEmail,
  uuid,
} from './random.js';
import { loremFunctions } from './sample-lorem.js';
import { wordList, type WordList } from './sample-words.js';

type Maker = (tools: FunctionTools) => string;

const DIGITS = '0123456789';
const UPPER_CASE = LETTERS.toUpperCase();
const BASE_58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DAY = 86_400_000;
const IMAGE_TOPICS =
  'Abstract Animals Business Cats City Fashion Food Nature Nightlife People Sports Technics Transport'.split(
    ' ',
  );

let made: ReadonlyMap<string, TemplateFunction> | undefined;

/** All of them by name; made when one is first called, because most runs call none. */
export function sampleFunctions(): ReadonlyMap<string, TemplateFunction> {
  made ??= new Map(
    Object.entries({
      ...numbersAndCodes(),
      ...peopleAndWork(),
      ...places(),
      ...internetNames(),
      ...money(),
      ...timeAndFiles(),
      ...wordsAndGoods(),
      ...images(),
      ...loremFunctions(),
    }).map(([name, make]) => [name, (_args, tools) => make(tools)]),
  );
  return made;
}

export function pick(list: WordList, tools: FunctionTools): string {
  return oneOf(wordList(list), tools);
}

function oneOf(list: readonly string[], tools: FunctionTools): string {
  return list[integerIn(0, list.length - 1, tools)] ?? '';
}

const from =
  (...lists: readonly WordList[]): Maker =>
  (tools) =>
    lists.map((list) => pick(list, tools)).join(' ');

/** One part of an entry such as `Chile:CL`. */
const partOf =
  (list: WordList, part: number): Maker =>
  (tools) =>
    pick(list, tools).split(':')[part] ?? '';

const drawn =
  (alphabet: string, length: number): Maker =>
  (tools) =>
    characters(alphabet, length, tools);

/** Equally likely numbers with this many decimals, both ends included. */
const decimal =
  (low: number, high: number, decimals: number): Maker =>
  (tools) =>
    (integerIn(low * 10 ** decimals, high * 10 ** decimals, tools) / 10 ** decimals).toFixed(decimals);

const repeated =
  (count: number, separator: string, make: Maker): Maker =>
  (tools) =>
    Array.from({ length: count }, () => make(tools)).join(separator);

/** Replaces each `#` by a digit. */
const digitsIn =
  (pattern: string): Maker =>
  (tools) =>
    pattern.replaceAll('#', () => characters(DIGITS, 1, tools));

function numbersAndCodes(): Record<string, Maker> {
  const ipV4 = repeated(4, '.', (tools) => String(integerIn(0, 255, tools)));
  return {
    'random.uuid': (tools) => uuid([], tools),
    'random.email': (tools) => randomEmail([], tools),
    randomUUID: (tools) => uuid([], tools),
    randomAlphaNumeric: drawn(`${DIGITS}${LETTERS}`, 1),
    randomBoolean: (tools) => oneOf(['true', 'false'], tools),
    randomColor: from('color'),
    randomHexColor: hexColor,
    randomAbbreviation: from('abbreviation'),
    randomIP: ipV4,
    randomIPV4: ipV4,
    randomIPV6: repeated(8, ':', drawn(HEX_DIGITS, 4)),
    randomMACAddress: repeated(6, ':', drawn(HEX_DIGITS, 2)),
    randomPassword: drawn(LETTERS_AND_DIGITS, 15),
    randomLocale: from('locale'),
    randomUserAgent: from('browser'),
    randomProtocol: (tools) => oneOf(['http', 'https'], tools),
    randomSemver: repeated(3, '.', drawn(DIGITS, 1)),
  };
}

function hexColor(tools: FunctionTools): string {
  return `#${characters(HEX_DIGITS, 6, tools)}`;
}

function peopleAndWork(): Record<string, Maker> {
  return {
    randomFirstName: from('firstName'),
    randomLastName: from('lastName'),
    randomFullName: from('firstName', 'lastName'),
    randomNamePrefix: from('prefix'),
    randomNameSuffix: from('suffix'),
    randomJobArea: from('jobArea'),
    randomJobDescriptor: from('jobDescriptor'),
    randomJobType: from('jobType'),
    randomJobTitle: from('jobDescriptor', 'jobArea', 'jobType'),
    // Numbers with 555 belong to nobody.
    randomPhoneNumber: digitsIn('###-555-####'),
    randomPhoneNumberExt: digitsIn('##-###-555-####'),
    randomCompanyName: from('lastName', 'companySuffix'),
    randomCompanySuffix: from('companySuffix'),
    randomBs: from('verb', 'adjective', 'noun'),
    randomCatchPhrase: from('adjective', 'adjective', 'noun'),
  };
}

function places(): Record<string, Maker> {
  const street = from('street', 'streetKind');
  return {
    randomCity: from('city'),
    randomStreetName: street,
    randomStreetAddress: (tools) => `${integerIn(1, 9999, tools)} ${street(tools)}`,
    randomCountry: partOf('country', 0),
    randomCountryCode: partOf('country', 1),
    randomLatitude: decimal(-90, 90, 4),
    randomLongitude: decimal(-180, 180, 4),
  };
}

function internetNames(): Record<string, Maker> {
  const domain: Maker = (tools) => `${pick('domainWord', tools)}.example.${pick('domainSuffix', tools)}`;
  const first: Maker = (tools) => pick('firstName', tools).toLowerCase();
  return {
    randomExampleEmail: (tools) => `${first(tools)}@example.${pick('domainSuffix', tools)}`,
    randomUserName: (tools) => first(tools) + oneOf(['_', '.'], tools) + characters(DIGITS, 2, tools),
    randomUrl: (tools) => `https://${domain(tools)}`,
    randomDomainName: domain,
    randomDomainSuffix: from('domainSuffix'),
    randomDomainWord: from('domainWord'),
  };
}

function money(): Record<string, Maker> {
  return {
    randomBankAccount: drawn(DIGITS, 8),
    randomBankAccountName: from('account'),
    randomCreditCardMask: drawn(DIGITS, 4),
    randomBankAccountBic: drawn(UPPER_CASE, 8),
    randomBankAccountIban: germanIban,
    randomTransactionType: from('transaction'),
    randomCurrencyCode: partOf('currency', 1),
    randomCurrencyName: partOf('currency', 0),
    randomCurrencySymbol: partOf('currency', 2),
    randomBitcoin: (tools) => `1${characters(BASE_58, 33, tools)}`,
    randomPrice: decimal(0, 1000, 2),
  };
}

/** The check digits make the number, with the letters as numbers (D = 13, E = 14) at its end, 1 modulo 97. */
function germanIban(tools: FunctionTools): string {
  const account = characters(DIGITS, 18, tools);
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

function timeAndFiles(): Record<string, Maker> {
  const shifted =
    (least: number, most: number): Maker =>
    (tools) =>
      new Date(tools.clock() + integerIn(least, most, tools)).toISOString();
  const fileName: Maker = (tools) => `${anyWord(tools)}_${anyWord(tools)}.${pick('fileExt', tools)}`;
  return {
    randomDateFuture: shifted(1, 365 * DAY),
    randomDatePast: shifted(-365 * DAY, -1),
    randomDateRecent: shifted(-DAY, -1),
    randomWeekday: from('weekday'),
    randomMonth: from('month'),
    randomDatabaseColumn: from('databaseColumn'),
    randomDatabaseType: from('databaseType'),
    randomDatabaseCollation: from('databaseCollation'),
    randomDatabaseEngine: from('databaseEngine'),
    randomFileName: fileName,
    randomFileType: from('fileType'),
    randomFileExt: from('fileExt'),
    randomCommonFileName: (tools) => `${anyWord(tools)}.${pick('commonFileExt', tools)}`,
    randomCommonFileType: from('commonFileType'),
    randomCommonFileExt: from('commonFileExt'),
    randomFilePath: (tools) => `${pick('directory', tools)}/${fileName(tools)}`,
    randomDirectoryPath: from('directory'),
    randomMimeType: from('mimeType'),
  };
}

function anyWord(tools: FunctionTools): string {
  return oneOf(
    ['noun', 'verb', 'ingverb', 'adjective'].flatMap((list) => wordList(list as WordList)),
    tools,
  );
}

function wordsAndGoods(): Record<string, Maker> {
  return {
    randomProduct: from('product'),
    randomProductAdjective: from('productAdjective'),
    randomProductMaterial: from('productMaterial'),
    randomProductName: from('productAdjective', 'productMaterial', 'product'),
    randomDepartment: from('department'),
    randomNoun: from('noun'),
    randomVerb: from('verb'),
    randomIngverb: from('ingverb'),
    randomAdjective: from('adjective'),
    randomWord: anyWord,
    randomWords: repeated(3, ' ', anyWord),
    randomPhrase: (tools) =>
      `The ${pick('adjective', tools)} ${pick('noun', tools)} will ${pick('verb', tools)} soon.`,
  };
}

function images(): Record<string, Maker> {
  const image: Maker = (tools) => `https://example.com/image/${pick('domainWord', tools)}.png`;
  return {
    randomImageUrl: image,
    randomAvatarImage: image,
    ...Object.fromEntries(IMAGE_TOPICS.map((topic) => [`random${topic}Image`, image])),
    randomImageDataUri: (tools) => {
      const pixel = `<rect width="1" height="1" fill="${hexColor(tools)}"/>`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">${pixel}</svg>`;
      return `data:image/svg+xml,${encodeURIComponent(svg)}`;
    },
  };
}
