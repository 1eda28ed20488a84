import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';

/** The networks and ways of sharing with a name of their own. */
const NETWORKS = ['linkedin', 'linkedin_profile', 'x', 'facebook', 'whatsapp', 'mail', 'qr'] as const;

/** Names, definitions and values of what is counted. */
export function useWords() {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  return {
    name: (name: string) => t(`insights.name.${name}` as ParseKeys),
    definition: (name: string) => {
      const key = `insights.definition.${name}`;
      return i18n.exists(key) ? t(key as ParseKeys) : undefined;
    },
    network: (key: string) =>
      NETWORKS.some((one) => one === key)
        ? t(`insights.network.${key}` as ParseKeys)
        : key || t('insights.network.other'),
    value: (value: number | null, rate: boolean) => {
      if (value === null) return t('insights.tooFew');
      return rate ? format.percent(value) : format.number(value);
    },
  };
}
