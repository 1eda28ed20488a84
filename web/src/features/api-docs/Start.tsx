import { Anchor, Button, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './ApiDocs.module.css';
import { Code } from './Code';
import type { Section } from './contract';
import { Heading } from './Heading';
import { LanguageChoice } from './LanguageChoice';
import { useLanguage } from './language';
import { postmanCollection } from './postman';
import { KEY_VARIABLE, snippet } from './snippets';
import { startSteps } from './start';

/** The languages for which this server offers an API client for download. */
const CLIENTS = ['Go', 'TypeScript'] as const;

const RULES = ['authorization', 'testing', 'lists', 'errors', 'idempotency', 'limits', 'dates'] as const;

/** Quick start from an API key to an issued credential, then the rules that apply to every call. */
export function Start({ sections }: { sections: Section[] }) {
  const { t } = useTranslation();
  const base = window.location.origin;
  return (
    <article className={styles.start}>
      <Title order={1} size="h2">
        {t('apiDocs.title')}
      </Title>
      <p>{t('apiDocs.start.text')}</p>
      <div className={styles.downloads}>
        <Button
          component="a"
          href="/v1/openapi.yaml"
          download="laurel-openapi.yaml"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
        >
          {t('apiDocs.openapi')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => save('laurel.postman_collection.json', postmanCollection(sections, base))}
        >
          {t('apiDocs.postman')}
        </Button>
        {CLIENTS.map((language) => (
          <Button
            key={language}
            component="a"
            href={`/docs/api/laurel-${language.toLowerCase()}.zip`}
            download
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
          >
            {t('apiDocs.client', { language })}
          </Button>
        ))}
      </div>
      <Heading id="start">{t('apiDocs.start.title')}</Heading>
      <LanguageChoice />
      <Steps base={base} />
      <Heading id="rules">{t('apiDocs.rules.title')}</Heading>
      <dl className={styles.rules}>
        {RULES.map((rule) => (
          <div key={rule} id={rule}>
            <dt>
              <a href={`#${rule}`}>{t(`apiDocs.rules.${rule}.title`)}</a>
            </dt>
            <dd>{t(`apiDocs.rules.${rule}.text`)}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

/** The steps, each with an explanation and its code side by side. */
function Steps({ base }: { base: string }) {
  const { t } = useTranslation();
  const [language] = useLanguage();
  return (
    <ol className={styles.steps}>
      <li>
        <div>
          <h3>{t('apiDocs.start.key.title')}</h3>
          <p>{t('apiDocs.start.key.text')}</p>
          <p>
            <Anchor component={Link} to="/settings/api-keys">
              {t('nav.apiKeys')}
            </Anchor>
          </p>
        </div>
        <Code text={`export ${KEY_VARIABLE}=YOUR_KEY`} label={t('apiDocs.copy')} />
      </li>
      {startSteps(base).map(({ name, sent }) => (
        <li key={name}>
          <div>
            <h3>{t(`apiDocs.start.${name}.title`)}</h3>
            <p>{t(`apiDocs.start.${name}.text`)}</p>
          </div>
          <Code text={snippet(language, sent)} label={t('apiDocs.copy')} />
        </li>
      ))}
    </ol>
  );
}

function save(name: string, content: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  );
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
