import { Badge, Code, Group, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/ActionMenu';
import { CopyButton } from '../../ui/CopyButton';
import styles from './AttributeTable.module.css';
import type { AttributeKey } from './api';
import { useAttributeName } from './useAttributeName';
import { useDeleteAttribute } from './useDeleteAttribute';

interface AttributeTableProps {
  label: string;
  /** Undefined while loading. */
  attributes: readonly AttributeKey[] | undefined;
  /** Omitted if the attributes cannot be edited. */
  onEdit?: (attribute: AttributeKey) => void;
}

/** Table of attributes with their placeholder tags for designs. */
export function AttributeTable({ label, attributes, onEdit }: AttributeTableProps) {
  const { t } = useTranslation();
  const nameOf = useAttributeName();
  const remove = useDeleteAttribute();
  if (!attributes) return <Skeleton height={160} />;
  return (
    <Table aria-label={label} layout="fixed" className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('attributes.column.name')}</Table.Th>
          <Table.Th w={120}>{t('attributes.column.kind')}</Table.Th>
          <Table.Th className={styles.wideOnly}>{t('attributes.column.tag')}</Table.Th>
          {onEdit ? (
            <Table.Th w={48}>
              <VisuallyHidden>{t('attributes.column.actions')}</VisuallyHidden>
            </Table.Th>
          ) : (
            // Keeps the columns in line with those of a table with actions on the same page.
            <Table.Td w={48} />
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attributes.map((attribute) => (
          <Table.Tr key={attribute.tagName}>
            <Table.Td>
              <Group gap="xs">
                <bdi>{nameOf(attribute)}</bdi>
                {attribute.draft && (
                  <Badge variant="light" color="yellow">
                    {t('attributes.draft')}
                  </Badge>
                )}
              </Group>
            </Table.Td>
            <Table.Td>{t(`attributes.kind.${attribute.kind}`)}</Table.Td>
            <Table.Td className={styles.wideOnly}>
              <Group gap={4} wrap="nowrap">
                <Code dir="ltr" className={styles.tag}>
                  {attribute.tag}
                </Code>
                <CopyButton
                  value={attribute.tag}
                  label={t('attributes.copyTag', { name: nameOf(attribute) })}
                />
              </Group>
            </Table.Td>
            {onEdit ? (
              <Table.Td>
                <ActionMenu
                  label={t('attributes.actionsFor', { name: nameOf(attribute) })}
                  actions={[
                    {
                      key: 'edit',
                      label: t('attributes.edit'),
                      icon: IconPencil,
                      run: () => onEdit(attribute),
                    },
                    {
                      key: 'delete',
                      label: t('attributes.delete.action'),
                      icon: IconTrash,
                      danger: true,
                      run: () => void remove(attribute),
                    },
                  ]}
                />
              </Table.Td>
            ) : (
              <Table.Td />
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
