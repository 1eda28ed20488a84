import { useTranslation } from 'react-i18next';
import styles from './ApiDocs.module.css';
import type { Field } from './contract';
import { Heading } from './Heading';

/** Longer lists are collapsed at first, because the example shows most of their fields. */
const MOST_OPEN = 100;

/** The fields of a body or of the parameters. Each one has an anchor for links. */
export function FieldList({ id, fields, title }: { id: string; fields: readonly Field[]; title: string }) {
  const { t } = useTranslation();
  return (
    <section>
      <Heading id={id}>{title}</Heading>
      <details open={fields.length <= MOST_OPEN}>
        <summary>{t('apiDocs.field.count', { count: fields.length })}</summary>
        <dl className={styles.fields} dir="ltr">
          {fields.map(({ name, parent, type, required, text }, line) => {
            const path = parent ? `${parent}.${name}` : name;
            return (
              // A contract never changes while it is shown, so the line is the field.
              // biome-ignore lint/suspicious/noArrayIndexKey: two objects may have fields of one name
              <div key={line} id={`${id}.${path}`} className={styles.field}>
                <dt>
                  <a href={`#${id}.${path}`} className={styles.name}>
                    {parent && <span className={styles.parent}>{`${parent}.`}</span>}
                    {name}
                  </a>
                  <span className={styles.type}>{type}</span>
                  {required && <span className={styles.required}>{t('apiDocs.field.required')}</span>}
                </dt>
                {text && <dd>{text}</dd>}
              </div>
            );
          })}
        </dl>
      </details>
    </section>
  );
}
