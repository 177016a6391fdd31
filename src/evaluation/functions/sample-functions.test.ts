import { describe, expect, it } from 'vitest';
import { testScope, TEST_TIME } from '../../../test/support/runs/evaluation.js';
import { seededBytes } from '../../../test/support/seeded-bytes.js';
import { sampleNames } from '../../request-file/text/function-names.js';
import { sampleFunctions } from './sample-functions.js';
import { WORD_LISTS, wordList, type WordList } from './sample-words.js';

const chance = testScope({ random: seededBytes('functions') });
const DAY = 86_400_000;

function draws(name: string, count = 60): string[] {
  return Array.from({ length: count }, () => chance.text(`{{$${name}}}`));
}

/** Any entry of one list, or one of several joined by blanks. */
function oneOf(...lists: readonly WordList[]): RegExp {
  return new RegExp(`^${lists.map((list) => alternatives(wordList(list))).join(' ')}$`);
}

function alternatives(words: readonly string[]): string {
  return `(?:${words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})`;
}

function partOf(list: WordList, part: number): RegExp {
  return new RegExp(`^${alternatives(wordList(list).map((entry) => entry.split(':')[part] ?? ''))}$`);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const IP = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const WORD = alternatives(
  ['noun', 'verb', 'ingverb', 'adjective'].flatMap((list) => wordList(list as WordList)),
);
const LATIN = alternatives(wordList('latin'));
const SENTENCE = `[A-Z][a-z]*(?: ${LATIN}){2,9}\\.`;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const IMAGE = /^https:\/\/example\.com\/image\/[a-z]+\.png$/;
const shape = (pattern: string): RegExp => new RegExp(`^${pattern}$`);

const SHAPES: Readonly<Record<string, RegExp>> = {
  'random.uuid': UUID,
  'random.email': /^[a-z]{8}@[a-z]{6}\.example\.com$/,
  randomUUID: UUID,
  randomAlphaNumeric: /^[0-9a-z]$/,
  randomBoolean: /^(?:true|false)$/,
  randomColor: oneOf('color'),
  randomHexColor: /^#[0-9a-f]{6}$/,
  randomAbbreviation: /^[A-Z]{2,4}$/,
  randomIP: IP,
  randomIPV4: IP,
  randomIPV6: /^[0-9a-f]{4}(?::[0-9a-f]{4}){7}$/,
  randomMACAddress: /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/,
  randomPassword: /^[A-Za-z0-9]{15}$/,
  randomLocale: /^[a-z]{2}$/,
  randomUserAgent: /^Mozilla\/5\.0 \(/,
  randomProtocol: /^https?$/,
  randomSemver: /^\d\.\d\.\d$/,
  randomFirstName: oneOf('firstName'),
  randomLastName: oneOf('lastName'),
  randomFullName: oneOf('firstName', 'lastName'),
  randomNamePrefix: /^(?:Mr|Mrs|Ms|Dr)\.$/,
  randomNameSuffix: /^(?:Jr\.|Sr\.|I|II|III|MD|PhD)$/,
  randomJobArea: oneOf('jobArea'),
  randomJobDescriptor: oneOf('jobDescriptor'),
  randomJobType: oneOf('jobType'),
  randomJobTitle: oneOf('jobDescriptor', 'jobArea', 'jobType'),
  randomPhoneNumber: /^\d{3}-555-\d{4}$/,
  randomPhoneNumberExt: /^\d{2}-\d{3}-555-\d{4}$/,
  randomCompanyName: oneOf('lastName', 'companySuffix'),
  randomCompanySuffix: /^(?:Inc|LLC|Group)$/,
  randomBs: oneOf('verb', 'adjective', 'noun'),
  randomCatchPhrase: oneOf('adjective', 'adjective', 'noun'),
  randomCity: oneOf('city'),
  randomStreetName: oneOf('street', 'streetKind'),
  randomStreetAddress: shape(
    `[1-9]\\d{0,3} ${alternatives(wordList('street'))} ${alternatives(wordList('streetKind'))}`,
  ),
  randomCountry: partOf('country', 0),
  randomCountryCode: partOf('country', 1),
  randomLatitude: /^-?(?:90\.0000|[1-8]?\d\.\d{4})$/,
  randomLongitude: /^-?(?:180\.0000|(?:1[0-7]\d|[1-9]?\d)\.\d{4})$/,
  randomExampleEmail: /^[a-z]+@example\.(?:com|net|org)$/,
  randomUserName: /^[a-z]+[_.]\d{2}$/,
  randomUrl: /^https:\/\/[a-z]+\.example\.(?:com|net|org)$/,
  randomDomainName: /^[a-z]+\.example\.(?:com|net|org)$/,
  randomDomainSuffix: /^(?:com|net|org)$/,
  randomDomainWord: oneOf('domainWord'),
  randomBankAccount: /^\d{8}$/,
  randomBankAccountName: oneOf('account'),
  randomCreditCardMask: /^\d{4}$/,
  randomBankAccountBic: /^[A-Z]{8}$/,
  randomBankAccountIban: /^DE\d{20}$/,
  randomTransactionType: oneOf('transaction'),
  randomCurrencyCode: /^[A-Z]{3}$/,
  randomCurrencyName: partOf('currency', 0),
  randomCurrencySymbol: partOf('currency', 2),
  randomBitcoin: /^1[1-9A-HJ-NP-Za-km-z]{33}$/,
  randomPrice: /^(?:1000\.00|\d{1,3}\.\d\d)$/,
  randomDateFuture: ISO,
  randomDatePast: ISO,
  randomDateRecent: ISO,
  randomWeekday: /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/,
  randomMonth: oneOf('month'),
  randomDatabaseColumn: oneOf('databaseColumn'),
  randomDatabaseType: oneOf('databaseType'),
  randomDatabaseCollation: oneOf('databaseCollation'),
  randomDatabaseEngine: oneOf('databaseEngine'),
  randomFileName: shape(`${WORD}_${WORD}\\.${alternatives(wordList('fileExt'))}`),
  randomFileType: oneOf('fileType'),
  randomFileExt: oneOf('fileExt'),
  randomCommonFileName: shape(`${WORD}\\.${alternatives(wordList('commonFileExt'))}`),
  randomCommonFileType: oneOf('commonFileType'),
  randomCommonFileExt: oneOf('commonFileExt'),
  randomFilePath: /^(?:\/[a-z]+){1,2}\/[a-z]+_[a-z]+\.[a-z]+$/,
  randomDirectoryPath: /^(?:\/[a-z]+){1,2}$/,
  randomMimeType: /^[a-z]+\/[a-z0-9+-]+$/,
  randomProduct: oneOf('product'),
  randomProductAdjective: oneOf('productAdjective'),
  randomProductMaterial: oneOf('productMaterial'),
  randomProductName: oneOf('productAdjective', 'productMaterial', 'product'),
  randomDepartment: oneOf('department'),
  randomNoun: oneOf('noun'),
  randomVerb: oneOf('verb'),
  randomIngverb: oneOf('ingverb'),
  randomAdjective: oneOf('adjective'),
  randomWord: shape(WORD),
  randomWords: shape(`${WORD} ${WORD} ${WORD}`),
  randomPhrase: /^[A-Z][a-z]*(?: [a-z]+){5}\.$/,
  randomLoremWord: oneOf('latin'),
  randomLoremWords: oneOf('latin', 'latin', 'latin'),
  randomLoremSentence: shape(SENTENCE),
  randomLoremSentences: shape(`${SENTENCE}(?: ${SENTENCE}){1,5}`),
  randomLoremParagraph: shape(`${SENTENCE}(?: ${SENTENCE}){2,5}`),
  randomLoremParagraphs: shape(`(?:${SENTENCE}(?: ${SENTENCE}){2,5}(?:\n(?!$)|$)){3}`),
  randomLoremText: /^[A-Za-z][a-z. A-Z\n]*$/,
  randomLoremSlug: shape(`${LATIN}-${LATIN}-${LATIN}`),
  randomLoremLines: shape(`${SENTENCE}(?:\n${SENTENCE}){0,4}`),
  randomImageUrl: IMAGE,
  randomAvatarImage: IMAGE,
  randomImageDataUri: /^data:image\/svg\+xml,%3Csvg[\w%.-]+%3C%2Fsvg%3E$/,
};

describe('made-up data', () => {
  it.each([...sampleNames()])('%s has its shape in every draw', (name) => {
    const wanted = SHAPES[name] ?? (/^random[A-Z][a-z]+Image$/.test(name) ? IMAGE : undefined);
    if (wanted === undefined) throw new Error(`there is no shape for ${name}`);
    for (const text of draws(name)) expect(text).toMatch(wanted);
  });

  it('is called with parentheses too', () => {
    expect(chance.text('{{$randomHexColor()}} {{randomHexColor()}}')).toMatch(/^#[0-9a-f]{6} #[0-9a-f]{6}$/);
  });

  it('has a function for each name, and no other', () => {
    expect([...sampleFunctions().keys()].sort()).toEqual([...sampleNames()].sort());
  });

  it.each([
    ['randomDateFuture', 1, 365 * DAY],
    ['randomDatePast', -365 * DAY, -1],
    ['randomDateRecent', -DAY, -1],
  ])('%s stays in its time', (name, least, most) => {
    for (const text of draws(name)) {
      expect(Date.parse(text) - TEST_TIME).toBeGreaterThanOrEqual(least);
      expect(Date.parse(text) - TEST_TIME).toBeLessThanOrEqual(most);
    }
  });

  it('makes account numbers whose check digits are right', () => {
    for (const iban of draws('randomBankAccountIban', 200)) {
      const digits = `${iban.slice(4)}1314${iban.slice(2, 4)}`;
      expect(BigInt(digits) % 97n).toBe(1n);
    }
  });

  it('draws the entries of a list equally often', () => {
    const counts = new Map<string, number>();
    for (const color of draws('randomColor', 8000)) counts.set(color, (counts.get(color) ?? 0) + 1);
    expect(counts.size).toBe(16);
    // 500 are expected; a fair draw leaves this range once in a billion seeds.
    for (const count of counts.values()) {
      expect(count).toBeGreaterThan(350);
      expect(count).toBeLessThan(650);
    }
  });

  it('takes chance only from the source that it is given', () => {
    const fixed = testScope({ random: (bytes) => new Uint8Array(bytes) });
    expect(fixed.text('{{$randomFirstName}} {{$randomIP}} {{$randomLatitude}}')).toBe('Ada 0.0.0.0 -90.0000');
  });
});

describe('the lists', () => {
  const sizes: Readonly<Record<WordList, number>> = {
    ...{ firstName: 100, lastName: 100, prefix: 4, suffix: 7, color: 16, abbreviation: 20, locale: 20 },
    ...{ jobArea: 16, jobDescriptor: 16, jobType: 16, city: 60, street: 30, streetKind: 8, country: 60 },
    ...{ domainWord: 60, domainSuffix: 3, account: 8, transaction: 5, currency: 30, companySuffix: 3 },
    ...{ weekday: 7, month: 12, databaseColumn: 10, databaseType: 10, databaseCollation: 10 },
    ...{ databaseEngine: 10, fileType: 6, fileExt: 16, commonFileType: 5, commonFileExt: 8, directory: 12 },
    ...{ mimeType: 20, product: 20, productAdjective: 16, productMaterial: 12, department: 20, noun: 40 },
    ...{ verb: 40, ingverb: 40, adjective: 40, latin: 60, browser: 8 },
  };

  it.each(WORD_LISTS)('%s is long enough, ASCII and without repetition', (name) => {
    const list = wordList(name);
    expect(list.length).toBeGreaterThanOrEqual(sizes[name]);
    expect(new Set(list).size).toBe(list.length);
    for (const word of list) expect(word).toMatch(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/);
  });

  it('have a code and a symbol where they need one', () => {
    for (const entry of wordList('country')) expect(entry).toMatch(/^[A-Za-z ]+:[A-Z]{2}$/);
    for (const entry of wordList('currency')) expect(entry).toMatch(/^[A-Za-z ]+:[A-Z]{3}:[A-Za-z$/]+$/);
    const codes = wordList('country').map((entry) => entry.split(':')[1]);
    expect(new Set(codes).size).toBe(codes.length);
  });
});
