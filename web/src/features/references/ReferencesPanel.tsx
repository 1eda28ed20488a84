import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { useFormat } from '../../i18n/useFormat';
import { isolate } from '../../lib/bidi';
import { EmptyState } from '../../ui/EmptyState';
import { ReorderGrip } from '../../ui/list/ReorderGrip';
import { useReorder } from '../../ui/list/useReorder';
import { Panel } from '../../ui/Panel';
import { MAX, placeReference, type Reference, referencesQuery } from './api';
import { ReferenceAskDialog } from './ReferenceAskDialog';
import { ReferenceMenu } from './ReferenceMenu';
import { ReferenceRejectDialog } from './ReferenceRejectDialog';
import { ReferenceWords } from './ReferenceWords';
import styles from './references.module.css';
import { mayBeAskedAbout } from './states';

interface ReferencesPanelProps {
  credential: { uuid: string; state: string };
}

/** The references and reference requests of a credential, in their order. */
export function ReferencesPanel({ credential }: ReferencesPanelProps) {
  const { t } = useTranslation();
  const { uuid } = credential;
  const mayManage = usePermission('manage_credentials');
  const { data, error } = useQuery(referencesQuery(uuid));
  const [asking, setAsking] = useState(false);
  const open = mayBeAskedAbout(credential.state);
  const ask = mayManage && open && (data?.length ?? 0) < MAX && (
    <Button leftSection={<IconMessageQuestion size={16} aria-hidden />} onClick={() => setAsking(true)}>
      {t('references.ask')}
    </Button>
  );
  return (
    <>
      {data?.length === 0 ? (
        <EmptyState
          title={t('references.empty.title')}
          description={t(open ? 'references.empty.description' : 'references.empty.draft')}
          action={ask}
        />
      ) : (
        <Panel title={t('references.title')} action={ask}>
          {error && <Text c="dimmed">{t('references.failed')}</Text>}
          {!data && !error && <Skeleton height={120} />}
          {data && <References uuid={uuid} all={data} mayManage={mayManage} />}
        </Panel>
      )}
      {asking && <ReferenceAskDialog uuid={uuid} onClose={() => setAsking(false)} />}
    </>
  );
}

interface ReferencesProps {
  uuid: string;
  all: readonly Reference[];
  mayManage: boolean;
}

function References({ uuid, all, mayManage }: ReferencesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const { queryKey } = referencesQuery(uuid);
  const [rejecting, setRejecting] = useState<Reference | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey });
  const order = useReorder({ queryKey, items: all, save: ({ id }, to) => placeReference(uuid, id, to) });
  return (
    <>
      <ol className={styles.items}>
        {all.map((reference, at) => (
          <li key={reference.id} className={styles.item} {...(mayManage ? order.row(at) : {})}>
            {mayManage && all.length > 1 && (
              <ReorderGrip
                label={t('references.grip', { name: isolate(reference.referee.name) })}
                grip={order.grip(at)}
              />
            )}
            <ReferenceWords
              uuid={uuid}
              reference={reference}
              mayDecide={mayManage}
              onReject={() => setRejecting(reference)}
              onDone={reload}
            />
            {mayManage && (
              <ReferenceMenu
                uuid={uuid}
                reference={reference}
                place={at}
                count={all.length}
                onMove={(to) => order.move(at, to)}
                onReject={() => setRejecting(reference)}
                onDone={reload}
              />
            )}
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">
        {order.last &&
          t('references.movedTo', {
            name: isolate(order.last.item.referee.name),
            place: format.number(order.last.place + 1),
            count: all.length,
          })}
      </VisuallyHidden>
      {rejecting && (
        <ReferenceRejectDialog
          uuid={uuid}
          reference={rejecting}
          onClose={() => setRejecting(null)}
          onDone={reload}
        />
      )}
    </>
  );
}
