import { useTranslation } from 'react-i18next';
import styles from './ApiDocs.module.css';
import { useLanguage } from './language';
import { LANGUAGES } from './snippets';

/** Selects the language of all examples. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const [language, choose] = useLanguage();
  return (
    <fieldset className={styles.languages} aria-label={t('apiDocs.language')} dir="ltr">
      {LANGUAGES.map((one) => (
        <button key={one} type="button" aria-pressed={one === language} onClick={() => choose(one)}>
          {one}
        </button>
      ))}
    </fieldset>
  );
}
