import { useTranslation } from 'react-i18next';
import type { AuditEvent } from './api';

/** Kinds of objects that can be filtered by. */
export const KINDS = [
  'credential',
  'group',
  'design',
  'recipient',
  'publication',
  'import',
  'export',
  'data_export',
  'attribute',
  'font',
  'user',
  'invitation',
  'api_key',
  'signing_key',
  'webhook',
  'department',
  'organization',
  'claim_link',
  'collection',
  'name_change',
  'role',
  'permission_group',
  'sso_connection',
  'sso_domain',
  'scim_user',
  'scim_group',
  'sender_address',
  'suppression',
  'email',
  'email_template',
] as const;

const PAGES: Record<string, (id: string) => string> = {
  credential: (id) => `/credentials/${id}`,
  group: (id) => `/groups/${id}`,
  design: (id) => `/designs/${id}`,
  publication: (id) => `/publications/${id}`,
  action: (id) => `/actions/${id}`,
  import: (id) => `/imports/${id}`,
  export: (id) => `/exports/${id}`,
  webhook: (id) => `/settings/webhooks/${id}`,
  api_key: (id) => `/settings/api-keys/${id}`,
  department: () => '/settings/department',
};

/** The page of an object. Undefined if it has none; the page of a deleted object says that it doesn't exist. */
export const pageOf = ({ kind, id }: AuditEvent['object']): string | undefined => PAGES[kind]?.(id);

/** The texts of events. Actions and kinds without a text are named by their codes. */
export function useAuditWords() {
  const { t, i18n } = useTranslation();
  const orCode = (key: string, code: string) => (i18n.exists(key) ? t(key as 'audit.title') : code);
  const action = (code: string) => orCode(`audit.action.${code}`, code);
  const kind = (code: string) => orCode(`audit.kind.${code}`, code);
  const actor = ({ kind: by, name, system }: AuditEvent['actor']): string => {
    switch (by) {
      case 'user':
        return name || t('audit.who.unknown');
      case 'api_key':
        return t('audit.who.apiKey', { name });
      case 'embed':
        return t('audit.who.embed');
      case 'recipient':
        return t('audit.who.recipient');
      default:
        return system ? t('audit.who.system') : t('audit.who.unknown');
    }
  };
  return { action, kind, actor };
}

/** A changed value before and after. */
export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** Splits details into changes, which have the members "before" and "after", and everything else. A new object's values are of the latter. */
export function changesOf(details: Record<string, unknown>): {
  changes: Change[];
  rest: [string, unknown][];
} {
  const changes: Change[] = [];
  const rest: [string, unknown][] = [];
  for (const [field, value] of Object.entries(details)) {
    if (!isObject(value)) rest.push([field, value]);
    else if ('after' in value) changes.push({ field, before: value.before, after: value.after });
    else if (field === 'values') rest.push(...Object.entries(value));
    else rest.push([field, value]);
  }
  return { changes, rest };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
