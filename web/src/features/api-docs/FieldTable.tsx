import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './ApiDocs.module.css';
import type { Field } from './contract';

/** A longer table is opened by whoever wants it: the example tells most. */
const MOST_OPEN = 100;

/** What a body or an address is made of, line by line. */
export function FieldTable({ fields, caption }: { fields: readonly Field[]; caption: string }) {
  const { t } = useTranslation();
  return (
    <details className={styles.table} open={fields.length <= MOST_OPEN}>
      <summary>{caption}</summary>
      <Table className={styles.fields} dir="ltr" aria-label={caption}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('apiDocs.field.name')}</Table.Th>
            <Table.Th scope="col">{t('apiDocs.field.type')}</Table.Th>
            <Table.Th scope="col">{t('apiDocs.field.text')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field, line) => (
            // A contract never changes while it is shown, so the line is the field.
            // biome-ignore lint/suspicious/noArrayIndexKey: two objects may have fields of one name
            <Table.Tr key={line}>
              <Table.Th scope="row" style={{ paddingInlineStart: 4 + 18 * field.depth }}>
                <code>{field.name}</code>
                {field.required && <span className={styles.required}>{t('apiDocs.field.required')}</span>}
              </Table.Th>
              <Table.Td className={styles.type}>{field.type}</Table.Td>
              <Table.Td>{field.text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
