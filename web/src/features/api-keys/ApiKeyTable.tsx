import { Button, Code, Skeleton, Table, VisuallyHidden } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { useFormat } from '../../i18n/useFormat';
import { dialog } from '../../ui/dialog/dialog';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import styles from './ApiKeys.module.css';
import { API_KEYS, type ApiKey, revokeApiKey } from './api';

/** Active keys, masked, with what they may do and when they were last used. */
export function ApiKeyTable({ keys }: { keys: readonly ApiKey[] | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const revoke = useRevoke();
  if (!keys) return <Skeleton height={200} />;
  return (
    <Panel>
      <div className={styles.scroll}>
        <Table aria-label={t('apiKeys.title')} className={styles.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('apiKeys.column.name')}</Table.Th>
              <Table.Th className={styles.wideOnly}>{t('apiKeys.column.key')}</Table.Th>
              <Table.Th>{t('apiKeys.column.access')}</Table.Th>
              <Table.Th className={styles.wideOnly}>{t('apiKeys.column.created')}</Table.Th>
              <Table.Th>{t('apiKeys.column.used')}</Table.Th>
              <Table.Th>
                <VisuallyHidden>{t('apiKeys.column.actions')}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map((key) => (
              <Table.Tr key={key.id}>
                <Table.Td fw={500}>{key.name}</Table.Td>
                <Table.Td className={styles.wideOnly}>
                  <Code dir="ltr" className={styles.key}>
                    {key.masked}
                  </Code>
                </Table.Td>
                <Table.Td>{t(`apiKeys.access.${key.access}`)}</Table.Td>
                <Table.Td className={styles.wideOnly}>{format.date(key.created_at)}</Table.Td>
                <Table.Td>
                  {key.last_used_at ? format.relative(key.last_used_at) : t('apiKeys.neverUsed')}
                </Table.Td>
                <Table.Td>
                  <Button
                    variant="default"
                    size="xs"
                    c="var(--lr-red)"
                    aria-label={t('apiKeys.revoke.actionFor', { name: key.name })}
                    onClick={() => void revoke(key)}
                  >
                    {t('apiKeys.revoke.action')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  );
}

/** Ends a key for good; its name must be typed, because nothing brings it back. */
function useRevoke(): (key: ApiKey) => Promise<void> {
  const { t } = useTranslation();
  const queries = useQueryClient();
  return async (key) => {
    const sure = await dialog.confirm({
      title: t('apiKeys.revoke.title', { name: key.name }),
      body: t('apiKeys.revoke.body'),
      confirmLabel: t('apiKeys.revoke.confirm'),
      typeToConfirm: key.name,
      danger: true,
    });
    if (!sure) return;
    try {
      await revokeApiKey(key.id);
      toast.success(t('apiKeys.revoke.done', { name: key.name }));
    } catch (error) {
      const lines = error instanceof ApiError ? error.lines.join('\n') : '';
      await dialog.warning({ title: t('apiKeys.revoke.failed'), body: lines || t('problem.generic') });
    } finally {
      await queries.invalidateQueries({ queryKey: API_KEYS });
    }
  };
}
