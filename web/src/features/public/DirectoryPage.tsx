import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Message } from './Message';

/** The page at the URL of a directory. No directory is public yet, so every name is unknown. */
export function Component() {
  const { t } = useTranslation();
  const { name = '' } = useParams();
  return <Message title={t('public.directory.title')} text={t('public.directory.text', { name })} />;
}
