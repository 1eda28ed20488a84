import { Title } from '@mantine/core';
import { IconKey, IconUser, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import styles from './ApiDocs.module.css';
import { Code } from './Code';
import { Console } from './Console';
import type { Call, Field } from './contract';
import { FieldList } from './FieldList';
import { Heading } from './Heading';
import type { Parameter } from './raw';

const asField = ({ name, required = false, description = '', schema }: Parameter): Field => ({
  name,
  parent: '',
  type: schema?.type ?? 'any',
  required,
  text: [description, schema?.enum?.join(' · ')].filter(Boolean).join(' — '),
});

/** One call: its parameters and body, response, errors, and a console to try it. */
export function CallView({ call }: { call: Call }) {
  const { t } = useTranslation();
  const where = (place: Parameter['in']) => call.parameters.filter((p) => p.in === place).map(asField);
  const lists = [
    { id: 'path', title: t('apiDocs.path'), fields: where('path') },
    { id: 'query', title: t('apiDocs.query'), fields: where('query') },
    { id: 'headers', title: t('apiDocs.headers'), fields: where('header') },
    { id: 'body', title: t('apiDocs.sends'), fields: call.sends },
    { id: 'response', title: t('apiDocs.answers'), fields: call.answers },
  ].filter(({ fields }) => fields.length > 0);
  return (
    <article className={styles.columns}>
      <header className={styles.head}>
        <Title order={1} size="h2" dir="ltr">
          {call.title}
        </Title>
        <p className={styles.address} dir="ltr">
          <span className={styles.method}>{call.method}</span> <code>{call.path}</code>
        </p>
        {call.summary && <p dir="ltr">{call.summary}</p>}
        {call.description && <p dir="ltr">{call.description}</p>}
        <Access call={call} />
      </header>
      <aside className={styles.examples} aria-label={t('apiDocs.examples')}>
        <Console call={call} />
        {call.response !== undefined && (
          <section>
            <Heading id="example">{t('apiDocs.exampleAnswer')}</Heading>
            <Code text={JSON.stringify(call.response, null, 2)} label={t('apiDocs.copy')} />
          </section>
        )}
      </aside>
      <div className={styles.text}>
        {lists.map((list) => (
          <FieldList key={list.id} {...list} />
        ))}
        {call.file && <p>{t('apiDocs.file', { types: call.file })}</p>}
        {call.errors.length > 0 && (
          <section>
            <Heading id="errors">{t('apiDocs.errors')}</Heading>
            <dl className={styles.fields} dir="ltr">
              {call.errors.map(({ status, text }) => (
                <div key={status} className={styles.field}>
                  <dt>
                    <code className={styles.name}>{status}</code>
                  </dt>
                  <dd>{text.replaceAll('`', '')}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
      </div>
    </article>
  );
}

/** The scopes or sign-in that the call requires. */
function Access({ call: { open, scopes } }: { call: Call }) {
  const { t } = useTranslation();
  const format = useFormat();
  const people = !open && scopes.length === 0;
  const Icon = open ? IconWorld : people ? IconUser : IconKey;
  return (
    <p className={styles.access}>
      <Icon size={15} aria-hidden />
      {open && t('apiDocs.open')}
      {people && t('apiDocs.people')}
      {!open && !people && t('apiDocs.keyed', { scopes: format.list(scopes.map(isolate)) })}
    </p>
  );
}
