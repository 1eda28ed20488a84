import { Title } from '@mantine/core';
import { IconKey, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from './ApiDocs.module.css';
import { Code } from './Code';
import { Console } from './Console';
import type { Call, Field } from './contract';
import { FieldTable } from './FieldTable';
import type { Parameter } from './raw';

const asField = ({ name, required = false, description = '', schema }: Parameter): Field => ({
  name,
  depth: 0,
  type: schema?.type ?? 'any',
  required,
  text: [description, schema?.enum?.join(' · ')].filter(Boolean).join(' — '),
});

/** One call: what it takes, what it answers, and a console to make it. */
export function CallView({ call }: { call: Call }) {
  const { t } = useTranslation();
  const where = (place: Parameter['in']) => call.parameters.filter((p) => p.in === place).map(asField);
  const tables = [
    { caption: t('apiDocs.path'), fields: where('path') },
    { caption: t('apiDocs.query'), fields: where('query') },
    { caption: t('apiDocs.sends'), fields: call.sends },
    { caption: t('apiDocs.answers'), fields: call.answers },
  ].filter(({ fields }) => fields.length > 0);
  const Icon = call.open ? IconWorld : IconKey;
  return (
    <article className={styles.call}>
      <Title order={1} size="h2" dir="ltr">
        {call.title}
      </Title>
      {call.summary && <p dir="ltr">{call.summary}</p>}
      <p className={styles.address} dir="ltr">
        <span className={styles.method}>{call.method}</span> <code>{call.path}</code>
      </p>
      <p className={styles.access}>
        <Icon size={15} aria-hidden /> {t(call.open ? 'apiDocs.open' : 'apiDocs.keyed')}
      </p>
      <div className={styles.columns}>
        <div className={styles.second}>
          {tables.map((table) => (
            <FieldTable key={table.caption} {...table} />
          ))}
          {call.file && <p>{t('apiDocs.file', { types: call.file })}</p>}
        </div>
        <div>
          <Console call={call} />
          {call.response !== undefined && (
            <section>
              <h2 className={styles.heading}>{t('apiDocs.exampleAnswer')}</h2>
              <Code text={JSON.stringify(call.response, null, 2)} label={t('apiDocs.copy')} />
            </section>
          )}
        </div>
      </div>
    </article>
  );
}
