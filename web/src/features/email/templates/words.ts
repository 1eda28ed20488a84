import type { TFunction } from 'i18next';
import { LANGUAGES } from '../../../i18n/languages';
import type { BlockType } from './api';

/** The types of emails, in the order of menus. */
export const TYPES = [
  'delivery',
  'in_progress',
  'suspended',
  'reinstated',
  'revoked',
  'deleted',
  'recipient_link',
  'name_change_approved',
  'name_change_denied',
  'change_approved',
  'change_denied',
  'change_confirm',
  'name_change_received',
  'name_change_made',
  'change_received',
  'reference_asked',
  'reference_wanted',
  'reference_submitted',
  'reference_received',
  'reference_approved',
  'reference_rejected',
  'claim_confirm',
  'claim_issued_before',
  'claim_waiting',
  'claim_denied',
] as const;

const isType = (key: string): key is (typeof TYPES)[number] => (TYPES as readonly string[]).includes(key);

/** The name of a type of emails. */
export const typeName = (t: TFunction, key: string): string =>
  isType(key) ? t(`emailTemplates.type.${key}`) : key;

/** The types of blocks, in the order of menus. */
export const BLOCKS = [
  'heading',
  'text',
  'button',
  'picture',
  'image',
  'divider',
  'spacer',
  'columns',
  'social',
  'footer',
  'html',
] as const satisfies readonly BlockType[];

export const COLORS = ['brand', 'background', 'surface', 'text'] as const;
export const FONTS = ['Arial', 'Georgia', 'Tahoma', 'Times New Roman', 'Trebuchet MS', 'Verdana'] as const;

/** The name of a language in itself. */
export const languageName = (code: string): string =>
  LANGUAGES.find(({ value }) => value === code)?.name ?? code;
