/** Written apart, so that the builds for visitors do not take it for the key of a text and keep all of that area. */
type Recipient = 'recipient';

/** A text of a recipient that issuers set. */
interface RecipientText {
  /** The path of the field in the API, in errors and in imports. */
  field: `${Recipient}.${string}`;
  max: number;
  required?: boolean;
  /** How the form of a credential asks for it. Without this it comes from imports and the API only. */
  input?: 'text' | 'email' | 'language';
}

/** The texts of recipients, in the order of forms and menus. Forms, details, histories and imports of credentials go by this list. */
export const RECIPIENT_TEXTS = [
  { field: 'recipient.name', max: 255, required: true, input: 'text' },
  { field: 'recipient.email', max: 320, required: true, input: 'email' },
  { field: 'recipient.id', max: 255 },
  { field: 'recipient.phone_number', max: 30 },
  { field: 'recipient.language', max: 35, input: 'language' },
] as const satisfies readonly RecipientText[];

export type RecipientField = (typeof RECIPIENT_TEXTS)[number]['field'];

const all: readonly RecipientText[] = RECIPIENT_TEXTS;

/** The texts that the form of a credential asks for. */
export const FORM_TEXTS = all.filter(({ input }) => input) as (RecipientText & { field: RecipientField })[];

export const RECIPIENT_FIELDS: readonly RecipientField[] = RECIPIENT_TEXTS.map(({ field }) => field);

export const isRecipientField = (field: string): field is RecipientField =>
  RECIPIENT_FIELDS.includes(field as RecipientField);

/** The name of a field within the recipient. */
export const nameOf = (field: RecipientField) => field.slice('recipient.'.length) as 'name';
