// What a company submits for verification: the fields and documents of its kind, in the words that people read.
import type { Kind } from '../companies/sql.ts';

export const fieldNames = [
  'legalName',
  'dateOfBirth',
  'registrationNumber',
  'country',
  'address',
  'website',
  'businessDescription',
  'expectedMonthlyVolume',
  'directors',
  'beneficialOwners',
  'sourceOfFunds',
] as const;
export type FieldName = (typeof fieldNames)[number];

export const documentSlots = [
  'id_front',
  'id_back',
  'proof_of_address',
  'certificate_of_incorporation',
  'ownership_chart',
  'director_id',
] as const;
export type DocumentSlot = (typeof documentSlots)[number];

type Field = { name: FieldName; label: string; help: string };
type Slot = { slot: DocumentSlot; label: string; help: string };

/** Everything that is needed before submission. */
export type Required = { fields: readonly Field[]; documents: readonly Slot[] };

/** Long enough for a list of owners with their shares, short enough to read. */
export const LONGEST_FIELD = 4_000;

const country: Field = { name: 'country', label: 'Country', help: 'Where you live.' };
const address: Field = { name: 'address', label: 'Address', help: 'Street, number, postal code and city.' };
const proofOfAddress: Slot = {
  slot: 'proof_of_address',
  label: 'Proof of address',
  help: 'A bill or a bank letter of the last three months that shows the address.',
};

const individual: Required = {
  fields: [
    { name: 'legalName', label: 'Legal name', help: 'As it is written in your passport or identity card.' },
    { name: 'dateOfBirth', label: 'Date of birth', help: 'Year, month, day: 1990-12-31.' },
    country,
    address,
    { name: 'sourceOfFunds', label: 'Source of funds', help: 'Where the money for the account comes from.' },
  ],
  documents: [
    { slot: 'id_front', label: 'Identity document, front', help: 'The page or side with your photograph.' },
    { slot: 'id_back', label: 'Identity document, back', help: 'Of a passport: the page opposite the photograph.' },
    proofOfAddress,
  ],
};

const corporate: Required = {
  fields: [
    { name: 'legalName', label: 'Legal name', help: 'As it is written in the register.' },
    { name: 'registrationNumber', label: 'Registration number', help: 'The number in the register of companies.' },
    { ...country, help: 'Where the company is registered.' },
    { ...address, help: 'The registered address.' },
    { name: 'website', label: 'Website', help: 'Beginning with https:// or http://.' },
    { name: 'businessDescription', label: 'Business', help: 'What the company does, and for whom.' },
    { name: 'expectedMonthlyVolume', label: 'Expected monthly volume', help: 'In US dollars, about.' },
    { name: 'directors', label: 'Directors', help: 'Everyone who may sign for the company, with date of birth.' },
    {
      name: 'beneficialOwners',
      label: 'Beneficial owners',
      help: 'Everyone who owns or controls 25 % or more, with date of birth and share.',
    },
  ],
  documents: [
    { slot: 'certificate_of_incorporation', label: 'Certificate of incorporation', help: 'From the register.' },
    proofOfAddress,
    { slot: 'ownership_chart', label: 'Ownership chart', help: 'From the company up to the people who own it.' },
    { slot: 'director_id', label: 'Identity document of a director', help: 'The page with the photograph.' },
  ],
};

/** What a company of this kind must submit. */
export const requirementsOf = (kind: Kind): Required => (kind === 'individual' ? individual : corporate);

/** What is still missing, in the order of the form. */
export function missingOf(
  required: Required,
  given: { fields: Partial<Record<FieldName, string>>; slots: readonly DocumentSlot[] },
): { name: string; label: string }[] {
  return [
    ...required.fields
      .filter(({ name }) => (given.fields[name] ?? '') === '')
      .map(({ name, label }) => ({ name, label })),
    ...required.documents
      .filter(({ slot }) => !given.slots.includes(slot))
      .map(({ slot, label }) => ({ name: slot, label })),
  ];
}

/** Why a value is invalid for a field; undefined if it is valid. An empty value clears the field. */
export function problemOf(name: FieldName, value: string, today: Date): string | undefined {
  if (value === '') return undefined;
  switch (name) {
    case 'country':
      return /^[A-Z]{2}$/.test(value) ? undefined : 'must be two capital letters, such as DE';
    case 'dateOfBirth':
      return isBirthday(value, today) ? undefined : 'must be a date in the past, written YYYY-MM-DD';
    case 'website':
      return /^https?:\/\/[^\s/]+\.[^\s]+$/.test(value) && URL.canParse(value)
        ? undefined
        : 'must be an address that begins with https:// or http://';
    default:
      return undefined;
  }
}

/** Nobody alive was born earlier. */
const EARLIEST_BIRTHDAY = '1900-01-01';

function isBirthday(text: string, today: Date): boolean {
  const date = new Date(`${text}T00:00:00.000Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text) return false;
  return text >= EARLIEST_BIRTHDAY && date < today;
}
