import { Button, Code, Table, Text, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { EMBED_SETTINGS } from '../../api/queries/keys';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { toast } from '../../ui/toast/toast';
import { type EmbedOrigin, removeOrigin } from './api';
import styles from './Embedding.module.css';

/** The allowed origins with the date they were added, and an action to remove them. */
export function OriginTable({ origins }: { origins: readonly EmbedOrigin[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const remove = useRemove();
  if (origins.length === 0) return <Text c="dimmed">{t('embed.settings.origins.none')}</Text>;
  return (
    <Table aria-label={t('embed.settings.origins.title')} className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('embed.settings.origins.origin')}</Table.Th>
          <Table.Th className={styles.wideOnly}>{t('embed.settings.origins.since')}</Table.Th>
          <Table.Th>
            <VisuallyHidden>{t('embed.settings.origins.actions')}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {origins.map((one) => (
          <Table.Tr key={one.id}>
            <Table.Td>
              <Code dir="ltr" className={styles.origin}>
                {one.origin}
              </Code>
            </Table.Td>
            <Table.Td className={styles.wideOnly}>{format.date(one.created_at)}</Table.Td>
            <Table.Td>
              <Button
                variant="default"
                size="xs"
                c="var(--lr-red)"
                aria-label={t('embed.settings.origins.removeFor', { origin: one.origin })}
                onClick={() => void remove(one)}
              >
                {t('embed.settings.origins.remove')}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Removes an origin after confirmation, which warns that open editors on it end. */
function useRemove(): (origin: EmbedOrigin) => Promise<void> {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async ({ id, origin }) => {
    const sure = await dialog.confirm({
      title: t('embed.settings.origins.removeTitle', { origin }),
      body: t('embed.settings.origins.removeBody'),
      confirmLabel: t('embed.settings.origins.removeConfirm'),
      danger: true,
    });
    if (!sure) return;
    try {
      await removeOrigin(id);
      toast.success(t('embed.settings.origins.removed', { origin }));
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.warning({ title: t('embed.settings.failed'), body: lines || t('problem.generic') });
    } finally {
      await queries.invalidateQueries({ queryKey: EMBED_SETTINGS });
    }
  };
}
