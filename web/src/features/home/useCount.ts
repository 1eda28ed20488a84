import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';

/** The server counts up to this number. */
const MOST = 10_000;

/** Returns how to write a number of the start page, such as "12" or "10,000+". */
export function useCount(): (count: number) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (count) =>
    count > MOST ? t('ui.table.moreThan', { number: format.number(MOST) }) : format.number(count);
}
