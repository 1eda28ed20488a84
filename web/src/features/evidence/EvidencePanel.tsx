import { Button, Skeleton, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { EmptyState } from '../../ui/EmptyState';
import { ReorderGrip } from '../../ui/list/ReorderGrip';
import { useReorder } from '../../ui/list/useReorder';
import { Panel } from '../../ui/Panel';
import { changeEvidence, type EvidenceItem, evidenceQuery } from './api';
import { EvidenceContent } from './EvidenceContent';
import { EvidenceDialog } from './EvidenceDialog';
import { EvidenceMenu } from './EvidenceMenu';
import styles from './evidence.module.css';
import { RejectDialog } from './RejectDialog';
import { useDecisions } from './useDecisions';

/** The open dialog and its item. */
interface Doing {
  what: 'add' | 'edit' | 'reject';
  item?: EvidenceItem;
}

/** The evidence of a credential, in its order. */
export function EvidencePanel({ credential }: { credential: { uuid: string } }) {
  const { t } = useTranslation();
  const { uuid } = credential;
  const queries = useQueryClient();
  const mayManage = usePermission('manage_credentials');
  const { data, error } = useQuery(evidenceQuery(uuid));
  const [doing, setDoing] = useState<Doing | null>(null);
  const decide = useDecisions();
  const reload = () => queries.invalidateQueries({ queryKey: evidenceQuery(uuid).queryKey });
  const close = () => setDoing(null);
  const add = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDoing({ what: 'add' })}>
      {t('evidence.add')}
    </Button>
  );
  const { item } = doing ?? {};
  return (
    <>
      {data?.length === 0 ? (
        <EmptyState
          title={t('evidence.empty.title')}
          description={t('evidence.empty.description')}
          action={add}
        />
      ) : (
        <Panel title={t('evidence.title')} action={add}>
          {error && <Text c="dimmed">{t('evidence.failed')}</Text>}
          {!data && !error && <Skeleton height={120} />}
          {data && <Items uuid={uuid} items={data} mayManage={mayManage} onReload={reload} onDo={setDoing} />}
        </Panel>
      )}
      {(doing?.what === 'add' || doing?.what === 'edit') && (
        <EvidenceDialog uuid={uuid} item={item} onClose={close} onDone={reload} />
      )}
      {doing?.what === 'reject' && item && (
        <RejectDialog count={1} onClose={close} onReject={(reason) => decide([item.id], 'reject', reason)} />
      )}
    </>
  );
}

interface ItemsProps {
  uuid: string;
  items: readonly EvidenceItem[];
  mayManage: boolean;
  onReload: () => Promise<unknown>;
  onDo: (doing: Doing) => void;
}

function Items({ uuid, items, mayManage, onReload, onDo }: ItemsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { queryKey } = evidenceQuery(uuid);
  const save = ({ id }: EvidenceItem, position: number) => changeEvidence(uuid, id, { position });
  const order = useReorder({ queryKey, items, save });
  const total = format.number(items.length);
  return (
    <>
      <ol className={styles.items}>
        {items.map((item, at) => (
          <li key={item.id} className={styles.item} {...(mayManage ? order.row(at) : {})}>
            {mayManage && items.length > 1 && (
              <ReorderGrip
                label={t('evidence.order.move', { name: item.description })}
                grip={order.grip(at)}
              />
            )}
            <EvidenceContent item={item} />
            {mayManage && (
              <EvidenceMenu
                uuid={uuid}
                item={item}
                place={at}
                count={items.length}
                onMove={(to) => order.move(at, to)}
                onEdit={() => onDo({ what: 'edit', item })}
                onReject={() => onDo({ what: 'reject', item })}
                onDone={onReload}
              />
            )}
          </li>
        ))}
      </ol>
      <span role="status" className={styles.spoken}>
        {order.last && t('evidence.order.moved', { place: format.number(order.last.place + 1), total })}
      </span>
    </>
  );
}
