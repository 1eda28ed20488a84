import { Group, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconLanguage, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { type Action, ActionMenu } from '../../ui/ActionMenu';
import type { OwnFont } from './api';
import { FontSample } from './FontSample';
import styles from './FontTable.module.css';

interface FontTableProps {
  label: string;
  /** Undefined while loading. */
  fonts: readonly OwnFont[] | undefined;
  onReport: (font: OwnFont) => void;
  /** Omitted if the fonts cannot be edited. */
  onRename?: ((font: OwnFont) => void) | undefined;
  onDelete?: ((font: OwnFont) => void) | undefined;
}

/** Table of fonts, each name in its own font, with weights, languages and size. */
export function FontTable({ label, fonts, onReport, onRename, onDelete }: FontTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!fonts) return <Skeleton height={160} />;
  const actions = (font: OwnFont): Action[] => [
    { key: 'report', label: t('fonts.report.action'), icon: IconLanguage, run: () => onReport(font) },
    ...(onRename
      ? [{ key: 'rename', label: t('fonts.rename.action'), icon: IconPencil, run: () => onRename(font) }]
      : []),
    ...(onDelete
      ? [
          {
            key: 'delete',
            label: t('fonts.delete.action'),
            icon: IconTrash,
            danger: true,
            run: () => onDelete(font),
          },
        ]
      : []),
  ];
  return (
    <Table aria-label={label} layout="fixed" className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('fonts.column.name')}</Table.Th>
          <Table.Th className={styles.wideOnly}>{t('fonts.column.weights')}</Table.Th>
          <Table.Th w={140} className={styles.wideOnly}>
            {t('fonts.column.languages')}
          </Table.Th>
          <Table.Th w={100} ta="end" className={styles.wideOnly}>
            {t('fonts.column.size')}
          </Table.Th>
          <Table.Th w={48}>
            <VisuallyHidden>{t('fonts.actions')}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fonts.map((font) => (
          <Table.Tr key={font.id}>
            <Table.Td>
              <FontSample font={font} />
            </Table.Td>
            <Table.Td className={styles.wideOnly}>
              <Group gap={8}>
                {font.files.map(({ weight, italic }) => (
                  <Text key={`${weight}${italic}`} span c="dimmed">
                    {italic ? t('fonts.italic', { weight }) : weight}
                  </Text>
                ))}
              </Group>
            </Table.Td>
            <Table.Td className={styles.wideOnly}>
              {t('fonts.languages', {
                count: font.languages.length,
                number: format.number(font.languages.length),
              })}
            </Table.Td>
            <Table.Td ta="end" className={styles.wideOnly}>
              {format.fileSize(font.files.reduce((sum, { bytes }) => sum + bytes, 0))}
            </Table.Td>
            <Table.Td>
              <ActionMenu label={t('fonts.actionsFor', { name: font.name })} actions={actions(font)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
