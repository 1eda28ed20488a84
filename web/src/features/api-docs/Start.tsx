import { Anchor, Button, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './ApiDocs.module.css';
import { Code } from './Code';
import type { Section } from './contract';
import { postmanCollection } from './postman';
import { snippet } from './snippets';

/** The languages that this server hands out a client of its API for. */
const CLIENTS = ['Go', 'TypeScript'] as const;

/** From nothing to an issued credential, step by step, and what holds for every call. */
export function Start({ sections }: { sections: Section[] }) {
  const { t } = useTranslation();
  const base = window.location.origin;
  const post = (path: string, body: object) =>
    snippet('curl', { method: 'POST', url: base + path, key: '', body: JSON.stringify(body, null, 2) });
  const steps = [
    { name: 'key', code: null },
    {
      name: 'group',
      code: post('/v1/issuer/groups', {
        group: { name: 'Weaving 2026', course_name: 'Weaving', course_description: 'A course at the loom.' },
      }),
    },
    {
      name: 'credential',
      code: post('/v1/credentials', {
        credential: {
          group_name: 'Weaving 2026',
          recipient: { name: 'Ada Lovelace', email: 'ada@example.org' },
          issued_on: '2026-05-04',
        },
      }),
    },
    {
      name: 'find',
      code: post('/v1/credentials/search', { recipient: { email: 'ada@example.org' } }),
    },
  ] as const;
  const rules = ['authorization', 'testing', 'lists', 'errors', 'idempotency', 'limits', 'dates'] as const;
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
      <h2 className={styles.heading}>{t('apiDocs.start.title')}</h2>
      <ol className={styles.steps}>
        {steps.map(({ name, code }) => (
          <li key={name}>
            <h3>{t(`apiDocs.start.${name}.title`)}</h3>
            <p>{t(`apiDocs.start.${name}.text`)}</p>
            {name === 'key' && (
              <p>
                <Anchor component={Link} to="/settings/api-keys">
                  {t('nav.apiKeys')}
                </Anchor>
              </p>
            )}
            {code && <Code text={code} label={t('apiDocs.copy')} />}
          </li>
        ))}
      </ol>
      <h2 className={styles.heading}>{t('apiDocs.rules.title')}</h2>
      <dl className={styles.rules}>
        {rules.map((rule) => (
          <div key={rule}>
            <dt>{t(`apiDocs.rules.${rule}.title`)}</dt>
            <dd>{t(`apiDocs.rules.${rule}.text`)}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function save(name: string, content: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  );
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}
