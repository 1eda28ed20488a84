import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import type { StateTone } from '../../ui/StateDot';
import type { ApiKey } from './api';
import { EMBED, presetOf, RESOURCES } from './scopes';

export const STATE_TONE: Record<ApiKey['state'], StateTone> = {
  active: 'good',
  rotating: 'waiting',
  expired: 'bad',
};

/** What a key may do, in short: a preset's name, or how much it is. */
export function useScopeSummary() {
  const { t } = useTranslation();
  const format = useFormat();
  return (scopes: readonly string[]): string => {
    const preset = presetOf(scopes);
    if (preset) return t(`apiKeys.preset.${preset}.name`);
    return t('apiKeys.scopes.count', { count: scopes.length, number: format.number(scopes.length) });
  };
}

/** What a key may do, thing by thing. */
export function useScopeLines() {
  const { t } = useTranslation();
  return (scopes: readonly string[]): string[] => {
    const lines = RESOURCES.flatMap((resource) => {
      const verbs = (['read', 'write'] as const).filter((verb) => scopes.includes(`${resource}:${verb}`));
      if (verbs.length === 0) return [];
      const kind = verbs.length === 2 ? 'both' : (verbs[0] ?? 'read');
      return [t(`apiKeys.scopes.line.${kind}`, { resource: t(`apiKeys.scopes.resource.${resource}`) })];
    });
    return scopes.includes(EMBED) ? [...lines, t('apiKeys.scopes.embed')] : lines;
  };
}

/** A key as far as it may be shown: what it begins with, and its last characters. */
export const shownKey = ({ prefix, masked }: { prefix: string; masked: string }): string =>
  `${prefix}…${masked.replace(/^•+/, '')}`;
